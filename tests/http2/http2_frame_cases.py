"""Cases of RFC 9113: the connection, frames, streams and each type of frame (3 to 6)."""
import struct

from http2_table import (
    IGNORED, answer, answered, case, connection, end_of_sending, error_of_stream, headed, in_order)
from http2_wire import (
    ACK, COMPRESSION_ERROR, CONTINUATION, DATA, ENABLE_PUSH, FLOW_CONTROL_ERROR, FRAME_SIZE_ERROR,
    GOAWAY, HEADERS, HEADER_TABLE_SIZE, INITIAL_WINDOW_SIZE, INTERNAL_ERROR, MAX_CONCURRENT_STREAMS, MAX_FRAME_SIZE,
    MAX_HEADER_LIST_SIZE, NO_ERROR, PADDED, PING, PREFACE, PRIORITY, PROTOCOL_ERROR, PUSH_PROMISE, RST_STREAM, SETTINGS,
    SMALLEST_FRAME_LIMIT, STREAM_CLOSED, WHOLE_WINDOW, WINDOW_UPDATE, WITH_PRIORITY, continuation, data, fields, frame, get, goaway, headers, padded,
    ping, post, priority, priority_fields, request_block, reset, settings, settings_ack, window_update)

BROKEN = connection(PROTOCOL_ERROR)
MISSIZED = connection(FRAME_SIZE_ERROR)
UNKNOWN = 0xbe
BLOCKED = settings((INITIAL_WINDOW_SIZE, 0))  # answers stop behind their heads
ECHO = "GET / 0"
NEVER = "/never"


def blocked_get(on=1):
    return BLOCKED + get(on)


# --- 3 and 4

def add_beginnings():
    s = "9113 3.4"
    hello = PREFACE + settings()
    # Whatever is no preface is HTTP/1.1 on such a port, whose answer is no frame.
    case(s, "the preface and a request at once", get(1), answer(200), sees=ECHO)
    case(s, "the preface byte by byte", [hello[at:at + 1] for at in range(len(hello))] + [get(1)], answer(200), greeting=b"")
    case(s, "a request before the server's SETTINGS are acknowledged", [get(1)], answer(200))
    case(s, "SETTINGS of the preface with values", get(1), answer(200),
         greeting=PREFACE + settings((ENABLE_PUSH, 0), (MAX_CONCURRENT_STREAMS, 100), (HEADER_TABLE_SIZE, 0)))
    for name, first in (("HEADERS", get(1)), ("PING", ping()), ("WINDOW_UPDATE", window_update(0, 1)), ("DATA", data(1)),
                        ("PRIORITY", priority(1)), ("GOAWAY", goaway()), ("the answer to SETTINGS", settings_ack()),
                        ("an unknown frame", frame(UNKNOWN))):
        case(s, f"{name} where SETTINGS are due", first, connection(PROTOCOL_ERROR, None), greeting=PREFACE)
    case(s, "the preface twice", PREFACE, connection(FRAME_SIZE_ERROR, PROTOCOL_ERROR))
    case(s, "the end of the stream behind the preface", end_of_sending, connection(NO_ERROR, None),
         guard=False)
    case(s, "the end of the stream within the preface", end_of_sending, connection(None), guard=False,
         greeting=PREFACE[:10])
    case(s, "the end of the stream within a frame", [settings()[:5], end_of_sending],
         connection(NO_ERROR, PROTOCOL_ERROR, None), guard=False)


