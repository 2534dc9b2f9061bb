"""How calls reach Telegram: by which proxy, and what is told of those that fail."""

import pytest
from telegram.error import NetworkError

from adapters.telegram_request import proxy_of, reason

API = "https://api.telegram.org"


@pytest.mark.parametrize(
    ("environment", "proxy"),
    [
        ({}, None),
        ({"https_proxy": "http://proxy:3128"}, "http://proxy:3128"),
        ({"http_proxy": "http://proxy:3128"}, None),
        ({"https_proxy": "http://proxy:3128", "no_proxy": "telegram.org"}, None),
        ({"https_proxy": "http://proxy:3128", "no_proxy": "example.org"}, "http://proxy:3128"),
    ],
)
def test_the_proxy_is_the_one_that_the_environment_names(
    environment: dict[str, str], proxy: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert proxy_of(API) == proxy


def test_the_page_of_a_gateway_is_no_reason() -> None:
    page = "Bad Gateway (502). Parsing the server response b'<html>...</html>' failed"
    assert reason(NetworkError(page)) == "Bad Gateway (502)"
    assert reason(NetworkError("no route")) == "no route"
