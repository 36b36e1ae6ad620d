"""An S3 store that misbehaves: what is stored arrives, or an error says why;
nothing is overwritten and nothing is deleted."""

from __future__ import annotations

import random

import pytest

from scripted_server import FaultyS3, Reply, Request, Server, error, listing
from sync_program import MEMORY_LIMIT, Refused, Sync

KEY = "AKIDEXAMPLEKEY"
SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYsecret"
FOLDER = "v1/" + "0" * 32 + "/s/2026112300/"
NAME = FOLDER + "a-1.seg"


class Faulty:
    """A store, its server, and the program that uses it."""

    def __init__(self, store: FaultyS3, **options):
        self.store = store
        self.server = Server(store)
        self.sync = Sync().open(
            "s3://plants",
            **{
                "endpoint": f"http://{self.server.host}",
                "user": KEY, "password": SECRET, "retries": 2,
                **options,
            },
        )

    def __enter__(self) -> Faulty:
        return self

    def __exit__(self, *_: object) -> None:
        self.sync.close()
        self.server.__exit__()
        assert self.store.overwritten == []
        assert self.store.removed == []

    def methods(self) -> list[str]:
        return [request.method for request in self.server.requests]


@pytest.mark.parametrize("honours", [True, False])
def test_nothing_is_overwritten(honours: bool) -> None:
    with Faulty(FaultyS3(honours=honours)) as it:
        others = {FOLDER + f"b-{n}.seg": b"other" for n in range(4)}
        it.store.objects |= others
        for number in range(4):
            name = FOLDER + f"a-{number}.seg"
            content = bytes([number]) * 1_000
            assert it.sync.put(name, content) == "stored"
            assert it.sync.put(name, content) == "exists"
            with pytest.raises(Refused) as refusal:
                it.sync.put(FOLDER + f"b-{number}.seg", b"mine!")
            assert refusal.value.kind == "conflict"
            assert it.sync.get(name) == content
        assert {name: it.store.objects[name] for name in others} == others


def test_a_store_that_honours_conditions_is_asked_once_an_object() -> None:
    with Faulty(FaultyS3()) as it:
        for number in range(5):
            assert it.sync.put(FOLDER + f"a-{number}.seg", b"x") == "stored"
        # The second object is sent twice, to learn of conditions.
        assert it.methods() == [
            "HEAD", "PUT", "HEAD", "PUT", "PUT", "PUT", "PUT", "PUT",
        ]
        assert it.sync.cost()[0] == 8


def test_a_store_without_conditions_is_asked_first() -> None:
    with Faulty(FaultyS3(honours=False)) as it:
        it.store.faults.append(
            lambda request: Reply(501, error("NotImplemented"))
            if "if-none-match" in request.headers else None
        )
        for number in range(3):
            assert it.sync.put(FOLDER + f"a-{number}.seg", b"x") == "stored"
            assert it.sync.put(FOLDER + f"a-{number}.seg", b"x") == "exists"
        with pytest.raises(Refused) as refusal:
            it.sync.put(FOLDER + "a-0.seg", b"y")
        assert refusal.value.kind == "conflict"
        conditional = [
            request for request in it.server.requests
            if "if-none-match" in request.headers
        ]
        assert len(conditional) == 1


def test_what_was_stored_though_nobody_said_so_is_found() -> None:
    def stored_then(reply: Reply):
        def fault(request: Request) -> Reply:
            it.store.store(NAME, request.body)
            return reply
        return fault

    for reply in [
        Reply(cut=0), Reply(500), Reply(503), Reply(409), Reply(412),
        Reply(200, cut=12),
    ]:
        for retries in (0, 1):
            with Faulty(FaultyS3(), retries=retries) as it:
                it.store.once("PUT", stored_then(reply))
                assert it.sync.put(NAME, b"content") in ("exists", "stored")
                assert it.store.objects == {NAME: b"content"}


