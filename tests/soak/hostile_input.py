#!/usr/bin/env python3
"""What input that never ends costs: 300 clients, each with one unfinished head, body or message, small on the wire and large when
decoded. For each attack the memory (RSS) of the worker: more than before with all of them there, when they have left, and a while
later. With --most it fails above so many MB at the peak."""
import argparse
import contextlib
import json
import os
import resource
import sys
import time
import zlib

import http2_wire as http2
from harness import wait_until
from http2_wire import H2Client
from http_client import request
from mix import memory_kib
from php_program import PhpFile
from server_process import Server
from websocket import WebSocket
from websocket_client import BINARY, RSV1, frame

MEGABYTE = 1 << 20
FORM = ("Content-Type", "multipart/form-data; boundary=B")
FIELD = b'--B\r\nContent-Disposition: form-data; name="f"\r\n\r\n'
STREAMS = 100  # of one connection of HTTP/2
OFFER = "permessage-deflate"


def deflated(data, bits):
    packer = zlib.compressobj(9, zlib.DEFLATED, bits)
    return packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)


def zstd(blocks, padding=0):
    """Frames (RFC 8878 3.1): one to skip, then one with a window of 8 MB and blocks that repeat a byte 131,072 times."""
    skipped = b"\x50\x2a\x4d\x18" + padding.to_bytes(4, "little") + bytes(padding) if padding else b""
    block = (1 << 1 | 131072 << 3).to_bytes(3, "little") + b"x"
    return skipped + b"\x28\xb5\x2f\xfd\x00\x68" + block * blocks


BROTLI = bytes.fromhex("5f3f428f7f02201e0b04f2731e")  # 1,000,000 zeros and a window of 16 MB, without the last byte
CODED = {
    "gzip": deflated(bytes(MEGABYTE), 31),
    "deflate": deflated(bytes(MEGABYTE), 15),
    "br": BROTLI,
    "zstd": zstd(8),
    # Beyond what waits for the end of the body.
    "gzip, 80 KB": deflated(os.urandom(80_000) + bytes(1_800_000), 31),
    "zstd, 80 KB": zstd(15, 80_000),
}


def bodies():
    """What is sent of each body, and its fields."""
    yield "body", bytes(250_000), []
    for name, coded in CODED.items():
        yield f"body, {name}", coded, [("Content-Encoding", name.split(",")[0])]
    yield "form, gzip", deflated(FIELD + bytes(1_000_000), 31), [("Content-Encoding", "gzip"), FORM]
    yield "form, gzip, 80 KB", deflated(FIELD + os.urandom(80_000) + bytes(1_900_000), 31), [("Content-Encoding", "gzip"), FORM]


def messages():
    """What is sent of each message of a WebSocket."""
    yield "message", frame(BINARY, bytes(2_000_000), fin=False)
    yield "message, deflate", frame(BINARY, deflated(bytes(2_000_000), -15), fin=False, rsv=RSV1)
    yield "message, deflate, 80 KB", frame(BINARY, deflated(os.urandom(80_000) + bytes(1_900_000), -15), fin=False, rsv=RSV1)
    yield "messages that are whole", frame(BINARY, deflated(bytes(60_000), -15)[:-4], rsv=RSV1)


class OverHttp1:
    def __init__(self, server):
        self.server = server
        self.clients = []

    def open(self, make):
        self.clients.append(make(("127.0.0.1", self.server.port)))
        return self.clients[-1]

    def body(self, sent, fields):
        client = self.open(lambda address: self.server.client())
        client.send(request("POST", "/", [*fields, ("Content-Length", "2000000")]) + sent)

    def message(self, sent):
        self.open(lambda address: WebSocket(address, fields=[("Sec-WebSocket-Extensions", OFFER)])).send(sent)

    def close(self):
        for client in self.clients:
            client.close()


