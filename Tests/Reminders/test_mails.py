"""Reminders as mails, by a real server of SMTP."""

from __future__ import annotations

import email.utils
from pathlib import Path

import pytest

from conftest import CANARY, add
from mail_server import CERTIFICATE, PASSWORD, USER, MailServer
from program import NETWORK, USAGE, Home


def added(home: Home, server: MailServer, query: str = "to=ben@example.org",
          *options: str, secret: str = PASSWORD) -> None:
    password = home.path.parent / "mail-password"
    password.write_text(secret + "\n")
    password.chmod(0o600)
    kind = "mailtos" if server.implicit else "mailto"
    home.do(
        "channel", "add", f"{kind}://localhost:{server.port}?{query}",
        "--name", "mail", "--user", USER, "--password-file", str(password),
        "--ca-file", str(CERTIFICATE), *options)


@pytest.mark.parametrize("implicit", [False, True])
def test_a_mail_is_a_whole_message(home: Home, implicit: bool) -> None:
    with MailServer(implicit=implicit) as server:
        added(home, server, "to=ben@example.org,cleo@example.org"
              "&from=plants%40example.org")
        home.do("remind")
        message = server.message()
        (envelope,) = server.mails
        assert envelope.mail_from == "plants@example.org"
        assert envelope.rcpt_tos == ["ben@example.org", "cleo@example.org"]
        assert message["From"] == "PlantGuide <plants@example.org>"
        assert message["To"] == "ben@example.org, cleo@example.org"
        assert message["Subject"].startswith("Plant care: Monty needs water")
        date = email.utils.parsedate_to_datetime(message["Date"])
        assert date.isoformat() == "2026-11-21T11:00:00+00:00"
        assert message["Message-ID"].endswith("@example.org>")
        assert message["Auto-Submitted"] == "auto-generated"
        assert message["MIME-Version"] == "1.0"
        assert message.get_content_type() == "text/plain"
        assert message.get_content().startswith("Monty needs water")
        assert message.defects == []
        home.do("remind")
        assert len(server.mails) == 1


def test_texts_of_any_language_arrive(home: Home) -> None:
    add(home, "Möhre 🌱 日本 " + "ü" * 60)
    add(home, "=?utf-8?B?eA==?= From . ")
    with MailServer() as server:
        added(home, server)
        home.do("remind")
        (envelope,) = server.mails
        assert envelope.content.isascii()
        assert all(len(line) <= 78 for line in envelope.content.split(b"\r\n"))
        text = server.message().get_content()
        assert "Möhre 🌱 日本 " + "ü" * 60 in text
        assert "=?utf-8?B?eA==?= From ." in text


def test_a_long_name_of_a_single_task_is_a_subject(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    name = "Größe 🌿 " * 15
    add(home, name.strip())
    with MailServer() as server:
        added(home, server)
        home.do("remind")
        message = server.message()
        assert message["Subject"].startswith("Plant care: Größe 🌿 Größe")
        assert len(message["Subject"].encode()) < 260
        assert not message.defects and not message["Subject"].defects
        (envelope,) = server.mails
        assert all(len(line) <= 78 for line in envelope.content.split(b"\r\n"))


def test_a_refused_recipient_is_told_and_the_others_get_the_mail(
    home: Home
) -> None:
    refuses = {"gone@example.org": "550 5.1.1 No such user"}
    with MailServer(refuses=refuses) as server:
        added(home, server, "to=gone@example.org,ben@example.org")
        result = home.do("remind")
        assert b"refuses gone@example.org: 5.1.1 No such user" in result.errors
        home.do("remind")
        (envelope,) = server.mails
        assert envelope.rcpt_tos == ["ben@example.org"]


def test_a_wrong_password_is_told_without_it(home: Home) -> None:
    with MailServer() as server:
        added(home, server, secret=CANARY)
        result = home.run("remind")
        assert result.code == NETWORK, str(result)
        assert "535" in result.message and CANARY not in result.message
        assert server.mails == []


def test_nothing_is_sent_without_encryption(home: Home) -> None:
    with MailServer(starttls=False, wants_login=False) as server:
        added(home, server)
        result = home.run("remind")
        assert result.code == NETWORK, str(result)
        assert "encryption" in result.message
        assert server.mails == []
        assert not {"AUTH", "MAIL"} & set(server.commands)


def test_a_refused_mail_is_tried_again_by_the_next_run(home: Home) -> None:
    with MailServer(answers=["451 4.7.1 Greylisted"]) as server:
        added(home, server)
        result = home.run("remind")
        assert result.code == NETWORK, str(result)
        assert "Greylisted" in result.message
        home.do("remind")
        assert len(server.mails) == 1


@pytest.mark.parametrize(
    "address",
    [
        "mailto:anna@example.org", "mailto://host", "mailto://host?to=",
        "mailto://host?to=anna", "mailto://host?to=a@b%0d%0aBcc:c@d",
        "mailto://host?to=a@b&from=x%0d%0ay@z", "mailto://host/x?to=a@b",
        "mailto://host?to=a@b&cc=c@d", "mailto://host?to=a@b&from=Anna",
        "mailto://host?to=%3Ca@b%3E",
    ],
)
def test_addresses_are_checked(home: Home, address: str) -> None:
    result = home.run("channel", "add", address)
    assert result.code == USAGE, str(result)
