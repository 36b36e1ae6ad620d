"""Mails by a real server of SMTP, and by ones that misbehave."""

from __future__ import annotations

import base64
import socket
import threading

import pytest

from mail_server import CERTIFICATE, PASSWORD, USER, MailServer
from sync_program import Refused, Sync

MAIL = (
    b"From: anna@example.org\r\nTo: ben@example.org\r\nSubject: Plant care\r\n"
    b"\r\nMonty needs water\r\n.\r\n..two\r\nend\r\n"
)
WRONG = "wr0ng-canary"


def opened(server: MailServer, sync: Sync, scheme: str = "smtp", **options):
    options = {
        "user": USER, "password": PASSWORD, "caFile": str(CERTIFICATE)
    } | options
    return sync.open(f"{scheme}://localhost:{server.port}", **options)


def send(sync: Sync, message: bytes = MAIL, to: tuple = ("ben@example.org",)):
    return sync.ask("mail", "anna@example.org", list(to), message)


def refusal(sync: Sync, *args, **options) -> Refused:
    with pytest.raises(Refused) as caught:
        send(sync, *args, **options)
    return caught.value


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_a_mail_arrives_as_it_was_written(scheme: str) -> None:
    with MailServer(implicit=scheme == "smtps") as server, Sync() as sync:
        opened(server, sync, scheme)
        both = ("ben@example.org", "cleo@example.org")
        assert send(sync, to=both) == ["sent"]
        assert send(sync) == ["sent"]
        first, second = server.mails
        assert first.mail_from == "anna@example.org"
        assert first.rcpt_tos == list(both)
        assert second.rcpt_tos == ["ben@example.org"]
        assert first.content == second.content == MAIL
        requests, sent, received = sync.cost()
        assert requests == 2 and sent >= 2 * len(MAIL) and received > 0


def test_a_mail_without_a_password_is_sent_where_none_is_wanted() -> None:
    with MailServer(wants_login=False) as server, Sync() as sync:
        sync.open(
            f"smtp://localhost:{server.port}", caFile=str(CERTIFICATE)
        )
        assert send(sync) == ["sent"]


def test_a_wrong_password_is_told_and_not_tried_again() -> None:
    with MailServer() as server, Sync() as sync:
        opened(server, sync, password=WRONG)
        error = refusal(sync)
        assert (error.kind, error.status) == ("credentials", 535)
        assert not error.can_retry and "localhost" in error.message
        assert server.commands.count("AUTH") <= 1
        assert server.mails == []


def test_a_missing_password_is_told() -> None:
    with MailServer() as server, Sync() as sync:
        sync.open(f"smtp://localhost:{server.port}", caFile=str(CERTIFICATE))
        error = refusal(sync)
        assert (error.kind, error.status) == ("credentials", 530)
        assert "password" in error.message


def test_nothing_is_sent_without_encryption() -> None:
    with MailServer(starttls=False, wants_login=False) as server, Sync() as sync:
        opened(server, sync)
        error = refusal(sync)
        assert error.kind == "network" and not error.can_retry
        assert "no encryption" in error.message
        assert not {"AUTH", "MAIL"} & set(server.commands)
        assert server.mails == []


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
@pytest.mark.parametrize("options", [{"caFile": None}, {"host": "127.0.0.1"}])
def test_only_the_right_server_is_told_anything(scheme, options) -> None:
    with MailServer(implicit=scheme == "smtps") as server, Sync() as sync:
        host = options.get("host", "localhost")
        trusted = {} if "caFile" in options else {"caFile": str(CERTIFICATE)}
        sync.open(
            f"{scheme}://{host}:{server.port}", user=USER, password=PASSWORD,
            **trusted,
        )
        error = refusal(sync)
        assert error.kind == "network" and not error.status
        assert "right server" in error.message
        assert server.mails == []


def test_servers_refusals_come_with_their_words() -> None:
    refuses = {"full@example.org": "452 4.2.2 Mailbox full",
               "gone@example.org": "550 5.1.1 No such user"}
    with MailServer(refuses=refuses) as server, Sync() as sync:
        opened(server, sync)
        error = refusal(sync, to=("gone@example.org",))
        assert (error.kind, error.status) == ("invalid", 550)
        assert "No such user" in error.message and not error.can_retry
        error = refusal(sync, to=("full@example.org",))
        assert (error.kind, error.status) == ("server", 452)
        assert "Mailbox full" in error.message and error.can_retry
        server.answers = ["554 5.7.1 Looks like \x1b[31mspam", "451 Later"]
        error = refusal(sync)
        assert (error.kind, error.status) == ("invalid", 554)
        assert "spam" in error.message and "\x1b" not in error.message
        error = refusal(sync)
        assert (error.kind, error.status) == ("server", 451)
        assert server.mails == []
        # The connection is of use after all that.
        assert send(sync) == ["sent"]


def test_refused_recipients_take_a_mail_from_nobody_else() -> None:
    refuses = {"full@example.org": "452 4.2.2 Mailbox full",
               "gone@example.org": "550 5.1.1 No such user"}
    with MailServer(refuses=refuses) as server, Sync() as sync:
        opened(server, sync)
        for _ in range(2):
            word, refused = send(sync, to=(
                "gone@example.org", "ben@example.org", "full@example.org"))
            assert word == "sent"
            assert refused == [
                "gone@example.org: 5.1.1 No such user",
                "full@example.org: 4.2.2 Mailbox full",
            ]
        assert [m.rcpt_tos for m in server.mails] == [["ben@example.org"]] * 2
        error = refusal(sync, to=("gone@example.org", "full@example.org"))
        assert error.status in (452, 550)


