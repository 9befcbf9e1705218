"""Cases of requests and answers in HTTP/2 (RFC 9113 8, RFC 9110), of HPACK (RFC 7541), of priorities (RFC 9218) and of
CONNECT (RFC 8441)."""
from http2_hpack import bits_of, indexed, integer, literal, never_indexed, packed, remembered, string, table_size
from http2_table import (
    IGNORED, MALFORMED, answer, answered, case, connection, headed, in_order, stream)
from http2_wire import (
    COMPRESSION_ERROR, FRAME_SIZE_ERROR, INITIAL_WINDOW_SIZE, INTERNAL_ERROR, NO_RFC7540_PRIORITIES, PADDED, PRIORITY_UPDATE, PROTOCOL_ERROR,
    continuation, data, fields, frame, get, headers, padded, priority_update, request_block, settings,
    window_update)

UNDECODABLE = connection(COMPRESSION_ERROR)
ECHO = "GET / 0"
NEVER = "/never"


def never(section, name, *more, **pseudo):
    """A malformed request."""
    case(section, name, get(1, pseudo.pop("path", NEVER), *more, **pseudo), MALFORMED)


def opened(*more, path="/"):
    return headers(1, request_block(path, *more, method="POST"), end=False)


# --- RFC 9113 8

def add_framing():
    s = "9113 8.1"
    trailers = headers(1, fields(("x-trailer", "yes")))
    case(s, "trailers behind a body", opened() + data(1, b"abc", end=False) + trailers, answer(200), sees="POST / 3")
    case(s, "trailers without a body", opened() + trailers, answer(200), sees="POST / 0")
    case(s, "trailers in two frames", opened() + headers(1, fields(("a", "b")), whole=False) + continuation(1, fields(("c", "d"))),
         answer(200))
    case(s, "trailers that do not end the stream", opened(path=NEVER) + headers(1, fields(("a", "b")), end=False), MALFORMED)
    for name in (":path", ":method", ":status", ":x"):
        case(s, f"{name} in trailers", opened(path=NEVER) + headers(1, fields((name, "/"))), MALFORMED)
    case(s, "a name in capitals in trailers", opened(path=NEVER) + headers(1, fields(("X-Trailer", "y"))), MALFORMED)
    case(s, "Transfer-Encoding in trailers", opened(path=NEVER) + headers(1, fields(("transfer-encoding", "chunked"))), MALFORMED)
    case(s, "HEAD", head_alone, answer(200))
    s = "9113 8.1.1"
    for length, body in ((1, b""), (0, b"x"), (2, b"x"), (1, b"xy"), (100, b"x" * 99), (1 << 63, b"x")):
        case(s, f"Content-Length: {length} of {len(body)} bytes",
             opened(("content-length", str(length)), path=NEVER) + data(1, body), MALFORMED | (answer(413) if length > 100 else set()))
    case(s, "Content-Length: 5 where HEADERS end the stream", get(1, NEVER, ("content-length", "5"), method="POST"), MALFORMED)
    case(s, "Content-Length: 0 where HEADERS end the stream", get(1, "/", ("content-length", "0"), method="POST"), answer(200))
    case(s, "Content-Length: 3 in three frames", opened(("content-length", "3")) + data(1, b"a", end=False) * 2 + data(1, b"a"), answer(200),
         sees="POST / 3")
    case(s, "Content-Length counts no padding", opened(("content-length", "3")) + frame(0, 1 | PADDED, 1, padded(b"abc", 9)), answer(200),
         sees="POST / 3")
    case(s, "Content-Length: 3 with trailers", opened(("content-length", "3")) + data(1, b"abc", end=False) + trailers, answer(200))
    case(s, "Content-Length: 3 of 2 bytes with trailers", opened(("content-length", "3"), path=NEVER) + data(1, b"ab", end=False) + trailers,
         MALFORMED)
    case(s, "too much before the end of the stream", opened(("content-length", "1"), path=NEVER) + data(1, b"abc", end=False), MALFORMED)
    for value in ("+5", "-5", "0x5", "5 5", "5a", "", "5.0", "5,6", "18446744073709551621"):
        case(s, f"Content-Length: {value!r}", opened(("content-length", value), path=NEVER) + data(1, b"hello"),
             MALFORMED | (answer(413) if len(value) > 10 else set()))
    case(s, "Content-Lengths that differ", opened(("content-length", "5"), ("content-length", "6"), path=NEVER) + data(1, b"hello"),
         MALFORMED)
    case(s, "the same Content-Length twice", opened(("content-length", "5"), ("content-length", "5")) + data(1, b"hello"),
         MALFORMED | answer(200))


