"""A server that speaks as much of MongoDB's protocol as a driver needs to connect and to run a command: the response has the tag of the
command. Tags that begin with "gate" are answered when three of them wait, those that begin with "hold" when the gate is opened."""
import socketserver
import struct
import threading

import gates
from harness import TIMEOUT_S

OP_QUERY, OP_MSG = 2004, 2013
TOGETHER = 3


def document(**fields):
    body = b""
    for name, value in fields.items():
        key = name.encode() + b"\0"
        if isinstance(value, bool):
            body += b"\x08" + key + bytes([value])
        elif isinstance(value, float):
            body += b"\x01" + key + struct.pack("<d", value)
        elif isinstance(value, int):
            body += b"\x10" + key + struct.pack("<i", value)
        else:
            body += b"\x02" + key + struct.pack("<i", len(value) + 1) + value.encode() + b"\0"
    return struct.pack("<i", len(body) + 5) + body + b"\0"


HELLO = document(ismaster=True, helloOk=True, maxBsonObjectSize=16 << 20, maxMessageSizeBytes=48_000_000, maxWriteBatchSize=100_000,
                 minWireVersion=0, maxWireVersion=17, readOnly=False, ok=1.0)


class Session(socketserver.StreamRequestHandler):
    def handle(self):
        while head := self.rfile.read(16):
            size, number, _, kind = struct.unpack("<iiii", head)
            body = self.rfile.read(size - 16)
            if kind == OP_QUERY:
                self.send(number, 1, struct.pack("<iqii", 8, 0, 0, 1) + HELLO)
            else:
                self.send(number, OP_MSG, struct.pack("<IB", 0, 0) + self.answer(body))

    def answer(self, body):
        place = body.find(b"tag\0") + 4
        if place < 4:
            return HELLO
        tag = body[place + 4:place + 3 + struct.unpack_from("<i", body, place)[0]].decode()
        if tag.startswith("gate"):
            self.server.together.wait(TIMEOUT_S)
        if tag.startswith("hold"):
            self.server.gate.wait()
        return document(tag=tag, ok=1.0)

    def send(self, number, kind, body):
        self.wfile.write(struct.pack("<iiii", len(body) + 16, 1, number, kind) + body)


def mongodb(gate=None):
    listener = gates.gated(gates.TcpServer, Session, gate)
    listener.server.together = threading.Barrier(TOGETHER)
    return listener
