"""worker_input_buffer_size: what the unfinished bodies, messages and packets of all clients of a worker may hold. Of two that are
too much, the first is dropped and its client told; the second, and everybody else, goes on."""
import os
import struct
import zlib

import http2_wire as http2
from http2_wire import H2Client
from http_client import Client, request
from php_program import PhpFile
from server_case import TestCase
from websocket import WebSocket
from websocket_client import BINARY, CONTINUATION, frame

FORM = "multipart/form-data; boundary=B"
FIELD = b'--B\r\nContent-Disposition: form-data; name="field"\r\n\r\n'
END = b"\r\n--B--\r\n"
PART = b"x" * 200_000  # of an input; two are more than LIMIT
LIMIT = 300_000
REST = b"x" * 50_000
WHOLE = f"{len(PART + REST)} x"
REACHED = r"WARNING.*worker_input_buffer_size is reached"


class UnfinishedInputTest(TestCase):
    def start(self, **options):
        self.server = self.run_script(PhpFile("faults/unfinished_input.php", {
            "worker_input_buffer_size": LIMIT, "http_body_memory_size": 1 << 20, "http_request_decompression": True,
            "open_http2_protocol": True, "websocket_compression": True, "websocket_ping_interval": 0, **options}))

    def connect(self, make=Client, port=0):
        client = make(("127.0.0.1", self.server.ports[port]))
        self.addCleanup(client.close)
        return client

    def both(self, begin, clients):
        """The second begins when the input of the first has been read, which is dropped then."""
        for client in clients:
            begin(client)
            self.assertEqual(self.server.get("/").text, "0 ")
        self.server.wait_for(REACHED)

    # --- HTTP/1

    def check_http1(self, fields, part, rest):
        self.start()
        first, second = self.connect(), self.connect()
        head = request("POST", "/", [*fields, ("Content-Length", len(part + rest))])
        self.both(lambda client: client.send(head + part), (first, second))
        first.send(rest[:1])
        answer = first.response()
        self.assertEqual((answer.status, answer.get("Retry-After")), (503, "1"))
        first.expect_closed()
        self.assertEqual(second.send(rest).response().text, WHOLE)

    def test_form_of_http1(self):
        self.check_http1([("Content-Type", FORM)], FIELD + PART, REST + END)

    def test_coded_body_of_http1(self):
        noise = os.urandom(70_000).hex().encode()
        packer = zlib.compressobj(1, zlib.DEFLATED, 31)
        part = packer.compress(noise + PART) + packer.flush(zlib.Z_FULL_FLUSH)
        rest = packer.compress(REST) + packer.flush()
        self.assertGreater(len(part), 64 << 10)
        self.start()
        first, second = self.connect(), self.connect()
        head = request("POST", "/", [("Content-Encoding", "gzip"), ("Content-Length", len(part + rest))])
        self.both(lambda client: client.send(head + part), (first, second))
        self.assertEqual(first.send(rest[:1]).response().status, 503)
        self.assertEqual(second.send(rest).response().text.split()[0], str(len(noise + PART + REST)))

    def test_plain_bodies_continue_in_files(self):
        self.start()
        clients = self.connect(), self.connect()
        head = request("POST", "/", [("Content-Length", len(PART + REST))])
        self.both(lambda client: client.send(head + PART), clients)
        for client in clients:
            self.assertEqual(client.send(REST).response().text, WHOLE)

    def test_one_alone_may_be_larger(self):
        self.start(worker_input_buffer_size=1000)
        client = self.connect()
        client.send(request("POST", "/", [("Content-Type", FORM), ("Content-Length", len(FIELD + PART + REST + END))]) + FIELD + PART)
        self.assertEqual(self.server.get("/").text, "0 ")
        self.assertEqual(client.send(REST + END).response().text, WHOLE)

    def test_no_limit(self):
        self.start(worker_input_buffer_size=0)
        clients = self.connect(), self.connect()
        for client in clients:
            client.send(request("POST", "/", [("Content-Type", FORM), ("Content-Length", len(FIELD + PART + REST + END))]) + FIELD + PART)
        for client in clients:
            self.assertEqual(client.send(REST + END).response().text, WHOLE)

    # --- HTTP/2

    @staticmethod
    def put(client, sent, end=False):
        """Frame by frame, each when the one before has been read."""
        for at in range(0, len(sent), http2.SMALLEST_FRAME_LIMIT):
            piece = sent[at:at + http2.SMALLEST_FRAME_LIMIT]
            client.send(http2.data(1, piece, end=end and at + len(piece) == len(sent)))
            client.pong(f"{at:08}".encode())

    def test_form_of_http2(self):
        self.start()
        first, second = self.connect(H2Client), self.connect(H2Client)

        def begin(client):
            client.send(http2.headers(1, http2.request_block("/", ("content-type", FORM), method="POST"), end=False))
            self.put(client, FIELD + PART)
        self.both(begin, (first, second))
        first.send(http2.data(1, b"x", end=False))
        answer = first.answer(1)
        self.assertEqual((answer.status, answer.get("retry-after")), (503, "1"))
        self.put(second, REST + END, end=True)
        self.assertEqual(second.answer(1).text, WHOLE)
        self.assertEqual(first.fetch("/", stream=3).text, "0 ")

    # --- WebSocket

    def test_messages(self):
        self.start()
        first, second = self.connect(WebSocket), self.connect(WebSocket)
        self.both(lambda client: client.send(frame(BINARY, PART, fin=False)), (first, second))
        first.send(frame(CONTINUATION, b"x", fin=False))
        first.expect_close(1013)
        second.send(frame(CONTINUATION, REST))
        self.assertEqual(second.text(), WHOLE)

    # --- Packets

    def test_packets(self):
        self.start()
        first, second = self.connect(port=1), self.connect(port=1)
        length = struct.pack(">I", len(PART + REST))
        self.both(lambda client: client.send(length + PART), (first, second))
        first.send(REST[:1])
        first.expect_closed()
        self.assertEqual(second.send(REST).exactly(len(WHOLE)).decode(), WHOLE)
