"""Settings: the environment and `.env`, or one line that names what is wrong there."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from bot.settings import InvalidSettings, Settings, read_settings

TOKEN = "123456:AA-secret_part"
NAMES = [name.upper() for name in Settings.model_fields]
Environment = Callable[..., None]


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Environment:
    """An environment and a folder of the test's own: it sets what it is given and nothing else."""
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)

    def put(**values: str) -> None:
        for name, value in values.items():
            monkeypatch.setenv(name, value)

    return put


def dotenv(text: str) -> None:
    Path(".env").write_text(text, encoding="utf-8")


@pytest.mark.usefixtures("environment")
def test_without_any_setting_everything_has_its_default() -> None:
    settings = read_settings()
    assert settings.telegram_bot_token is settings.discord_bot_token is None
    assert settings.secrets == ()
    assert settings.max_sessions == 10_000
    assert settings.session_idle == timedelta(hours=72)
    assert settings.search_seconds == 2
    assert settings.default_language == "en"
    assert settings.log_level == "INFO"
    assert str(settings.telegram_api_url).rstrip("/") == "https://api.telegram.org"
    assert str(settings.discord_api_url).rstrip("/") == "https://discord.com/api/v10"
    assert str(settings.discord_gateway_url).rstrip("/") == "wss://gateway.discord.gg"


def test_the_settings_are_the_variables_that_the_plan_names() -> None:
    assert set(NAMES) == {
        *("TELEGRAM_BOT_TOKEN", "DISCORD_BOT_TOKEN", "TELEGRAM_API_URL", "DISCORD_API_URL"),
        *("DISCORD_GATEWAY_URL", "MAX_SESSIONS", "SESSION_IDLE_HOURS", "DEFAULT_LANGUAGE"),
        *("SEARCH_SECONDS", "HEALTH_FILE", "LOG_LEVEL"),
    }


def test_the_environment_is_read(environment: Environment) -> None:
    environment(
        TELEGRAM_BOT_TOKEN=TOKEN,
        MAX_SESSIONS="7",
        SESSION_IDLE_HOURS="0.5",
        SEARCH_SECONDS="0.25",
        LOG_LEVEL="debug",
        TELEGRAM_API_URL="http://127.0.0.1:8081",
        DISCORD_GATEWAY_URL="ws://127.0.0.1:9",
    )
    settings = read_settings()
    assert settings.secrets == (TOKEN,)
    assert settings.max_sessions == 7
    assert settings.session_idle == timedelta(minutes=30)
    assert settings.search_seconds == 0.25
    assert settings.log_level == "DEBUG"
    assert str(settings.telegram_api_url).startswith("http://127.0.0.1:8081")
    assert str(settings.discord_gateway_url).startswith("ws://127.0.0.1:9")


@pytest.mark.usefixtures("environment")
def test_dotenv_is_read() -> None:
    dotenv(f"# a comment\nDISCORD_BOT_TOKEN={TOKEN}\nSOMETHING_ELSE=1\n")
    assert read_settings().secrets == (TOKEN,)


def test_the_environment_goes_before_dotenv(environment: Environment) -> None:
    dotenv("MAX_SESSIONS=5\nLOG_LEVEL=ERROR\n")
    environment(MAX_SESSIONS="6")
    settings = read_settings()
    assert (settings.max_sessions, settings.log_level) == (6, "ERROR")


def test_an_empty_value_is_as_good_as_none(environment: Environment) -> None:
    environment(TELEGRAM_BOT_TOKEN="", MAX_SESSIONS="", LOG_LEVEL="")
    settings = read_settings()
    assert settings.telegram_bot_token is None
    assert (settings.max_sessions, settings.log_level) == (10_000, "INFO")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TELEGRAM_BOT_TOKEN", "two words"),
        ("TELEGRAM_BOT_TOKEN", "tokén"),
        ("DISCORD_BOT_TOKEN", "   "),
        ("TELEGRAM_API_URL", "api.telegram.org"),
        ("TELEGRAM_API_URL", "ftp://127.0.0.1"),
        ("DISCORD_API_URL", "https://"),
        ("DISCORD_GATEWAY_URL", "https://gateway.discord.gg"),
        ("MAX_SESSIONS", "0"),
        ("MAX_SESSIONS", "-1"),
        ("MAX_SESSIONS", "many"),
        ("MAX_SESSIONS", "1.5"),
        ("MAX_SESSIONS", "9" * 30),
        ("SESSION_IDLE_HOURS", "0"),
        ("SESSION_IDLE_HOURS", "nan"),
        ("SESSION_IDLE_HOURS", "inf"),
        ("SESSION_IDLE_HOURS", "a day"),
        ("SEARCH_SECONDS", "0"),
        ("SEARCH_SECONDS", "-1"),
        ("SEARCH_SECONDS", "nan"),
        ("SEARCH_SECONDS", "60.5"),
        ("SEARCH_SECONDS", "soon"),
        ("DEFAULT_LANGUAGE", "xx"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
def test_a_bad_value_is_refused_in_one_line_that_names_it(
    environment: Environment, name: str, value: str
) -> None:
    environment(**{name: value})
    with pytest.raises(InvalidSettings) as refusal:
        read_settings()
    assert str(refusal.value).startswith(f"{name}: ")
    assert "\n" not in str(refusal.value)


# Any text names a file.
@pytest.mark.parametrize("name", [name for name in NAMES if name != "HEALTH_FILE"])
def test_no_refusal_repeats_a_token_in_the_wrong_place(environment: Environment, name: str) -> None:
    environment(**{name: f"{TOKEN} x"})
    with pytest.raises(InvalidSettings) as refusal:
        read_settings()
    assert "secret_part" not in str(refusal.value)


def test_a_shown_settings_value_hides_its_tokens(environment: Environment) -> None:
    environment(TELEGRAM_BOT_TOKEN=TOKEN, DISCORD_BOT_TOKEN=TOKEN)
    settings = read_settings()
    assert "secret_part" not in repr(settings) + str(settings)
    assert settings.secrets == (TOKEN, TOKEN)


@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_a_dotenv_in_another_encoding_is_refused_in_one_line(encoding: str) -> None:
    Path(".env").write_text("LOG_LEVEL=INFO # é\n", encoding=encoding)
    with pytest.raises(InvalidSettings) as refusal:
        read_settings()
    assert ".env" in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.usefixtures("environment")
def test_a_dotenv_may_begin_with_the_mark_that_windows_editors_put_there() -> None:
    dotenv(f"\ufeffTELEGRAM_BOT_TOKEN={TOKEN}\n")
    assert read_settings().secrets == (TOKEN,)