def head_alone(client):
    client.heads.add(1)
    client.send(get(1, method="HEAD"))


def add_fields():
    s = "9113 8.2.1"
    for name in ("X-Capital", "xY", "a b", "a\0b", "a\x7fb", "a\x80", "\xe9", "a\tb", "a\rb", "a\nb", " a", "a ", "", "a:b", "a(b", "a\"b",
                 "a,b"):
        never(s, f"the name {name!r}", (name, "v"))
    for value in ("a\0b", "a\rb", "a\nb", "a\r\nx: y", "\n", "\0", " a", "a ", "\ta", "a\t", " "):
        never(s, f"the value {value!r}", ("x", value))
    case(s, "an empty value", get(1, "/", ("x", "")), answer(200))
    case(s, "a value beyond ASCII", get(1, "/", ("x", "\xe9\x80\xff")), answer(200))
    case(s, "a value with a tab within", get(1, "/", ("x", "a\tb")), answer(200))
    case(s, "a name with every character", get(1, "/", ("!#$%&'*+-.^_`|~09az", "v")), answer(200))
    s = "9113 8.2.2"
    for name, value in (("connection", "keep-alive"), ("connection", "x"), ("keep-alive", "timeout=5"), ("proxy-connection", "close"),
                        ("transfer-encoding", "chunked"), ("transfer-encoding", "gzip, chunked"), ("upgrade", "websocket"), ("te", "gzip"),
                        ("te", "trailers, gzip")):
        never(s, f"{name}: {value}", (name, value))
    case(s, "te: trailers", get(1, "/", ("te", "trailers")), answer(200))
    s = "9113 8.2.3"
    case(s, "pieces of a cookie become one", get(1, "/cookie", ("cookie", "a=b"), ("x", "y"), ("cookie", "c=d"), ("cookie", "e=f")),
         answer(200), sees="a=b; c=d; e=f")


def add_pseudo_fields():
    s = "9113 8.3"
    for name in (":unknown", ":", ":Path", ":protocol"):
        never(s, f"the pseudo-header {name!r}", (name, "x"))
    never(s, ":status in a request", (":status", "200"))
    for name in (":method", ":scheme", ":path", ":authority"):
        value = {":method": "GET", ":scheme": "http", ":path": NEVER, ":authority": "a"}[name]
        rest = request_block(**{"path": NEVER, name[1:]: None})
        case(s, f"{name} behind a field", headers(1, rest + fields(("x", "y"), (name, value))), MALFORMED)
        never(s, f"{name} twice", (name, value))


