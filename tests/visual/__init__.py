"""Pictures of boards for a person to look at; not part of the timed tests."""