def test_a_race_that_is_told_of_before_its_end_is_run_again() -> None:
    for status in (409, 412):
        with Faulty(FaultyS3()) as it:
            it.store.once("PUT", Reply(status))
            assert it.sync.put(NAME, b"content") == "stored"


def test_a_race_that_never_ends_is_an_error() -> None:
    with Faulty(FaultyS3(), retries=1) as it:
        it.store.once("PUT", Reply(409, error("Conflict")), times=9)
        with pytest.raises(Refused) as refusal:
            it.sync.put(NAME, b"content")
        assert refusal.value.status == 409
        assert it.store.objects == {}
        # The program goes on.
        assert it.sync.get(NAME) is None


def test_a_store_that_is_busy_is_waited_for() -> None:
    with Faulty(FaultyS3()) as it:
        for status, method in [(503, "GET"), (429, "GET"), (500, "HEAD")]:
            it.store.once(
                method,
                Reply(status, headers={"Retry-After": "1"}
                      if status == 503 else {}),
            )
        assert it.sync.put(NAME, b"content") == "stored"
        assert it.sync.get(NAME) == b"content"
        it.store.once("PUT", Reply(503, headers={"Retry-After": "1"}))
        assert it.sync.put(NAME + "2", b"content") == "stored"


def test_a_store_that_asks_for_an_hour_is_left_alone() -> None:
    with Faulty(FaultyS3()) as it:
        it.store.once("GET", Reply(503, headers={"Retry-After": "3600"}), 9)
        with pytest.raises(Refused) as refusal:
            it.sync.get(NAME)
        assert refusal.value.kind == "server" and refusal.value.can_retry
        assert "3600 seconds" in refusal.value.message
        assert it.methods() == ["GET"]


def test_a_store_that_stays_broken_is_an_error() -> None:
    with Faulty(FaultyS3(), retries=2) as it:
        it.store.faults.append(lambda _: Reply(502, b"<html>" * 100_000))
        for ask in (
            lambda: it.sync.get(NAME),
            lambda: it.sync.list(),
            lambda: it.sync.put(NAME, b"content"),
            lambda: it.sync.remove(NAME),
        ):
            with pytest.raises(Refused) as refusal:
                ask()
            assert refusal.value.kind == "server" and refusal.value.can_retry
            assert refusal.value.status == 502


@pytest.mark.parametrize("page", [1, 7, 1_000])
def test_pages_are_all_read(page: int) -> None:
    count = 2_345 if page == 1_000 else 61
    with Faulty(FaultyS3(page=page)) as it:
        names = [f"v1/ab/s/20261123{n % 24:02}/{n:06}.seg" for n in range(count)]
        it.store.objects = dict.fromkeys([*names, "v1/other/x"], b"")
        assert it.sync.list("v1/ab/s/") == sorted(names)
        after = "v1/ab/s/2026112311"
        later = sorted(name for name in names if name > after)
        assert it.sync.list("v1/ab/s/", after) == later
        assert it.sync.list("v1/none/") == []


def test_what_is_not_listed_yet_is_neither_lost_nor_stored_again() -> None:
    with Faulty(FaultyS3()) as it:
        it.store.unlisted = {NAME}
        assert it.sync.put(NAME, b"content") == "stored"
        assert it.sync.list() == []
        assert it.sync.put(NAME, b"content") == "exists"
        assert it.sync.get(NAME) == b"content"


def test_names_of_others_are_left_out() -> None:
    foreign = [
        "v1/ab/../x", "v1/ab/.hidden", "v1/AB/x", "v1/ab//x", "v2/ab/x",
        "v1/ab/%ff", "v1/ab/a+b", "/v1/ab/x", "v1/ab/", "x" * 2_000,
    ]
    reply = Reply(200, listing([*foreign, "v1/ab/good", "v1/ab/early"]))
    with Faulty(FaultyS3()) as it:
        it.store.once("GET", reply)
        assert it.sync.list("v1/", "v1/ab/f") == ["v1/ab/good"]