class OverHttp2(OverHttp1):
    """Each request is a stream; a connection has STREAMS of them."""

    def __init__(self, server):
        super().__init__(server)
        self.count = 0

    def stream(self, block):
        if self.count % STREAMS == 0:
            self.open(H2Client).pong()
        number = self.count % STREAMS * 2 + 1
        self.count += 1
        self.clients[-1].send(http2.headers(number, block, end=False))
        return number

    def put(self, number, sent):
        """As the windows allow."""
        client = self.clients[-1]
        for at in range(0, len(sent), http2.SMALLEST_FRAME_LIMIT):
            client.send(http2.data(number, sent[at:at + http2.SMALLEST_FRAME_LIMIT], end=False))
            if at % (3 * http2.SMALLEST_FRAME_LIMIT) == 0:
                client.pong(f"{at:8}".encode()[:8])
                client.pongs.clear()

    def body(self, sent, fields):
        named = [(name.lower(), value) for name, value in fields]
        self.put(self.stream(http2.request_block("/", *named, method="POST")), sent)

    def message(self, sent):
        block = http2.fields((":method", "CONNECT"), (":protocol", "websocket"), (":scheme", "http"), (":path", "/"), (":authority", "a"),
                             ("sec-websocket-version", "13"), ("sec-websocket-extensions", OFFER))
        self.put(self.stream(block), sent)


class Worker:
    def __init__(self, options):
        self.server = Server(PhpFile("soak/hostile_input.php", {
            "http_request_decompression": True, "websocket_compression": True, "open_http2_protocol": True, "websocket_ping_interval": 0,
            "http2_max_pings": 0, **options}))
        self.pid = self.told()["pid"]

    def told(self):
        return json.loads(self.server.get("/").text)

    def memory(self):
        return memory_kib(self.pid) / 1024

    def settled(self):
        """The memory when all of the input has been read."""
        before = 0
        while abs(self.memory() - before) > 0.1:
            before = self.memory()
            self.told()
            time.sleep(0.2)
        return before

    def gone(self):
        wait_until(lambda: self.told()["connections"] <= 2, "the clients to be gone")
        return self.memory()


def attack(worker, over, act, count, later_s):
    """Memory in MB: the peak, when all have left, a while later; more than before. Another client stays: what it uses was taken
    behind what the others used."""
    before = worker.settled()
    clients, other = over(worker.server), OverHttp1(worker.server)
    try:
        for _ in range(count):
            with contextlib.suppress(OSError, AssertionError):  # refused
                act(clients)
        other.body(bytes(50_000), [])
        peak = worker.settled()
        clients.close()
        left = worker.gone()
        if later_s:
            time.sleep(later_s)
        return [figure - before for figure in (peak, left, worker.memory())]
    finally:
        other.close()


def attacks():
    for over in (OverHttp1, OverHttp2):
        for name, sent, fields in bodies():
            yield over, name, len(sent), lambda clients, sent=sent, fields=fields: clients.body(sent, fields)
        for name, sent in messages():
            yield over, name, len(sent), lambda clients, sent=sent: clients.message(sent)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=300)
    parser.add_argument("--later", type=float, default=0, help="seconds after which the memory is looked at again")
    parser.add_argument("--most", type=float, help="MB")
    parser.add_argument("--only", default="", help="a part of the name of an attack")
    parser.add_argument("--options", type=json.loads, default={}, help="more options of the server, as JSON")
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (asked.clients + 200, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    peaks = []
    print(f"hostile_input: {asked.clients} clients; MB\n{'attack':42} {'sent':>7} {'more':>7} {'per byte':>8} {'left':>7} {'later':>7}")
    for over, name, size, act in attacks():
        name = f"{'HTTP/1' if over is OverHttp1 else 'HTTP/2'}: {name}"
        if asked.only not in name:
            continue
        worker = Worker(asked.options)
        peak, left, later = attack(worker, over, act, asked.clients, asked.later)
        worker.server.stop()
        sent = asked.clients * size
        peaks.append(peak)
        print(f"{name:42} {sent / MEGABYTE:7.2f} {peak:7.1f} {peak * MEGABYTE / sent:8.1f} {left:7.1f} {later:7.1f}", flush=True)
    if asked.most is not None and max(peaks) > asked.most:
        sys.exit(f"hostile_input: more than {asked.most} MB")


if __name__ == "__main__":
    main()
