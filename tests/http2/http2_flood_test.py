"""Clients of HTTP/2 that make the server work for nothing (RFC 9113 10.5): each flood has a limit, a line in the log and a
counter in stats(). What is within the limit is served; memory stays bounded whatever a client does not read."""
import json
import pathlib
import re
import subprocess
import unittest
from collections import namedtuple

from harness import wait_until
from http2_hpack import indexed, literal, remembered, table_size
from http2_wire import (
    CANCEL, DATA, ENHANCE_YOUR_CALM, HEADER_TABLE_SIZE, MAX_CONCURRENT_STREAMS, MAX_HEADER_LIST_SIZE, PADDED, PROTOCOL_ERROR, REFUSED_STREAM, H2Client,
    continuation, data, frame, get, headers, ping, priority, priority_update, request_block, reset, settings, window_update)
from php_program import PhpFile
from server_case import SharedServer

LIMIT = 40
GUARD = 1_000_001
UNKNOWN = 0xbe

Flood = namedtuple("Flood", "name counter opening piece free")
FLOODS = []


def flood(name, counter, piece, opening=b"", free=0):
    """`piece(n)`: the n-th frame or two of it. `free`: how many pieces the limit does not count."""
    FLOODS.append(Flood(name, counter, opening, piece, free))


def odd(n):
    return 2 * n + 1


def opened(stream, path="/", *more):
    return headers(stream, request_block(path, *more, method="POST"), end=False)


def fill_table():
    flood("requests that are reset at once", "resets", lambda n: get(odd(n)) + reset(odd(n)))
    flood("bodies that are reset at once", "resets", lambda n: opened(odd(n)) + reset(odd(n), 0))
    flood("streams that we have to reset for their length", "resets",
          lambda n: opened(odd(n), "/never", ("content-length", "1")) + data(odd(n), b"xy"))
    flood("streams that we have to reset for their length, of no body", "resets", lambda n: get(odd(n), "/never", ("content-length", "1")))
    flood("malformed requests", "resets", lambda n: get(odd(n), "/never", ("Capital", "x")))
    flood("malformed trailers", "resets", lambda n: opened(odd(n)) + headers(odd(n), literal("x", "y"), end=False))
    flood("PING", "pings", lambda n: ping(f"{n:8}".encode()))
    flood("SETTINGS", "settings", lambda n: settings((MAX_CONCURRENT_STREAMS, n)))
    flood("empty SETTINGS", "settings", lambda n: settings())
    flood("empty DATA", "empty_frames", lambda n: data(1, b"", end=False), opened(1))
    flood("DATA of nothing but the length of its padding", "empty_frames", lambda n: frame(DATA, PADDED, 1, b"\0"), opened(1))
    flood("empty DATA on many streams", "empty_frames", lambda n: opened(odd(n)) + data(odd(n), b"", end=False))
    flood("WINDOW_UPDATE of the connection", "window_updates", lambda n: window_update(0, 1))
    flood("WINDOW_UPDATE of a stream", "window_updates", lambda n: window_update(1, 1), opened(1))
    flood("PRIORITY", "priorities", lambda n: priority(odd(n), odd(n + 1)))
    flood("PRIORITY of one stream", "priorities", lambda n: priority(1, 3))
    flood("PRIORITY_UPDATE", "priorities", lambda n: priority_update(odd(n)))
    flood("frames that nobody knows", "unknown_frames", lambda n: frame(UNKNOWN))
    flood("frames that nobody knows, of many types", "unknown_frames", lambda n: frame(0x20 + n % 200, 0, odd(n), b"x" * 50))


fill_table()

LIMITS = {f"http2_max_{name}": LIMIT for name in ("resets", "pings", "settings", "empty_frames", "window_updates",
                                                  "priority_frames", "unknown_frames")}


