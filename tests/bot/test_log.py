"""The log: one event a line, no tracebacks, no secrets."""

import logging
from collections.abc import Iterator

import pytest

from bot.log import NotAgain, OneLine, set_up

SECRET = "123456:AA-secret_part"
LIBRARIES = ("httpx", "httpcore", "telegram", "discord", "asyncio", "aiohttp")


@pytest.fixture
def logging_as_it_was() -> Iterator[None]:
    """The process's logging, put back after the test."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in root.manager.loggerDict}
    root.handlers.clear()
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name in root.manager.loggerDict:
        logging.getLogger(name).setLevel(levels.get(name, logging.NOTSET))


def formatted(
    message: str, *args: object, error: BaseException | None = None, secrets: tuple[str, ...] = ()
) -> str:
    exc_info = None if error is None else (type(error), error, error.__traceback__)
    record = logging.LogRecord("bot.test", logging.INFO, __file__, 1, message, args, exc_info)
    return OneLine(secrets).format(record)


def caught(error: Exception) -> Exception:
    try:
        raise error
    except Exception as raised:
        return raised


def test_a_record_tells_its_level_name_and_message() -> None:
    assert formatted("dealt %d cards", 52).endswith("INFO bot.test dealt 52 cards")


def test_an_exception_is_told_in_the_same_line_with_its_place() -> None:
    text = formatted("an event failed", error=caught(RuntimeError("no\nnumber\r")))
    assert "an event failed: RuntimeError: no" in text
    assert "(caught, line " in text
    assert len(text.splitlines()) == 1
    assert "Traceback" not in text


def test_an_exception_that_was_never_raised_is_told_too() -> None:
    assert formatted("lost", error=ValueError("why")).endswith("lost: ValueError: why")


def test_an_error_hides_its_causes() -> None:
    cause = caught(RuntimeError("first"))
    error = caught(ValueError("second"))
    error.__cause__ = cause
    text = formatted("failed", error=error)
    assert "second" in text
    assert "first" not in text


@pytest.mark.parametrize("text", ["a\nb", "a\r\nb", "a\rb"])
def test_a_message_stays_in_one_line(text: str) -> None:
    assert len(formatted("%s", text).splitlines()) == 1


def test_secrets_are_blotted_out_wherever_they_stand() -> None:
    address = f"https://api.telegram.org/bot{SECRET}/getMe"
    for text in (
        formatted("HTTP Request: POST %s", address, secrets=(SECRET,)),
        formatted(f"a literal {SECRET}", secrets=(SECRET,)),
        formatted("failed", error=caught(OSError(address)), secrets=("other", SECRET)),
    ):
        assert "secret_part" not in text
        assert "***" in text


class Written:
    """What passes the filter, by a clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._filter = NotAgain(lambda: self.now)

    def log(
        self,
        message: str,
        *args: object,
        level: int = logging.WARNING,
        error: Exception | None = None,
    ) -> str | None:
        """The line as it is written, None for one that is held back."""
        exc_info = None if error is None else (type(error), error, error.__traceback__)
        record = logging.LogRecord("bot.test", level, __file__, 1, message, args, exc_info)
        return record.getMessage() if self._filter.filter(record) else None


def test_an_incident_that_strikes_many_is_one_line() -> None:
    written = Written()
    assert written.log("chat %d waits %.1f s", 17, 0.5) == "chat 17 waits 0.5 s"
    for chat in range(1000):
        assert written.log("chat %d waits %.1f s", chat, 1.25) is None


def test_the_next_line_of_the_kind_counts_those_held_back() -> None:
    written = Written()
    for _ in range(42):
        written.log("lost")
    written.now += 60
    assert written.log("lost") == "lost (41 more like it before)"
    written.now += 60
    assert written.log("lost") == "lost"


def test_another_incident_is_a_line_of_its_own() -> None:
    written = Written()
    assert written.log("could not be shown: %s", "blocked")
    assert written.log("could not be shown: %s", "kicked")
    assert written.log("could not be shown: %s", "kicked", level=logging.INFO)
    assert written.log("failed", error=caught(ValueError("a")))
    assert written.log("failed", error=caught(OSError("b")))
    assert written.log("failed", error=caught(OSError("c"))) is None


@pytest.mark.usefixtures("logging_as_it_was")
@pytest.mark.parametrize(("level", "lines"), [("INFO", 1), ("DEBUG", 3)])
def test_a_log_for_debugging_repeats_itself(
    level: str, lines: int, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up(level, ())
    for _ in range(3):
        logging.getLogger("bot").info("lost")
    assert len(capsys.readouterr().err.splitlines()) == lines


@pytest.mark.usefixtures("logging_as_it_was")
def test_the_log_goes_to_standard_error_without_secrets(
    capsys: pytest.CaptureFixture[str],
) -> None:
    set_up("INFO", (SECRET,))
    logging.getLogger("bot.somewhere").info("token %s", SECRET)
    logging.getLogger("bot.somewhere").info("token %s", SECRET)
    logging.getLogger("bot.somewhere").debug("unheard")
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.endswith("INFO bot.somewhere token ***\n")
    assert len(shown.err.splitlines()) == 1


@pytest.mark.usefixtures("logging_as_it_was")
@pytest.mark.parametrize("library", LIBRARIES)
def test_the_libraries_chatter_is_heard_from_warning_on(
    library: str, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up("DEBUG", ())
    logging.getLogger(library).info("chatter")
    logging.getLogger(library).warning("trouble")
    assert "chatter" not in (shown := capsys.readouterr().err)
    assert "trouble" in shown


@pytest.mark.usefixtures("logging_as_it_was")
def test_a_quieter_level_silences_the_libraries_too(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("ERROR", ())
    logging.getLogger("httpx").warning("trouble")
    logging.getLogger("bot").warning("trouble")
    assert capsys.readouterr().err == ""
