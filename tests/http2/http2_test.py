# Time limit: 200 s
"""HTTP/2 with the clients that others wrote: curl, nghttp, h2load, and Python's h2."""
import hashlib
import json
import pathlib
import re
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import unittest

from harness import TIMEOUT_S, need, wait_until
from php_program import PhpFile
from server_case import SharedServer, TestCase

sys.path.append("/usr/lib/python3/dist-packages")  # where distributions put it, whatever Python runs
try:
    import h2.config
    import h2.connection
    import h2.events
except ImportError:
    h2 = None


def options(**more):
    return {"open_http2_protocol": True, "http_stream_bodies": ["/stream/"], **more}


class Browsing(SharedServer):
    OPTIONS = {}

    @classmethod
    def script(cls):
        return PhpFile("http2/http2.php", options(http_target_max_size=8192, **cls.OPTIONS))

    def curl(self, path, *more, body=None):
        need("curl")
        done = subprocess.run(["curl", "-sS", "--http2-prior-knowledge", "--max-time", str(TIMEOUT_S), *more, self.server.url(path)],
                              input=body, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout


class CurlTest(Browsing):
    def test_a_request(self):
        found = json.loads(self.curl("/facts?a=1&b[]=2", "-H", "Cookie: one=1; two=2", "-H", "X-Mixed: Case"))
        self.assertEqual(found["server"], {"server_protocol": "HTTP/2", "request_method": "GET", "query_string": "a=1&b[]=2"})
        self.assertEqual(found["header"]["x-mixed"], "Case")
        self.assertTrue(found["header"]["host"].startswith("127.0.0.1:"))
        self.assertEqual((found["cookie"], found["get"]), ({"one": "1", "two": "2"}, {"a": "1", "b": ["2"]}))
        self.assertEqual(found["stream"] % 2, 1)

    def test_an_answer(self):
        head, _, body = self.curl("/", "-i").partition(b"\r\n\r\n")
        self.assertTrue(head.startswith(b"HTTP/2 200"))
        names = [line.split(b":")[0] for line in head.split(b"\r\n")[1:]]
        self.assertEqual(names, [b"server", b"date", b"content-type", b"content-encoding"][:3] + [b"content-length"])
        self.assertEqual(body, b"ok")

    def test_a_request_as_it_was_received(self):
        """There is no head as text, so what was received is the body; of a form there is none."""
        self.assertEqual(json.loads(self.curl("/as/received")), ["", "", "GET", True])
        self.assertEqual(json.loads(self.curl("/as/received", "-d", "a=1")), ["a=1", "a=1", "POST", True])
        self.assertEqual(json.loads(self.curl("/as/received", "-F", "a=1"))[0::2], ["", "POST"])

    def test_a_form_and_an_upload(self):
        self.assertEqual(json.loads(self.curl("/facts", "-d", "a=1&b=2"))["post"], {"a": "1", "b": "2"})
        self.assertEqual(json.loads(self.curl("/facts", "-F", "a=1", "-F", "b=@-;filename=x", body=b"text"))["post"], {"a": "1"})

    def test_bodies_of_all_sizes(self):
        for size in (1, 65535, 65536, 1_500_000):
            body = b"b" * size
            found = json.loads(self.curl("/facts", "--data-binary", "@-", "-H", "Content-Type: a/b", body=body))
            self.assertEqual((found["size"], found["sha"]), (size, hashlib.sha256(body).hexdigest()))
            found = json.loads(self.curl("/facts", "-T", "-", body=body))  # without a length
            self.assertEqual((found["size"], found["sha"]), (size, hashlib.sha256(body).hexdigest()))

    def test_expect_continue(self):
        said = self.curl("/facts", "-i", "-H", "Expect: 100-continue", "-d", "a=1")
        self.assertTrue(said.startswith(b"HTTP/2 100"))

    def test_early_hints(self):
        said = self.curl("/hints", "-i")
        self.assertTrue(said.startswith(b"HTTP/2 103 \r\nlink: </a.css>; rel=preload\r\n\r\nHTTP/2 200"), said)

    def test_head_and_status(self):
        self.assertIn(b"content-length: 2", self.curl("/", "-I"))
        self.assertTrue(self.curl("/throw", "-i").startswith(b"HTTP/2 500"))
        self.assertTrue(self.curl("/" + "a" * 9000, "-i").startswith(b"HTTP/2 414"))

    def test_large_answers(self):
        for size in (16_380, 16_390, 65_540, 5_000_000):
            self.assertEqual(len(self.curl(f"/large?n={size}", "--output", "-")), size - size % 10)

    def test_compression(self):
        self.assertEqual(len(self.curl("/large?n=200000", "--compressed")), 200_000)
        self.assertIn(b"content-encoding: ", self.curl("/large?n=200000", "-H", "Accept-Encoding: gzip", "-i", "--output", "-")[:500])

    def test_echo(self):
        body = bytes(range(256)) * 4000
        self.assertEqual(self.curl("/stream/echo", "-T", "-", body=body), body)

    def test_http1_is_still_served(self):
        self.assertEqual(self.server.get("/").text, "ok")
        self.assertEqual(json.loads(self.server.get("/facts").text)["stream"], 0)
        self.assertEqual(self.server.get("/ping").text, "false")
        self.assertEqual(self.server.get("/goaway").text, "false")

    def test_trailers(self):
        for _ in range(3):
            self.curl("/step")
        said = self.curl("/pieces", "-i")
        self.assertTrue(said.endswith(b"piece 1\npiece 2\npiece 3\n") or b"x-sum: 3" in said.lower(), said)


class StaticTest(Browsing):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="tern-h2-")
        cls.text = bytes(range(256)) * 10_000
        (pathlib.Path(cls.folder.name) / "large.bin").write_bytes(cls.text)
        (pathlib.Path(cls.folder.name) / "small.txt").write_bytes(b"small")
        cls.OPTIONS = {"enable_static_handler": True, "document_root": cls.folder.name}
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.folder.cleanup()

    def test_files(self):
        self.assertEqual(self.curl("/large.bin"), self.text)
        self.assertEqual(self.curl("/small.txt"), b"small")

    def test_ranges(self):
        self.assertEqual(self.curl("/large.bin", "-r", "1000-99999"), self.text[1000:100_000])
        several = self.curl("/large.bin", "-r", "0-3,10-12", "-i")
        self.assertIn(b"206", several.split(b"\r\n")[0])
        self.assertIn(bytes([10, 11, 12]), several)

    def test_not_modified(self):
        head = self.curl("/small.txt", "-I").decode()
        etag = re.search(r"etag: (.*)\r", head)[1]
        self.assertTrue(self.curl("/small.txt", "-i", "-H", f"If-None-Match: {etag}").startswith(b"HTTP/2 304"))