@pytest.mark.parametrize(
    ("sender", "recipients", "message"),
    [
        ("a@b>\r\nRCPT TO:<c@d", ["e@f"], MAIL), ("a@b", ["e@f\r\n"], MAIL),
        ("a@b", ["e@f>"], MAIL), ("a@b", ["Ben <e@f>"], MAIL),
        ("", ["e@f"], MAIL), ("a@b", [], MAIL), ("a@b", ["e"], MAIL),
        ("a@b", ["@f"], MAIL), ("a@b", ["e@"], MAIL), ("a@b", ["e@f@g"], MAIL),
        ("a@b", ["e@f"] * 101, MAIL), ("a@b", ["\u00e4@f"], MAIL),
        ("a@b", ["x" * 300 + "@f"], MAIL),
        ("a@b", ["e@f"], b""), ("a@b", ["e@f"], b"a\n.\nQUIT\n"),
        ("a@b", ["e@f"], b"a\r\nb\rc\r\n"), ("a@b", ["e@f"], b"a\r\nb"),
        ("a@b", ["e@f"], b"\na\r\n"),
    ],
)
def test_commands_cannot_be_smuggled(sender, recipients, message) -> None:
    with MailServer() as server, Sync() as sync:
        opened(server, sync)
        with pytest.raises(Refused) as caught:
            sync.ask("mail", sender, recipients, message)
        assert caught.value.kind == "invalid"
        assert server.commands == []


def test_mails_and_stores_are_not_confused() -> None:
    with MailServer() as server, Sync() as sync:
        for url in (f"smtp://localhost:{server.port}/path", "smtp://"):
            with pytest.raises(Refused) as caught:
                sync.open(url)
            assert caught.value.kind == "invalid"
        with pytest.raises(Refused) as caught:
            send(sync)
        assert caught.value.kind == "invalid"
        opened(server, sync)
        for item in (["get", "v1/x", 1], ["request", "GET", "x", {}, b"", 1]):
            with pytest.raises(Refused) as caught:
                sync.ask(*item)
            assert caught.value.kind == "invalid"
        sync.open(f"http://localhost:{server.port}")
        with pytest.raises(Refused) as caught:
            send(sync)
        assert caught.value.kind == "invalid"
        assert server.commands == []


class Scripted:
    """A server that says lines, one for each that it reads, and then is silent
    or ends the connection."""

    def __init__(self, *lines: str, ends: bool = False):
        self.lines = lines
        self.ends = ends
        self.connections = 0
        self.heard = bytearray()
        self.ended = threading.Event()
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def __enter__(self) -> Scripted:
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self.socket.close()

    def accept(self) -> None:
        while not self.ended.is_set():
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            self.connections += 1
            with connection:
                for number, line in enumerate(self.lines):
                    if number:
                        self.heard += connection.recv(1 << 16)
                    connection.sendall(line.encode() + b"\r\n")
                if not self.ends:
                    self.ended.wait(60)


@pytest.mark.parametrize(
    "lines", [[], ["220 here", "250-here"], ["220-here"]]
)
def test_a_silent_server_is_given_up(lines: list[str]) -> None:
    with Scripted(*lines) as server, Sync() as sync:
        sync.open(
            f"smtp://127.0.0.1:{server.port}", user=USER, password=PASSWORD,
            connectTimeout=1, stallTimeout=1, retries=0,
        )
        error = refusal(sync)
        assert error.kind == "timeout" and error.can_retry
        assert "in time" in error.message
        assert PASSWORD.encode() not in server.heard


def test_a_server_that_ends_the_connection_is_asked_again() -> None:
    with Scripted("220 here", ends=True) as server, Sync() as sync:
        sync.open(f"smtp://127.0.0.1:{server.port}", retries=2)
        error = refusal(sync)
        assert error.kind == "network" and error.can_retry
        assert server.connections == 3


@pytest.mark.parametrize(
    "line", ["HTTP/1.1 400 Bad Request", "\x00\xff\x1b[31m", "220", "x" * 9_000]
)
def test_a_server_of_something_else_is_no_trap(line: str) -> None:
    with Scripted(line, ends=True) as server, Sync() as sync:
        sync.open(f"smtp://127.0.0.1:{server.port}", retries=0)
        error = refusal(sync)
        assert error.kind in ("network", "server", "invalid")
        assert error.message.isprintable()


@pytest.mark.parametrize(
    "form",
    [WRONG, *(
        base64.b64encode(login.encode()).decode().rstrip("=")
        for login in (WRONG, f"{USER}:{WRONG}", f"\0{USER}\0{WRONG}")
    )],
)
def test_an_answer_that_repeats_the_password_is_not_told(form: str) -> None:
    with Scripted(
        "220 here", f"554 no {form}", ends=True
    ) as server, Sync() as sync:
        sync.open(
            f"smtp://127.0.0.1:{server.port}", user=USER, password=WRONG,
            retries=0,
        )
        assert form not in refusal(sync).message