def add_request_pseudo_fields():
    s = "9113 8.3.1"
    for name in ("method", "scheme", "path"):
        case(s, f"without :{name}", headers(1, request_block(**{"path": NEVER, name: None})), MALFORMED)
        case(s, f"an empty :{name}", headers(1, request_block(**{"path": NEVER, name: ""})), MALFORMED | answer(501))
    for path in ("never", "*", "http://a/never", "?never", "/ne ver", "/never#x", "/never\0", "/never\x7f", "/never\r\nx: y", "/never\t",
                 "//never\n"):
        case(s, f"the path {path!r}", get(1, path), MALFORMED)
    case(s, "the path of OPTIONS *", get(1, "*", method="OPTIONS"), answer(200), sees="OPTIONS * 0")
    for method in ("G T", "G\0T", "G(T", "G\nT", "\xe9"):
        never(s, f"the method {method!r}", method=method)
    case(s, "a method that is too long", get(1, NEVER, method="X" * 100), MALFORMED | answer(501))
    case(s, "a method of its own", get(1, method="BREW"), answer(200), sees="BREW / 0")
    for scheme in ("ht tp", "http\0", "ht\ntp", "1http", ""):
        never(s, f"the scheme {scheme!r}", scheme=scheme)
    for authority in ("u@a", "u:p@a", "a b", "a/b", "a?b", "a#b", "a\0b", "a:x", "a\nb", "[::1", "a:99999"):
        never(s, f"the authority {authority!r}", authority=authority)
    for authority in ("a:80", "[::1]:80", "A.b-c_d"):
        case(s, f"the authority {authority!r}", get(1, authority=authority), answer(200), sees=ECHO)
    case(s, "Host that says what :authority says", get(1, "/", ("host", "a")), answer(200))
    case(s, "Host and no :authority", get(1, "/", ("host", "a"), authority=None), answer(200), sees=ECHO)
    never(s, "Host that differs from :authority", ("host", "b"))
    never(s, "two Hosts", ("host", "a"), ("host", "b"), authority=None)
    never(s, "an invalid Host", ("host", "a b"), authority=None)
    never(s, "neither :authority nor Host", authority=None)
    case(s, "an empty :authority", get(1, NEVER, authority=""), MALFORMED)


def add_connect():
    s = "9113 8.5"
    refused = MALFORMED | answer(405, 501)
    case(s, "CONNECT", headers(1, fields((":method", "CONNECT"), (":authority", "a:443"))), refused)
    case(s, "CONNECT that stays open", headers(1, fields((":method", "CONNECT"), (":authority", "a:443")), end=False), refused)
    case(s, "CONNECT with a path", get(1, NEVER, method="CONNECT"), refused)
    case(s, "CONNECT without an authority", headers(1, fields((":method", "CONNECT"))), MALFORMED)
    s = "8441 4"
    refused = MALFORMED | answer(400, 404, 405, 501)
    case(s, "a protocol that nobody knows", get(1, NEVER, (":protocol", "x"), method="CONNECT"), refused)
    case(s, "a protocol for GET", headers(1, fields((":protocol", "websocket")) + request_block(NEVER)), MALFORMED)
    case(s, "a protocol without a path",
         headers(1, fields((":method", "CONNECT"), (":protocol", "websocket"), (":scheme", "http"), (":authority", "a"))), refused)


# --- RFC 9110

def add_semantics():
    case("9110 9.3.2", "HEAD of something large", head_of_large, answer(200))
    case("9110 15.3.5", "204 has no body", get(1, "/204"), answer(204), sees="")
    case("9110 15.4.5", "304 has no body", get(1, "/304"), answer(304), sees="")
    case("9110 10.1.1", "Expect: 100-continue", [opened(("expect", "100-continue"), ("content-length", "3")), interim(100), data(1, b"abc")],
         answer(200), sees="POST / 3")
    case("9110 10.1.1", "an expectation that nobody knows", get(1, NEVER, ("expect", "200-ok")), answer(417))
    case("9110 15.2", "an early hint", get(1, "/hint"), answer(200), sees="hinted")
    case("9110 6.5", "trailers of an answer", get(1, "/trailers"), answer(200), sees="with trailers")
    case("9113 6.10", "an answer whose head needs CONTINUATION", get(1, "/head/70000"), answer(200), sees="with a large head")
    case("9113 4.3", "an answer whose head is too large", [get(1, "/head/2000000"), answered()], stream(INTERNAL_ERROR))
    case("9113 8.1", "an answer whose trailers are too large", [get(1, "/trailers/2000000"), answered()], stream(INTERNAL_ERROR))
    case("9110 8.6", "an answer in pieces", get(1, "/pieces"), answer(200), sees="one two three")
    case("9110 15.5.15", "a target that is too long", get(1, "/" + "x" * 9000), answer(414))
    case("9110 15.5.14", "a body that is announced too large", [opened(("content-length", str(1 << 40)), path=NEVER)], answer(413))
    case("6585 5", "a field that is too large", too_many(1, 17000), answer(431))
    case("6585 5", "too many fields", too_many(200, 1), answer(431))
    case("9113 5.1.2", "answers in any order", [lambda client: client.open_window(0, 1 << 20), get(1, "/large") + get(3) + get(5)],
         answer(200), watch=5, sees=ECHO)
    case("9113 5.1.2", "requests of many streams at once", b"".join(get(n) for n in range(1, 200, 2)), answer(200), watch=199, sees=ECHO)
    case("9113 6.9", "an answer larger than the windows", [get(1, "/large"), *[open_windows] * 10], answer(200))