class ToolsTest(Browsing):
    def test_nghttp(self):
        need("nghttp")
        done = subprocess.run(["nghttp", "-v", self.server.url("/large?n=100000"), self.server.url("/facts")],
                              capture_output=True, text=True, timeout=TIMEOUT_S)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(re.findall(r"recv .*status.*200", done.stdout)), 2)

    def test_h2load(self):
        need("h2load")
        for path, count in (("/", 20_000), ("/large?n=100000", 500), ("/facts", 5_000)):
            done = subprocess.run(["h2load", "-n", str(count), "-c", "10", "-m", "100", self.server.url(path)],
                                  capture_output=True, text=True, timeout=4 * TIMEOUT_S)
            self.assertIn(f"{count} succeeded, 0 failed, 0 errored", done.stdout)
            self.assertIn(f"status codes: {count} 2xx", done.stdout)

    def test_h2load_uploads(self):
        need("h2load")
        with tempfile.NamedTemporaryFile() as body:
            body.write(b"x" * 300_000)
            body.flush()
            for path in ("/facts", "/stream/echo"):
                done = subprocess.run(["h2load", "-n", "200", "-c", "4", "-m", "20", "-d", body.name, self.server.url(path)],
                                      capture_output=True, text=True, timeout=4 * TIMEOUT_S)
                self.assertIn("200 succeeded, 0 failed, 0 errored", done.stdout)