class Flooding(SharedServer):
    OPTIONS = {}

    @classmethod
    def script(cls):
        return PhpFile("http2/http2_flood.php", {"open_http2_protocol": True, "http_header_max_size": 16384, **cls.OPTIONS})

    def client(self, **settings_of_ours):
        return H2Client(("127.0.0.1", self.server.port), **settings_of_ours)

    def stats(self, counter):
        return json.loads(self.server.get("/stats").text)["http2_" + counter]

    def counted(self, counter):
        return self.stats("flood_" + counter)

    def check_served(self):
        with self.client() as client:
            self.assertEqual(client.fetch("/fresh", stream=1).text, "GET /fresh 0")

    def check_flood(self, counter, send):
        """send(client) is a flood: the client is told, the log has one line about it, and it is counted once."""
        mark, before = self.server.mark(), self.counted(counter)
        with self.client() as client:
            send(client)
            self.assertEqual(client.to_end(), ENHANCE_YOUR_CALM, client.frames[-3:])
        self.assertEqual(self.counted(counter), before + 1)
        said = self.server.output()[mark:]
        self.assertEqual(len(re.findall(r"NOTICE.* a flood of ", said)), 1, said)
        self.assertNotIn("NEVER", said)
        self.check_served()


class FloodTest(Flooding):
    OPTIONS = LIMITS

    def free(self, one):
        """What the greeting of the client used up, and what its streams earn."""
        return {"settings": -1, "window_updates": 0, "priorities": 0}.get(one.counter, 0)

    def test_within_the_limit(self):
        for one in FLOODS:
            with self.subTest(one.name), self.client() as client:
                count = LIMIT + self.free(one)
                client.send(one.opening + b"".join(map(one.piece, range(count))))
                client.heads.add(GUARD)
                answer = client.fetch("/within", stream=GUARD, method="HEAD")
                self.assertEqual(answer.status, 200, f"{client.goaway} behind {count}")

    def test_beyond_the_limit(self):
        for one in FLOODS:
            with self.subTest(one.name):
                self.check_flood(one.counter, lambda client: client.send(
                    one.opening + b"".join(map(one.piece, range(2 * LIMIT)))))

    def test_in_small_pieces(self):
        """A frame's head may arrive byte by byte."""
        def send(client):
            for byte in b"".join(ping(b"12345678") for _ in range(2 * LIMIT)):
                client.send(bytes([byte]))
        self.check_flood("pings", send)


