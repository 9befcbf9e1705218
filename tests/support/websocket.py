"""A client for tests of what PHP programs see of WebSockets: a short way to say and to hear each frame."""
import base64
import os
import struct

import websocket_client
from http_client import request
from websocket_client import BINARY, CLOSE, PING, PONG, TEXT, accept_of

__all__ = ["BINARY", "CLOSE", "PING", "PONG", "TEXT", "Frame", "WebSocket", "accept_of", "frame"]


def frame(payload, opcode=TEXT, **more):
    """The bytes of one frame of a client."""
    return websocket_client.frame(opcode, payload, **more)


class Frame:
    def __init__(self, opcode, payload, fin, rsv):
        self.opcode, self.payload, self.fin, self.rsv = opcode, payload, fin, rsv

    @property
    def text(self):
        return self.payload.decode()

    @property
    def code(self):
        return struct.unpack("!H", self.payload[:2])[0] if self.payload else None

    def __repr__(self):
        return f"<{self.opcode} {self.payload[:100]!r} fin={self.fin} rsv={self.rsv}>"


class WebSocket(websocket_client.WebSocket):
    """Is one from the start; frames are read one by one."""

    def __init__(self, address, path="/", fields=(), *, upgrade=True, **more):
        super().__init__(address, **more)
        self.answer = None
        if upgrade:
            self.upgrade(path, fields)

    def ask_upgrade(self, path="/", fields=()):
        self.key = base64.b64encode(os.urandom(16)).decode()
        named = {name.lower() for name, _ in fields}
        own = [("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
               ("Sec-WebSocket-Key", self.key)]
        self.send(request("GET", path, [pair for pair in own if pair[0].lower() not in named] + list(fields)))
        return self.head()

    def upgrade(self, path="/", fields=()):
        self.answer = self.ask_upgrade(path, fields)
        if self.answer.status != 101 or self.answer.all("Sec-WebSocket-Accept") != [accept_of(self.key)]:
            raise AssertionError(f"no WebSocket: {self.answer} {self.answer.fields}")
        return self

    def push(self, payload, opcode=TEXT, **more):
        return self.send(frame(payload, opcode, **more))

    def frame(self):
        fin, rsv, opcode, payload, _ = self.read_frame()
        return Frame(opcode, payload, bool(fin), rsv)

    def text(self):
        """The text of the next frame, which has to be a whole message."""
        found = self.frame()
        if found.opcode != TEXT or not found.fin:
            raise AssertionError(f"no text message: {found}")
        return found.text

    def expect_close(self, code=None):
        """A close frame with that code, which is answered, and the end of the connection."""
        found = self.frame()
        if found.opcode != CLOSE or found.code != code:
            raise AssertionError(f"no close frame with {code}: {found}")
        self.push(found.payload, CLOSE)
        self.expect_closed()
        return found.payload[2:].decode()

    def end(self, code=1000):
        """Closes as a client does, and reads the answer."""
        payload = b"" if code is None else struct.pack("!H", code)
        self.push(payload, CLOSE)
        found = self.frame()
        if found.opcode != CLOSE or found.payload[:2] != payload:
            raise AssertionError(f"no answer to a close frame with {code}: {found}")
        self.expect_closed()
