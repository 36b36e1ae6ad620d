"""A WebDAV server that misbehaves: what is stored arrives, or an error says
why; nothing is overwritten and nothing of others is deleted."""

from __future__ import annotations

import time

import pytest

from scripted_server import FaultyDAV, Reply, Request, Server, entry, multistatus
from sync_program import MEMORY_LIMIT, Refused, Sync

PASSWORD = "correct horse battery staple"
FOLDER = "v1/" + "0" * 32 + "/s/2026112300/"
NAME = FOLDER + "a-1.seg"
DAY = 86_400


class Faulty:
    """A store, its server, and the program that uses it."""

    def __init__(self, store: FaultyDAV, **options):
        self.store = store
        self.server = Server(store)
        options = {
            "user": "keeper", "password": PASSWORD, "retries": 2, **options
        }
        self.sync = Sync().open(
            f"webdav://{self.server.host}{store.base}", **options
        )

    def __enter__(self) -> Faulty:
        return self

    def __exit__(self, *_: object) -> None:
        self.sync.close()
        self.server.__exit__()
        assert self.store.overwritten == []
        assert all("/.tmp-" in name for name in self.store.removed)

    def names(self) -> list[str]:
        """What lies there; nothing temporary is left."""
        return sorted(self.store.objects)


@pytest.mark.parametrize("checks_overwrite", [True, False])
def test_nothing_is_overwritten(checks_overwrite: bool) -> None:
    with Faulty(FaultyDAV(checks_overwrite=checks_overwrite)) as it:
        for number in range(3):
            name = FOLDER + f"a-{number}.seg"
            assert it.sync.put(name, b"content") == "stored"
            assert it.sync.put(name, b"content") == "exists"
            with pytest.raises(Refused) as refusal:
                it.sync.put(name, b"others?")
            assert refusal.value.kind == "conflict"
        assert it.names() == [FOLDER + f"a-{n}.seg" for n in range(3)]
        requests = [request for request in it.server.requests]
        assert all(
            request.headers["authorization"].startswith("Basic ")
            for request in requests
        )


def test_the_room_that_is_left_is_told() -> None:
    with Faulty(FaultyDAV()) as it:
        assert it.sync.ask("room") == ["room", None]
        for room in (0, 12_345_678_901):
            it.store.room = room
            assert it.sync.ask("room") == ["room", room]
        it.store.room = -1
        assert it.sync.ask("room") == ["room", None]


def test_collections_are_made_once() -> None:
    with Faulty(FaultyDAV()) as it:
        it.sync.put(NAME, b"1")
        it.sync.put(NAME + "2", b"2")
        methods = [request.method for request in it.server.requests]
        assert methods.count("MKCOL") == 7
        assert methods[-4:] == ["HEAD", "PUT", "GET", "MOVE"]
        it.sync.put(FOLDER.replace("2300/", "2301/") + "a", b"3")
        methods = [request.method for request in it.server.requests]
        assert methods.count("MKCOL") == 8


@pytest.mark.parametrize("status", [403, 500])
def test_a_collection_that_somebody_else_made_first_is_used(
    status: int,
) -> None:
    def lost(request: Request) -> Reply:
        it.store.answer(request)
        return Reply(status)

    with Faulty(FaultyDAV(), retries=0) as it:
        it.sync.put("v1/other", b"1")
        it.store.once("MKCOL", lost)
        assert it.sync.put("v2/a", b"content") == "stored"
        it.store.once("MKCOL", Reply(status))
        with pytest.raises(Refused):
            it.sync.put("v3/a", b"content")
        assert it.names() == ["v1/other", "v2/a"]


def test_a_collection_that_somebody_removed_is_made_again() -> None:
    with Faulty(FaultyDAV()) as it:
        it.sync.put(NAME, b"1")
        it.store.objects.clear()
        it.store.collections = {""}
        with pytest.raises(Refused):
            it.sync.put(NAME + "2", b"2")
        assert it.sync.put(NAME + "2", b"2") == "stored"


