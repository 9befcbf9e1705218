"""HTTP/2 (RFC 9113) by hand: a writer of frames, wrong ones too, and a client that lets the server get away with nothing."""
import struct
from collections import namedtuple

from harness import TIMEOUT_S
from http2_hpack import Decoder, literal
from http_client import Client

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEAD_SIZE = 9
WHOLE_WINDOW = 0x7fffffff
FIRST_WINDOW = 65535
SMALLEST_FRAME_LIMIT = 16384

# 6: types of frames
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = range(10)
PRIORITY_UPDATE = 0x10  # RFC 9218 7.1
# Flags
END_STREAM = ACK = 0x1
END_HEADERS = 0x4
PADDED = 0x8
WITH_PRIORITY = 0x20
# 6.5.2
HEADER_TABLE_SIZE, ENABLE_PUSH, MAX_CONCURRENT_STREAMS, INITIAL_WINDOW_SIZE, MAX_FRAME_SIZE, MAX_HEADER_LIST_SIZE = range(1, 7)
ENABLE_CONNECT_PROTOCOL = 8  # RFC 8441 3
NO_RFC7540_PRIORITIES = 9    # RFC 9218 2.1
# 7
(NO_ERROR, PROTOCOL_ERROR, INTERNAL_ERROR, FLOW_CONTROL_ERROR, SETTINGS_TIMEOUT, STREAM_CLOSED, FRAME_SIZE_ERROR,
 REFUSED_STREAM, CANCEL, COMPRESSION_ERROR, CONNECT_ERROR, ENHANCE_YOUR_CALM, INADEQUATE_SECURITY, HTTP_1_1_REQUIRED) = range(14)
ERRORS = ("NO_ERROR PROTOCOL_ERROR INTERNAL_ERROR FLOW_CONTROL_ERROR SETTINGS_TIMEOUT STREAM_CLOSED FRAME_SIZE_ERROR "
          "REFUSED_STREAM CANCEL COMPRESSION_ERROR CONNECT_ERROR ENHANCE_YOUR_CALM INADEQUATE_SECURITY "
          "HTTP_1_1_REQUIRED").split()


# --- writing frames

def frame(kind, flags=0, stream=0, payload=b"", length=None):
    """4.1; `length` is a lie about the payload."""
    size = len(payload) if length is None else length
    return struct.pack(">IBBI", size, kind, flags, stream)[1:] + payload


def padded(payload, padding, rest=None):
    """`rest` is what is there for the padding, which may be shorter."""
    return bytes([padding]) + payload + bytes(padding if rest is None else rest)


def data(stream, payload=b"", end=True):
    return frame(DATA, END_STREAM if end else 0, stream, payload)


def headers(stream, block, end=True, whole=True, flags=0):
    return frame(HEADERS, flags | (END_STREAM if end else 0) | (END_HEADERS if whole else 0), stream, block)


def continuation(stream, block=b"", whole=True):
    return frame(CONTINUATION, END_HEADERS if whole else 0, stream, block)


def priority_fields(depends_on=0, weight=15, exclusive=False):
    return struct.pack(">IB", depends_on | (0x80000000 if exclusive else 0), weight)


def priority(stream, depends_on=0):
    return frame(PRIORITY, 0, stream, priority_fields(depends_on))


def reset(stream, code=CANCEL):
    return frame(RST_STREAM, 0, stream, struct.pack(">I", code))


def settings(*pairs, flags=0):
    return frame(SETTINGS, flags, 0, b"".join(struct.pack(">HI", name, value) for name, value in pairs))


def settings_ack():
    return frame(SETTINGS, ACK)


def ping(opaque=b"conforms", flags=0):
    return frame(PING, flags, 0, opaque)


def goaway(last=0, code=NO_ERROR, debug=b""):
    return frame(GOAWAY, 0, 0, struct.pack(">II", last, code) + debug)


def window_update(stream, increment):
    return frame(WINDOW_UPDATE, 0, stream, struct.pack(">I", increment))


