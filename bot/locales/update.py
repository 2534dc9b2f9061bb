"""Brings the catalogues in step with the code: extracts the keys, updates each .po, compiles it.

Run `python bot/locales/update.py` after changing a text or a key; with `--check` it writes nothing
and exits with 1 if there is something to write. Needs Babel, which `.[dev]` installs.
"""

import argparse
import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[2]
SOURCES = [("bot/**.py", "python"), ("adapters/**.py", "python")]
KEYWORDS = {"key": None, "line": None, "say": None, "plural": (1, 1)}
WIDTH = 96


def extracted() -> Catalog:
    """The keys that the code names; those with plural forms twice, as gettext writes them."""
    template = Catalog()
    found = extract_from_dir(ROOT, SOURCES, {}, keywords=KEYWORDS)
    for _, _, message, _, _ in sorted(found, key=lambda item: str(item[2])):
        template.add(message)
    return template


def updated(po: Path, template: Catalog) -> dict[Path, bytes]:
    """The files of one language as they should be: the .po and its .mo."""
    with po.open("rb") as file:
        catalogue = read_po(file, locale=po.parts[-3], domain=po.stem)
    catalogue.update(template, no_fuzzy_matching=True, update_header_comment=False)
    catalogue.obsolete.clear()
    text = BytesIO()
    write_po(text, catalogue, width=WIDTH, sort_output=True, no_location=True, omit_header=True)
    header = (
        f'msgid ""\nmsgstr ""\n"Language: {po.parts[-3]}\\n"\n"MIME-Version: 1.0\\n"\n'
        f'"Content-Type: text/plain; charset=utf-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {catalogue.plural_forms}\\n"\n\n'
    )
    return {po: header.encode() + text.getvalue(), po.with_suffix(".mo"): compiled(po, catalogue)}


def compiled(po: Path, catalogue: Catalog) -> bytes:
    """The .mo of a catalogue; the one that is there if it says the same, as headers hold dates."""
    mo = po.with_suffix(".mo")
    if mo.exists():
        with mo.open("rb") as file:
            if messages(read_mo(file)) == messages(catalogue):
                return mo.read_bytes()
    binary = BytesIO()
    write_mo(binary, catalogue)
    return binary.getvalue()


def messages(catalogue: Catalog) -> dict[str, tuple[str, ...]]:
    """What a catalogue says by key, without its header: one text, or one for each plural form."""
    return {
        _forms(message.id)[0]: _forms(message.string)
        for message in catalogue
        if message.id and message.string
    }


def _forms(text: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def main() -> None:
    parser = argparse.ArgumentParser(description="Bring the catalogues in step with the code.")
    parser.add_argument("--check", action="store_true", help="write nothing, only tell")
    check = parser.parse_args().check
    template = extracted()
    stale = []
    for po in sorted(Path(__file__).parent.glob("*/LC_MESSAGES/*.po")):
        for path, content in updated(po, template).items():
            if not path.exists() or path.read_bytes() != content:
                stale.append(str(path.relative_to(ROOT)))
                if not check:
                    path.write_bytes(content)
    print("\n".join(stale) or "all in step")
    sys.exit(1 if check and stale else 0)


if __name__ == "__main__":
    main()
