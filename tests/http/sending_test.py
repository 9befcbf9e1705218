"""When answers leave, and what a client gets of those that cannot be sent whole."""
import errno
import os
import pathlib
import ssl
import tempfile

import http2_wire as wire
from certificates import Certificates, over_tls
from harness import wait_until
from http_client import Closed, request
from php_program import PhpFile
from raw_server import raw_script
from server_case import TestCase
from server_process import Server
from websocket_client import WebSocket, text

# --- answers that a slow client takes, where nothing can be suspended

PIECE = 1 << 20
PIECES = 20
WHOLE = b"".join(bytes([65 + n]) * PIECE for n in range(PIECES)) + b"."


class Blocking(TestCase):
    OPTIONS = {"enable_coroutine": False, "open_http2_protocol": True, "send_timeout": 1}

    def start(self, **options):
        server = self.run_script(PhpFile("http/sending_blocked.php", {**self.OPTIONS, **options}))
        self.addCleanup(server.stop)
        return server

    def start_tls(self, **options):
        certificates = Certificates()
        self.addCleanup(certificates.close)
        certificate, key = certificates.issue("example.org", names=["example.org"])
        files = {"ssl_cert_file": str(certificate), "ssl_key_file": str(key)}
        return self.run_script(PhpFile("http/sending_blocked.php", {**self.OPTIONS, **files, **options}, tls=True))

    def slow(self, server):
        return server.client(receive_buffer=4096)

    def take_all(self, server, client):
        client.send(request(path="/flood"))
        server.wait_for("^WRITES")
        self.assertTrue(client.response().body == WHOLE)
        server.wait_for("^WROTE 20 true")
        self.assertEqual(client.ask(path="/other").text, "other")

    def test_a_slow_reader_gets_every_byte(self):
        server = self.start(send_timeout=60)
        with self.slow(server) as client:
            self.take_all(server, client)

    def test_over_tls(self):
        server = self.start_tls(send_timeout=60)
        with over_tls(self.slow(server)) as client:
            self.take_all(server, client)

    def test_over_http2(self):
        """Its windows open while the handler waits, and other requests of the connection wait for it."""
        server = self.start(send_timeout=60)
        with wire.H2Client(("127.0.0.1", server.port)) as client:
            client.send(wire.get(1, "/flood"))
            server.wait_for("^WRITES")
            client.send(wire.get(3, "/other"))
            while not client.on(1).over():
                frame = client.next()
                if frame.kind == wire.DATA and frame.stream == 1 and frame.payload:
                    for stream in (0, 1):
                        client.open_window(stream, len(frame.payload))
            self.assertEqual((client.on(1).reset, client.on(1).body == WHOLE), (None, True))
            self.assertEqual(client.answer(3).text, "other")
            output = server.output()
            self.assertLess(output.index("WROTE 20 true"), output.index("OTHER"))

    def aborted(self, server):
        """write() and end() have told it."""
        found = server.wait_for(r"^WROTE (\d+) false (\d+)")
        self.assertLess(int(found[1]), PIECES)
        self.assertEqual(found[2], "110")
        server.wait_for("is aborted: the client took nothing of it for send_timeout")

    def test_a_reader_that_stops(self):
        server = self.start()
        with self.slow(server) as client:
            client.send(request(path="/flood"))
            self.aborted(server)
            with self.assertRaises(Closed):
                client.response()
        self.assertEqual(server.get("/other").text, "other")

    def test_a_reader_that_stops_with_tls(self):
        server = self.start_tls()
        with over_tls(self.slow(server)) as client:
            client.send(request(path="/flood"))
            self.aborted(server)
            with self.assertRaises((Closed, ssl.SSLError)):
                client.response()

    def test_a_reader_that_stops_with_http2(self):
        server = self.start()
        with wire.H2Client(("127.0.0.1", server.port)) as client:
            client.send(wire.get(1, "/flood"))
            self.aborted(server)
            answer = client.answer(1)
            self.assertEqual((answer.ended, answer.reset), (False, wire.CANCEL))
            client.open_window(0, wire.FIRST_WINDOW)
            self.assertEqual(client.fetch("/other", stream=3).text, "other")

    def test_a_client_that_leaves(self):
        server = self.start(send_timeout=60)
        for client in (self.slow(server), wire.H2Client(("127.0.0.1", server.port))):
            since = server.mark()
            client.send(wire.get(1, "/flood") if isinstance(client, wire.H2Client) else request(path="/flood"))
            server.wait_for("^WRITES", since=since)
            client.reset()
            server.wait_for(r"^WROTE \d+ false", since=since)