def test_a_list_without_an_end_is_an_error() -> None:
    with Faulty(FaultyS3()) as it:
        it.store.once("GET", Reply(200, listing(["v1/a"], "again")), 9)
        with pytest.raises(Refused) as refusal:
            it.sync.list()
        assert refusal.value.kind == "server"
        assert len(it.methods()) == 2


def refused_list(it: Faulty) -> Refused:
    with pytest.raises(Refused) as refusal:
        it.sync.list()
    assert refusal.value.kind == "server"
    assert it.server.host in refusal.value.message
    assert it.sync.peak_bytes() < MEMORY_LIMIT
    return refusal.value


def test_a_list_that_goes_back_is_an_error() -> None:
    for names in (["v1/a", "v1/b"], ["v1/b"], ["v1/c", "v1/b"]):
        pages = iter([(["v1/a", "v1/b"], "1"), (names, "2"), (["v1/d"], None)])
        with Faulty(FaultyS3()) as it:
            it.store.once(
                "GET", lambda _: Reply(200, listing(*next(pages))), 9)
            assert "same page" in refused_list(it).message
            assert len(it.methods()) == 2


@pytest.mark.parametrize("page", [0, 1, 20_000])
def test_a_list_with_always_another_page_is_left(page: int) -> None:
    pages = 0

    def another(_: Request) -> Reply:
        nonlocal pages
        pages += 1
        assert pages <= 1 << 13 and pages * page <= 1 << 20
        names = [f"v1/{pages:06}{number:06}" for number in range(page)]
        return Reply(200, listing(names, f"{pages}"))

    with Faulty(FaultyS3()) as it:
        it.store.once("GET", another, 10**9)
        assert "more than any journal has" in refused_list(it).message


def test_a_token_that_no_request_has_room_for_is_an_error() -> None:
    with Faulty(FaultyS3(), retries=0) as it:
        it.store.once("GET", Reply(200, listing(["v1/a"], "x" * (1 << 23))), 9)
        refused_list(it)
        assert len(it.methods()) == 1


BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">'
    + b"".join(
        b'<!ENTITY lol%d "%s">' % (n, (b"&lol%d;" % (n - 1)) * 10)
        for n in range(1, 10)
    ).replace(b"&lol0;", b"&lol;")
    + b"]><ListBucketResult>&lol9;</ListBucketResult>"
)


@pytest.mark.parametrize(
    "body",
    [
        BOMB,
        b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
        b"<ListBucketResult>&x;</ListBucketResult>",
        b"<a>" * 5_000,
        b"",
        b"{}",
        b"\0" * 100,
        b"<html><body>Welcome</body></html>",
        listing(["v1/a"])[:-30],
        listing(["v1/a"], "t").replace(b"NextContinuationToken", b"Other"),
        b"<ListBucketResult>" + b"<!--" + b"x" * (1 << 24),
    ],
    ids=[
        "bomb", "external", "deep", "empty", "json", "zeros", "page", "cut",
        "without token", "long",
    ],
)
def test_what_is_no_list_is_an_error(body: bytes) -> None:
    with Faulty(FaultyS3(), retries=0) as it:
        it.store.once("GET", Reply(200, body, unsized=True))
        with pytest.raises(Refused) as refusal:
            it.sync.list()
        assert refusal.value.kind in ("server", "tooLarge")
        assert it.server.host in refusal.value.message
        assert "passwd" not in refusal.value.message
        # And is right the next time.
        assert it.sync.list() == []


def test_damaged_lists_name_nothing_else(chance: random.Random) -> None:
    whole = listing([f"v1/ab/{number}" for number in range(20)])
    with Faulty(FaultyS3(), retries=0) as it:
        for _ in range(300):
            body = bytearray(whole)
            for _ in range(chance.randrange(1, 4)):
                body[chance.randrange(len(body))] = chance.randrange(256)
            it.store.faults.clear()
            it.store.once("GET", Reply(200, bytes(body)), times=2)
            try:
                for name in it.sync.list("v1/ab/", "v1/ab/1"):
                    assert name > "v1/ab/1"
                    assert set(name) <= set("abv1234567890/.-cdefghijklmnopq"
                                            "rstuwxyz")
            except Refused as refusal:
                assert refusal.kind == "server"
        it.store.faults.clear()
        assert it.sync.list() == []


