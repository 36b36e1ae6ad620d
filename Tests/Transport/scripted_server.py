"""A server over real sockets that misbehaves as it is told to."""

from __future__ import annotations

import bisect
import contextlib
import socket
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import formatdate
from urllib.parse import parse_qsl, unquote, urlsplit

CHUNK = b"x" * 65536


@dataclass
class Request:
    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return unquote(urlsplit(self.target).path)

    @property
    def query(self) -> dict[str, str]:
        return dict(
            parse_qsl(urlsplit(self.target).query, keep_blank_values=True)
        )


@dataclass
class Reply:
    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    # How many bytes of the answer are sent before the connection ends.
    cut: int | None = None
    # After the cut nothing more is said, but the connection stays.
    stalls: bool = False
    # The body is followed by more without an end.
    endless: bool = False
    # No length is told; the connection's end ends the body.
    unsized: bool = False
    # Sent as it is instead of an answer.
    raw: bytes | None = None

    def encoded(self, is_head: bool) -> bytes:
        if self.raw is not None:
            return self.raw
        headers = {"Date": formatdate(usegmt=True), **self.headers}
        if self.unsized or self.endless:
            headers["Connection"] = "close"
        else:
            headers.setdefault("Content-Length", str(len(self.body)))
        lines = [f"HTTP/1.1 {self.status} Some Words"]
        lines += [f"{name}: {value}" for name, value in headers.items() if value]
        head = "\r\n".join(lines).encode() + b"\r\n\r\n"
        return head + (b"" if is_head else self.body)


Handler = Callable[[Request], Reply]


class Server:
    """Answers each request by a function, each connection in a thread."""

    def __init__(
        self,
        handler: Handler,
        tls: ssl.SSLContext | None = None,
        address: str = "127.0.0.1",
    ):
        self.handler = handler
        self.tls = tls
        # The connection ends after so many bytes of a request with this
        # method, once.
        self.cut_request: tuple[str, int] | None = None
        self.requests: list[Request] = []
        # What went wrong in the test itself.
        self.faults: list[Exception] = []
        self.open: list[socket.socket] = []
        is_any = address == "::"
        self.socket = socket.create_server(
            (address, 0), dualstack_ipv6=is_any,
            family=socket.AF_INET6 if is_any else socket.AF_INET)
        self.port = self.socket.getsockname()[1]
        self.host = f"{address}:{self.port}"
        self.lock = threading.Lock()
        self.ended = threading.Event()
        threading.Thread(target=self.accept, daemon=True).start()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        for each in [self.socket, *self.open]:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        assert self.faults == []

    def accept(self) -> None:
        while not self.ended.is_set():
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(
                target=self.serve, args=(connection,), daemon=True
            ).start()

    def serve(self, connection: socket.socket) -> None:
        try:
            if self.tls:
                connection = self.tls.wrap_socket(connection, server_side=True)
            self.open.append(connection)
            stream = connection.makefile("rb")
            while request := self.read(stream, connection):
                with self.lock:
                    self.requests.append(request)
                    try:
                        reply = self.handler(request)
                    except Exception as error:
                        self.faults.append(error)
                        return
                if not self.answer(connection, request, reply):
                    return
        except OSError:
            pass
        finally:
            # Whatever still holds the socket, the other side is told.
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()

    def read(self, stream, connection) -> Request | None:
        line = stream.readline().decode("latin-1").split()
        if len(line) != 3:
            return None
        if self.cut_request and self.cut_request[0] == line[0]:
            (_, count), self.cut_request = self.cut_request, None
            stream.read(count)
            return None
        headers: dict[str, str] = {}
        while (field_ := stream.readline().decode("latin-1").strip()):
            name, _, value = field_.partition(":")
            headers[name.lower()] = value.strip()
        if headers.get("expect") == "100-continue":
            connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = stream.read(int(headers.get("content-length", 0)))
        return Request(line[0], line[1], headers, body)

    def answer(self, connection, request: Request, reply: Reply) -> bool:
        """Whether the connection stays."""
        encoded = reply.encoded(request.method == "HEAD")
        connection.sendall(encoded[: reply.cut])
        if reply.stalls:
            self.ended.wait()
        while reply.endless:
            connection.sendall(CHUNK)
        return reply.cut is None and reply.raw is None and not reply.unsized