class Incomplete(TestCase):
    """A part of the answer was refused: it is too long for output_buffer_size."""

    def setUp(self):
        self.server = self.run_script(PhpFile("http/sending_incomplete.php", {"output_buffer_size": 4096}))

    def ask(self, path):
        since = self.server.mark()
        with self.server.client() as client:
            client.send(request(path=path))
            try:
                return client.response()
            finally:
                self.done = self.server.wait_for("^DONE (.*)$", since=since)[1]

    def test_the_end_is_no_end(self):
        for path, done in (("/piece", "[false,false]"), ("/returns", "false"), ("/last", "false")):
            with self.assertRaises(Closed, msg=path):
                self.ask(path)
            self.assertEqual(self.done, done)

    def test_where_nothing_was_sent(self):
        for path, done in (("/only", "[false,false]"), ("/whole", "false")):
            self.assertEqual(self.ask(path).status, 500)
            self.assertEqual(self.done, done)
        self.assertEqual(self.ask("/instead").text, "instead")
        # For the log: a program whose error handler throws at warnings goes on.
        self.assertIn("are more than output_buffer_size", self.server.output())
        self.assertNotIn("Warning: ", self.server.output())

    def test_http10(self):
        """Where the end of the connection ends an answer, an abort must not look like it."""
        with self.server.client() as client:
            client.send(request(path="/piece", version="1.0"))
            self.server.wait_for("^DONE")
            with self.assertRaises(ConnectionResetError):
                while client.socket.recv(1 << 16):
                    pass


# --- what a handler has sent leaves, whatever the handler does next

BLOCK = "note('BLOCKS'); file_get_contents(%s); note('GOES ON');"