def test_answers_cut_at_any_byte_are_asked_for_again() -> None:
    with Faulty(FaultyS3(), retries=0) as it:
        it.store.objects = {NAME: b"content"}
        for method, ask, right in [
            ("GET", lambda: it.sync.get(NAME), b"content"),
            ("GET", lambda: it.sync.list(), [NAME]),
            ("PUT", lambda: it.sync.put(NAME + "-b", b"more"), None),
        ]:
            it.store.faults.clear()
            whole = None
            cut = 0
            while whole is None or cut < whole:

                def fault(request: Request, cut: int = cut) -> Reply:
                    nonlocal whole
                    reply = it.store.answer(request)
                    whole = len(reply.encoded(False))
                    reply.cut = cut
                    return reply

                it.store.faults.clear()
                it.store.once(method, fault)
                if right is None:
                    it.store.objects.pop(NAME + "-b", None)
                    assert ask() in ("stored", "exists")
                    assert it.store.objects[NAME + "-b"] == b"more"
                    it.store.objects.pop(NAME + "-b")
                    it.sync.ask("cost")
                else:
                    try:
                        assert ask() == right
                    except Refused as refusal:
                        assert refusal.kind in ("network", "server")
                        assert refusal.can_retry
                    assert ask() == right
                cut += 1


def test_requests_cut_at_any_byte_are_sent_again(chance: random.Random) -> None:
    with Faulty(FaultyS3(), retries=1) as it:
        for number in range(40):
            # Half of them within the headers.
            count = chance.randrange(1, 300 if number % 2 else 2_500)
            it.server.cut_request = ("PUT", count)
            content = chance.randbytes(2_200)
            name = FOLDER + f"{number}.seg"
            assert it.sync.put(name, content) in ("stored", "exists")
            assert it.store.objects[name] == content
            assert it.server.cut_request is None


def test_a_server_that_stalls_is_given_up() -> None:
    for cut in (0, 30, None):
        with Faulty(FaultyS3(), retries=0, stallTimeout=1) as it:
            it.store.objects = {NAME: b"content"}
            it.store.once(
                "GET",
                Reply(200, b"content", {"Content-Length": "9"}, cut, stalls=True),
            )
            with pytest.raises(Refused) as refusal:
                it.sync.get(NAME)
            assert refusal.value.kind == "timeout" and refusal.value.can_retry
            assert it.sync.get(NAME) == b"content"


def test_answers_without_an_end_are_cut_off() -> None:
    with Faulty(FaultyS3(), retries=0) as it:
        it.store.once("GET", Reply(200, endless=True))
        with pytest.raises(Refused) as refusal:
            it.sync.get(NAME, 100_000)
        assert refusal.value.kind == "tooLarge"
        it.store.once("GET", Reply(403, endless=True))
        with pytest.raises(Refused) as refusal:
            it.sync.get(NAME, 100_000)
        assert refusal.value.kind == "credentials"
        it.store.once(
            "GET", Reply(raw=b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 100_000)
        )
        with pytest.raises(Refused) as refusal:
            it.sync.get(NAME)
        assert refusal.value.kind == "server"
        it.store.objects[NAME] = b"12345"
        with pytest.raises(Refused) as refusal:
            it.sync.get(NAME, 4)
        assert refusal.value.kind == "tooLarge"
        assert it.sync.get(NAME, 5) == b"12345"


@pytest.mark.parametrize(
    "raw",
    [b"SSH-2.0-OpenSSH_9.2\r\n", b"\0" * 50, b"HTTP/9.9 abc\r\n\r\n",
     b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
     b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
     b"HTTP/1.1 99 OK\r\n\r\n", b"HTTP/1.1 200 OK\r\nbroken\r\n\r\n"],
    ids=range(7),
)
def test_what_is_no_http_is_an_error(raw: bytes) -> None:
    with Faulty(FaultyS3(), retries=0) as it:
        it.store.objects[NAME] = b"content"
        it.store.once("GET", Reply(raw=raw))
        try:
            assert it.sync.get(NAME) == b""
        except Refused as refusal:
            assert refusal.kind in ("network", "server", "tooLarge")
        assert it.sync.get(NAME) == b"content"


