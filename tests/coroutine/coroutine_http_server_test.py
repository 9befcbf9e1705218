"""Coroutine\\Http\\Server with real clients: curl, nghttp, Python's websockets; in scripts, schedulers, processes, pools and
workers; TLS, HTTP/2, files, compression, uploads, WebSockets; what is in flight when it ends."""
import pathlib
import signal
import subprocess
import tempfile
import unittest

from certificates import tls_client
from harness import TIMEOUT_S, need, wait_until
from http_client import request
from php_program import PhpFile
from server_case import TestCase
from server_process import Server
from websocket import CLOSE, PING, PONG, TEXT, WebSocket


def program(place="in_script", options=None, **given):
    return PhpFile("coroutine/coroutine_http_server.php", options, place=place, **given)


class Served(TestCase):
    options = {}
    ssl = False

    def setUp(self):
        self.server = Server(program(options=self.options, ssl=self.ssl))
        self.addCleanup(self.server.stop)

    def open(self, path="/ws"):
        found = WebSocket(("127.0.0.1", self.server.port), path)
        self.addCleanup(found.close)
        return found


class HttpTest(Served):
    options = {"http_compression_min_length": 100}

    def curl(self, path, *more, body=None):
        need("curl")
        done = subprocess.run(["curl", "-sS", "--max-time", str(TIMEOUT_S), *more, self.server.url(path)], input=body,
                              capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_curl(self):
        self.assertEqual(self.curl("/some/path"), b"GET /some/path")
        self.assertEqual(self.curl("/stream"), b"piece 0\npiece 1\npiece 2\n")
        self.assertEqual(self.curl("/large", "--compressed"), b"large " * 20000)
        self.assertIn(b"content-encoding:", self.curl("/large", "--compressed", "-I").lower())
        self.assertIn(b"404", self.curl("/", "-X", "OPTIONS", "--request-target", "*", "-i").splitlines()[0])

    def test_keep_alive(self):
        with self.server.client() as client:
            for path in ("/one", "/two", "/stream", "/three"):
                client.send(request("GET", path))
                self.assertEqual(client.response().status, 200)
            client.send(request("GET", "/a"), request("GET", "/b"))
            self.assertEqual([client.response().text, client.response().text], ["GET /a", "GET /b"])

    def test_bodies(self):
        body = bytes(i * 7 % 251 for i in range(1_000_000))
        self.assertEqual(self.curl("/upload", "-F", "file=@-;filename=bits", body=body).split()[:2], [b"bits", b"1000000"])
        digest = self.curl("/body", "--data-binary", "@-", body=body)
        self.assertEqual(self.curl("/body", "--data-binary", "@-", "-H", "Transfer-Encoding: chunked", body=body), digest)

    def test_an_exception_is_logged(self):
        self.assertEqual(self.server.get("/throw").status, 500)
        self.server.wait_for("LogicException: not today")
        self.assertEqual(self.server.get("/").status, 200)

    def test_limits(self):
        self.assertEqual(self.server.get("/" + "x" * 70000).status, 414)
        self.assertEqual(self.server.get("/", body=b"x" * (3 << 20), method="POST").status, 413)

    def test_requests_in_flight_are_answered(self):
        with self.server.client() as waiting, self.server.client() as idle:
            idle.send(request())
            idle.response()
            waiting.send(request("GET", "/wait"))
            self.server.wait_for("^WAITS$")
            self.assertEqual(self.server.get("/stop").text, "stopping")
            idle.expect_closed()
            self.server.send_signal(signal.SIGUSR1)
            answer = waiting.response()
            self.assertEqual((answer.text, answer.get("Connection")), ("answered", "close"))
        self.server.wait_for("^ENDED true 0$")
        self.server.wait_exit()

    def test_http2_in_clear(self):
        self.assertTrue(self.curl("/two", "--http2-prior-knowledge", "-i").startswith(b"HTTP/2 200"))


class StaticTest(Served):
    def setUp(self):
        self.options = {"enable_static_handler": True, "document_root": str(__file__).rsplit("/", 1)[0],
                        "access_log": "-"}
        super().setUp()

    def test_files(self):
        with open(__file__, "rb") as file:
            self.assertEqual(self.server.get("/coroutine_http_server_test.py").body, file.read())
        self.assertEqual(self.server.get("/none.txt").text, "GET /none.txt")
        self.server.wait_for(r'"GET /none.txt HTTP/1.1" 200')


class AccessLogTest(Served):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tern-access-")
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "access"
        self.options = {"access_log": str(self.path), "access_log_format": "%U"}
        super().setUp()

    def test_a_file_that_was_renamed_is_opened_again(self):
        for number in range(2):
            self.server.get(f"/{number}")
            wait_until(lambda: self.path.exists() and self.path.read_text() == f"/{number}\n", "a line")
            self.path.rename(f"{self.path}.{number}")
        self.assertNotIn("ERROR", self.server.output())


class WebSocketTest(Served):
    options = {"websocket_compression": True}

    def test_conversation(self):
        client = self.open()
        self.assertEqual(client.push("hello").frame().text, "you said hello")
        client.push(b"there?", PING)
        self.assertEqual(client.frame().opcode, PONG)
        client.push((1000).to_bytes(2, "big") + b"bye", CLOSE)
        self.assertEqual(client.frame().code, 1000)
        self.server.wait_for("^CLOSED 1000$")

    def test_closed_by_the_program(self):
        self.assertEqual(self.open().push("close").frame().code, 1000)
        self.server.wait_for("^CLOSED")

    def test_shutdown_closes(self):
        client = self.open()
        self.assertEqual(client.push("x").frame().opcode, TEXT)
        self.server.send_signal(signal.SIGTERM)
        self.assertEqual(client.frame().code, 1001)
        client.push((1001).to_bytes(2, "big"), CLOSE)
        self.server.wait_for("^CLOSED")
        self.server.wait_for("^ENDED true 0$")
        self.server.wait_exit()

    def test_lost(self):
        client = self.open()
        self.server.wait_for("^OPEN$")
        client.reset()
        self.server.wait_for("^CLOSED ''false$")

    def test_no_handshake(self):
        self.assertEqual(self.server.get("/ws").status, 400)

    def test_a_real_client(self):
        python = "/usr/bin/python3"
        if subprocess.run([python, "-c", "import websockets"], check=False, capture_output=True).returncode:
            self.skipTest("the websockets package is not installed")
        code = f"""
import asyncio, websockets
async def main():
    async with websockets.connect("ws://127.0.0.1:{self.server.port}/ws") as ws:
        for size in (0, 10, 100000):
            await ws.send("y" * size)
            assert await ws.recv() == "you said " + "y" * size
        await (await ws.ping())
        await ws.send("close")
        try:
            await ws.recv()
        except websockets.ConnectionClosed as closed:
            print(closed.code)
asyncio.run(main())"""
        run = subprocess.run([python, "-c", code], check=False, capture_output=True, text=True, timeout=60)
        self.assertEqual(("1000\n", ""), (run.stdout, run.stderr))


class TlsTest(Served):
    options = {"tls": "self-signed"}
    ssl = True

    def url(self, path="/"):
        return f"https://127.0.0.1:{self.server.port}{path}"

    def test_curl(self):
        need("curl")
        for version, line in (("--http2", b"HTTP/2 200"), ("--http1.1", b"HTTP/1.1 200 OK")):
            done = subprocess.run(["curl", "-sSki", version, "--max-time", str(TIMEOUT_S), self.url("/tls")],
                                  capture_output=True)
            self.assertEqual((done.returncode, done.stdout.splitlines()[0].strip()), (0, line))
            self.assertTrue(done.stdout.endswith(b"GET /tls"))

    def test_nghttp(self):
        need("nghttp")
        done = subprocess.run(["nghttp", "-v", self.url("/large"), self.url("/stream"), self.url("/none")],
                              capture_output=True, text=True, timeout=TIMEOUT_S)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count(":status: 200"), 3)

    def test_ends_with_clients(self):
        with tls_client(self.server) as client:
            self.assertEqual(client.ask().text, "GET /")
            self.server.send_signal(signal.SIGTERM)
            client.expect_closed()
        self.server.wait_for("^ENDED true 0$")
        self.server.wait_exit()

    def test_in_clear(self):
        with self.server.client() as client:
            self.assertEqual(client.send(request()).response().status, 400)
        with tls_client(self.server) as client:
            self.assertEqual(client.ask().text, "GET /")


