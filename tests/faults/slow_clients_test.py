"""Clients that begin and do not go on, or go on a byte at a time, at each stage of each protocol: each has a time after which
it gets its answer and goes. Others are served meanwhile, and nothing is left of them."""
import itertools
import json
import re
import selectors
import shutil
import struct
import tempfile
import unittest
from collections import namedtuple

from certificates import over_tls, tls_context
from harness import wait_until
from http2_hpack import Decoder, literal
from http2_wire import (
    CANCEL, ENHANCE_YOUR_CALM, GOAWAY, HEADERS, INITIAL_WINDOW_SIZE, NO_ERROR, PREFACE, RST_STREAM, SETTINGS_TIMEOUT, continuation, data,
    get, headers, request_block, settings, settings_ack)
from http_client import Client, request
from php_program import PhpFile
from server_case import TestCase

OPTIONS = {
    "open_http2_protocol": True, "open_websocket_protocol": True, "http_header_timeout": 1.0, "http_body_timeout": 1.0,
    "http_body_min_rate": 1000, "http_keepalive_timeout": 1.0, "send_timeout": 1.0, "ssl_handshake_timeout": 2.0,
    "websocket_ping_interval": 0.5, "websocket_pong_timeout": 0.5, "websocket_idle_timeout": 2.0}
EACH = 5        # clients at each stage
DRIP_S = 0.02   # between two bytes

# `opening` is sent at once, then the bytes of `drips` one by one, if any; `tls`: over it. What comes until the connection
# ends has to match `answer`, unless that is a function.
Stage = namedtuple("Stage", "name port opening drips answer")
STAGES = []
CLEAR, TLS, PROXY, PROXY_TLS, LENGTH, LINES, MQTT, BYTES, OVER_TLS, ADMIN = range(10)

