"""A client of WebSockets whose every frame the test chooses and sees."""
import base64
import hashlib
import os
import struct

from harness import Client, request

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


def frame(payload, opcode=TEXT, fin=True, rsv=0, mask=b"\x11\x22\x33\x44"):
    """The bytes of one frame; masked as a client's has to be, or with mask=None as a server's."""
    payload = payload.encode() if isinstance(payload, str) else payload
    size = len(payload)
    head = bytes([(0x80 if fin else 0) | rsv << 4 | opcode])
    masked = 0x80 if mask else 0
    if size < 126:
        head += bytes([masked | size])
    elif size < 1 << 16:
        head += struct.pack("!BH", masked | 126, size)
    else:
        head += struct.pack("!BQ", masked | 127, size)
    if not mask:
        return head + payload
    return head + mask + bytes(byte ^ mask[at & 3] for at, byte in enumerate(payload))


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


class WebSocket(Client):
    """Reads strictly: an answer to the handshake or a frame that a server must not send raises."""

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
        accept = base64.b64encode(hashlib.sha1((self.key + GUID).encode()).digest()).decode()
        if self.answer.status != 101 or self.answer.all("Sec-WebSocket-Accept") != [accept]:
            raise AssertionError(f"no WebSocket: {self.answer} {self.answer.fields}")
        return self

    def push(self, payload, opcode=TEXT, **more):
        return self.send(frame(payload, opcode, **more))

    def frame(self):
        first, second = self.exactly(2)
        if second & 0x80:
            raise AssertionError("a masked frame of a server")
        size = second & 0x7f
        if size == 126:
            size, = struct.unpack("!H", self.exactly(2))
        elif size == 127:
            size, = struct.unpack("!Q", self.exactly(8))
        return Frame(first & 0x0f, self.exactly(size), bool(first & 0x80), first >> 4 & 7)

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