def priority_update(stream, value="u=1", on=0):
    return frame(PRIORITY_UPDATE, 0, on, struct.pack(">I", stream) + value.encode())


def fields(*pairs):
    """A block of these (name, value), each a literal."""
    return b"".join(literal(name, value) for name, value in pairs)


def request_block(path="/", *more, method="GET", scheme="http", authority="a"):
    """What is None is left out."""
    pseudo = ((":method", method), (":scheme", scheme), (":path", path), (":authority", authority))
    return fields(*(pair for pair in pseudo if pair[1] is not None), *more)


def get(stream=1, path="/", *more, **pseudo):
    return headers(stream, request_block(path, *more, **pseudo))


def post(stream, body=b"", *more, path="/", **pseudo):
    """A request with its body in one frame."""
    return headers(stream, request_block(path, *more, method="POST", **pseudo), end=False) + data(stream, body)


# --- the client

class Frame(namedtuple("Frame", "kind flags stream payload")):
    def number(self, at=0):
        return struct.unpack_from(">I", self.payload, at)[0]

    def has(self, flag):
        return bool(self.flags & flag)


class Answer:
    """What came on a stream so far."""

    def __init__(self, window):
        self.interim = []  # (status, fields)
        self.status = 0
        self.fields = []
        self.trailers = []
        self.body = bytearray()
        self.ended = False
        self.reset = None  # the code of RST_STREAM
        self.window = window

    @property
    def text(self):
        return self.body.decode()

    def get(self, name, default=None):
        return next((value for key, value in self.fields if key == name), default)

    def over(self):
        return self.ended or self.reset is not None

    def __repr__(self):
        return f"<{self.status} {self.body[:200]!r} reset {self.reset}>"


