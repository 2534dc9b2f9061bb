"""One module a platform: it parses what arrives and shows what the bot answers."""