def head_of_large(client):
    client.heads.add(1)
    client.send(get(1, "/large", method="HEAD"))


def interim(status):
    return lambda client: client.until(lambda: [status] == [one for one, _ in client.on(1).interim], f"{status}")


def open_windows(client):
    client.open_window(0, 65535)
    client.open_window(1, 65535)


def too_many(count, size):
    """As many frames as it needs."""
    block = request_block(NEVER, *(("x", "y" * size),) * count)
    pieces = [block[at:at + 16384] for at in range(0, len(block), 16384)]
    return headers(1, pieces[0], whole=len(pieces) == 1) + b"".join(
        continuation(1, piece, whole=piece is pieces[-1]) for piece in pieces[1:])


# --- RFC 7541

def block_case(section, name, block, expected=UNDECODABLE, **more):
    """`block` behind the fields of a request."""
    case(section, name, headers(1, request_block("/" if answer(200) <= set(expected) else NEVER) + block), expected, **more)


def add_hpack_tables():
    s = "7541 2.3.3"
    block_case(s, "index 0", indexed(0))
    for index in (62, 70, 1000, 1 << 31):
        block_case(s, f"index {index} of an empty table", indexed(index))
        block_case(s, f"name {index} of an empty table", literal(index, "x"))
        block_case(s, f"name {index} of an empty table, to remember", integer(index, 6, 0x40) + string("x"))
    case(s, "every entry of the static table that a request may have", headers(1, b"\x82\x84\x86" + literal(1, "a") + b"".join(
        indexed(n) for n in range(15, 62) if n not in (28, 35, 38, 50, 57))), answer(200))
    s = "7541 2.3.2"
    remember = get(1)[9:] + remembered("x-one", "1") + remembered("x-two", "2")
    case(s, "the dynamic table, newest first", [headers(1, remember), answered(),
         headers(3, request_block("/fields") + indexed(62) + indexed(63))], answer(200), watch=3, sees="x-one=1 x-two=2")
    case(s, "a name of the dynamic table", [headers(1, remember), answered(), headers(3, request_block("/fields") + literal(63, "z"))],
         answer(200), watch=3, sees="x-one=z")
    case(s, "an entry of the block that it is in", headers(1, request_block("/fields") + remembered("x-one", "1") + indexed(62)),
         answer(200), sees="x-one=1, 1")
    case(s, "behind its last entry", headers(1, remember + indexed(64)), UNDECODABLE)
    case("9113 4.3", "a request that is refused fills the table too", [headers(1, request_block(NEVER, ("Capital", "x"))
         + remembered("x-one", "1")), headers(3, request_block("/fields") + indexed(62))], answer(200) | connection(PROTOCOL_ERROR), watch=3,
         sees="x-one=1")
    s = "7541 4"
    case(s, "an entry larger than the table empties it", headers(1, remember + remembered("x-large", "y" * 5000) + indexed(62)), UNDECODABLE)
    case(s, "an entry that does not fit beside another", headers(1, remember + remembered("x", "y" * 4050) + indexed(63)), UNDECODABLE)
    case(s, "the size 0 empties the table", [headers(1, remember), answered(), headers(3, table_size(0) + request_block() + indexed(62))],
         UNDECODABLE, watch=3)
    case(s, "two sizes in a row", headers(1, table_size(0) + table_size(4096) + request_block("/fields") + remembered("x-one", "1")
         + indexed(62)), answer(200), sees="x-one=1, 1")
    case(s, "a small table", headers(1, table_size(40) + request_block("/fields") + remembered("x-one", "1") + remembered("x-two", "2")
         + indexed(62)), answer(200), sees="x-one=1 x-two=2, 2")
    case(s, "a small table holds no more", headers(1, table_size(40) + request_block() + remembered("x-one", "1") + remembered("x-two", "2")
         + indexed(63)), UNDECODABLE)