class AtOnce(TestCase):
    """Each handler blocks its process, for real, until the client has what was sent before."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tern-e2e-sending-")
        self.addCleanup(folder.cleanup)
        self.fifo = str(pathlib.Path(folder.name) / "fifo")
        self.file = pathlib.Path(folder.name) / "file"
        self.file.write_text("answer")
        os.mkfifo(self.fifo)

    def fill_in(self, script):
        return script.replace("BLOCK", BLOCK % f"'{self.fifo}'")

    def start(self, options=None, **given):
        server = self.run_script(PhpFile("http/sending_at_once.php", {"http_stream_bodies": ["/early"], **(options or {})},
                                         fifo=self.fifo, file=str(self.file), **given))
        self.addCleanup(self.go_on)  # also where the test fails
        return server

    def start_tls(self, options=None):
        certificates = Certificates()
        self.addCleanup(certificates.close)
        certificate, key = certificates.issue("example.org", names=["example.org"])
        return self.start({"ssl_cert_file": str(certificate), "ssl_key_file": str(key), **(options or {})}, tls=True)

    # Whoever has the FIFO open reads its end.
    def go_on(self):
        os.close(os.open(self.fifo, os.O_RDWR | os.O_NONBLOCK))

    # A writer is refused until there is a reader.
    def is_released(self):
        try:
            os.close(os.open(self.fifo, os.O_WRONLY | os.O_NONBLOCK))
        except OSError as error:
            self.assertEqual(error.errno, errno.ENXIO)
            return False
        return True

    def release(self):
        wait_until(self.is_released, "the handler to open the FIFO")

    def released(self, server, since):
        server.wait_for("^BLOCKS", since=since)
        self.release()
        server.wait_for("^GOES ON", since=since)

    def answers(self, server, client):
        for path in ("/end", "/write/end", "/trailer", "/sendfile", "/redirect"):
            since = server.mark()
            client.send(request(path=path))
            answer = client.response()
            self.assertEqual(answer.text, "" if path == "/redirect" else "answer", path)
            self.released(server, since)
        since = server.mark()
        client.send(request(path="/write"))
        client.head()
        self.assertEqual(client.chunk(), b"piece")
        self.released(server, since)
        self.assertEqual(client.chunk(), b"")
        client.fields()
        self.assertEqual(client.ask().text, "ok")

    def test_http1(self):
        for coroutines in (True, False):
            server = self.start({"enable_coroutine": coroutines})
            with server.client() as client:
                self.answers(server, client)

    def test_tls(self):
        server = self.start_tls()
        with over_tls(server.client()) as client:
            self.answers(server, client)

    def test_an_answer_before_the_body(self):
        server = self.start()
        with server.client() as client:
            client.send(b"POST /early HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n01234")
            self.assertEqual(client.response().text, "1")
            self.released(server, 0)
            client.send(b"56789" + request())
            self.assertEqual(client.response().text, "ok")

    def test_the_last_answer_of_a_connection(self):
        server = self.start()
        with server.client() as client:
            client.send(request(path="/end", fields={"Connection": "close"}))
            self.assertEqual(client.response().text, "answer")
            client.expect_closed()
            self.released(server, 0)

    def test_pipelined(self):
        """Others have arrived, but the one that blocks is the first of its connection, or one that is as slow came before."""
        server = self.start()
        with server.client() as client:
            for _ in range(2):
                since = server.mark()
                client.send(request(path="/end") + request())
                self.assertEqual(client.response().text, "answer")
                self.released(server, since)
                self.assertEqual(client.response().text, "ok")

    def test_http2(self):
        server = self.start({"open_http2_protocol": True})
        with wire.H2Client(("127.0.0.1", server.port)) as client:
            for stream, path in enumerate(("/end", "/write/end", "/trailer", "/sendfile")):
                since = server.mark()
                self.assertEqual(client.fetch(path, stream=2 * stream + 1).text, "answer")
                self.released(server, since)
            since = server.mark()
            client.send(wire.get(9, "/write"))
            client.until(lambda: client.on(9).body == b"piece", "a piece")
            self.released(server, since)
            self.assertEqual(client.answer(9).text, "piece")

    def test_http2_streams_of_one_turn(self):
        server = self.start({"open_http2_protocol": True})
        with wire.H2Client(("127.0.0.1", server.port)) as client:
            client.send(wire.get(1, "/end") + wire.get(3))
            self.assertEqual(client.answer(1).text, "answer")
            self.released(server, 0)
            self.assertEqual(client.answer(3).text, "ok")

    def raw(self, receive, options=None):
        server = Server(raw_script(self.fill_in(receive), options))
        self.addCleanup(server.stop)
        self.addCleanup(self.go_on)
        return server

    def test_packets(self):
        server = self.raw("$server->send($fd, \"<$data>\"); if ($data === 'a ') { BLOCK }", {"open_eof_split": True, "package_eof": " "})
        with server.client() as client:
            client.send("a b ")
            self.assertEqual(client.exactly(4), b"<a >")
            self.released(server, 0)
            self.assertEqual(client.exactly(4), b"<b >")

    def test_websocket(self):
        handler = self.fill_in("$server->push($frame->fd, 'sent'); BLOCK")
        server = self.serve("", make="new Swoole\\WebSocket\\Server('127.0.0.1', 0)",
                            setup=f"$server->on('open', function ($server, $request) {{ {handler.replace('$frame', '$request')} }});"
                                  f"$server->on('message', function ($server, $frame) {{ {handler} }});")
        self.addCleanup(self.go_on)
        with WebSocket(("127.0.0.1", server.port)) as client:
            client.open()
            for number, message in enumerate((b"", text("x") + text("y"), b""), 1):
                client.send(message)
                self.assertEqual(client.event().data, "sent")
                server.wait_for("^BLOCKS", number)
                self.release()
                server.wait_for("^GOES ON", number)


class Throwing(TestCase):
    # The end of the connection calls the program while the handler's exception is on its way.
    def test_an_exception_that_ends_the_connection(self):
        server = self.serve("if ($request->server['path_info'] === '/part') $response->write('part'); throw new Exception('of the handler');",
                            {"enable_coroutine": False}, setup="$server->on('close', fn () => note('<close>'));")
        workers = server.workers()
        for number, path in enumerate(("/", "/part"), 1):
            with server.client() as client:
                client.send(request(path=path, fields={"Connection": "close"}))
                self.assertEqual(client.head().status, 200 if path == "/part" else 500)
                server.wait_for("^<close>", number)
                server.wait_for("Uncaught Exception: of the handler", number)
        self.assertEqual(server.workers(), workers)


if __name__ == "__main__":
    import unittest
    unittest.main()