def test_what_was_moved_though_nobody_said_so_is_found() -> None:
    def moved_then(reply: Reply):
        def fault(request: Request) -> Reply:
            it.store.answer(request)
            return reply
        return fault

    for reply in [
        Reply(cut=0), Reply(500), Reply(412), Reply(423), Reply(405),
        Reply(503), Reply(201, cut=7),
    ]:
        for retries in (0, 1):
            with Faulty(FaultyDAV(), retries=retries) as it:
                it.store.once("MOVE", moved_then(reply))
                assert it.sync.put(NAME, b"content") == "exists"
                assert it.names() == [NAME]


def test_a_lost_race_is_told_from_a_failure() -> None:
    def other(content: bytes, status: int):
        def fault(_: Request) -> Reply:
            it.store.store(NAME, content)
            return Reply(status)
        return fault

    for status in (412, 405, 423, 500, 403, 409):
        with Faulty(FaultyDAV(), retries=0) as it:
            it.store.once("MOVE", other(b"content", status))
            assert it.sync.put(NAME, b"content") == "exists"
            assert it.names() == [NAME]
        with Faulty(FaultyDAV(), retries=0) as it:
            it.store.once("MOVE", other(b"another", status))
            with pytest.raises(Refused) as refusal:
                it.sync.put(NAME, b"content")
            assert refusal.value.kind == "conflict"
            assert it.store.objects == {NAME: b"another"}


def test_a_move_that_fails_for_a_while_is_tried_again() -> None:
    with Faulty(FaultyDAV()) as it:
        it.store.once("MOVE", Reply(423), times=2)
        assert it.sync.put(NAME, b"content") == "stored"
    with Faulty(FaultyDAV(), retries=1) as it:
        it.store.once("MOVE", Reply(500), times=9)
        with pytest.raises(Refused) as refusal:
            it.sync.put(NAME, b"content")
        assert refusal.value.kind == "server"
        assert it.names() == []


@pytest.mark.parametrize("method", ["MKCOL", "HEAD", "PUT", "GET", "MOVE"])
def test_what_is_locked_for_a_while_is_tried_again(method: str) -> None:
    with Faulty(FaultyDAV()) as it:
        it.store.once(method, Reply(423), times=2)
        assert it.sync.put(NAME, b"content") == "stored"
        assert it.names() == [NAME]
    with Faulty(FaultyDAV(), retries=1) as it:
        it.store.once(method, Reply(423), times=2)
        with pytest.raises(Refused) as refusal:
            it.sync.put(NAME, b"content")
        assert refusal.value.kind == "server" and refusal.value.can_retry
        assert "locked" in refusal.value.message
        assert it.names() == []


@pytest.mark.parametrize("status", [400, 405, 501, 502])
def test_a_server_that_cannot_move_is_written_to(status: int) -> None:
    with Faulty(FaultyDAV()) as it:
        it.store.faults.append(
            lambda request: Reply(status) if request.method == "MOVE" else None
        )
        for number in range(3):
            name = FOLDER + f"a-{number}.seg"
            assert it.sync.put(name, b"content") == "stored"
            assert it.sync.put(name, b"content") == "exists"
            with pytest.raises(Refused) as refusal:
                it.sync.put(name, b"others?")
            assert refusal.value.kind == "conflict"
        assert it.names() == [FOLDER + f"a-{n}.seg" for n in range(3)]
        methods = [request.method for request in it.server.requests]
        assert methods.count("MOVE") == 1


def test_what_is_stored_in_part_never_gets_its_name() -> None:
    def cut(request: Request) -> Reply:
        it.store.store(request.path[5:], request.body[:-1])
        return Reply(201)

    with Faulty(FaultyDAV()) as it:
        it.store.once("PUT", cut)
        with pytest.raises(Refused) as refusal:
            it.sync.put(NAME, b"content")
        assert refusal.value.kind == "server" and refusal.value.can_retry
        assert it.names() == []
        assert it.sync.put(NAME, b"content") == "stored"


def test_a_missing_base_is_no_empty_remote() -> None:
    store = FaultyDAV()
    with Faulty(store) as it:
        assert it.sync.list() == []
        assert it.sync.list("v1/ab/s/", "v1/ab/s/2026112300") == []
        store.collections.clear()
        for ask in (
            lambda: it.sync.list(), lambda: it.sync.put(NAME, b"content")
        ):
            with pytest.raises(Refused) as refusal:
                ask()
            assert refusal.value.kind == "notFound"
            assert "/dav/" in refusal.value.message
        assert it.sync.get(NAME) is None