def add_hpack_values():
    s = "7541 5.1"
    block_case(s, "a number beyond 2^32", b"\xff" + b"\xff" * 5 + b"\x0f")
    block_case(s, "a number beyond 2^64", b"\xff" + b"\xff" * 10 + b"\x01")
    block_case(s, "a number that does not end", b"\xff" + b"\x80" * 20)
    block_case(s, "an index that wraps 2^32 around to 2", integer((1 << 32) + 2, 7, 0x80))
    block_case(s, "a number cut short", b"\xff\x80")
    block_case(s, "a length cut short", b"\0\x7f")
    block_case(s, "a number with zeros in front", b"\x0f\x80\x80\x00" + string("x"), UNDECODABLE | answer(200))
    s = "7541 5.2"
    block_case(s, "a name longer than its block", b"\0\x7e" + b"x")
    block_case(s, "a value longer than its block", b"\0" + string("x") + integer(200, 7) + b"y" * 10)
    block_case(s, "a length of 2^32 - 1", b"\0" + integer(0xffffffff, 7) + b"y" * 10)
    block_case(s, "a literal without a value", b"\0" + string("x"))
    block_case(s, "nothing but the first byte of a literal", b"\x40")
    block_case(s, "padding of zeros", literal("x", "")[:-1] + packed(bits_of("a"), "0"))
    block_case(s, "padding of 8 bits", literal("x", "")[:-1] + packed(bits_of("abcdefg!") + "1" * 8))
    block_case(s, "padding of 15 bits", literal("x", "")[:-1] + packed(bits_of("a") + "1" * 11))
    block_case(s, "nothing but padding", literal("x", "")[:-1] + b"\x81\xff")
    block_case(s, "the end of the string within it", literal("x", "")[:-1] + packed(bits_of("a") + "1" * 30 + bits_of("b")))
    block_case(s, "a code cut short", literal("x", "")[:-1] + packed(bits_of("a") + bits_of("\0")[:11]))
    every = "".join(map(chr, [*range(0x20, 0x7f), *range(0x80, 0x100)])).strip()
    case(s, "every code", headers(1, request_block("/fields") + literal("x-one", every, True)), answer(200), sees="x-one=" + every)
    case(s, "a coded name", headers(1, request_block("/fields") + literal("x-one", "1", True)), answer(200), sees="x-one=1")
    case(s, "an empty coded value", headers(1, request_block("/fields") + b"\0" + string("x-one") + b"\x80"), answer(200), sees="x-one=")