class Peer:
    """One connection of Python's h2. Windows open by themselves unless `eager` is false."""

    def __init__(self, address, eager=True):
        self.socket = socket.create_connection(address, timeout=TIMEOUT_S)
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=True, header_encoding="utf-8"))
        self.h2.initiate_connection()
        self.eager = eager
        self.bodies, self.heads, self.trailers, self.informed = {}, {}, {}, {}
        self.ended, self.resets = set(), {}
        self.goaway = None  # last stream, error code, debug data
        self.raw = b""
        self.pings = 0
        self.closed = False
        self.flush()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def flush(self):
        self.socket.sendall(self.h2.data_to_send())

    def open(self, path, method="GET", end=True, fields=()):
        stream = self.h2.get_next_available_stream_id()
        self.h2.send_headers(stream, [(":method", method), (":scheme", "http"), (":authority", "x"), (":path", path), *fields], end)
        self.flush()
        return stream

    def step(self):
        data = self.socket.recv(65536)
        if not data:
            self.closed = True
            return
        for event in self.h2.receive_data(self.without_goaway(data)):
            self.take(event)
        self.flush()

    def without_goaway(self, data):
        """Whole frames. After a GOAWAY the library hears nothing any more, not even the answers that are still to come."""
        self.raw += data
        passed = b""
        while len(self.raw) >= 9:
            size = 9 + int.from_bytes(self.raw[:3], "big")
            if len(self.raw) < size:
                break
            one, self.raw = self.raw[:size], self.raw[size:]
            if one[3] == 7:
                self.goaway = (*struct.unpack(">II", one[9:17]), one[17:])
            else:
                passed += one
        return passed

    def take(self, event):
        kind, stream = type(event).__name__, getattr(event, "stream_id", None)
        if kind == "ResponseReceived":
            self.heads[stream] = dict(event.headers)
        elif kind == "InformationalResponseReceived":
            self.informed[stream] = dict(event.headers)
        elif kind == "TrailersReceived":
            self.trailers[stream] = dict(event.headers)
        elif kind == "DataReceived":
            self.bodies[stream] = self.bodies.get(stream, b"") + event.data
            if self.eager and event.flow_controlled_length:
                self.h2.acknowledge_received_data(event.flow_controlled_length, stream)
        elif kind == "StreamEnded":
            self.ended.add(stream)
        elif kind == "StreamReset":
            self.resets[stream] = event.error_code
        elif kind == "PingReceived":
            self.pings += 1

    def until(self, condition):
        while not condition():
            if self.closed:
                raise AssertionError("the connection ended")
            self.step()

    def finish(self, stream):
        self.until(lambda: stream in self.ended or stream in self.resets)
        return self.bodies.get(stream, b"")

    def fetch(self, path):
        return self.finish(self.open(path))


@unittest.skipIf(h2 is None, "Python's h2 is missing: install the package python3-h2")
class PeerTest(Browsing):
    def peer(self, **more):
        peer = Peer(("127.0.0.1", self.server.ports[0]), **more)
        self.addCleanup(peer.socket.close)
        return peer

    def test_many_at_a_time(self):
        peer = self.peer()
        streams = [peer.open(f"/large?n={1000 * i}") for i in range(1, 61)]
        for i, stream in enumerate(streams, 1):
            self.assertEqual(len(peer.finish(stream)), 1000 * i)

    def test_one_waits_others_do_not(self):
        peer = self.peer()
        waits = peer.open("/wait")
        self.assertEqual(peer.fetch("/"), b"ok")
        self.assertNotIn(waits, peer.ended)
        peer.fetch("/step")
        self.assertEqual(peer.finish(waits), b"waited")

    def test_pieces_arrive_as_they_are_written(self):
        peer = self.peer()
        stream = peer.open("/pieces")
        for i in (1, 2, 3):
            text = b"".join(b"piece %d\n" % n for n in range(1, i + 1))
            peer.until(lambda: peer.bodies.get(stream) == text)
            peer.fetch("/step")
        peer.finish(stream)
        self.assertEqual(peer.trailers[stream], {"x-sum": "3"})

    def test_both_ways(self):
        peer = self.peer()
        stream = peer.open("/stream/echo", "POST", end=False)
        sent = b""
        for i in range(20):
            sent += b"%d " % i * 500
            peer.h2.send_data(stream, b"%d " % i * 500, end_stream=i == 19)
            peer.flush()
            peer.until(lambda: peer.bodies.get(stream, b"") == sent)
        self.assertEqual(peer.finish(stream), sent)

    def test_a_slow_reader_holds_up_its_writer_only(self):
        peer = self.peer(eager=False)
        before = int(peer.fetch("/memory"))
        since = self.server.mark()
        slow = peer.open("/endless")
        peer.until(lambda: len(peer.bodies.get(slow, b"")) > 60_000)
        other = self.peer()
        self.server.wait_for(r"^TWENTY", since=since)
        for _ in range(20):
            after = int(other.fetch("/memory"))
        self.assertLess(after - before, 40_000)  # KB: the high watermark, not what it would write
        peer.socket.close()
        self.server.wait_for(r"^LOST", since=since)

    def test_too_large(self):
        for fields in ([], [("content-length", "3000000")]):
            peer = self.peer()
            stream = peer.open("/facts", "POST", end=False, fields=fields)
            while stream not in peer.heads:
                room = min(peer.h2.local_flow_control_window(stream), 16384)
                if room > 0:
                    peer.h2.send_data(stream, b"b" * room)
                    peer.flush()
                else:
                    peer.step()
            self.assertEqual(peer.heads[stream][":status"], "413")
            peer.until(lambda: stream in peer.resets)
            self.assertEqual(peer.resets[stream], 0)  # NO_ERROR: the answer stands
            self.assertEqual(peer.fetch("/"), b"ok")

    def test_a_reset_reaches_the_writer(self):
        peer = self.peer()
        since = self.server.mark()
        stream = peer.open("/endless")
        peer.until(lambda: stream in peer.bodies)
        peer.h2.reset_stream(stream, 8)
        peer.flush()
        peer.until(lambda: re.search(r"^LOST", self.server.output()[since:], re.M) or peer.fetch("/"))
        self.server.wait_for(r"^LOST", since=since)
        self.assertEqual(peer.fetch("/"), b"ok")

    def test_ping_goaway_and_close(self):
        peer = self.peer()
        self.assertEqual(peer.fetch("/ping"), b"true")
        peer.until(lambda: peer.pings == 1)
        waits = peer.open("/wait")
        self.assertEqual(peer.fetch("/goaway"), b"true")
        peer.until(lambda: peer.goaway)
        self.assertEqual(peer.goaway[1:], (11, b"enough"))
        self.peer().fetch("/step")
        self.assertEqual(peer.finish(waits), b"waited")
        while not peer.closed:
            peer.step()
        peer = self.peer()
        peer.open("/close")
        while not peer.closed:
            peer.step()