def add_frames():
    s = "9113 4.1"
    case(s, "an unknown type on the connection", frame(UNKNOWN, 0xff, 0, b"x" * 100) + get(1), answer(200))
    case(s, "an unknown type on an idle stream", frame(UNKNOWN, 0xff, 5, b"x" * 100) + get(1), answer(200))
    case(s, "an unknown type on a stream in use", post(1)[:-9] + frame(UNKNOWN, 0xff, 1, b"x") + data(1), answer(200))
    case(s, "undefined flags of PING", frame(PING, 0xfe, 0, b"opaque!!") + get(1), answer(200))
    case(s, "undefined flags of SETTINGS", frame(SETTINGS, 0xfe) + get(1), answer(200))
    case(s, "undefined flags of DATA", headers(1, request_block(method="POST"), end=False) + frame(DATA, 0xd7 & ~PADDED, 1, b"x"),
         answer(200))
    case(s, "the reserved bit of a stream id", frame(HEADERS, 5, 1 | 1 << 31, request_block()), answer(200))
    case(s, "the reserved bit of stream 0", frame(PING, 0, 1 << 31, b"opaque!!") + get(1), answer(200))
    s = "9113 4.2"
    case(s, "DATA of 16384 bytes", post(1, b"x" * 16384), answer(200), sees="POST / 16384")
    rest = 16384 - len(request_block("/", ("x", "y" * 9000))) + 9000
    case(s, "HEADERS of 16384 bytes", get(1, "/", ("x", "y" * rest)), answer(200, 431))
    case(s, "a byte more than MAX_FRAME_SIZE", [in_order, too_large], MISSIZED)
    for name, kind, on in (("DATA", DATA, 1), ("HEADERS", HEADERS, 3), ("SETTINGS", SETTINGS, 0), ("PING", PING, 0),
                           ("GOAWAY", GOAWAY, 0), ("an unknown type", UNKNOWN, 0), ("PRIORITY", PRIORITY, 1)):
        before = headers(1, request_block(method="POST"), end=False) if on == 1 else b""
        # Its head alone is enough to know.
        case(s, f"{name} larger than MAX_FRAME_SIZE", before + frame(kind, 4 if on == 3 else 0, on, b"", (1 << 24) - 1),
             MISSIZED, guard=False)
    s = "9113 4.3"
    case(s, "a block in two pieces", headers(1, request_block()[:7], whole=False) + continuation(1, request_block()[7:]),
         answer(200), sees=ECHO)
    case(s, "a block byte by byte, as far as CONTINUATION frames are allowed", split_block(1, request_block(), 5), answer(200))
    case(s, "a block that begins in CONTINUATION", headers(1, b"", whole=False) + continuation(1, request_block()), answer(200))
    case(s, "an empty CONTINUATION at the end", headers(1, request_block(), whole=False) + continuation(1), answer(200))
    case(s, "a field cut between two frames", headers(1, request_block("/", ("x", "yz"))[:-1], whole=False) + continuation(1, b"z"),
         answer(200))
    case(s, "an empty block", headers(1, b""), error_of_stream(PROTOCOL_ERROR) | answer(400))
    case(s, "a block that cannot be decoded", headers(1, request_block() + b"\x80"), connection(COMPRESSION_ERROR))


def too_large(client):
    size = client.theirs.get(MAX_FRAME_SIZE, SMALLEST_FRAME_LIMIT) + 1
    client.send(headers(1, request_block(method="POST"), end=False) + data(1, b"x" * size))


