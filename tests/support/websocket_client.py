"""A WebSocket client that sees each byte (RFC 6455, 7692): what it sends is as wrong as a test wants it, what it receives
is read strictly.
"""
import base64
import hashlib
import re
import struct
import zlib
from collections import namedtuple

from http_client import Client

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
DATA = (TEXT, BINARY)
RSV1, RSV2, RSV3 = 4, 2, 1
KEY = "dGhlIHNhbXBsZSBub25jZQ=="  # of RFC 6455 1.3, as the masks of 5.7
MASK = b"\x37\xfa\x21\x3d"
TAIL = b"\0\0\xff\xff"

# What arrives. `wire` is how many bytes a message took, `compressed` that it came so; a close frame's data is (code, reason).
Event = namedtuple("Event", "opcode data wire compressed", defaults=(None, False))


# --- what is sent

def masked(payload, mask):
    repeated = (mask * (len(payload) // 4 + 1))[:len(payload)]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")).to_bytes(len(payload), "big")


def frame(opcode, payload=b"", *, fin=True, rsv=0, mask=MASK, length=None, width=None):
    """The bytes of a frame. `length`: one to claim; `width`: of the extended length, 0, 2 or 8; no mask: None."""
    payload = payload.encode() if isinstance(payload, str) else payload
    length = len(payload) if length is None else length
    width = (0 if length < 126 else 2 if length < 1 << 16 else 8) if width is None else width
    start = {0: length, 2: 126, 8: 127}[width]
    head = bytes((fin << 7 | rsv << 4 | opcode, (mask is not None) << 7 | start))
    if width:
        head += length.to_bytes(width, "big")
    return head + (payload if mask is None else mask + masked(payload, mask))


def text(payload="", **more):
    return frame(TEXT, payload, **more)


def binary(payload=b"", **more):
    return frame(BINARY, payload, **more)


def continuation(payload=b"", **more):
    return frame(CONTINUATION, payload, **more)


def ping(payload=b"", **more):
    return frame(PING, payload, **more)


def pong(payload=b"", **more):
    return frame(PONG, payload, **more)


def close(code=None, reason=b"", **more):
    reason = reason.encode() if isinstance(reason, str) else reason
    return frame(CLOSE, b"" if code is None else struct.pack(">H", code) + reason, **more)


def fragments(opcode, pieces, rsv=0):
    """One message in as many frames as there are pieces."""
    last = len(pieces) - 1
    return b"".join(frame(CONTINUATION if at else opcode, piece, fin=at == last, rsv=0 if at else rsv)
                    for at, piece in enumerate(pieces))


def upgrade_request(method="GET", path="/", version="1.1", **changes):
    """An opening handshake. A change names a field with _ for -: None leaves it out, a list is one line for each."""
    fields = {"Host": "test.example", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": KEY,
              "Sec-WebSocket-Version": "13"}
    lines = [f"{method} {path} HTTP/{version}"]
    fields.update({name.replace("_", "-"): value for name, value in changes.items()})
    for name, value in fields.items():
        values = [] if value is None else value if isinstance(value, list) else [value]
        lines += [f"{name}: {one}" for one in values]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def accept_of(key):
    return base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()


# --- permessage-deflate

class Terms:
    """What the answer to an offer says; anything but a valid one raises (RFC 7692 7.1)."""
    VALUES = {"server_no_context_takeover": None, "client_no_context_takeover": None,
              "server_max_window_bits": r"8|9|1[0-5]", "client_max_window_bits": r"8|9|1[0-5]"}

    def __init__(self, answer):
        name, *parameters = re.split(r" *; *", answer)
        self.found = {}
        if name != "permessage-deflate":
            raise AssertionError(f"not the extension that was offered: {answer!r}")
        for parameter in parameters:
            key, equals, value = parameter.partition("=")
            pattern = self.VALUES[key] if key in self.VALUES else "unknown"
            if key in self.found or bool(equals) != (pattern is not None) or not re.fullmatch(pattern or "", value):
                raise AssertionError(f"malformed parameter {parameter!r} in {answer!r}")
            self.found[key] = value
        self.server_keeps = "server_no_context_takeover" not in self.found
        self.client_keeps = "client_no_context_takeover" not in self.found
        self.server_bits = int(self.found.get("server_max_window_bits", 15))
        self.client_bits = int(self.found.get("client_max_window_bits", 15))


class Deflater:
    """Compresses messages one after the other, without what a flush ends with (RFC 7692 7.2.1)."""

    def __init__(self, keeps=True, bits=15, level=6, strategy=zlib.Z_DEFAULT_STRATEGY):
        self.make = lambda: zlib.compressobj(level, zlib.DEFLATED, -max(bits, 9), 8, strategy)
        self.keeps = keeps
        self.zlib = self.make()

    def __call__(self, payload):
        payload = payload.encode() if isinstance(payload, str) else payload
        if not self.keeps:
            self.zlib = self.make()
        coded = self.zlib.compress(payload) + self.zlib.flush(zlib.Z_SYNC_FLUSH)
        assert coded.endswith(TAIL)
        return coded[:-4] or b"\0"


def deflated(payload, **more):
    """A message on its own."""
    return Deflater(**more)(payload)


class Inflater:
    def __init__(self, terms):
        self.make = lambda: zlib.decompressobj(-max(terms.server_bits, 9))
        self.keeps = terms.server_keeps
        # zlib notices what refers to bytes before the window only in what came out of an earlier call.
        self.step = 1 if terms.server_bits < 15 else 1 << 20
        self.zlib = self.make()

    def __call__(self, payload):
        if not self.keeps:
            self.zlib = self.make()
        payload += TAIL
        plain = b"".join(self.zlib.decompress(payload[at:at + self.step]) for at in range(0, len(payload), self.step))
        if self.zlib.eof:
            raise AssertionError("a final block")
        return plain


# --- what is received

class WebSocket(Client):
    """One connection. Its frames raise when they are not as a server may send them."""

    def __init__(self, address, **more):
        super().__init__(address, **more)
        self.inflater = None
        self.terms = None
        self.message = None  # opcode, compressed, pieces, bytes on the wire

    def open(self, offer=None, **changes):
        """The opening handshake, which has to succeed."""
        if offer is not None:
            changes["Sec_WebSocket_Extensions"] = offer
        self.send(upgrade_request(**changes))
        answer = self.opened(changes.get("Sec_WebSocket_Key", KEY))
        if self.terms is not None and offer is None:
            raise AssertionError("an extension that was not offered")
        return answer

    def opened(self, key=KEY):
        """Reads the answer that makes this a WebSocket (RFC 6455 4.2.2)."""
        answer = self.head()
        found = (answer.status, answer.get("Upgrade", "").lower(), answer.get("Connection", "").lower(),
                 answer.all("Sec-WebSocket-Accept"))
        if found != (101, "websocket", "upgrade", [accept_of(key)]):
            raise AssertionError(f"not the answer of RFC 6455 4.2.2: {found} {self.unread[:300]!r}")
        if answer.all("Content-Length") or answer.all("Transfer-Encoding"):
            raise AssertionError(f"a 101 with a body: {answer.fields}")
        self.agree(answer.get("Sec-WebSocket-Extensions"))
        return answer

    def agree(self, extensions):
        if extensions is not None:
            self.terms = Terms(extensions)
            self.inflater = Inflater(self.terms)

    def read_frame(self):
        """fin, rsv, opcode, payload, bytes."""
        first, second = self.exactly(2)
        fin, rsv, opcode, length = first >> 7, first >> 4 & 7, first & 15, second & 127
        if second >> 7:
            raise AssertionError("a masked frame of a server (RFC 6455 5.1)")
        width = {126: 2, 127: 8}.get(length, 0)
        if width:
            length = int.from_bytes(self.exactly(width), "big")
        if width and length < (126 if width == 2 else 1 << 16):
            raise AssertionError(f"a length of {length} in {width} bytes (RFC 6455 5.2)")
        if opcode >= 8 and (not fin or rsv or length > 125):
            raise AssertionError(f"a control frame with fin {fin}, rsv {rsv}, {length} bytes (RFC 6455 5.5)")
        return fin, rsv, opcode, self.exactly(length), 2 + width + length

    def event(self):
        """The next message or control frame; None at the end of the connection, which may not be within a frame."""
        while self.unread or self.receive():
            fin, rsv, opcode, payload, size = self.read_frame()
            if opcode in (PING, PONG):
                return Event(opcode, payload)
            if opcode == CLOSE:
                return Event(CLOSE, read_close(payload))
            if found := self.data(fin, rsv, opcode, payload, size):
                return found
        return None

    def data(self, fin, rsv, opcode, payload, size):
        if opcode not in (*DATA, CONTINUATION) or (opcode == CONTINUATION) != (self.message is not None):
            raise AssertionError(f"opcode {opcode} {'within' if self.message else 'without'} a message (RFC 6455 5.4)")
        if rsv and (rsv != RSV1 or self.terms is None or opcode == CONTINUATION):
            raise AssertionError(f"rsv {rsv} on opcode {opcode} (RFC 6455 5.2, RFC 7692 6)")
        if self.message is None:
            self.message = (opcode, bool(rsv), [], [])
        opcode, compressed, pieces, sizes = self.message
        pieces.append(payload)
        sizes.append(size)
        if not fin:
            return None
        self.message = None
        payload = b"".join(pieces)
        if compressed:
            payload = self.inflater(payload)
        return Event(opcode, payload.decode() if opcode == TEXT else payload, sum(sizes), compressed)

    def events(self):
        """All up to the end of the connection."""
        found = []
        while one := self.event():
            found.append(one)
        return found


def read_close(payload):
    if len(payload) == 1:
        raise AssertionError("a close frame with half a code (RFC 6455 5.5.1)")
    return (int.from_bytes(payload[:2], "big") if payload else None, payload[2:].decode())


def random_text(size, seed):
    """ASCII that hardly compresses and is the same in every run."""
    return base64.b64encode(hashlib.shake_256(seed.encode()).digest(size)).decode()[:size]