class PlacesTest(TestCase):
    def start(self, place, **more):
        server = Server(program(place), **more)
        self.addCleanup(server.stop)
        return server

    def test_scheduler(self):
        self.assertEqual(self.start("in_scheduler").get("/in").text, "GET /in")

    def test_process(self):
        self.assertEqual(self.start("in_process").get("/in").text, "GET /in")

    def test_pool(self):
        server = self.start("in_pool", wait=False)
        found = server.wait_for(r"^SERVES (\d+)$", count=2)
        server.port, server.ports = int(found[1]), [int(found[1])]
        self.assertIn(server.get("/").text, ("worker 0", "worker 1"))

    def test_worker(self):
        """Beside the ports of the server, with its session numbers; it leaves with the worker."""
        server = self.start("in_worker")
        beside = int(server.wait_for(r"^BESIDE (\d+)$")[1])
        server.ports.append(beside)
        self.assertEqual(server.get("/").text, "of the server")
        with server.client(1) as client:
            client.send(request("GET", "/in"))
            self.assertEqual(client.response().text, "GET /in")
            with WebSocket(("127.0.0.1", beside), "/ws") as ws:
                self.assertEqual(ws.push("x").frame().text, "you said x")
                server.send_signal(signal.SIGTERM)
                self.assertEqual(ws.frame().code, 1001)
                ws.push((1001).to_bytes(2, "big"), CLOSE)
                client.expect_closed()
        server.wait_for("^ENDED true 0$")
        server.wait_exit()

    def test_a_fatal_error_answers_the_others(self):
        server = Server(program(fatal=True), php=["-d", "memory_limit=32M"])
        self.addCleanup(server.kill)
        with server.client() as waiting, server.client() as fatal:
            waiting.send(request("GET", "/wait"))
            server.wait_for("^WAITS$")
            fatal.send(request("GET", "/fatal"))
            self.assertEqual(fatal.response().status, 500)
            self.assertEqual(waiting.response().status, 503)
        self.assertEqual(server.wait_exit(), 255)
        server.stop(code=255)


if __name__ == "__main__":
    unittest.main()
