"""examples/proxy.php between clients and an upstream that the test plays, byte by byte."""
import functools
import socket
import threading
import unittest

from harness import ROOT, TIMEOUT_S, wait_until
from http_client import request
from peer import Peer
from programs import Program

PIECES = 50
LARGE = 2000
PIECE = b"x" * 65536


def read_head(reader):
    """The request line and the fields by name in lower case; None at the end."""
    line = reader.readline().decode()
    if not line:
        return None
    fields = {}
    while (text := reader.readline().decode().strip()) != "":
        name, _, value = text.partition(":")
        fields[name.lower()] = value.strip()
    return line.strip(), fields


def chunks(reader):
    while (size := int(reader.readline(), 16)) > 0:
        yield reader.read(size + 2)[:-2]
    reader.readline()


def answer(client, body=b"", status="200 OK", fields=()):
    head = "".join(f"{name}: {value}\r\n" for name, value in fields)
    client.sendall(f"HTTP/1.1 {status}\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return True


def answer_all(converse, client):
    """Passes each request of a connection to `converse`, until that returns something false."""
    with client.makefile("rb") as reader:
        while (head := read_head(reader)) is not None:
            if not converse(client, reader, *head):
                return


class ProxyTest(Program):
    def proxy(self, converse=None, url=None, **replaced):
        if url is None:
            upstream = Peer(functools.partial(answer_all, converse))
            self.addCleanup(upstream.close)
            url = f"http://127.0.0.1:{upstream.port}"
        source = (ROOT / "examples/proxy.php").read_text().replace("http://127.0.0.1:8080", url)
        for name, value in replaced.items():
            self.assertIn(f"'{name}' => ", source)
            source = source.replace(f"'{name}' => 30", f"'{name}' => {value}")
        return self.start(source)

    def test_fields_of_the_message_stay_with_it(self):
        seen = []

        def converse(client, _reader, _line, fields):
            seen.append(fields)
            return answer(client, b"hello", fields=[("Connection", "content-type, cache-control"), ("Content-Type", "text/plain"),
                                                    ("Cache-Control", "private")])

        proxy = self.proxy(converse)
        found = proxy.get("/", [("Connection", "host, authorization , Cookie, x-mine"), ("Authorization", "Basic x"), ("Cookie", "a=b"),
                                ("X-Mine", "1")])
        self.assertEqual((found.get("Content-Type"), found.get("Cache-Control")), ("text/plain", "private"))
        self.assertEqual((seen[0]["host"], seen[0]["authorization"], seen[0]["cookie"]), (seen[0]["x-forwarded-host"], "Basic x", "a=b"))
        self.assertNotIn("x-mine", seen[0])

    def test_an_answer_without_a_type_is_no_page(self):
        proxy = self.proxy(lambda client, *_: answer(client, b"<script>"))
        self.assertEqual(proxy.get("/").get("Content-Type"), "application/octet-stream")

    def test_fields_of_the_connection_stay_there(self):
        seen = []

        def converse(client, _reader, line, fields):
            seen.append((line, fields))
            return answer(client, b"hello", fields=[("Connection", "X-Hop, keep-alive"), ("X-Hop", "1"), ("X-End", "2"),
                                                    ("Keep-Alive", "timeout=9"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")])

        proxy = self.proxy(converse)
        fields = [("Connection", "X-Mine, close"), ("X-Mine", "1"), ("TE", "gzip"), ("X-Other", "2"), ("X-Forwarded-For", "1.2.3.4"),
                  ("Proxy-Authorization", "Basic x"), ("Via", "1.0 other")]
        found = proxy.get("/a//b?c=%20d", fields)
        self.assertEqual((found.status, found.text, found.all("Set-Cookie")), (200, "hello", ["a=1", "b=2"]))
        self.assertEqual((found.get("X-Hop"), found.get("X-End"), found.get("Keep-Alive"), found.get("Content-Length")), (None, "2", None, "5"))
        line, sent = seen[0]
        self.assertEqual(line, "GET /a//b?c=%20d HTTP/1.1")
        self.assertEqual((sent["x-other"], sent["x-forwarded-for"], sent["via"]), ("2", "127.0.0.1", "1.0 other, 1.1 tern"))
        self.assertEqual(sent["forwarded"], f"for=127.0.0.1;proto=http;host=\"{sent['host']}\"")
        for name in ("x-mine", "te", "proxy-authorization", "connection", "accept", "user-agent"):
            self.assertNotIn(name, sent)

    def test_pieces_pass_through_as_they_come(self):
        """Each side waits for what the other one sent: nothing is collected."""
        arrived = threading.Event()

        def converse(client, reader, line, _fields):
            client.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            pieces = (b"first", b"second")
            if line.startswith("POST"):
                pieces = (str(sum(map(len, chunks(reader)))).encode(),)
            for piece in pieces:
                client.sendall(b"%x\r\n%s\r\n" % (len(piece), piece))
                if piece == b"first":
                    arrived.wait(TIMEOUT_S)
            client.sendall(b"0\r\nX-Sum: done\r\n\r\n")
            return True

        proxy = self.proxy(converse)
        with proxy.client() as client:
            client.send(request(path="/"))
            self.assertEqual(client.head().status, 200)
            self.assertEqual(client.chunk(), b"first")
            arrived.set()
            self.assertEqual(client.chunk(), b"second")
            self.assertEqual(client.chunk(), b"")
        with proxy.client() as client:
            client.send(request("POST", "/", [("Transfer-Encoding", "chunked")]))
            client.send(b"5\r\nhello\r\n")
            for _ in range(PIECES):
                client.send(b"%x\r\n%s\r\n" % (len(PIECE), PIECE))
            client.send(b"0\r\n\r\n")
            found = client.response("POST")
        self.assertEqual((found.status, found.text), (200, str(5 + PIECES * len(PIECE))))
        self.assertIn(("x-sum", "done"), [(name.lower(), value) for name, value in found.trailers])

    def test_a_client_that_reads_nothing_holds_up_the_upstream(self):
        """The proxy takes no more than the buffers of the connections have room for."""
        stuck = threading.Event()

        def converse(client, _reader, _line, _fields):
            client.settimeout(1)
            client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % (LARGE * len(PIECE)))
            try:
                for _ in range(LARGE):
                    client.sendall(PIECE)
            except socket.timeout:
                stuck.set()
            return False

        proxy = self.proxy(converse)
        with proxy.client(receive_buffer=65536) as client:
            client.send(request(path="/"))
            self.assertEqual(client.head().status, 200)
            self.assertTrue(stuck.wait(TIMEOUT_S))
            client.reset()

    def test_what_the_upstream_does_wrong(self):
        def converse(client, _reader, line, _fields):
            path = line.split()[1]
            if path == "/slow":
                return wait_until(lambda: not client.recv(1), "the end")
            if path == "/bad":
                client.sendall(b"no HTTP\r\n\r\n")
            if path == "/cut":
                client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            return False

        proxy = self.proxy(converse, timeout=0.2)
        self.assertEqual([proxy.get(path).status for path in ("/slow", "/bad", "/gone")], [504, 502, 502])
        with proxy.client() as client:
            client.send(request(path="/cut"))
            self.assertEqual(client.head().status, 200)
            self.assertEqual(client.chunk(), b"half")
            while client.receive():
                pass
            self.assertNotIn(b"0\r\n\r\n", client.unread)

    def test_nobody_listens(self):
        with socket.create_server(("127.0.0.1", 0)) as closed:
            port = closed.getsockname()[1]
        proxy = self.proxy(url=f"http://127.0.0.1:{port}")
        self.assertEqual(proxy.get("/").status, 502)


if __name__ == "__main__":
    unittest.main()
