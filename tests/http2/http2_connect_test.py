"""WebSockets on streams of HTTP/2 (RFC 8441), frame by frame."""
import struct
import unittest

from http2_wire import (
    ENABLE_CONNECT_PROTOCOL, PROTOCOL_ERROR, H2Client, data, fields, get, headers, request_block, reset)
from php_program import PhpFile
from server_case import SharedServer

MASK = b"\1\2\3\4"
TEXT, CLOSE = 0x1, 0x8


def masked(opcode, payload=b"", last=True):
    body = bytes(byte ^ MASK[at % 4] for at, byte in enumerate(payload))
    return bytes([(0x80 if last else 0) | opcode, 0x80 | len(payload)]) + MASK + body


def text(payload):
    return bytes([0x80 | TEXT, len(payload)]) + payload


def connect_block(*more, protocol="websocket", version="13", path="/", **pseudo):
    extra = [("sec-websocket-version", version)] if version else []
    first = fields((":protocol", protocol)) if protocol is not None else b""
    return first + request_block(path, *extra, *more, **{"method": "CONNECT", **pseudo})


class ExtendedConnectTest(SharedServer):
    @classmethod
    def script(cls):
        return PhpFile("http2/http2_connect.php", {"open_http2_protocol": True, "log_level": 5})

    def client(self):
        client = H2Client(("127.0.0.1", self.server.port))
        self.addCleanup(client.close)
        client.pong()
        return client

    def opened(self, client, stream, *more):
        client.send(headers(stream, connect_block(*more), end=False))
        client.until(lambda: client.on(stream).status or client.on(stream).over(), "an answer")
        self.assertEqual(client.on(stream).status, 200)
        self.assertFalse(client.on(stream).over())

    def wait_body(self, client, stream, wanted):
        client.until(lambda: len(client.on(stream).body) >= len(wanted), wanted)
        self.assertEqual(bytes(client.on(stream).body), wanted)

    def test_announced(self):
        self.assertEqual(self.client().theirs.get(ENABLE_CONNECT_PROTOCOL), 1)

    def test_echo(self):
        """Section 5: 200, and nothing of the handshake of HTTP/1.1."""
        client = self.client()
        self.opened(client, 1)
        for name in ("sec-websocket-accept", "upgrade", "connection", "content-length", "transfer-encoding"):
            self.assertIsNone(client.on(1).get(name), name)
        client.send(data(1, masked(TEXT, b"one"), end=False))
        self.wait_body(client, 1, text(b"echo one"))
        self.assertEqual(client.fetch("/", stream=3).text, "a request")

    def test_cut_anywhere(self):
        client = self.client()
        self.opened(client, 1)
        client.send(b"".join(data(1, bytes([byte]), end=False) for byte in masked(TEXT, b"one") + masked(TEXT, b"two")))
        self.wait_body(client, 1, text(b"echo one") + text(b"echo two"))

    def test_together_with_the_handshake(self):
        client = self.client()
        client.send(headers(1, connect_block(), end=False) + data(1, masked(TEXT, b"early"), end=False))
        self.wait_body(client, 1, text(b"echo early"))

    def test_several_on_one_connection(self):
        client = self.client()
        for stream in range(1, 41, 2):
            self.opened(client, stream)
        for stream in range(1, 41, 2):
            client.send(data(stream, masked(TEXT, str(stream).encode()), end=False))
        for stream in range(1, 41, 2):
            self.wait_body(client, stream, text(f"echo {stream}".encode()))

    def test_closing(self):
        """The closing handshake, then END_STREAM; the connection goes on."""
        client = self.client()
        mark = self.server.mark()
        self.opened(client, 1)
        client.send(data(1, masked(CLOSE, struct.pack(">H", 1000)), end=False))
        answer = client.answer(1)
        self.assertEqual(bytes(answer.body[:4]), b"\x88\x02\x03\xe8")
        self.assertTrue(answer.ended)
        self.server.wait_for(r"^CLOSE \d+$", since=mark)
        self.assertEqual(client.fetch("/", stream=3).text, "a request")

    def test_the_end_of_the_stream(self):
        """Section 5: as the end of a TCP connection."""
        for end in (data(1), reset(1)):
            client = self.client()
            mark = self.server.mark()
            self.opened(client, 1)
            client.send(end)
            self.server.wait_for(r"^CLOSE \d+$", since=mark)
            self.assertEqual(client.fetch("/", stream=3).text, "a request")

    def test_the_end_of_the_connection(self):
        client = self.client()
        mark = self.server.mark()
        for stream in (1, 3, 5):
            self.opened(client, stream)
        client.close()
        self.server.wait_for(r"^CLOSE \d+$", 3, since=mark)

    def test_a_frame_that_is_wrong(self):
        """RFC 6455 5.1: only this stream ends."""
        client = self.client()
        self.opened(client, 1)
        client.send(data(1, text(b"not masked"), end=False))
        self.assertEqual(bytes(client.answer(1).body[2:4]), struct.pack(">H", 1002))
        self.assertEqual(client.fetch("/", stream=3).text, "a request")

    def test_refused(self):
        for name, block, statuses in (
                ("another version", connect_block(version="12"), (400, 426)), ("no version", connect_block(version=None), (400, 426)),
                ("another protocol", connect_block(protocol="chat"), (400, 404, 501)),
                ("CONNECT without a protocol", connect_block(protocol=None), (400, 405, 501)),
                ("GET with a protocol", connect_block(method="GET"), (400,)), ("no path", connect_block(path=None), (400,)),
                ("no scheme", connect_block(scheme=None), (400,)), ("no authority", connect_block(authority=None), (400,)),
                ("an upgrade", connect_block(("connection", "upgrade"), ("upgrade", "websocket")), (400,))):
            with self.subTest(name):
                client = self.client()
                client.send(headers(1, block, end=False))
                client.until(lambda: client.on(1).status or client.on(1).over(), "an answer")
                if client.on(1).status:
                    self.assertIn(client.on(1).status, statuses)
                else:
                    self.assertEqual(client.on(1).reset, PROTOCOL_ERROR)
                client.send(get(3))
                self.assertEqual(client.answer(3).text, "a request")


if __name__ == "__main__":
    unittest.main()