class CommonLimitsTest(Flooding):
    """With the limits that hold unless others are set."""

    def test_each_flood(self):
        for one in FLOODS:
            with self.subTest(one.name):
                self.check_flood(one.counter, lambda client: client.send(
                    one.opening, *(b"".join(map(one.piece, range(first, first + 500))) for first in range(0, 10000, 500))))

    def test_continuations(self):
        block = request_block("/never")
        for name, first, piece in (("of a byte", block, lambda n: literal("x", str(n % 10))),
                                   ("of nothing", block, lambda n: b"")):
            with self.subTest(name):
                self.check_flood("continuations", lambda client: client.send(
                    headers(1, first, whole=False), *(continuation(1, piece(n), whole=False) for n in range(100))))

    def test_trailers_in_continuations(self):
        self.check_flood("continuations", lambda client: client.send(
            opened(1), headers(1, b"", whole=False), *(continuation(1, literal("x", "y"), whole=False) for _ in range(100))))

    def test_few_continuations_are_served(self):
        block = request_block("/few")
        with self.client() as client:
            for stream in (1, 3, 5):  # the limit is that of one head
                client.send(headers(stream, block[:8], whole=False), *(
                    continuation(stream, block[8 + n:9 + n], whole=False) for n in range(7)), continuation(stream, block[15:]))
                self.assertEqual(client.answer(stream).text, "GET /few 0")

    def test_head_too_large(self):
        """Beyond SETTINGS_MAX_HEADER_LIST_SIZE: 431. Far beyond: the connection ends."""
        large = literal("x", "y" * 16000)
        mark, before = self.server.mark(), self.stats("refused_heads")
        with self.client() as client:
            client.pong()
            self.assertEqual(client.theirs[MAX_HEADER_LIST_SIZE], 16384)
            client.send(headers(1, request_block("/never"), whole=False), continuation(1, large, whole=False), continuation(1, large))
            self.assertEqual(client.answer(1).status, 431)
            self.assertEqual(client.fetch("/after", stream=3).text, "GET /after 0")
        with self.client() as client:
            client.send(headers(1, request_block("/never"), whole=False), continuation(1, large, whole=False) * 6)
            self.assertEqual(client.to_end(), ENHANCE_YOUR_CALM)
        self.server.wait_for("NOTICE.*: head too large$", since=mark)
        self.server.wait_for("NOTICE.*ends: HTTP/2: a head far beyond http2_max_header_list_size$", since=mark)
        self.assertEqual(self.stats("refused_heads"), before + 2)
        self.check_served()

    def test_head_that_unpacks(self):
        """A few bytes that refer to a large entry of the table (RFC 7541 7.3)."""
        block = request_block("/never") + remembered("x", "y" * 4000)
        for times, outcome in ((100, ENHANCE_YOUR_CALM), (4000, ENHANCE_YOUR_CALM)):
            with self.subTest(times), self.client() as client:
                client.send(headers(1, block + indexed(62) * times))
                self.assertEqual(client.to_end(), outcome)
        with self.client() as client:
            self.assertEqual(self.refused(client, block + indexed(62) * 6), 431)
        self.check_served()

    def test_cookies_that_unpack(self):
        """Crumbs of cookies are joined, and counted before that."""
        block = request_block("/never") + remembered("cookie", "y" * 4000)
        with self.client() as client:
            self.assertEqual(self.refused(client, block + indexed(62) * 6), 431)
        with self.client() as client:
            client.send(headers(1, block + indexed(62) * 4000))
            self.assertEqual(client.to_end(), ENHANCE_YOUR_CALM)
        self.check_served()

    def test_empty_fields_that_unpack(self):
        """A byte for a field of 33: each counts with 32 more."""
        block = request_block("/never") + remembered("x", "")
        with self.client() as client:
            self.assertEqual(self.refused(client, block + indexed(62) * 600), 431)
        with self.client() as client:
            client.send(headers(1, block + indexed(62) * 16000))
            self.assertEqual(client.to_end(), ENHANCE_YOUR_CALM)
        self.check_served()

    def test_a_head_that_unpacks_over_many_frames(self):
        """The limit is of the head, not of a frame; trailers have it, too."""
        piece = indexed(62) * 10
        for opening, first in ((b"", request_block("/never") + remembered("x", "y" * 4000)), (opened(1), remembered("x", "y" * 4000))):
            with self.client() as client:
                client.send(opening + headers(1, first, whole=False) + continuation(1, piece, whole=False) * 7)
                self.assertEqual(client.to_end(), ENHANCE_YOUR_CALM)
        self.check_served()

    def test_a_flood_of_continuations_of_every_size(self):
        """CVE-2024-27316: a head that never ends, with frames that are full."""
        full = literal("x", "y" * 16000)
        for block in (full, literal("x", "y" * 4000), literal("x", "")):
            with self.subTest(len(block)), self.client() as client:
                client.send(headers(1, request_block("/never"), whole=False), *[continuation(1, block, whole=False)] * 50)
                self.assertEqual(client.to_end(), ENHANCE_YOUR_CALM)
        self.check_served()

    def refused(self, client, block):
        client.send(headers(1, block))
        return client.answer(1).status

    def open_streams(self, client):
        """As many as there may be, each with an answer that waits for its window."""
        client.pong()
        most = client.theirs[MAX_CONCURRENT_STREAMS]
        self.assertEqual(most, 128)
        streams = [odd(n) for n in range(most)]
        client.send(b"".join(map(get, streams)))
        client.until(lambda: all(client.on(stream).status for stream in streams), "the heads of all answers")
        return most, streams

    def test_too_many_streams(self):
        """9113 5.1.2: refused, so that the client may try again, while it may not know the limit; the others go on."""
        mark, before = self.server.mark(), self.stats("refused_streams")
        with self.client(initial_window_size=0) as client:
            client.acknowledges = False
            most, streams = self.open_streams(client)
            for n in range(most, most + 50):
                client.send(get(odd(n), "/never"))
            for n in range(most, most + 50):
                self.assertEqual(client.answer(odd(n)).reset, REFUSED_STREAM)
            for stream in streams:
                client.open_window(stream, 1000)
                self.assertEqual(client.answer(stream).text, "GET / 0")
            self.assertEqual(client.fetch("/after", stream=odd(most + 50), method="HEAD").status, 200)
        said = self.server.output()[mark:]
        self.assertNotIn("NEVER", said)
        self.assertEqual(len(re.findall("NOTICE.* has more than 128 streams: refused", said)), 1, said)
        self.assertEqual(self.stats("refused_streams"), before + 50)

    def test_more_streams_than_agreed(self):
        """Who knows the limit and goes beyond it is broken: the connection ends, or each is refused."""
        mark, before = self.server.mark(), self.stats("refused_streams")
        with self.client(initial_window_size=0) as client:
            most, _ = self.open_streams(client)
            client.send(get(odd(most), "/never"))
            if client.answer(odd(most)).reset != REFUSED_STREAM:
                self.assertEqual(client.to_end(), PROTOCOL_ERROR)
                self.server.wait_for("NOTICE.*ends: HTTP/2: more streams than http2_max_concurrent_streams$", since=mark)
        self.assertEqual(self.stats("refused_streams"), before + 1)
        self.check_served()

    def test_streams_that_are_reset_make_room(self):
        with self.client(initial_window_size=0) as client:
            for n in range(300):
                client.send(get(odd(n)))
                client.until(lambda: client.on(odd(n)).status or client.on(odd(n)).reset is not None, f"an answer to {n}")
                self.assertEqual(client.on(odd(n)).status, 200, n)
                client.send(reset(odd(n), CANCEL))