@pytest.mark.parametrize(
    "form",
    [
        lambda path: "https://cloud.example.org" + path,
        lambda path: "http://10.0.0.1:8080/remote.php/elsewhere" + path,
        lambda path: "/behind/a/proxy" + path,
        lambda path: path.replace("-", "%2d").replace("/a", "/%61"),
        lambda path: "\n   " + path + "  \n",
        lambda path: path + "?x=1" if not path.endswith("/") else path,
    ],
    ids=range(6),
)
def test_places_are_told_in_many_ways(form) -> None:
    with Faulty(FaultyDAV()) as it:
        names = [FOLDER + f"a-{number}.seg" for number in range(3)]
        for name in names:
            it.sync.put(name, b"")
        it.store.form = form
        expected = [] if "?" in form("x") else names
        assert it.sync.list("v1/") == expected
        assert it.sync.list(FOLDER, names[0]) == expected[1:]


def test_spaces_in_the_base_are_escaped() -> None:
    for url, path in [
        ("/My plants/ä", "/My%20plants/%C3%A4/"),
        ("/My%20plants/%c3%a4/", "/My%20plants/%C3%A4/"),
        ("/100%", "/100%25/"),
    ]:
        store = FaultyDAV("/My plants/ä/" if "My" in url else "/100%/")
        with Server(store) as server, Sync() as sync:
            sync.open(f"webdav://{server.host}{url}")
            assert sync.put("v1/a", b"x") == "stored"
            assert sync.list() == ["v1/a"]
            assert all(r.target.startswith(path) for r in server.requests)


def test_hours_before_the_one_asked_for_are_not_visited() -> None:
    with Faulty(FaultyDAV()) as it:
        names = [
            f"v1/ab/s/20261123{hour:02}/{letter}.seg"
            for hour in range(10) for letter in "abc"
        ]
        for name in names:
            it.sync.put(name, b"")
        before = len(it.server.requests)
        after = "v1/ab/s/2026112307"
        assert it.sync.list("v1/ab/s/", after) == names[21:]
        asked = [r.path for r in it.server.requests[before:]]
        assert len(asked) == 4, asked
        assert it.sync.list("v1/ab/s/", names[22]) == names[23:]


def test_what_programs_left_behind_is_removed_after_a_day() -> None:
    now = time.time()
    old = FOLDER + ".tmp-" + "0" * 32
    kept = {
        FOLDER + ".tmp-" + "1" * 32: now - DAY + 600,
        FOLDER + ".tmp-short": 0,
        FOLDER + "tmp-" + "2" * 32: 0,
        FOLDER + ".tmp-" + "3" * 32 + "x": 0,
        FOLDER + "Photo.jpg": 0,
    }
    with Faulty(FaultyDAV()) as it:
        it.sync.put(NAME, b"")
        for name, modified in {**kept, old: now - DAY - 600}.items():
            it.store.objects[name] = b"left"
            it.store.modified[name] = modified
        expected = sorted([NAME, FOLDER + "tmp-" + "2" * 32])
        # Those who may not remove still may read.
        it.store.once("DELETE", Reply(403))
        assert it.sync.list() == expected
        assert it.sync.list() == expected
        assert it.store.removed == [old]
        assert set(kept) <= set(it.store.objects)


@pytest.mark.parametrize(
    "body",
    [
        b"<!DOCTYPE a [<!ENTITY x 'y'>]><multistatus xmlns='DAV:'/>",
        b"<html/>", b"", b"<multistatus xmlns='DAV:'>", b"\xff\xfe",
    ],
    ids=range(5),
)
def test_what_is_no_list_is_an_error(body: bytes) -> None:
    with Faulty(FaultyDAV(), retries=0) as it:
        it.sync.put(NAME, b"")
        it.store.once("PROPFIND", Reply(207, body))
        with pytest.raises(Refused) as refusal:
            it.sync.list()
        assert refusal.value.kind == "server"
        assert it.sync.list() == [NAME]