class Visitor(threading.Thread):
    """Asks again and again, over new connections when the server says so; every stream it was promised must be answered."""

    def __init__(self, address):
        super().__init__()
        self.address, self.done, self.wrong, self.stopping, self.pids = address, 0, [], False, set()

    def run(self):
        try:
            while not self.stopping:
                with Peer(self.address) as peer:
                    self.visit(peer)
        except Exception as why:  # pylint: disable=broad-except
            self.wrong.append(repr(why))

    def visit(self, peer):
        open_streams = set()
        while not peer.closed and not (self.stopping and not open_streams):
            if peer.goaway is None and not self.stopping:
                while len(open_streams) < 20:
                    open_streams.add(peer.open("/pid"))
            if not open_streams:
                return
            try:
                peer.step()
            except ConnectionError:
                peer.closed = True
            for stream in open_streams & peer.ended:
                open_streams.discard(stream)
                self.pids.add(peer.bodies[stream])
                self.done += 1
        last = peer.goaway[0] if peer.goaway else 0
        if any(stream <= last for stream in open_streams) or (open_streams and not peer.goaway):
            self.wrong.append(f"unanswered {sorted(open_streams)} after {peer.goaway}")


@unittest.skipIf(h2 is None, "Python's h2 is missing: install the package python3-h2")
class ReloadTest(TestCase):
    def test_under_load(self):
        server = self.run_script(PhpFile("http2/http2.php", options(worker_num=2)))
        visitors = [Visitor(("127.0.0.1", server.ports[0])) for _ in range(4)]
        for visitor in visitors:
            visitor.start()
        wait_until(lambda: all(visitor.done > 50 or visitor.wrong for visitor in visitors), "requests")
        for _ in range(3):
            old = set(server.workers())
            server.send_signal(10)  # SIGUSR1
            wait_until(lambda: not old & set(server.workers()), "new workers")
            marks = [visitor.done for visitor in visitors]
            wait_until(lambda: all(visitor.done > mark + 50 or visitor.wrong for visitor, mark in zip(visitors, marks)), "requests")
        for visitor in visitors:
            visitor.stopping = True
        for visitor in visitors:
            visitor.join()
            self.assertEqual(visitor.wrong, [])
        self.assertGreater(len(set().union(*(visitor.pids for visitor in visitors))), 2)


class TlsTest(TestCase):
    def test_alpn_chooses(self):
        need("curl")
        server = self.run_script(PhpFile("http2/http2.php", options(tls="self-signed"), tls=True))
        url = server.url("/facts").replace("http:", "https:")
        for flag, version in (("--http2", "HTTP/2"), ("--http1.1", "HTTP/1.1")):
            done = subprocess.run(["curl", "-sSk", flag, url], check=True, capture_output=True)
            self.assertEqual(json.loads(done.stdout)["server"]["server_protocol"], version)
        large = subprocess.run(["curl", "-sSk", "--http2", url.replace("/facts", "/large?n=3000000")], check=True, capture_output=True)
        self.assertEqual(len(large.stdout), 3_000_000)
        need("h2load")
        done = subprocess.run(["h2load", "-n", "3000", "-c", "5", "-m", "50", url], capture_output=True, text=True, timeout=4 * TIMEOUT_S)
        self.assertIn("3000 succeeded, 0 failed, 0 errored", done.stdout)


class AccessLogTest(TestCase):
    def test_a_line(self):
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "access.log"
            server = self.serve("$response->header('X-A', 'b'); $response->end('text');",
                                options(access_log=str(log), access_log_format='%r %s %b %{X-A}o'))
            need("curl")
            subprocess.run(["curl", "-sS", "--http2-prior-knowledge", server.url("/a?b")], check=True, capture_output=True)
            wait_until(lambda: log.exists() and log.read_text(), "a line")
            self.assertEqual(log.read_text(), "GET /a?b HTTP/2.0 200 4 b\n")


if __name__ == "__main__":
    unittest.main()
