"""bench/httparena: each endpoint of the entries responds as the rules of HttpArena say. All values differ from those of its load."""
# Time limit: 400 s
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import websocket_client as ws
from harness import ROOT, free_port, need, wait_until
from http_client import Client, request
from php_program import PHP

sys.path.append(str(ROOT / "bench"))
import arena_world  # noqa: E402

H1, TLS, H2C, H2 = range(4)


class Entry(unittest.TestCase):
    """A server of an entry, on free ports."""
    name, ports, database = "tern", 4, True

    @classmethod
    def setUpClass(cls):
        if not PHP:
            raise unittest.SkipTest("TERN_PHP is not set: run scripts/e2e")
        cls.curl = need("curl")
        folder = tempfile.TemporaryDirectory(prefix="tern-arena-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.world = arena_world.World(folder.name, cls.database, rows=2000)
        cls.addClassCleanup(cls.world.close)
        cls.at = [free_port() for _ in range(cls.ports)]
        cls.start()

    @classmethod
    def start(cls):
        log = open(cls.folder / "log", "wb")
        cls.addClassCleanup(log.close)
        cls.process = subprocess.Popen([*PHP, *cls.world.modules, arena_world.ENTRY / cls.name / "server.php"], stdin=subprocess.DEVNULL,
                                       stdout=log, stderr=log, env=cls.world.environment(cls.at))
        cls.addClassCleanup(cls.stop)
        wait_until(cls.is_up, lambda: f"it does not serve: {(cls.folder / 'log').read_text()}")

    @classmethod
    def stop(cls):
        cls.process.terminate()
        assert cls.process.wait(30) == 0, (cls.folder / "log").read_text()

    @classmethod
    def is_up(cls):
        try:
            Client(("127.0.0.1", cls.at[0])).close()
        except OSError:
            assert cls.process.poll() is None, (cls.folder / "log").read_text()
            return False
        return True

    def fetch(self, path, *options, port=H1):
        """By curl, as the validation of HttpArena does: (status, fields, body)."""
        scheme = "https" if port in (TLS, H2) else "http"
        done = subprocess.run([self.curl, "-sk", "-D-", "--max-time", "30", *options, f"{scheme}://127.0.0.1:{self.at[port]}{path}"],
                              capture_output=True)
        head, _, body = done.stdout.partition(b"\r\n\r\n")
        while head.startswith(b"HTTP/1.1 100"):
            head, _, body = body.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        return int(lines[0].split()[1]) if lines[0] else 0, fields, body

    def json(self, path, *options, port=H1):
        status, fields, body = self.fetch(path, *options, port=port)
        self.assertEqual((status, fields["content-type"]), (200, "application/json"))
        return json.loads(body)


class Connections(Entry):
    database = False

    def check_text(self, expected, *query, port=H1):
        status, fields, body = self.fetch(*query, port=port)
        self.assertEqual((status, body.decode()), (200, expected))
        self.assertRegex(fields["content-type"], r"^text/plain(;|$)")

    def test_baseline(self):
        self.check_text("340", "/baseline11?a=123&b=217")
        self.check_text("361", "/baseline11?a=123&b=217", "-d", "21", "-H", "Content-Type: text/plain")
        self.check_text("362", "/baseline11?a=123&b=217", "-d", "22", "-H", "Transfer-Encoding: chunked", "-H", "Content-Type: text/plain")

    def test_requests_in_pieces(self):
        end = b"Connection: close\r\n\r\n"
        post = b"POST /baseline11?a=13&b=42 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n" + end
        for pieces, expected in (((b"GET /baseli", b"ne11?a=13&b=42 HTTP/1.1\r\n", b"Host: a\r\n" + end), "55"),
                                 ((post, b"2", b"0"), "75")):
            with Client(("127.0.0.1", self.at[H1])) as client:
                client.send(*pieces)
                self.assertEqual(client.response().text, expected)

    def test_pipeline(self):
        self.check_text("ok", "/pipeline")
        with Client(("127.0.0.1", self.at[H1])) as client:
            client.send(request(path="/pipeline") * 16)
            self.assertEqual([client.response().text for _ in range(16)], ["ok"] * 16)

    def test_a_delay(self):
        self.check_text("0", "/delay/0")
        with Client(("127.0.0.1", self.at[H1])) as slow, Client(("127.0.0.1", self.at[H1])) as fast:
            slow.send(request(path="/delay/400"))
            fast.send(request(path="/delay/10"))
            self.assertEqual([one.response().text for one in (fast, slow)], ["10", "400"])

    def test_bodies(self):
        for size in (0, 17, 102400, 20 << 20):
            path = self.folder / "body"
            path.write_bytes(b"a" * size)
            self.check_text(str(size), "/upload", "-X", "POST", "-H", "Expect:", "--data-binary", f"@{path}")
        for options in ((), ("-H", "Transfer-Encoding: chunked")):
            status, fields, body = self.fetch("/echo", "-H", "Content-Type: application/octet-stream", "-H", "Expect:", "--data-binary",
                                              f"@{self.folder / 'static/thumb1.webp'}", *options, port=TLS)
            self.assertEqual((status, fields["content-type"]), (200, "application/octet-stream"))
            self.assertEqual(body, (self.folder / "static/thumb1.webp").read_bytes())

    def check_items(self, found, count, times):
        self.assertEqual((found["count"], len(found["items"])), (count, count))
        for item, source in zip(found["items"], arena_world.items()):
            self.assertEqual(item, {**source, "total": source["price"] * source["quantity"] * times})

    def test_json(self):
        for count, times in ((12, 3), (31, 2), (50, 5)):
            self.check_items(self.json(f"/json/{count}?m={times}"), count, times)
        self.check_items(self.json("/json/7?m=2", "--http1.1", port=TLS), 7, 2)
        self.check_items(self.json("/json/22?m=7", "--http2-prior-knowledge", port=H2C), 22, 7)

    def test_compressed_json(self):
        _, fields, body = self.fetch("/json/40?m=7", "-H", "Accept-Encoding: gzip")
        self.assertEqual(fields["content-encoding"], "gzip")
        self.check_items(json.loads(gzip.decompress(body)), 40, 7)
        self.assertIn(self.fetch("/json/40?m=7", "-H", "Accept-Encoding: gzip, br")[1]["content-encoding"], ("gzip", "br"))
        self.assertNotIn("content-encoding", self.fetch("/json/40?m=7")[1])

    def test_static_files(self):
        for port, version in ((H1, "--http1.1"), (TLS, "--http1.1"), (H2, "--http2")):
            for name in arena_world.FILES:
                status, fields, body = self.fetch(f"/static/{name}", version, port=port)
                self.assertEqual((status, body), (200, (self.folder / "static" / name).read_bytes()), name)
            self.assertEqual(self.fetch("/static/nothing.txt", version, port=port)[0], 404)
        for name, kind in (("reset.css", "text/css"), ("app.js", "text/javascript"), ("manifest.json", "application/json")):
            self.assertEqual(self.fetch(f"/static/{name}")[1]["content-type"], kind)

    def test_compressed_static_files(self):
        _, fields, body = self.fetch("/static/app.js", "-H", "Accept-Encoding: gzip;q=0.8")
        self.assertEqual(fields["content-encoding"], "gzip")
        self.assertEqual(gzip.decompress(body), (self.folder / "static/app.js").read_bytes())
        self.assertNotIn("content-encoding", self.fetch("/static/hero.webp", "-H", "Accept-Encoding: br;q=1, gzip;q=0.8")[1])

    def test_http2(self):
        for port, version in ((H2, "--http2"), (H2C, "--http2-prior-knowledge")):
            self.check_text("340", "/baseline2?a=123&b=217", version, port=port)
            done = subprocess.run([self.curl, "-sk", version, "-o", "/dev/null", "-w", "%{http_version}",
                                   f"{'https' if port == H2 else 'http'}://127.0.0.1:{self.at[port]}/baseline2?a=1&b=1"], capture_output=True, text=True)
            self.assertEqual(done.stdout, "2")
        self.assertEqual(self.fetch("/baseline2?a=1&b=1", "--http1.1", port=H2C)[0], 505)

    def test_websocket(self):
        client = ws.WebSocket(("127.0.0.1", self.at[H1]))
        self.addCleanup(client.close)
        client.open(path="/ws")
        client.send(ws.text("Grüße"), ws.binary(bytes(range(256))), *(ws.text(f"number {i}") for i in range(5)))
        found = [client.event() for _ in range(7)]
        self.assertEqual([(one.opcode, one.data) for one in found],
                         [(ws.TEXT, "Grüße"), (ws.BINARY, bytes(range(256))), *((ws.TEXT, f"number {i}") for i in range(5))])
        client.send(ws.close(1000, "done"))
        self.assertEqual(client.event().data[0], 1000)
        self.assertEqual(self.fetch("/ws")[0], 426)

    def test_without_a_database(self):
        self.assertEqual(self.json("/async-db?min=10&max=50&limit=20"), {"items": [], "count": 0})

    def test_other_paths(self):
        for path in ("/", "/json/", "/json/x", "/nothing/3", "/crud/items/x"):
            self.assertEqual(self.fetch(path)[0], 404, path)


class WithDatabase(Entry):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if cls.world.database is None:
            raise unittest.SkipTest(cls.world.no_database)

    def check_shape(self, items):
        for item in items:
            self.assertEqual({name: type(value) for name, value in item.items()},
                             {"id": int, "name": str, "category": str, "price": int, "quantity": int, "active": bool, "tags": list, "rating": dict})
            self.assertEqual(set(item["rating"]), {"score", "count"})

    def test_range(self):
        for low, high, limit in ((5, 80, 7), (20, 150, 18), (100, 400, 33)):
            found = self.json(f"/async-db?min={low}&max={high}&limit={limit}")
            self.assertEqual((found["count"], len(found["items"])), (limit, limit))
            self.assertTrue(all(low <= item["price"] <= high for item in found["items"]))
            self.check_shape(found["items"])
        self.assertEqual(self.json("/async-db?min=9999&max=9999&limit=50"), {"items": [], "count": 0})
        self.assertEqual(self.json("/async-db")["count"], 50)

    def test_pages(self):
        first = self.json("/crud/items?category=office&page=1&limit=5")
        second = self.json("/crud/items?category=office&page=2&limit=5")
        self.check_shape(first["items"])
        self.assertEqual([item["id"] for item in first["items"] + second["items"]], list(range(1, 41, 4)))
        self.assertEqual((second["page"], second["limit"], second["total"]), (2, 5, 5))

    def cached(self, path):
        status, fields, body = self.fetch(path)
        self.assertEqual(status, 200)
        return fields["x-cache"], json.loads(body)

    def send(self, method, path, item):
        return self.fetch(path, "-X", method, "-H", "Content-Type: application/json", "-d", json.dumps(item))[0]

    def test_items(self):
        self.assertEqual(self.fetch("/crud/items/999999")[0], 404)
        self.assertEqual(self.send("PUT", "/crud/items/999999", {"name": "a", "price": 1, "quantity": 1}), 404)
        made = {"id": 200001, "name": "Made", "category": "test", "price": 25, "quantity": 10}
        self.assertEqual(self.send("POST", "/crud/items", made), 201)
        found, item = self.cached("/crud/items/200001")
        self.assertEqual(found, "MISS")
        self.assertEqual({**item, **made}, item)
        self.check_shape([item])
        self.assertEqual(self.send("PUT", "/crud/items/200001", {"name": "Other", "price": 30, "quantity": 5}), 200)
        found, item = self.cached("/crud/items/200001")
        self.assertEqual((found, item["name"], item["price"], item["quantity"], item["category"]), ("MISS", "Other", 30, 5, "test"))
        self.assertEqual(self.send("POST", "/crud/items", {**made, "name": "Again"}), 201)
        self.assertEqual(self.cached("/crud/items/200001")[1]["name"], "Again")

    def test_an_item_is_cached_for_all_workers(self):
        # It expires after 200 ms, and a slow machine may need longer for two requests: one of many pairs is enough.
        pairs = [(self.cached(f"/crud/items/{id}")[0], self.cached(f"/crud/items/{id}")[0]) for id in range(42, 62)]
        self.assertIn(("MISS", "HIT"), pairs)


class Grpc(Entry):
    name, ports, database = "tern-grpc", 2, False

    def call(self, method, message, *options, url="http", at=0):
        """(grpc-status, messages)."""
        (self.folder / "message").write_bytes(b"\0" + len(message).to_bytes(4, "big") + message)
        done = subprocess.run([self.curl, "-sk", "-D", self.folder / "fields", *options, "-H", "content-type: application/grpc", "-H",
                               "te: trailers", "--data-binary", f"@{self.folder / 'message'}",
                               f"{url}://127.0.0.1:{self.at[at]}/benchmark.BenchmarkService/{method}"], capture_output=True)
        fields, found, body = (self.folder / "fields").read_text(), [], done.stdout
        while body:
            size = int.from_bytes(body[1:5], "big")
            found.append(body[5:5 + size])
            body = body[5 + size:]
        return fields.partition("grpc-status: ")[2].strip(), found

    def test_unary(self):
        for options in ({"at": 0}, {"at": 1, "url": "https"}):
            version = "--http2" if "url" in options else "--http2-prior-knowledge"
            self.assertEqual(self.call("GetSum", b"\x08\x0d\x10\x2a", version, **options), ("0", [b"\x08\x37"]))
        self.assertEqual(self.call("GetSum", b"\x08\xac\x02\x10\xac\x02", "--http2-prior-knowledge"), ("0", [b"\x08\xd8\x04"]))
        minus_five = b"\xfb\xff\xff\xff\xff\xff\xff\xff\xff\x01"
        self.assertEqual(self.call("GetSum", b"\x08" + minus_five, "--http2-prior-knowledge"), ("0", [b"\x08" + minus_five]))
        self.assertEqual(self.call("GetSum", b"\x08" + minus_five + b"\x10\x05", "--http2-prior-knowledge"), ("0", [b""]))

    def test_a_stream(self):
        self.assertEqual(self.call("StreamSum", b"\x08\x0d\x10\x2a\x18\x0a", "--http2-prior-knowledge"),
                         ("0", [bytes([8, 55 + i]) for i in range(10)]))
        status, found = self.call("StreamSum", b"\x08\x0d\x10\x2a\x18\x88\x27", "--http2-prior-knowledge")
        self.assertEqual((status, len(found), found[-1]), ("0", 5000, b"\x08\xbe\x27"))
        self.assertEqual(self.call("StreamSum", b"\x08\x0d\x10\x2a", "--http2-prior-knowledge"), ("0", []))

    def test_another_method(self):
        self.assertEqual(self.call("Nothing", b"", "--http2-prior-knowledge"), ("12", []))


class Driver(unittest.TestCase):
    def test_the_page(self):
        """With a stand-in for Workerman."""
        if not PHP:
            self.skipTest("TERN_PHP is not set: run scripts/e2e")
        done = subprocess.run([ROOT / "bench/arena", "--quick", "--profiles", "baseline,latency-10k,baseline-h2c", "--servers", "tern,workerman",
                               "--vendor", ROOT / "tests/project/stand_ins/vendor"], capture_output=True, text=True,
                              env={**os.environ, "PHP": PHP[0]})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| profile | Tern | Workerman |\n", done.stdout)
        self.assertRegex(done.stdout, r"\| baseline \| \d+, [\d.]+ us, [\d.]+ ms \| \d+, [\d.]+ us, [\d.]+ ms( \(\d+\))? \|\n")
        self.assertRegex(done.stdout, r"\| baseline-h2c \| \d+, [\d.]+ us \| - \|\n")

    def test_wrong_names(self):
        for option in ("--profiles", "--servers"):
            done = subprocess.run([ROOT / "bench/arena", option, "nonsense"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn("there is no nonsense", done.stderr)


class Metadata(unittest.TestCase):
    def test_what_the_runner_reads(self):
        for path in arena_world.ENTRY.glob("*/meta.json"):
            found = json.loads(path.read_text())
            self.assertLessEqual({"display_name", "language", "engine", "type", "mode", "description", "repo", "enabled", "tests", "maintainers"},
                                 set(found))
            self.assertTrue((path.parent / "Dockerfile").exists())


del Entry  # not a case of its own

if __name__ == "__main__":
    unittest.main()