def test_a_collection_that_lists_itself_is_no_trap() -> None:
    hrefs = ["/dav/v1/", "/dav/v1/.", "/dav/v1/..", "/dav/v1//", "/dav/v1/a/b",
             "/dav/v1/a%2Fb", "", "x", "http://", "/dav/v1/%00", "/dav/v1/ok"]
    with Faulty(FaultyDAV()) as it:
        it.sync.put("v1/x", b"")
        everything = multistatus(
            [entry(href, href != "/dav/v1/ok") for href in hrefs]
        )
        it.store.once("PROPFIND", Reply(207, everything), times=99)
        assert it.sync.list() == ["v1/ok"]


def test_collections_in_collections_are_left_at_an_hour() -> None:
    """Each has two more, without an end."""
    with Faulty(FaultyDAV()) as it:
        it.sync.put(NAME, b"")
        def deeper(request: Request) -> Reply:
            # The journal, its kind and its hour lie below.
            assert len(it.server.requests) < 30
            return Reply(207, multistatus([
                entry(request.path + name, True) for name in ("", "a/", "b/")
            ]))

        it.store.once("PROPFIND", deeper, 10**9)
        assert it.sync.list() == []


SHORT = "<D:response><D:href>%s</D:href></D:response>"


@pytest.mark.parametrize(
    ("file", "length"), [(entry("%s", False), 64), (SHORT, 8), (SHORT, 600)],
    ids=["usual", "many", "long"])
def test_a_collection_takes_little_memory(file: str, length: int) -> None:
    """As many files as an answer has room for."""
    place = "/dav/v1/%s"
    count = (1 << 25) // len(file + place + "0" * length) - 10
    body = entry("/dav/v1/", True) + "".join(
        file % (place % f"{number:0{length}}") for number in range(count))
    with Faulty(FaultyDAV()) as it:
        it.store.once("PROPFIND", Reply(207, multistatus([body])), times=9)
        if file != SHORT:
            assert len(it.sync.list()) == count
        else:
            with pytest.raises(Refused) as refusal:
                it.sync.list()
            assert refusal.value.kind == "tooLarge"
        assert it.sync.peak_bytes() < MEMORY_LIMIT


def test_a_server_that_speaks_no_webdav_says_so() -> None:
    for status in (405, 501):
        with Server(lambda _: Reply(status)) as server, Sync() as sync:
            sync.open(f"webdav://{server.host}/x")
            with pytest.raises(Refused) as refusal:
                sync.list()
            assert refusal.value.kind == "invalid" if status == 405 else True
            assert "WebDAV" in refusal.value.message


def test_without_a_clock_of_its_own_ours_counts() -> None:
    with Faulty(FaultyDAV()) as it:
        it.store.once(
            "PROPFIND",
            Reply(207, multistatus([entry("/dav/v1/", True)]), {"Date": ""}),
        )
        it.sync.list()
        assert it.sync.hour >= "2026"


def test_answers_cut_at_any_byte_are_asked_for_again() -> None:
    for method in ("HEAD", "PUT", "GET", "MOVE", "PROPFIND"):
        with Faulty(FaultyDAV(), retries=0) as it:
            it.sync.put(FOLDER + "other", b"")
            cut, whole = 0, 1
            while cut < whole:

                def fault(request: Request, cut: int = cut) -> Reply:
                    nonlocal whole
                    reply = it.store.answer(request)
                    whole = len(reply.encoded(request.method == "HEAD"))
                    reply.cut = cut
                    return reply

                it.store.faults.clear()
                it.store.once(method, fault)
                name = f"{FOLDER}{cut}"
                try:
                    if method == "PROPFIND":
                        it.sync.list(FOLDER)
                    else:
                        assert it.sync.put(name, b"content") in (
                            "stored", "exists",
                        )
                except Refused as refusal:
                    assert refusal.kind in ("network", "server")
                    assert refusal.can_retry
                if method == "PROPFIND":
                    assert FOLDER + "other" in it.sync.list(FOLDER)
                else:
                    assert it.sync.put(name, b"content") in ("stored", "exists")
                    assert it.store.objects[name] == b"content"
                cut += 13
            left = [name for name in it.store.objects if "/.tmp-" in name]
            assert left == []