class FaultyStore:
    """What both kinds of store have: objects, and faults that come first."""

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        # Those whose bytes were replaced by others.
        self.overwritten: list[str] = []
        self.removed: list[str] = []
        # What is answered instead, from the first on; a fault that says
        # nothing lets the store answer.
        self.faults: list[Callable[[Request], Reply | None]] = []

    def __call__(self, request: Request) -> Reply:
        for fault in list(self.faults):
            if reply := fault(request):
                return reply
        return self.answer(request)

    def answer(self, request: Request) -> Reply:
        raise NotImplementedError

    def store(self, name: str, content: bytes) -> None:
        if self.objects.get(name, content) != content:
            self.overwritten.append(name)
        self.objects[name] = content

    def once(
        self, method: str, reply: Reply | Callable[[Request], Reply | None],
        times: int = 1,
    ) -> None:
        """Answers the next requests of a method so."""
        left = [times]

        def fault(request: Request) -> Reply | None:
            if request.method != method or not left[0]:
                return None
            left[0] -= 1
            return reply(request) if callable(reply) else reply

        self.faults.append(fault)


class FaultyS3(FaultyStore):
    """Objects of one bucket, as an S3 store lists them."""

    def __init__(
        self, *, honours: bool = True, page: int = 1_000, bucket: str = "plants"
    ):
        super().__init__()
        self.honours = honours
        self.page = page
        self.start = f"/{bucket}/"
        # Objects that are not listed yet.
        self.unlisted: set[str] = set()

    def answer(self, request: Request) -> Reply:
        assert request.path.startswith(self.start), request.target
        name = request.path[len(self.start):]
        if not name:
            return self.listing(request)
        if request.method == "PUT":
            if self.honours and request.headers.get("if-none-match") == "*":
                if name in self.objects:
                    return Reply(412, error("PreconditionFailed"))
            self.store(name, request.body)
            return Reply(200)
        if request.method == "DELETE":
            self.removed.append(name)
            self.objects.pop(name, None)
            return Reply(204)
        if name not in self.objects:
            return Reply(404, error("NoSuchKey"))
        return Reply(200, self.objects[name])

    def listing(self, request: Request) -> Reply:
        query = request.query
        assert query["list-type"] == "2" and query["encoding-type"] == "url"
        after = query.get("continuation-token", query.get("start-after", ""))
        names = sorted(
            name
            for name in set(self.objects) - self.unlisted
            if name.startswith(query["prefix"]) and name > after
        )
        page = names[: self.page]
        is_cut = len(names) > len(page)
        token = page[-1] if is_cut else None
        return Reply(200, listing(page, token))


class LargeS3(FaultyS3):
    """One of many objects, whose names are kept sorted."""

    def __init__(self) -> None:
        super().__init__()
        self.sorted: list[str] = []

    def add(self, name: str, content: bytes) -> None:
        self.objects[name] = content
        bisect.insort(self.sorted, name)

    def store(self, name: str, content: bytes) -> None:
        if name not in self.objects:
            bisect.insort(self.sorted, name)
        super().store(name, content)

    def listing(self, request: Request) -> Reply:
        query = request.query
        after = query.get("continuation-token", query.get("start-after", ""))
        prefix = query["prefix"]
        first = max(
            bisect.bisect_right(self.sorted, after),
            bisect.bisect_left(self.sorted, prefix),
        )
        page = [
            name for name in self.sorted[first : first + self.page]
            if name.startswith(prefix)
        ]
        return Reply(
            200, listing(page, page[-1] if len(page) == self.page else None))