def test_nobody_else_is_sent_to() -> None:
    with Server(FaultyS3()) as other, Faulty(FaultyS3()) as it:
        for status in (301, 302, 307, 308):
            for location in (
                f"http://{other.host}/plants/x",
                f"http://a:{status}pw@{other.host}/x",
                f"http://{it.server.host}/elsewhere?token=hidden",
                "file:///etc/passwd",
                "//" + "x" * 5_000,
            ):
                it.store.faults.clear()
                it.store.once(
                    "GET", Reply(status, headers={"Location": location})
                )
                with pytest.raises(Refused) as refusal:
                    it.sync.get(NAME)
                assert refusal.value.kind == "invalid"
                assert refusal.value.status == status
                assert f"{status}pw" not in refusal.value.message
                assert "hidden" not in refusal.value.message
                assert len(refusal.value.message) < 500
        assert other.requests == []


@pytest.mark.parametrize(
    ("status", "code", "kind", "says"),
    [
        (401, "", "credentials", "does not accept"),
        (403, "AccessDenied", "credentials", "does not permit"),
        (403, "RequestTimeTooSkewed", "credentials", "clock"),
        (400, "AuthorizationHeaderMalformed", "invalid", "region"),
        (301, "PermanentRedirect", "invalid", "region"),
        (404, "NoSuchBucket", "notFound", "check the remote's URL"),
        (413, "", "tooLarge", "of this size"),
        (418, "Teapot", "server", "418 Teapot"),
        (507, "", "server", "no room"),
        (400, "x" * 500, "server", "(400)"),
        (400, "a&#10;b", "server", "(400)"),
    ],
)
def test_refusals_say_what_to_do(
    status: int, code: str, kind: str, says: str
) -> None:
    with Faulty(FaultyS3(), retries=0) as it:
        body = error(code) if code else b""
        it.store.faults.append(lambda _: Reply(status, body))
        for ask in (
            lambda: it.sync.list(),
            lambda: it.sync.get(NAME),
        ):
            with pytest.raises(Refused) as refusal:
                ask()
            assert refusal.value.kind == kind
            assert says in refusal.value.message
            assert refusal.value.status == status
            assert it.server.host in refusal.value.message


def test_the_hour_is_the_stores() -> None:
    with Faulty(FaultyS3()) as it:
        date = "Sun, 06 Nov 1994 08:49:37 GMT"
        it.store.once("GET", Reply(200, listing([]), {"Date": date}))
        it.sync.list()
        assert it.sync.hour == "1994110608"
        it.store.faults.clear()
        it.store.once("GET", Reply(200, listing([]), {"Date": ""}))
        it.sync.list()
        assert it.sync.hour > "2026"


def test_prefixes_and_tokens_are_signed() -> None:
    store = FaultyS3()
    start = store.start = "/plants/My plants/ä+%41=&/"
    with Server(store) as server, Sync() as sync:
        sync.open(
            "s3://plants/My plants/ä+%41=&", endpoint=f"http://{server.host}",
            user=KEY, password=SECRET, token="the session's token",
        )
        assert sync.put(NAME, b"content") == "stored"
        assert store.objects == {NAME: b"content"}
        request = server.requests[-1]
        assert request.target == (
            "/plants/My%20plants/%C3%A4%2B%2541%3D%26/" + NAME
        )
        assert request.headers["x-amz-security-token"] == "the session's token"
        assert KEY in request.headers["authorization"]
        signed = request.headers["authorization"]
        for header in ("x-amz-security-token", "x-amz-content-sha256",
                       "if-none-match"):
            assert header in signed
        assert start in request.path