def add_hpack_fields():
    case("7541 6.2.3", "a field that is never indexed", headers(1, request_block("/fields") + never_indexed("x-one", "1")), answer(200),
         sees="x-one=1")
    case("7541 6.2.3", "and is not remembered", headers(1, request_block() + never_indexed("x-one", "1") + indexed(62)), UNDECODABLE)
    case("7541 6.2.2", "nor is a literal without indexing", headers(1, request_block() + literal("x-one", "1") + indexed(62)), UNDECODABLE)
    s = "7541 6.3"
    for size in (65537, 1 << 20, 0xffffffff):
        case(s, f"a table of {size} bytes", headers(1, table_size(size) + request_block(NEVER)), UNDECODABLE)
    block_case(s, "a size behind a field", table_size(100) + literal("x", "y"))
    block_case(s, "a size at the end of a block", table_size(100))
    case(s, "a byte more than SETTINGS_HEADER_TABLE_SIZE", [in_order, one_too_large], UNDECODABLE)


def one_too_large(client):
    client.send(headers(1, table_size(client.theirs.get(1, 4096) + 1) + request_block(NEVER)))


# --- RFC 9218

def add_priorities():
    s = "9218 7.1"
    case(s, "PRIORITY_UPDATE of an idle stream", priority_update(1, "u=0, i") + get(1), answer(200))
    case(s, "PRIORITY_UPDATE of an answer in flight", [settings((INITIAL_WINDOW_SIZE, 0)) + get(1), headed(), priority_update(1, "u=7")
         + window_update(1, 100)], answer(200), sees=ECHO)
    case(s, "PRIORITY_UPDATE of a stream that is over", [get(1), answered(), priority_update(1)], IGNORED, watch=3)
    case(s, "PRIORITY_UPDATE with an empty value", priority_update(1, "") + get(1), answer(200))
    broken = connection(PROTOCOL_ERROR)
    case(s, "PRIORITY_UPDATE on a stream", get(1) + priority_update(1, on=1), broken, watch=3)
    case(s, "PRIORITY_UPDATE of stream 0", priority_update(0), broken)
    case(s, "PRIORITY_UPDATE of a stream of the server", priority_update(2), broken | IGNORED)
    case(s, "PRIORITY_UPDATE of 3 bytes", frame(PRIORITY_UPDATE, 0, 0, bytes(3)), connection(FRAME_SIZE_ERROR))
    case(s, "PRIORITY_UPDATE that is no structured field", priority_update(1, "u=,=;") + get(1), answer(200) | broken)
    case(s, "PRIORITY_UPDATE with an urgency that there is none", priority_update(1, "u=9") + get(1), answer(200))
    s = "9218 2.1"
    for value in (2, 0xffffffff):
        case(s, f"NO_RFC7540_PRIORITIES {value}", settings((NO_RFC7540_PRIORITIES, value)), broken)
    case(s, "NO_RFC7540_PRIORITIES 1", settings((NO_RFC7540_PRIORITIES, 1)) + get(1), answer(200) | broken)
    for value in ("u=0", "u=7, i", "u=9", "", "u", "i=?0", "x=1, u=3", "()", "u=1;a=b", "u=1,,", "\x80"):
        case("9218 4", f"Priority: {value!r}", get(1, "/", ("priority", value)), answer(200))
    case("9218 4", "what is urgent goes first", urgent_first, answer(200), watch=3)


def urgent_first(client):
    """Two answers wait for the window of the connection; its next bytes are for the one that is more urgent."""
    client.send(settings((INITIAL_WINDOW_SIZE, 1 << 20)))
    client.settings[INITIAL_WINDOW_SIZE] = 1 << 20
    client.send(get(1, "/large", ("priority", "u=7")))
    client.until(lambda: client.window == 0, "the whole window")
    client.send(get(3, "/large", ("priority", "u=0")))
    client.until(lambda: client.on(3).status, "the second answer's head")
    client.pong()
    before = len(client.on(1).body)
    client.open_window(0, 200000)
    client.answer(3)
    client.check(len(client.on(1).body) == before, "the less urgent answer came between")
    client.open_window(0, 200000)


for add in (add_framing, add_fields, add_pseudo_fields, add_request_pseudo_fields, add_connect, add_semantics,
            add_hpack_tables, add_hpack_values, add_hpack_fields, add_priorities):
    add()