def listing(names: list[str], token: str | None = None) -> bytes:
    keys = "".join(
        f"<Contents><Key>{name}</Key><Size>1</Size></Contents>"
        for name in names
    )
    more = f"<NextContinuationToken>{token}</NextContinuationToken>"
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">'
        f"<IsTruncated>{'true' if token else 'false'}</IsTruncated>"
        f"<EncodingType>url</EncodingType>{keys}{more if token else ''}"
        "</ListBucketResult>"
    ).encode()


def error(code: str) -> bytes:
    return f"<Error><Code>{code}</Code><Message>m</Message></Error>".encode()


class FaultyDAV(FaultyStore):
    """Files and collections below `/dav/`."""

    def __init__(self, base: str = "/dav/", *, checks_overwrite: bool = True):
        super().__init__()
        self.base = base
        self.checks_overwrite = checks_overwrite
        self.scheme = "http"
        self.collections = {""}
        self.modified: dict[str, float] = {}
        # What it says is left of a quota.
        self.room: int | None = None
        self.form = lambda path: path

    def answer(self, request: Request) -> Reply:
        if not request.path.startswith(self.base):
            return Reply(404)
        name = request.path[len(self.base):].rstrip("/")
        parent = name.rpartition("/")[0]
        if request.method == "PROPFIND":
            return self.propfind(name, request.headers["depth"])
        if request.method == "MKCOL":
            if name in self.collections:
                return Reply(405)
            if parent not in self.collections:
                return Reply(409)
            self.collections.add(name)
            return Reply(201)
        if request.method == "PUT":
            if parent not in self.collections:
                return Reply(409)
            self.store(name, request.body)
            return Reply(201)
        if name not in self.objects:
            return Reply(404)
        if request.method == "DELETE":
            self.removed.append(name)
            del self.objects[name]
            return Reply(204)
        if request.method == "MOVE":
            return self.move(name, request)
        return Reply(200, self.objects[name])

    def move(self, name: str, request: Request) -> Reply:
        assert request.headers["overwrite"] == "F"
        place = unquote(request.headers["destination"])
        start = f"{self.scheme}://{request.headers['host']}{self.base}"
        assert place.startswith(start), place
        target = place[len(start):]
        if target in self.objects and self.checks_overwrite:
            return Reply(412)
        self.store(target, self.objects.pop(name))
        return Reply(201)

    def propfind(self, name: str, depth: str) -> Reply:
        if name not in self.collections:
            return Reply(404)
        entries = [self.entry(name, True)]
        if depth == "1":
            for other in sorted(self.collections - {""}):
                if other.rpartition("/")[0] == name:
                    entries.append(self.entry(other, True))
            for other in sorted(self.objects):
                if other.rpartition("/")[0] == name:
                    entries.append(self.entry(other, False))
        return Reply(207, multistatus(entries))

    def entry(self, name: str, is_collection: bool) -> str:
        path = self.base + name + ("/" if is_collection and name else "")
        return entry(
            self.form(path), is_collection, self.modified.get(name),
            None if name else self.room,
        )


def entry(
    href: str, is_collection: bool, modified: float | None = None,
    room: int | None = None,
) -> str:
    quota = "" if room is None else (
        f"<D:quota-available-bytes>{room}</D:quota-available-bytes>")
    kind = "<D:collection/>" if is_collection else ""
    return (
        f"<D:response><D:href>{href}</D:href><D:propstat><D:prop>"
        f"<D:resourcetype>{kind}</D:resourcetype><D:getlastmodified>"
        f"{formatdate(modified, usegmt=True)}</D:getlastmodified>{quota}"
        "</D:prop>"
        "<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
    )


def multistatus(entries: list[str]) -> bytes:
    return (
        '<?xml version="1.0" encoding="utf-8"?><D:multistatus xmlns:D="DAV:">'
        + "".join(entries)
        + "</D:multistatus>"
    ).encode()