def split_block(on, block, count):
    size = -(-len(block) // count)
    pieces = [block[at:at + size] for at in range(0, len(block), size)]
    return headers(on, pieces[0], whole=False) + b"".join(
        continuation(on, piece, whole=piece is pieces[-1]) for piece in pieces[1:])


# --- 5

def add_states():
    s = "9113 5.1"
    case(s, "DATA on an idle stream", data(1, b"x"), BROKEN)
    case(s, "RST_STREAM on an idle stream", reset(1), BROKEN)
    case(s, "WINDOW_UPDATE on an idle stream", window_update(1, 1), BROKEN)
    case(s, "CONTINUATION on an idle stream", continuation(1, request_block()), BROKEN)
    case(s, "PRIORITY on an idle stream", priority(1) + get(1), answer(200))
    half = "on a stream that the client has ended"
    closed = error_of_stream(STREAM_CLOSED)
    case(s, f"DATA {half}", blocked_get() + data(1, b"x"), closed)
    case(s, f"HEADERS {half}", blocked_get() + get(1), closed | BROKEN)
    case(s, f"trailers {half}", blocked_get() + headers(1, fields(("x", "y"))), closed | BROKEN)
    case(s, f"CONTINUATION {half}", blocked_get() + continuation(1, fields(("x", "y"))), closed | BROKEN)
    case(s, f"WINDOW_UPDATE {half}", blocked_get() + window_update(1, 100), answer(200), sees=ECHO)
    case(s, f"PRIORITY {half}", blocked_get() + priority(1, 3) + window_update(1, 100), answer(200), sees=ECHO)
    case(s, f"RST_STREAM {half}", blocked_get() + reset(1), IGNORED)
    case(s, "DATA behind trailers", BLOCKED + headers(1, request_block(method="POST"), end=False) + headers(1, fields(("x", "y")))
         + data(1), closed)
    # "closed": RFC 9113 allows it to be an error of the connection, RFC 7540 demanded it.
    gone = connection(STREAM_CLOSED)
    case(s, "DATA on a stream that is over", [get(1), answered(), data(1, b"x")], gone, watch=3)
    case(s, "HEADERS on a stream that is over", [get(1), answered(), get(1, NEVER)], gone, watch=3)
    case(s, "CONTINUATION on a stream that is over", [get(1), answered(), continuation(1, b"")],
         connection(STREAM_CLOSED, PROTOCOL_ERROR), watch=3)
    for name, one in (("WINDOW_UPDATE", window_update(1, 1)), ("PRIORITY", priority(1, 3)), ("RST_STREAM", reset(1))):
        case(s, f"{name} on a stream that is over", [get(1), answered(), one], IGNORED, watch=3)
    opened = headers(1, request_block(method="POST"), end=False)
    case(s, "DATA behind our RST_STREAM", opened + reset(1) + data(1, b"x"), gone)
    case(s, "DATA behind our RST_STREAM, once it was read", [opened + reset(1), in_order, data(1, b"x")], gone)
    case(s, "HEADERS behind our RST_STREAM", opened + reset(1) + get(1, NEVER), gone)
    case(s, "trailers behind our RST_STREAM", [opened + reset(1), in_order, headers(1, fields(("x", "y")))], gone)
    # The server's own RST_STREAM may cross with them: they are dropped.
    malformed = headers(1, request_block("/never", ("Capital", "x"), method="POST"), end=False)
    case(s, "DATA behind the server's RST_STREAM", [malformed, answered(), data(1, b"x", end=False), data(1, b"x")], IGNORED, watch=3)
    case(s, "trailers behind the server's RST_STREAM", [malformed, answered(), headers(1, fields(("x", "y")))], IGNORED, watch=3)
    case(s, "DATA behind the end of a stream that the server has reset", [malformed, answered(), data(1), data(1)], gone, watch=3)
    case(s, "WINDOW_UPDATE behind our RST_STREAM", opened + reset(1) + window_update(1, 1), IGNORED | closed)
    case(s, "RST_STREAM twice", opened + reset(1) + reset(1), IGNORED)
    case(s, "PRIORITY behind our RST_STREAM", opened + reset(1) + priority(1, 3), IGNORED)


def add_identifiers():
    s = "9113 5.1.1"
    case(s, "a stream of an even number", get(2), BROKEN, watch=2)
    case(s, "stream 0", get(0), BROKEN)
    case(s, "a number lower than one before", get(5) + get(3, NEVER), BROKEN, watch=3)
    case(s, "a number lower than one before, once that was answered", [get(5), answered(5), get(3, NEVER)], BROKEN, watch=3)
    case(s, "the first use of a number closes those below", [get(7), answered(7), data(5, b"x")], connection(STREAM_CLOSED), watch=5)
    case(s, "numbers left out", get(1) + get(101) + get(1001), answer(200), watch=1001)
    case(s, "the last number there is", get(WHOLE_WINDOW), answer(200), watch=WHOLE_WINDOW, guard=False)
    s = "9113 5.4"
    case(s, "a reset is not answered by another", headers(1, request_block(method="POST"), end=False) + reset(1, PROTOCOL_ERROR),
         IGNORED)
    case(s, "RST_STREAM with an unknown code", headers(1, request_block(method="POST"), end=False) + reset(1, 0xdeadbeef), IGNORED)
    s = "9113 5.3"
    # RFC 7540 5.3.1 made it an error of the stream; the scheme is deprecated, and otherwise ignored.
    own = error_of_stream(PROTOCOL_ERROR)
    case(s, "PRIORITY that makes an idle stream depend on itself", priority(1, 1) + get(1, NEVER), own)
    case(s, "PRIORITY that makes an open stream depend on itself", blocked_get() + priority(1, 1), own)
    case(s, "PRIORITY that makes a stream that is over depend on itself", [get(1), answered(), priority(1, 1)], own, watch=3)
    case(s, "HEADERS that make a stream depend on itself",
         headers(1, priority_fields(1) + request_block(NEVER), flags=WITH_PRIORITY), own)
    case(s, "an exclusive dependency", headers(1, priority_fields(3, 255, True) + request_block(), flags=WITH_PRIORITY), answer(200))
    s = "9113 5.5"
    case(s, "an unknown frame within a block", headers(1, request_block(), whole=False) + frame(UNKNOWN, 0, 1) + continuation(1),
         BROKEN)


# --- 6

def add_data():
    s = "9113 6.1"
    opened = headers(1, request_block(method="POST"), end=False)
    case(s, "DATA on stream 0", data(0, b"x"), BROKEN)
    case(s, "padding", opened + frame(DATA, 1 | PADDED, 1, padded(b"abc", 20)), answer(200), sees="POST / 3")
    case(s, "no padding, and said so", opened + frame(DATA, 1 | PADDED, 1, padded(b"abc", 0)), answer(200), sees="POST / 3")
    case(s, "nothing but padding", opened + frame(DATA, 1 | PADDED, 1, padded(b"", 255)), answer(200), sees="POST / 0")
    case(s, "as much padding as payload", opened + frame(DATA, 1 | PADDED, 1, padded(b"abc", 4, 0)), BROKEN)
    case(s, "more padding than payload", opened + frame(DATA, 1 | PADDED, 1, padded(b"abc", 255, 0)), BROKEN)
    case(s, "padding without its length", opened + frame(DATA, 1 | PADDED, 1), connection(FRAME_SIZE_ERROR, PROTOCOL_ERROR))
    case(s, "a body in many pieces", opened + b"".join(data(1, b"x" * n, end=False) for n in range(1, 40)) + data(1), answer(200),
         sees="POST / 780")
    case(s, "a body without an end", opened + data(1, b"x", end=False), IGNORED)


def add_headers():
    s = "9113 6.2"
    block = request_block()
    case(s, "padding", headers(1, padded(block, 30), flags=PADDED), answer(200), sees=ECHO)
    case(s, "padding and priority", headers(1, padded(priority_fields(3) + block, 30), flags=PADDED | WITH_PRIORITY), answer(200))
    case(s, "priority", headers(1, priority_fields(0, 255) + block, flags=WITH_PRIORITY), answer(200))
    case(s, "as much padding as payload", headers(1, padded(block, len(block) + 1, 0), flags=PADDED), BROKEN)
    case(s, "padding that leaves no room for priority", headers(1, padded(priority_fields(), 3, 0), flags=PADDED | WITH_PRIORITY),
         connection(PROTOCOL_ERROR, FRAME_SIZE_ERROR))
    case(s, "padding without its length", headers(1, b"", flags=PADDED), connection(FRAME_SIZE_ERROR, PROTOCOL_ERROR))
    case(s, "priority cut short", headers(1, b"\0\0\0\0", flags=WITH_PRIORITY), connection(FRAME_SIZE_ERROR, PROTOCOL_ERROR))
    open_block = headers(1, block, whole=False)
    for name, one in (("PRIORITY", priority(3)), ("DATA", data(1)), ("HEADERS of another stream", get(3)), ("SETTINGS", settings()),
                      ("PING", ping()), ("RST_STREAM", reset(1)), ("WINDOW_UPDATE", window_update(0, 1)), ("GOAWAY", goaway()),
                      ("CONTINUATION of another stream", continuation(3, block))):
        case("9113 6.10", f"{name} within a block", open_block + one, BROKEN)


def add_priority_and_reset():
    s = "9113 6.3"
    case(s, "PRIORITY on stream 0", priority(0), BROKEN)
    for size in (0, 4, 6):
        case(s, f"PRIORITY of {size} bytes", get(1) + frame(PRIORITY, 0, 3, bytes(size)) if size else frame(PRIORITY, 0, 3),
             error_of_stream(FRAME_SIZE_ERROR), watch=3)
    s = "9113 6.4"
    case(s, "RST_STREAM on stream 0", reset(0), BROKEN)
    for size in (0, 3, 5):
        case(s, f"RST_STREAM of {size} bytes", headers(1, request_block(method="POST"), end=False) + frame(RST_STREAM, 0, 1, bytes(size)),
             MISSIZED)
    case(s, "an answer that waits for the window is reset", [blocked_get(), headed(), reset(1), in_order], IGNORED)


def add_settings():
    s = "9113 6.5"
    case(s, "an answer to SETTINGS with values", frame(SETTINGS, ACK, 0, bytes(6)), MISSIZED)
    case(s, "SETTINGS on a stream", frame(SETTINGS, 0, 1), BROKEN)
    for size in (1, 3, 5, 7):
        case(s, f"SETTINGS of {size} bytes", frame(SETTINGS, 0, 0, bytes(size)), MISSIZED)
    case(s, "an answer to no SETTINGS", settings_ack() + settings_ack() + get(1), answer(200) | BROKEN)
    s = "9113 6.5.2"
    for value in (2, 0xffffffff):
        case(s, f"ENABLE_PUSH {value}", settings((ENABLE_PUSH, value)), BROKEN)
    for value in (WHOLE_WINDOW + 1, 0xffffffff):
        case(s, f"INITIAL_WINDOW_SIZE {value}", settings((INITIAL_WINDOW_SIZE, value)), connection(FLOW_CONTROL_ERROR))
    for value in (0, 16383, 1 << 24, 0xffffffff):
        case(s, f"MAX_FRAME_SIZE {value}", settings((MAX_FRAME_SIZE, value)), BROKEN)
    for name, pair in (("INITIAL_WINDOW_SIZE at its largest", (INITIAL_WINDOW_SIZE, WHOLE_WINDOW)),
                       ("MAX_FRAME_SIZE at its largest", (MAX_FRAME_SIZE, (1 << 24) - 1)), ("ENABLE_PUSH 1", (ENABLE_PUSH, 1)),
                       ("HEADER_TABLE_SIZE 0", (HEADER_TABLE_SIZE, 0)), ("HEADER_TABLE_SIZE 4294967295", (HEADER_TABLE_SIZE, 0xffffffff)),
                       ("MAX_HEADER_LIST_SIZE 0", (MAX_HEADER_LIST_SIZE, 0)), ("MAX_CONCURRENT_STREAMS 0", (MAX_CONCURRENT_STREAMS, 0)),
                       ("a setting that nobody knows", (0xfefe, 1)), ("setting 0", (0, 1))):
        case(s, name, settings(pair) + get(1), answer(200), sees=ECHO)
    s = "9113 6.5.3"
    case(s, "of values that come twice, the last holds", settings((INITIAL_WINDOW_SIZE, 0), (INITIAL_WINDOW_SIZE, 1000)) + get(1),
         answer(200), sees=ECHO)
    case(s, "a wrong value behind a right one", settings((INITIAL_WINDOW_SIZE, 1), (ENABLE_PUSH, 3)), BROKEN)
    case(s, "each SETTINGS is acknowledged", [settings() * 5, acknowledged(6)], IGNORED)


def acknowledged(count):
    return lambda client: client.until(lambda: client.acknowledged == count, f"{count} answers to SETTINGS")


def add_other_frames():
    case("9113 6.6", "PUSH_PROMISE of a client", get(1) + frame(PUSH_PROMISE, 4, 1, struct.pack(">I", 2) + request_block()), BROKEN,
         watch=3)
    case("9113 8.4", "PUSH_PROMISE on an idle stream", frame(PUSH_PROMISE, 4, 1, struct.pack(">I", 2) + request_block()), BROKEN)
    s = "9113 6.7"
    case(s, "PING is answered with what it said", ponged(b"12345678", b"\0\0\0\0\0\0\0\0", b"\xff" * 8), IGNORED)
    case(s, "an answer to no PING", ping(flags=ACK), IGNORED)
    case(s, "PING on a stream", frame(PING, 0, 1, b"opaque!!"), BROKEN)
    for size in (0, 7, 9):
        case(s, f"PING of {size} bytes", frame(PING, 0, 0, bytes(size)), MISSIZED)
        case(s, f"an answer to PING of {size} bytes", frame(PING, ACK, 0, bytes(size)), MISSIZED)
    s = "9113 6.8"
    case(s, "GOAWAY on a stream", frame(GOAWAY, 0, 1, bytes(8)), BROKEN)
    case(s, "GOAWAY of 7 bytes", frame(GOAWAY, 0, 0, bytes(7)), MISSIZED)
    case(s, "an answer in flight outlives GOAWAY", [blocked_get(), headed(), goaway() + window_update(1, 100)], answer(200), sees=ECHO,
         guard=False)
    case(s, "GOAWAY ends a connection without streams", goaway(0, NO_ERROR, b"bye"), connection(NO_ERROR, None), guard=False)
    case(s, "GOAWAY with an error", goaway(0, INTERNAL_ERROR), connection(NO_ERROR, None), guard=False)


def ponged(*opaque):
    def step(client):
        client.send(*(ping(one) for one in opaque))
        client.until(lambda: client.pongs == list(opaque), "the answers to PINGs")
    return step


def add_windows():
    s = "9113 6.9"
    overflow = connection(FLOW_CONTROL_ERROR)
    opened = headers(1, request_block(method="POST"), end=False)
    case(s, "0 for the connection", window_update(0, 0), BROKEN)
    case(s, "0 for a stream", opened + window_update(1, 0), error_of_stream(PROTOCOL_ERROR))
    for size in (0, 3, 5):
        case(s, f"WINDOW_UPDATE of {size} bytes", frame(WINDOW_UPDATE, 0, 0, bytes(size)), MISSIZED)
        case(s, f"WINDOW_UPDATE of {size} bytes for a stream", opened + frame(WINDOW_UPDATE, 0, 1, bytes(size)), MISSIZED)
    case(s, "the reserved bit of the increment", frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", 1 << 31 | 5)) + get(1), answer(200))
    case(s, "nothing but the reserved bit", frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", 1 << 31)), BROKEN)
    s = "9113 6.9.1"
    case(s, "the largest window of the connection", window_update(0, WHOLE_WINDOW - 65535) + get(1), answer(200))
    case(s, "a window of the connection that is too large", window_update(0, WHOLE_WINDOW - 65534), overflow)
    case(s, "too large in two steps", window_update(0, WHOLE_WINDOW - 65535) + window_update(0, 1), overflow)
    case(s, "the largest window of a stream", blocked_get() + window_update(1, WHOLE_WINDOW), answer(200))
    case(s, "a window of a stream that is too large", opened + window_update(1, WHOLE_WINDOW - 65534),
         error_of_stream(FLOW_CONTROL_ERROR))
    case(s, "0 for a stream that the client has ended", blocked_get() + window_update(1, 0), error_of_stream(PROTOCOL_ERROR))
    s = "9113 6.9.2"
    # An error of the connection; libnghttp2 resets the streams in question, which is as safe.
    case(s, "SETTINGS that make a stream's window too large",
         opened + window_update(1, WHOLE_WINDOW - 65535) + settings((INITIAL_WINDOW_SIZE, 65536)),
         error_of_stream(FLOW_CONTROL_ERROR))
    case(s, "a window by SETTINGS, once the answer waits", [blocked_get(), headed(), settings((INITIAL_WINDOW_SIZE, 3)),
         lambda client: client.until(lambda: client.on(1).body == ECHO[:3].encode(), "3 bytes"), in_order,
         settings((INITIAL_WINDOW_SIZE, 100))], answer(200), sees=ECHO)
    case(s, "a window below zero", [settings((INITIAL_WINDOW_SIZE, 3)) + get(1),
         lambda client: client.until(lambda: len(client.on(1).body) == 3, "3 bytes"), settings((INITIAL_WINDOW_SIZE, 1)) + window_update(1, 2),
         in_order, lambda client: client.check(len(client.on(1).body) == 3, "it sent into a window of 0"), window_update(1, 50)],
         answer(200), sees=ECHO)
    case(s, "a window of one byte at a time", [settings((INITIAL_WINDOW_SIZE, 1)) + get(1), *(byte_by_byte(n) for n in range(1, len(ECHO)))],
         answer(200), sees=ECHO)
    case(s, "a window in many small steps", blocked_get() + window_update(1, 1) * len(ECHO), answer(200), sees=ECHO)


def byte_by_byte(count):
    def step(client):
        client.until(lambda: len(client.on(1).body) == count, f"{count} bytes")
        client.send(window_update(1, 1))
    return step


def add_continuations():
    s = "9113 6.10"
    block = request_block()
    case(s, "CONTINUATION behind a whole block", get(1) + continuation(1, block), connection(PROTOCOL_ERROR, STREAM_CLOSED), watch=3)
    case(s, "CONTINUATION behind CONTINUATION that was the last",
         headers(1, block[:5], whole=False) + continuation(1, block[5:]) + continuation(1, block), connection(PROTOCOL_ERROR, STREAM_CLOSED),
         watch=3)
    case(s, "CONTINUATION on stream 0", headers(1, block, whole=False) + continuation(0), BROKEN)
    case(s, "CONTINUATION behind DATA", headers(1, request_block(method="POST"), end=False) + data(1, b"x", end=False) + continuation(1, block),
         BROKEN)
    case(s, "END_STREAM is that of HEADERS", headers(1, request_block(method="POST"), end=False, whole=False) + continuation(1)
         + data(1, b"abc"), answer(200), sees="POST / 3")
    case(s, "undefined flags of CONTINUATION", headers(1, block, whole=False) + frame(CONTINUATION, 0xff, 1), answer(200))


for add in (add_beginnings, add_frames, add_states, add_identifiers, add_data, add_headers, add_priority_and_reset, add_settings,
            add_other_frames, add_windows, add_continuations):
    add()
