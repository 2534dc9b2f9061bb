"""Settings: what the environment and `.env` say, checked before anything starts."""

from datetime import timedelta
from pathlib import Path
from typing import Literal

from pydantic import Field, HttpUrl, SecretStr, ValidationError, WebsocketUrl, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.i18n import FALLBACK, LANGUAGES, known_language


class InvalidSettings(ValueError):
    """A setting with a value that it cannot have; the message is one line that names it."""


class Settings(BaseSettings):
    """One field for each variable of `.env.example`, which tells what they mean."""

    model_config = SettingsConfigDict(
        env_file=".env",
        # Editors on Windows put a mark in front, which this reads over.
        env_file_encoding="utf-8-sig",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        # A refused value is not repeated: it may be a token in the wrong place.
        hide_input_in_errors=True,
    )

    telegram_bot_token: SecretStr | None = None
    discord_bot_token: SecretStr | None = None
    telegram_api_url: HttpUrl = HttpUrl("https://api.telegram.org")
    discord_api_url: HttpUrl = HttpUrl("https://discord.com/api/v10")
    discord_gateway_url: WebsocketUrl = WebsocketUrl("wss://gateway.discord.gg")
    max_sessions: int = Field(default=10_000, ge=1, le=10_000_000)
    session_idle_hours: float = Field(default=72, gt=0, le=24 * 366)
    health_file: Path | None = None
    search_seconds: float = Field(default=2, gt=0, le=60)
    default_language: str = FALLBACK
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"

    @field_validator("telegram_bot_token", "discord_bot_token")
    @classmethod
    def _one_word(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and (
            not token.get_secret_value().isascii() or len(token.get_secret_value().split()) != 1
        ):
            raise ValueError("a token is one word of ASCII characters")
        return token

    @field_validator("default_language")
    @classmethod
    def _has_catalogue(cls, language: str) -> str:
        if known_language(language) != language:
            raise ValueError(f"it is one of {', '.join(LANGUAGES)}")
        return language

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, level: object) -> object:
        return level.upper() if isinstance(level, str) else level

    @property
    def session_idle(self) -> timedelta:
        return timedelta(hours=self.session_idle_hours)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The tokens that are set, for keeping them out of the log."""
        tokens = (self.telegram_bot_token, self.discord_bot_token)
        return tuple(token.get_secret_value() for token in tokens if token is not None)


def read_settings() -> Settings:
    """The settings of this process, else `InvalidSettings`."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = ".".join(map(str, first["loc"])).upper()
        raise InvalidSettings(f"{name}: {first['msg']}") from error
    except UnicodeDecodeError as error:
        raise InvalidSettings(".env: it is not a text in UTF-8") from error