class FieldsTest(Flooding):
    """http2_max_headers: each field of a head counts as it is sent, so crumbs of cookies do."""
    OPTIONS = {"http2_max_headers": 40}
    BLOCK = request_block("/never") + remembered("cookie", "a")
    TOO_MANY = r"NOTICE.*: more fields than http2_max_headers$"

    def test_crumbs(self):
        mark, before = self.server.mark(), self.stats("refused_heads")
        with self.client() as client:
            self.assertEqual(client.fetch("/fresh", *[("cookie", f"c{n}=1") for n in range(36)], stream=1).text, "GET /fresh 0")
            client.send(headers(3, self.BLOCK + indexed(62) * 36))
            self.assertEqual(client.answer(3).status, 431)
            self.assertEqual(client.fetch("/after", stream=5).text, "GET /after 0")  # the table is whole
        self.server.wait_for(self.TOO_MANY, since=mark)
        self.assertEqual(self.stats("refused_heads"), before + 1)
        self.assertNotIn("NEVER", self.server.output()[mark:])

    def test_far_more(self):
        """A request of 1 KB that unfolds into a thousand fields."""
        mark, before = self.server.mark(), self.stats("refused_heads")
        with self.client() as client:
            client.send(headers(1, self.BLOCK + indexed(62) * 1000))
            self.assertEqual(client.to_end(), ENHANCE_YOUR_CALM)
        self.server.wait_for("NOTICE.*ends: HTTP/2: a head far beyond http2_max_headers$", since=mark)
        self.assertEqual(self.stats("refused_heads"), before + 1)
        self.check_served()

    def test_trailers(self):
        mark = self.server.mark()
        with self.client() as client:
            client.send(opened(1), headers(1, remembered("x", "y") + indexed(62) * 1000))
            self.assertEqual(client.to_end(), ENHANCE_YOUR_CALM)
        self.assertNotIn("NEVER", self.server.output()[mark:])

    def test_curl(self):
        mark = self.server.mark()
        fields = [word for n in range(50) for word in ("-H", f"X-{n}: y")]
        command = ["curl", "-sS", "--http2-prior-knowledge", "-w", "%{http_code}", "-o", "/dev/null", *fields, f"http://127.0.0.1:{self.server.port}/"]
        self.assertEqual(subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout, "431")
        self.server.wait_for(self.TOO_MANY, since=mark)


