"""A real server of mail, aiosmtpd, that keeps what it gets."""

from __future__ import annotations

import asyncio
import ssl
import threading
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from aiosmtpd.smtp import SMTP, AuthResult, Envelope

SAMPLES = Path(__file__).parent / "samples"
CERTIFICATE = SAMPLES / "server.crt"
USER, PASSWORD = "anna", "correct horse"


def tls() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE, SAMPLES / "server.key")
    return context


class MailServer:
    """A server on 127.0.0.1 with a free port.

    Attributes:
        mails: What was accepted.
        answers: What is said instead of 250 after all of a mail, in turns.
        commands: The verbs that came in, of all connections.
    """

    def __init__(
        self,
        *,
        starttls: bool = True,
        implicit: bool = False,
        wants_login: bool = True,
        answers: list[str] | None = None,
        refuses: dict[str, str] | None = None,
    ):
        self.mails: list[Envelope] = []
        self.answers = answers or []
        self.refuses = refuses or {}
        self.commands: list[str] = []
        self.implicit = implicit
        self.options = dict(
            tls_context=tls() if starttls and not implicit else None,
            require_starttls=starttls and not implicit,
            authenticator=self.authenticate,
            auth_required=wants_login,
            auth_require_tls=not implicit,
            hostname="mail.example.org",
        )
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.started = threading.Event()

    def protocol(self) -> SMTP:
        protocol = SMTP(self, loop=self.loop, **self.options)

        def noting(verb, method):
            def run(*arguments):
                self.commands.append(verb)
                return method(*arguments)

            return run

        methods = protocol._smtp_methods
        protocol._smtp_methods = {
            verb: noting(verb, method) for verb, method in methods.items()
        }
        return protocol

    def run(self) -> None:
        asyncio.set_event_loop(self.loop)
        server = self.loop.run_until_complete(
            self.loop.create_server(
                self.protocol, "127.0.0.1", 0,
                ssl=tls() if self.implicit else None,
            )
        )
        self.port = server.sockets[0].getsockname()[1]
        self.started.set()
        self.loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(self.loop)
        for task in tasks:
            task.cancel()
        ending = asyncio.gather(*tasks, return_exceptions=True)
        self.loop.run_until_complete(ending)
        self.loop.close()

    def authenticate(self, server, session, envelope, mechanism, auth_data):
        if mechanism not in ("LOGIN", "PLAIN"):
            return AuthResult(success=False, handled=False)
        known = (USER.encode(), PASSWORD.encode())
        # The server itself answers a wrong one.
        is_right = (auth_data.login, auth_data.password) == known
        return AuthResult(success=is_right, handled=False)

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address in self.refuses:
            return self.refuses[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        answer = self.answers.pop(0) if self.answers else "250 OK"
        if answer.startswith("250"):
            self.mails.append(envelope)
        return answer

    def __enter__(self) -> MailServer:
        self.thread.start()
        assert self.started.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()

    def message(self) -> EmailMessage:
        """The only mail, as Python reads it."""
        (envelope,) = self.mails
        return message_from_bytes(envelope.content, policy=policy.default)
