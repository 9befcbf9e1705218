"""The WebSocket cases on streams of HTTP/2 (RFC 8441)."""
# Time limit: 400 s
import json
import unittest

import http2_wire as http2
from websocket_cases import LIMIT
from websocket_client import WebSocket, close, ping, text
from websocket_conformance_test import ConformanceTest
from websocket_echo import COMPRESSION, EchoTest

STREAM = 1
PIECE = 16384


def connect_request(stream, offer=None, **pseudo):
    pseudo = {":method": "CONNECT", ":protocol": "websocket", ":scheme": "http", ":path": "/", ":authority": "a", **pseudo}
    fields = [*pseudo.items(), ("sec-websocket-version", "13")]
    if offer is not None:
        fields.append(("sec-websocket-extensions", offer))
    return http2.headers(stream, http2.fields(*(pair for pair in fields if pair[1] is not None)), end=False)


class StreamSocket(WebSocket):
    """Its bytes are the DATA of a stream, its end is the stream's."""

    def __init__(self, address):
        self.connection = http2.H2Client(address, initial_window_size=1 << 30)
        self.connection.open_window(0, 1 << 30)
        self.sent = 0
        self.unread = b""
        self.ended = False
        self.inflater = self.terms = self.message = None

    def close(self):
        self.connection.close()

    def open(self, offer=None):
        self.connection.until(lambda: self.connection.theirs.get(http2.ENABLE_CONNECT_PROTOCOL) == 1, "RFC 8441 3: SETTINGS")
        self.connection.send(connect_request(STREAM, offer))
        answer = self.connection.on(STREAM)
        self.connection.until(lambda: answer.status or answer.over(), "an answer")
        if answer.status != 200 or answer.over():
            raise AssertionError(f"not the answer of RFC 8441 5: {answer}")
        if answer.get("sec-websocket-accept") or answer.get("content-length"):
            raise AssertionError(f"what has no place in it: {answer.fields}")
        self.agree(answer.get("sec-websocket-extensions"))
        return answer

    def send(self, *pieces):
        for piece in pieces:
            for at in range(0, len(piece), PIECE):
                self.send_piece(piece[at:at + PIECE])
        return self

    def send_piece(self, piece):
        answer = self.connection.on(STREAM)
        while len(piece) > self.room() and not answer.over():
            if self.connection.next() is None:
                return
        if not answer.over():
            self.sent += len(piece)
            self.connection.send(http2.data(STREAM, piece, end=False))

    def room(self):
        opened, theirs = self.connection.opened, self.connection.theirs
        stream = theirs.get(http2.INITIAL_WINDOW_SIZE, http2.FIRST_WINDOW) + opened.get(STREAM, 0)
        return min(stream, opened[0]) - self.sent

    def end_of_sending(self):
        self.connection.send(http2.data(STREAM))
        return self

    def receive(self):
        answer = self.connection.on(STREAM)
        while not answer.body and not answer.over():
            if self.connection.next() is None:
                break
        self.unread += bytes(answer.body)
        found = bool(answer.body)
        answer.body.clear()
        self.ended = not found
        return found


class OverHttp2Test(ConformanceTest):
    OPTIONS = {"open_http2_protocol": True, "package_max_length": LIMIT, **COMPRESSION}

    def connect(self):
        return EchoTest.connect(self, StreamSocket)

    def counted(self):
        return json.loads(self.server.get("/").text)


class Http2HandshakeTest(EchoTest):
    """RFC 8441 4 and 5."""
    OPTIONS = {"open_http2_protocol": True}

    def connection(self):
        client = http2.H2Client(("127.0.0.1", self.server.port))
        self.addCleanup(client.close)
        client.until(lambda: client.theirs.get(http2.ENABLE_CONNECT_PROTOCOL) == 1, "SETTINGS")
        return client

    def test_refused(self):
        for name, changes in (("no :path", {":path": None}), ("no :scheme", {":scheme": None}), ("no :authority", {":authority": None}),
                              ("GET with :protocol", {":method": "GET"}), ("another :protocol", {":protocol": "soap"})):
            with self.subTest(name):
                client = self.connection()
                client.send(connect_request(1, **changes))
                answer = client.on(1)
                client.until(lambda answer=answer: answer.over() or answer.status, "an answer")
                self.assertNotEqual(answer.status, 200)
                self.assertEqual(client.fetch(stream=3).status, 200)

    def test_beside_requests_and_others(self):
        """Two WebSockets and requests on one connection."""
        client = self.connection()
        client.send(connect_request(1), connect_request(3))
        for stream in (1, 3):
            client.until(lambda stream=stream: client.on(stream).status == 200, "a WebSocket")
        self.assertEqual(client.fetch(stream=5).status, 200)
        client.send(http2.data(3, text("three") + ping(b"p"), end=False), http2.data(1, text("one"), end=False))
        for stream, expected in ((1, b"\x81\3one"), (3, b"\x81\5three")):
            client.until(lambda stream=stream, expected=expected: expected in client.on(stream).body, "an echo")
        client.send(http2.data(1, close(1000), end=False))
        client.until(lambda: client.on(1).over(), "the end of the stream")
        self.assertEqual(bytes(client.on(1).body)[-4:], b"\x88\2\x03\xe8")
        client.send(http2.data(3, text("still"), end=False))
        client.until(lambda: b"\x81\5still" in client.on(3).body, "an echo")


del ConformanceTest  # runs where it is


if __name__ == "__main__":
    unittest.main()