class H2Client(Client):
    """Keeps the account of what the server may send. Obeys by itself: SETTINGS and PING are acknowledged, nothing else is
    sent unasked, windows are not opened."""

    def __init__(self, address, greeting=None, patience_s=TIMEOUT_S, tls=None, **announced):
        """`greeting` instead of the preface and SETTINGS; `tls`: a context that offers h2; `announced`: settings of this
        client, by lower-case name."""
        super().__init__(address, patience_s)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname="localhost")
            self.check(self.socket.selected_alpn_protocol() == "h2", "the server did not choose h2")
        self.settings = {globals()[name.upper()]: value for name, value in announced.items()}
        self.decoder = Decoder(self.settings.get(HEADER_TABLE_SIZE, 4096))
        self.window = FIRST_WINDOW
        self.answers = {}
        self.theirs = {}      # the server's settings
        self.frames = []      # all that came
        self.goaway = None    # the last one
        self.acknowledged = 0
        self.acknowledges = True  # the server's SETTINGS
        self.pongs = []
        self.opened = {0: FIRST_WINDOW}  # what WINDOW_UPDATE let us send beyond the first windows
        self.heads = set()    # streams whose request was HEAD
        self.block = None     # HEADERS without END_HEADERS so far
        self.send(PREFACE + settings(*self.settings.items()) if greeting is None else greeting)

    # --- sending

    def fetch(self, path="/", *more, stream, **pseudo):
        """One request, until its answer is over."""
        if pseudo.get("method") == "HEAD":
            self.heads.add(stream)
        self.send(get(stream, path, *more, **pseudo))
        return self.answer(stream)

    def open_window(self, stream, increment):
        if stream:
            self.on(stream).window += increment
        else:
            self.window += increment
        self.send(window_update(stream, increment))

    # --- receiving

    def answer(self, stream):
        """When it is over; what it was so far when the connection ends before."""
        while not self.on(stream).over() and self.next() is not None:
            pass
        return self.on(stream)

    def until(self, condition, what):
        while not condition():
            if self.next() is None:
                raise AssertionError(f"closed with {self.goaway} where {what} was due: {self.frames[-5:]}")

    def pong(self, opaque=b"in order"):
        """Everything sent so far has been read by the server."""
        self.send(ping(opaque))
        self.until(lambda: opaque in self.pongs, "the answer to a PING")

    def to_end(self):
        """Until the server closes. The code of its GOAWAY, None when there was none."""
        while self.next() is not None:
            pass
        return self.goaway.number(4) if self.goaway else None

    def on(self, stream):
        return self.answers.setdefault(stream, Answer(self.settings.get(INITIAL_WINDOW_SIZE, FIRST_WINDOW)))

    def next(self):
        """The next frame, None at the end of the connection. A frame that is cut short counts as that too."""
        while len(self.unread) < HEAD_SIZE or len(self.unread) < HEAD_SIZE + self.next_size():
            if not self.receive():
                return None
        size = self.next_size()
        kind, flags, stream = struct.unpack(">BBI", self.unread[3:HEAD_SIZE])
        one = Frame(kind, flags, stream & WHOLE_WINDOW, self.unread[HEAD_SIZE:HEAD_SIZE + size])
        self.unread = self.unread[HEAD_SIZE + size:]
        self.take(one)
        self.frames.append(one)
        return one

    def next_size(self):
        return int.from_bytes(self.unread[:3], "big")

    def check(self, fine, complaint):
        if not fine:
            raise AssertionError(complaint)

    def take(self, one):
        """What RFC 9113 demands of the server, frame by frame."""
        self.check(self.frames or (one.kind == SETTINGS and not one.has(ACK)), f"3.4: begins with {one}")
        self.check(len(one.payload) <= self.settings.get(MAX_FRAME_SIZE, SMALLEST_FRAME_LIMIT), f"4.2: too large {one.kind}")
        self.check(self.block is None or one.kind == CONTINUATION, f"6.10: {one} within a block")
        takes = {DATA: self.take_data, HEADERS: self.take_headers, CONTINUATION: self.take_block, RST_STREAM: self.take_reset,
                 SETTINGS: self.take_settings, PING: self.take_ping, GOAWAY: self.take_goaway,
                 WINDOW_UPDATE: self.take_window_update}
        self.check(one.kind in takes, f"a server does not send {one}")
        on_stream = one.kind in (DATA, HEADERS, CONTINUATION, RST_STREAM)
        self.check(one.kind == WINDOW_UPDATE or bool(one.stream) == on_stream, f"6: {one} on stream {one.stream}")
        self.check(not on_stream or one.stream % 2 == 1, f"5.1.1: {one}")
        takes[one.kind](one)

    def take_data(self, one):
        answer = self.on(one.stream)
        self.check(answer.status and not answer.over(), f"5.1: DATA for {answer}")
        answer.window -= len(one.payload)
        self.window -= len(one.payload)
        self.check(not one.payload or min(answer.window, self.window) >= 0, f"6.9: beyond the window, {len(one.payload)}")
        answer.body += one.payload[1:len(one.payload) - one.payload[0]] if one.has(PADDED) else one.payload
        self.end_of(one, answer)

    def take_headers(self, one):
        self.check(not self.on(one.stream).over(), f"5.1: HEADERS for {self.on(one.stream)}")
        self.check(not one.flags & (PADDED | WITH_PRIORITY), "padding or priority that nobody needs")
        self.block = (one, b"")
        self.take_block(one)

    def take_block(self, one):
        self.check(self.block is not None and self.block[0].stream == one.stream, f"6.10: {one}")
        first, before = self.block
        self.block = (first, before + one.payload)
        if one.has(END_HEADERS):
            block, self.block = self.block[1], None
            self.take_fields(first, self.decoder.decode(block))

    def take_fields(self, first, pairs):
        answer = self.on(first.stream)
        for name, _ in pairs:
            self.check(name == name.lower() and name not in ("connection", "keep-alive", "transfer-encoding", "upgrade",
                                                             "proxy-connection"), f"8.2: {name}")
        pseudo = [pair for pair in pairs if pair[0].startswith(":")]
        if answer.status:
            self.check(not pseudo and first.has(END_STREAM), f"8.1: trailers {pairs}")
            answer.trailers = pairs
        else:
            self.check([name for name, _ in pseudo] == [":status"] and pairs[0] == pseudo[0], f"8.3.2: {pairs}")
            status = int(pairs[0][1])
            if 100 <= status < 200:
                self.check(not first.has(END_STREAM), "8.1: an interim answer that ends its stream")
                answer.interim.append((status, pairs[1:]))
                return
            answer.status, answer.fields = status, pairs[1:]
        self.end_of(first, answer)

    def end_of(self, one, answer):
        if not one.has(END_STREAM):
            return
        answer.ended = True
        length = answer.get("content-length")
        if answer.status != 304 and one.stream not in self.heads:
            self.check(length is None or int(length) == len(answer.body), f"8.1.1: {length} for {len(answer.body)}")
        else:
            self.check(not answer.body, f"RFC 9110 6.4.1: a body for {one.stream}")

    def take_reset(self, one):
        self.check(len(one.payload) == 4, f"6.4: {one}")
        answer = self.on(one.stream)
        # 8.1: a complete answer may be followed by it; 5.1: so may frames on a stream that is over.
        self.check(not answer.ended or one.number() in (NO_ERROR, STREAM_CLOSED), f"5.1: {one} behind {answer}")
        answer.reset = one.number()

    def take_settings(self, one):
        self.check(len(one.payload) % 6 == 0 and not (one.has(ACK) and one.payload), f"6.5: {one}")
        if one.has(ACK):
            self.acknowledged += 1
            return
        self.theirs.update(struct.iter_unpack(">HI", one.payload))
        self.check(self.theirs.get(ENABLE_PUSH, 0) == 0, "6.5.2: a server that enables push")
        self.check(self.theirs.get(INITIAL_WINDOW_SIZE, 0) <= WHOLE_WINDOW, "6.5.2: INITIAL_WINDOW_SIZE")
        self.check(SMALLEST_FRAME_LIMIT <= self.theirs.get(MAX_FRAME_SIZE, 16384) < 1 << 24, "6.5.2: MAX_FRAME_SIZE")
        if self.acknowledges:
            self.send(settings_ack())

    def take_ping(self, one):
        self.check(len(one.payload) == 8, f"6.7: {one}")
        if one.has(ACK):
            self.pongs.append(one.payload)
        else:
            self.send(ping(one.payload, ACK))

    def take_goaway(self, one):
        self.check(len(one.payload) >= 8, f"6.8: {one}")
        self.check(not self.goaway or self.goaway.number() >= one.number(), "6.8: GOAWAY that takes more streams")
        self.goaway = one

    def take_window_update(self, one):
        self.check(len(one.payload) == 4 and one.number() > 0, f"6.9: {one}")
        self.opened[one.stream] = self.opened.get(one.stream, 0) + one.number()


class Upload:
    """A body that is sent as far as the windows go."""

    def __init__(self, client, stream, path, *fields):
        self.client = client
        self.stream = stream
        self.sent = 0
        client.send(headers(stream, request_block(path, *fields, method="POST"), end=False))
        client.pong()

    def room(self):
        opened = self.client.opened
        return min(self.client.theirs[INITIAL_WINDOW_SIZE] + opened.get(self.stream, 0), opened[0]) - self.sent

    def send(self, payload, end=False):
        """As much of it as there is room for; returns the rest."""
        while payload and self.room() > 0:
            piece = payload[:min(self.room(), 16384)]
            payload = payload[len(piece):]
            self.client.send(data(self.stream, piece, end=end and not payload))
            self.sent += len(piece)
        return payload

    def fill(self):
        """Until nothing opens any more. Returns what was sent."""
        before = self.sent
        while self.room() > 0:
            self.send(b"x" * self.room())
            self.client.pong()
        return b"x" * (self.sent - before)