class Memory(Flooding):
    # AddressSanitizer keeps 256 MB of what was freed, and notes at length who asked for it.
    ENVIRONMENT = {"ASAN_OPTIONS": "quarantine_size_mb=1:fast_unwind_on_malloc=1"}
    MOST_MB = 32

    def grown_mb(self, before):
        return self.peak_mb() - before

    def peak_mb(self):
        text = pathlib.Path(f"/proc/{self.server.workers()[0]}/status").read_text()
        return int(re.search(r"^VmHWM:\s+(\d+) kB", text, re.M)[1]) / 1024

    def keep_busy(self, turns=300):
        """The worker turns its loop as often as this, with every chance to put more into its queues."""
        with self.server.client() as client:
            for _ in range(turns):
                client.send(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                client.response()


class MemoryTest(Memory):
    """A worker's memory has a bound, whatever its clients do not take."""
    OPTIONS = {"http2_max_resets": 0, "http2_max_pings": 0, "http2_max_settings": 0, "package_max_length": 1 << 20}

    def test_never_reading(self):
        """Windows are wide open, the socket is not read."""
        before = self.peak_mb()
        with self.client(initial_window_size=0x7fffffff) as client:
            client.open_window(0, 0x7fffffff - 65535)
            for n in range(4):
                client.send(get(odd(n), "/megabytes"))
            self.keep_busy()
            self.assertLess(self.grown_mb(before), self.MOST_MB)
            for n in range(4):  # and nothing is lost
                self.assertEqual(len(client.answer(odd(n)).body), 256 * 65536)
                client.on(odd(n)).body = b""
        self.assertLess(self.grown_mb(before), self.MOST_MB)
        self.check_served()

    def test_small_windows(self):
        """The socket is read, but all streams wait for windows."""
        before = self.peak_mb()
        with self.client(initial_window_size=1) as client:
            for n in range(100):
                client.send(get(odd(n), "/megabytes"))
            client.until(lambda: all(client.on(odd(n)).body for n in range(100)), "a byte of each")
            self.keep_busy()
            client.pong()
            self.assertLess(self.grown_mb(before), self.MOST_MB)
        self.check_served()

    def test_answers_that_nobody_reads(self):
        """PING and SETTINGS have to be answered: who does not read the answers is not read from."""
        for name, one in (("PING", ping()), ("SETTINGS", settings((MAX_CONCURRENT_STREAMS, 1)))):
            before = self.peak_mb()
            with self.subTest(name), self.client() as client:
                client.socket.setblocking(False)
                for _ in range(1000):
                    if self.send_what_fits(client, one * 1000) == 0:
                        break
                    self.keep_busy(30)
                else:
                    self.fail("it is read from for ever")
                self.assertLess(self.grown_mb(before), self.MOST_MB)
            self.check_served()

    def send_what_fits(self, client, data):
        sent = 0
        try:
            while sent < 1 << 20:
                sent += client.socket.send(data)
        except BlockingIOError:
            pass
        return sent

    def test_resets_of_answers_that_nobody_reads(self):
        """Rapid reset without a limit: what is over is forgotten."""
        before = self.peak_mb()
        with self.client() as client:
            for n in range(20000):
                client.send(get(odd(n), "/megabytes") + reset(odd(n)))
            self.assertEqual(client.fetch("/after", stream=odd(20000)).status, 200)
        self.assertLess(self.grown_mb(before), self.MOST_MB)

    def test_tables_that_are_refilled(self):
        """Each request throws out what the one before has remembered, and the size of the table goes up and down."""
        before = self.peak_mb()
        with self.client(header_table_size=65536) as client:
            for n in range(2000):
                sizes = table_size(0) + table_size(4096) if n % 2 else b""
                client.send(headers(odd(n), sizes + request_block("/churn") + remembered("x" * (n % 50 + 1), "y" * 3900)))
                self.assertEqual(client.answer(odd(n)).text, "GET /churn 0")
                client.send(settings((HEADER_TABLE_SIZE, n % 2 * 65536)))
        self.assertLess(self.grown_mb(before), self.MOST_MB)

    def test_errors_without_a_limit(self):
        """More answers wait than may wait: the client is not read from, and read from again when they are sent."""
        with self.client() as client:
            for first in range(0, 10000, 500):
                client.send(b"".join(get(odd(n), "/never", ("Capital", "x")) for n in range(first, first + 500)))
            client.send(ping(b"the last"))
            client.until(lambda: b"the last" in client.pongs, "the answer to a PING")
            self.assertEqual(client.fetch("/after", stream=odd(10000)).status, 200)

    def test_gone_while_it_is_written_to(self):
        """The handler learns that its stream, or the connection, is gone."""
        with self.client() as client:
            client.send(get(1, "/endless"))
            client.until(lambda: client.window == 0, "the whole window")
            client.send(reset(1))
            self.server.wait_for(r"^ENDLESS \d+$")
            mark = self.server.mark()
            client.send(get(3, "/endless"))
            client.until(lambda: client.on(3).status, "an answer")
        self.server.wait_for(r"^ENDLESS \d+$", since=mark)

    def test_uploads_that_nobody_ends(self):
        """Bodies that are too large are refused one by one, and their bytes are not kept."""
        before = self.peak_mb()
        with self.client() as client:
            for n in range(50):
                client.send(headers(odd(n), request_block("/never", ("content-length", str(64 << 20)), method="POST"), end=False))
                self.assertEqual(client.answer(odd(n)).status, 413)
                client.send(data(odd(n), b"x" * 1000, end=False) * 10)
            self.assertEqual(client.fetch("/after", stream=odd(50)).status, 200)
        self.assertLess(self.grown_mb(before), self.MOST_MB)


class UnsentResponsesTest(Memory):
    """Whole answers of clients whose windows are closed: they cannot wait, so requests do."""
    OPTIONS = {"http2_connection_buffer_size": 1 << 20, "http2_worker_buffer_size": 8 << 20}
    STREAMS = [odd(n) for n in range(100)]

    def asking(self, path="/whole", streams=STREAMS):
        client = self.client(initial_window_size=0)
        self.addCleanup(client.close)
        client.open_window(0, 0x7fffffff - 65535)
        client.send(b"".join(get(stream, path) for stream in streams))
        client.pong()
        return client

    def answered(self, client):
        return [stream for stream in self.STREAMS if client.on(stream).status]

    def test_the_requests_of_a_connection_wait(self):
        """And go on as the client takes what is there: nothing is lost."""
        before, mark = self.peak_mb(), self.server.mark()
        client = self.asking()
        self.keep_busy(20)
        client.pong(b"again ..")
        self.assertEqual(self.answered(client), self.STREAMS[:6])  # the sixth one was one too many
        for stream in self.STREAMS:
            client.until(lambda one=stream: client.on(one).status, "the head of an answer")
            client.open_window(stream, 200000)
            self.assertEqual(len(client.answer(stream).body), 200000)
            client.on(stream).body = b""
        self.assertLess(self.grown_mb(before), self.MOST_MB)
        self.assertNotIn("http2_worker_buffer_size", self.server.output()[mark:])

    def test_a_request_that_waits_may_be_reset(self):
        client = self.asking(streams=self.STREAMS[:8])
        client.send(reset(self.STREAMS[7]), reset(self.STREAMS[0]))
        client.until(lambda: client.on(self.STREAMS[6]).status, "the answer that waited")
        client.pong(b"in order")
        self.assertEqual(client.on(self.STREAMS[7]).status, 0)

    def test_clients_with_open_windows_that_do_not_read(self):
        """Of an answer that is dropped, the session may have taken a part out already."""
        dropped, clients = self.stats("dropped_answers"), []
        while self.stats("dropped_answers") == dropped:
            client = self.client(initial_window_size=0x7fffffff)
            self.addCleanup(client.close)
            client.open_window(0, 0x7fffffff - 65535)
            client.send(b"".join(get(stream, "/whole") for stream in self.STREAMS))
            clients.append(client)
            self.keep_busy(20)
            self.assertLess(len(clients), 100)
        self.assertIn(ENHANCE_YOUR_CALM, [client.to_end() for client in clients[:1]])
        self.check_served()

    def test_many_connections(self):
        """Beyond the limit of the worker the connections end that have taken nothing for the longest time."""
        before, mark, dropped = self.peak_mb(), self.server.mark(), self.stats("dropped_answers")
        clients = []
        for _ in range(12):
            clients.append(self.asking())
            reader = clients[0]
            reader.open_window(1, 10)  # it takes a part of an answer now and then
            reader.until(lambda taken=10 * len(clients): len(reader.on(1).body) == taken, "ten bytes")
        self.assertEqual(clients[1].to_end(), ENHANCE_YOUR_CALM)
        self.assertGreaterEqual(self.stats("dropped_answers"), dropped + 6)
        self.assertLess(self.grown_mb(before), self.MOST_MB)
        self.server.wait_for(r"WARNING.* ends: it does not take its responses, and http2_worker_buffer_size is reached$", since=mark)
        for one in (clients[0], clients[-1]):
            one.open_window(1, 200000)
            self.assertEqual(len(one.answer(1).body), 200000)
        self.check_served()
        for one in clients:
            one.close()
        wait_until(lambda: json.loads(self.server.get("/stats").text)["connection_num"] == 1, "the end of all")
        client = self.asking(streams=self.STREAMS[:6])  # the account is at 0 again
        client.until(lambda: len(self.answered(client)) == 6, "six answers")

    def test_handlers_that_answer_together(self):
        """They were called before anything was queued: one connection may reach the limit of the worker alone."""
        dropped = self.stats("dropped_answers")
        client = self.asking("/together", self.STREAMS[:50])
        self.assertEqual(client.to_end(), ENHANCE_YOUR_CALM)
        self.assertGreaterEqual(self.stats("dropped_answers"), dropped + 40)
        self.check_served()

    def test_one_answer_may_be_larger_than_the_limits(self):
        client = self.asking("/huge", [1])
        client.until(lambda: client.on(1).status, "the head of an answer")
        client.open_window(1, 12 << 20)
        self.assertEqual(len(client.answer(1).body), 12 << 20)


class NoBoundTest(Memory):
    """0 stands for any number, as it did before there were limits."""
    OPTIONS = {"http2_connection_buffer_size": 0, "http2_worker_buffer_size": 0}

    def test_nothing_waits(self):
        with self.client(initial_window_size=0) as client:
            streams = [odd(n) for n in range(100)]
            client.send(b"".join(get(stream, "/whole") for stream in streams))
            client.until(lambda: all(client.on(stream).status for stream in streams), "all heads")
        self.assertEqual(self.stats("dropped_answers"), 0)


if __name__ == "__main__":
    unittest.main()