UPGRADE = request("GET", "/", [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
                               ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")])
POST = b"POST / HTTP/1.1\r\nHost: a\r\n"
HELLO = PREFACE + settings() + settings_ack()
TIMED_OUT = rb"HTTP/1\.1 408 .*"
NOTHING = rb""


def stage(name, opening, answer, drips=b"", port=CLEAR):
    STAGES.append(Stage(name, port, opening, drips, answer))


def frames_of(said):
    while len(said) >= 9:
        size = int.from_bytes(said[:3], "big")
        yield said[3], struct.unpack(">I", said[5:9])[0], said[9:9 + size]
        said = said[9 + size:]


def goes_with(code):
    def judge(said):
        return [struct.unpack(">I", payload[4:8])[0] for kind, _, payload in frames_of(said) if kind == GOAWAY][-1] == code
    return judge


def resets_with(code):
    def judge(said):
        return code in [struct.unpack(">I", payload)[0] for kind, _, payload in frames_of(said) if kind == RST_STREAM]
    return judge


def answers_the_stream(said):
    decoder = Decoder(4096)
    return [pair for kind, _, block in frames_of(said) if kind == HEADERS for pair in decoder.decode(block)][0] == (":status", "408")


def closes_with(code):
    """RFC 6455: behind the handshake, and behind pings."""
    def judge(said):
        head, _, rest = said.partition(b"\r\n\r\n")
        while rest and rest[0] == 0x89:
            rest = rest[2 + rest[1]:]
        return head.startswith(b"HTTP/1.1 101") and rest[:1] == b"\x88" and struct.unpack(">H", rest[2:4])[0] == code
    return judge


def frame_opening(opcode, size, fin=True):
    return bytes([opcode | (0x80 if fin else 0), 0x80 | size]) + b"mask"


def fill_http1():
    stage("connected, and silent", b"", NOTHING)
    stage("within a request line", b"GET /", TIMED_OUT)
    stage("a request line byte by byte", b"GET /", TIMED_OUT, b"x")
    stage("within a field", b"GET / HTTP/1.1\r\nHost: a\r\nX-", TIMED_OUT)
    stage("fields byte by byte", b"GET / HTTP/1.1\r\nHost: a\r\n", TIMED_OUT, b"X: y\r\n")
    stage("empty lines before a request", b"\r\n", rb"(HTTP/1\.1 4.*)?", b"\r\n")
    stage("a body that does not come", POST + b"Content-Length: 1000\r\n\r\n", TIMED_OUT)
    stage("a body byte by byte", POST + b"Content-Length: 100000\r\n\r\n", TIMED_OUT, b"x")
    stage("within the size of a chunk", POST + b"Transfer-Encoding: chunked\r\n\r\n1", TIMED_OUT)
    stage("chunks byte by byte", POST + b"Transfer-Encoding: chunked\r\n\r\n", TIMED_OUT, b"1\r\nx\r\n")
    stage("trailers byte by byte", POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", TIMED_OUT, b"X: y\r\n")
    stage("a form byte by byte", POST + b"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n--b\r\n", TIMED_OUT,
          b"Content-Disposition: form-data; name=x\r\n")
    stage("behind an answer", request(), rb"HTTP/1\.1 200 .*served")
    stage("within the second request", request() + b"GET /", rb"HTTP/1\.1 200 .*served" + TIMED_OUT, b"x")
    stage("an answer that nobody takes", request(path="/large"), None)


def fill_http2():
    stage("within the preface", PREFACE[:7], TIMED_OUT)
    stage("SETTINGS that do not come", PREFACE, goes_with(SETTINGS_TIMEOUT))
    stage("SETTINGS that are not acknowledged", PREFACE + settings(), goes_with(NO_ERROR))
    stage("within a frame", HELLO + settings()[:5], goes_with(NO_ERROR))
    stage("a head without its end", HELLO + headers(1, request_block(), whole=False), goes_with(ENHANCE_YOUR_CALM))
    stage("a head in a frame that does not end", HELLO + get(1)[:-2], goes_with(ENHANCE_YOUR_CALM))
    stage("a head byte by byte", HELLO + headers(1, request_block(), whole=False), goes_with(ENHANCE_YOUR_CALM),
          continuation(1, literal("x", "y" * 100), whole=False))
    opened = HELLO + headers(1, request_block(method="POST"), end=False)
    stage("a body that does not come, on a stream", opened, answers_the_stream)
    stage("a body byte by byte, on a stream", opened, answers_the_stream, data(1, b"x" * 10000, end=False))
    stage("a window that stays closed", PREFACE + settings((INITIAL_WINDOW_SIZE, 0)) + get(1), resets_with(CANCEL))


def fill_websocket():
    stage("within a handshake of WebSocket", UPGRADE[:-2], TIMED_OUT)
    stage("behind a handshake of WebSocket", UPGRADE, rb"HTTP/1\.1 101 .*\x89.*")
    stage("within the head of a WebSocket frame", UPGRADE + b"\x81", rb"HTTP/1\.1 101 .*\x89.*")
    stage("a WebSocket message byte by byte", UPGRADE + frame_opening(1, 125), closes_with(1001), b"x")
    stage("a WebSocket message of which the last frame does not come", UPGRADE + frame_opening(1, 1, fin=False) + b"x", closes_with(1001),
          frame_opening(0, 1, fin=False) + b"x")


def fill_proxy_and_tls():
    stage("within a PROXY header", b"PROXY TCP4 ", NOTHING, port=PROXY)
    stage("a PROXY header byte by byte", b"PROXY TCP4 ", NOTHING, b"1", port=PROXY)
    stage("behind a PROXY header", b"PROXY TCP4 203.0.113.9 198.51.100.1 4711 443\r\n", NOTHING, port=PROXY)
    stage("TLS: connected, and silent", b"", NOTHING, port=TLS)
    stage("TLS: within the first record", b"\x16\x03\x01\x02\x00\x01", NOTHING, port=TLS)
    stage("TLS: the first record byte by byte", b"\x16\x03\x01\x3f\xff\x01\x00\x3f\x00\x03\x03", NOTHING, b"\0", port=TLS)
    stage("TLS: behind the handshake", b"", NOTHING, port=OVER_TLS)
    stage("TLS: within a request line", b"GET /", TIMED_OUT, b"x", port=OVER_TLS)
    stage("TLS: within a PROXY header", b"PROXY TCP4 ", NOTHING, b"1", port=PROXY_TLS)


def fill_packets():
    """Only silence ends a connection of the program's own protocol: max_idle_time."""
    for name, port, whole in (("a packet with a length", LENGTH, b"\0\0\0\5hello"), ("a line", LINES, b"hello\r\n"),
                              ("an MQTT packet", MQTT, b"\x30\x08\0\1thello")):
        stage(f"{name}: connected, and silent", b"", NOTHING, port=port)
        stage(f"{name}: after its first byte", whole[:1], NOTHING, port=port)
        stage(f"{name}: before its last byte", whole[:-1], NOTHING, port=port)
        stage(f"{name}: behind it", whole, rb"served", port=port)
    stage("bytes, and silent", b"hello", rb"served", port=BYTES)


def fill_admin():
    stage("the admin address: connected, and silent", b"", NOTHING, port=ADMIN)
    stage("the admin address: fields byte by byte", b"GET /health HTTP/1.1\r\nHost: localhost\r\n", TIMED_OUT, b"X: y\r\n", port=ADMIN)
    stage("the admin address: a body that does not come", b"POST /reload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n",
          TIMED_OUT, port=ADMIN)


fill_http1()
fill_http2()
fill_websocket()
fill_proxy_and_tls()
fill_packets()
fill_admin()


class SlowClient:
    def __init__(self, one, server):
        self.stage = one
        self.client = Client(server.admin) if one.port == ADMIN else server.client(TLS if one.port == OVER_TLS else one.port)
        self.said = b""
        if one.port == OVER_TLS:
            over_tls(self.client, tls_context())
        self.client.send(one.opening)
        self.client.socket.setblocking(False)
        self.drips = itertools.cycle(one.drips[at:at + 1] for at in range(len(one.drips)))
        self.ended = one.answer is None

    def fileno(self):
        return self.client.socket.fileno()

    def drip(self):
        try:
            if self.stage.drips:
                self.client.socket.send(next(self.drips))
        except OSError:
            pass

    def read(self):
        """Until nothing is there."""
        try:
            while chunk := self.client.socket.recv(1 << 16):
                self.said += chunk
            self.ended = True
        except ConnectionError:
            self.ended = True
        except OSError:
            pass


class SlowClientsTest(TestCase):
    def start(self):
        folder = tempfile.mkdtemp(prefix="tern-e2e-slow-")
        self.addCleanup(shutil.rmtree, folder)
        options = {**OPTIONS, "log_level": 5, "admin": f"unix:{folder}/admin"}
        server = self.run_script(PhpFile("faults/slow_clients.php", options, port_options=OPTIONS))
        server.admin = f"{folder}/admin"
        return server

    def test_each_stage(self):
        server = self.start()
        slow = [self.begin(one, server) for one in STAGES for _ in range(EACH)]
        served = 0
        with selectors.DefaultSelector() as selector:
            for one in slow:
                if not one.ended:
                    selector.register(one, selectors.EVENT_READ)
            while left := [one for one in slow if not one.ended]:
                for key, _ in selector.select(DRIP_S):
                    key.fileobj.read()
                    if key.fileobj.ended:
                        selector.unregister(key.fileobj)
                for one in left:
                    one.drip()
                self.assertEqual(server.get().text, "served")
                served += 1
                self.assertLess(served, 10000, {one.stage.name for one in left})
        for one in slow:
            with self.subTest(one.stage.name):
                self.judge(one)
        wait_until(lambda: json.loads(server.get("/stats").text)["connection_num"] == 1, "the end of all connections")

    def begin(self, one, server):
        slow = SlowClient(one, server)
        self.addCleanup(slow.client.close)
        return slow

    def judge(self, one):
        answer = one.stage.answer
        if callable(answer):
            self.assertTrue(answer(one.said), one.said)
        elif answer is not None:
            self.assertRegex(one.said, re.compile(b"^" + answer + b"$", re.S))


if __name__ == "__main__":
    unittest.main()
