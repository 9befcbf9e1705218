"""The cases of HTTP/1.1 that the public tool Http11Probe scores, by its names: the bytes, and the answers that it counts
as passed. `answers`: statuses ("2xx" for all of a kind, "no 101" for all but one), "none" for a request that is not
complete, "2xx hello" for an answer with this body. A case with `chosen` is one where Tern's answer is another: `why` says
which sentence of the RFC or which choice it follows; `where` is "server" if a classic site passes it nevertheless. The tool
only warns of that answer, unless the case `fails`."""
import random
from collections import namedtuple

Case = namedtuple("Case", "name rfc data answers chosen why where fails")

CASES = []
OK = "2xx"
BAD = "400"
MADE = random.Random(42)

GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
LENGTH = "Content-Length: 5\r\n"
CHUNKED = "Transfer-Encoding: chunked\r\n"
END = "0\r\n\r\n"
WEBSOCKET = "Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: "


def case(name, rfc, data, answers=BAD, *, chosen=None, why=None, where=None, fails=False):
    data = data.encode("latin-1") if isinstance(data, str) else data
    CASES.append(Case(name, rfc, data, answers, chosen, why, where, fails))


def line(text):
    """A request with this request line."""
    return f"{text}\r\nHost: a\r\n\r\n"


def get(fields):
    return f"GET / HTTP/1.1\r\nHost: a\r\n{fields}\r\n\r\n"


def host(value):
    return f"GET / HTTP/1.1\r\nHost: {value}\r\n\r\n"


def post(fields, body="", path="/", method="POST"):
    return f"{method} {path} HTTP/1.1\r\nHost: a\r\n{fields}\r\n{body}"


def sized(value, body="hello"):
    return post(f"Content-Length: {value}\r\n", body)


def chunks(body):
    return post(CHUNKED, body)


def encoded(value, body="hello"):
    """Both a transfer coding and a length."""
    return post(f"Transfer-Encoding:{value}\r\n{LENGTH}", body)


def add_request_lines():
    case("COMP-BASELINE", "9112 3", GET, OK)
    case("RFC9112-2.2-BARE-LF-REQUEST-LINE", "9112 2.2", "GET / HTTP/1.1\nHost: a\r\n\r\n")
    case("RFC9112-3-MULTI-SP-REQUEST-LINE", "9112 3", line("GET  / HTTP/1.1"))
    case("RFC9112-3-MISSING-TARGET", "9112 3", line("GET HTTP/1.1"))
    case("RFC9112-3.2-FRAGMENT-IN-TARGET", "9112 3.2", line("GET /path#frag HTTP/1.1"))
    case("RFC9112-3-CR-ONLY-LINE-ENDING", "9112 2.2", "GET / HTTP/1.1\rHost: a\r\n\r\n")
    case("RFC9112-2.3-INVALID-VERSION", "9112 2.3", line("GET / HTTP/9.9"), "400 505")
    case("RFC9112-2.3-HTTP09-REQUEST", "9112 2.3", "GET /\r\n", "400 none")
    case("COMP-ASTERISK-WITH-GET", "9112 3.2.4", line("GET * HTTP/1.1"))
    case("COMP-OPTIONS-STAR", "9112 3.2.4", line("OPTIONS * HTTP/1.1"), OK)
    case("COMP-LEADING-CRLF", "9112 2.2", f"\r\n\r\n{GET}", chosen=OK,
         why="a server SHOULD ignore empty lines before a request; it ignores a few")
    case("COMP-METHOD-CASE", "9110 9.1", line("get / HTTP/1.1"), "400 405 501")
    case("COMP-UNKNOWN-METHOD", "9110 9.1", line("FOOBAR / HTTP/1.1"), "400 405 501")
    case("COMP-405-ALLOW", "9110 15.5.6", line("DELETE / HTTP/1.1"), "405 Allow")
    case("COMP-METHOD-CONNECT", "9110 9.3.6", "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n", "400 405 501")
    case("COMP-REQUEST-LINE-TAB", "9112 3", line("GET\t/ HTTP/1.1"))
    case("COMP-VERSION-MISSING-MINOR", "9112 2.3", line("GET / HTTP/1"))
    case("COMP-VERSION-LEADING-ZEROS", "9112 2.3", line("GET / HTTP/01.01"))
    case("COMP-VERSION-WHITESPACE", "9112 2.3", line("GET / HTTP/ 1.1"))
    case("COMP-VERSION-CASE", "9112 2.3", line("GET / http/1.1"))
    case("COMP-SPACE-IN-TARGET", "9112 3.2", line("GET /pa th HTTP/1.1"))
    case("COMP-LONG-URL-OK", "9112 3", line(f"GET /{'a' * 7900} HTTP/1.1"), "no 414")


def add_malformed_lines():
    case("MAL-LONG-URL", "9112 3", line(f"GET /{'A' * 100000} HTTP/1.1"), "400 414 431")
    case("MAL-LONG-METHOD", "9112 3", line(f"{'A' * 100000} / HTTP/1.1"), chosen="501", fails=True,
         why="the RFC: 501 for a method longer than any that the server has")
    case("MAL-NUL-IN-URL", "9112 3.2", line("GET /\0test HTTP/1.1"))
    lenient = "a server SHOULD refuse it, and those that are usually in front of PHP do not: clients as curl send it"
    case("MAL-NON-ASCII-URL", "9112 3.2", line("GET /caf\xc3\xa9 HTTP/1.1"), chosen=OK, why=lenient, fails=True)
    case("MAL-URL-OVERLONG-UTF8", "9112 3.2", line("GET /\xc0\xaf HTTP/1.1"), chosen=OK, why=lenient, fails=True)
    case("MAL-URL-BACKSLASH", "9112 3.2", line("GET /path\\file HTTP/1.1"), chosen=OK, why=lenient)
    case("MAL-URL-PERCENT-NULL", "9110 4.2.3", line("GET /path%00.html HTTP/1.1"), chosen=OK, where="server",
         why="a valid URL, which the application gets as it was sent; a site, which looks for files, answers 400")
    case("MAL-URL-PERCENT-CRLF", "9110 4.2.3", line("GET /path%0d%0aX-Injected:%20true HTTP/1.1"), chosen=OK,
         why="a valid URL; fields of an answer cannot contain CR or LF")
    case("MAL-WHITESPACE-ONLY-LINE", "9112 3", "   \r\n\r\n", "400 none")
    case("MAL-H2-PREFACE", "9112 2.3", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400 505 none")
    case("MAL-BINARY-GARBAGE", "9112 3", bytes(MADE.getrandbits(8) for _ in range(256)), "400 none")
    case("MAL-EMPTY-REQUEST", "9112 9.5", "", "400 none")
    case("MAL-INCOMPLETE-REQUEST", "9112 9.5", "GET / HTTP/1.1\r\nHost: a\r\nX-Test: value", "400 none")


def add_fields():
    case("RFC9112-2.2-BARE-LF-HEADER", "9112 2.2", "GET / HTTP/1.1\r\nHost: a\nX-Test: value\r\n\r\n")
    case("RFC9112-5.1-OBS-FOLD", "9112 5.2", get("X-Test: value\r\n continued"))
    case("RFC9110-5.6.2-SP-BEFORE-COLON", "9112 5.1", get("X-Test : value"))
    case("RFC9112-5-EMPTY-HEADER-NAME", "9112 5", get(": value"))
    case("RFC9112-5-INVALID-HEADER-NAME", "9112 5", get("Bad[Name: value"))
    case("RFC9112-5-HEADER-NO-COLON", "9112 5", get("NoColonHere"))
    case("COMP-WHITESPACE-BEFORE-HEADERS", "9112 2.2", "GET / HTTP/1.1\r\n \r\nHost: a\r\n\r\n")
    case("MAL-LONG-HEADER-VALUE", "9110 5.4", get(f"X-Big: {'B' * 100000}"), "400 431")
    case("MAL-LONG-HEADER-NAME", "9110 5.4", get(f"{'A' * 100000}: val"), "400 431")
    case("MAL-MANY-HEADERS", "9110 5.4", get("\r\n".join(f"X-H-{n}: value" for n in range(10000))), "400 431")
    case("MAL-CONTROL-CHARS-HEADER", "9110 5.5", get("X-Test: abc\x07\x08\x0bdef"))
    case("MAL-NUL-IN-HEADER-VALUE", "9110 5.5", get("X-Test: val\0ue"))
    case("MAL-NON-ASCII-HEADER-NAME", "9110 5.1", get("X-T\xc3\xabst: value"))
    case("SMUG-BARE-CR-HEADER-VALUE", "9112 2.2", post(f"{LENGTH}X-Test: val\rue\r\n", "hello"))
    case("COMP-DUPLICATE-CT", "9110 5.3", post(f"{LENGTH}Content-Type: text/plain\r\nContent-Type: text/html\r\n", "hello"),
         chosen="2xx hello", why="the RFC leaves the repetition of a field that is not a list to its recipient, the application")
    case("COMP-EXPECT-UNKNOWN", "9110 10.1.1", get("Expect: 200-ok"), "417")
    case("COMP-RANGE-POST", "9110 14.2", post(f"{LENGTH}Range: bytes=0-10\r\n", "hello"), "2xx hello")
    case("RFC9112-7.1-MISSING-HOST", "9112 3.2", "GET / HTTP/1.1\r\n\r\n")
    case("RFC9110-5.4-DUPLICATE-HOST", "9112 3.2", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
    case("COMP-DUPLICATE-HOST-SAME", "9112 3.2", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n")
    case("COMP-HOST-WITH-USERINFO", "9112 3.2", host("user@a"))
    case("COMP-HOST-WITH-PATH", "9112 3.2", host("a/path"))
    case("COMP-HOST-EMPTY-VALUE", "9112 3.2", host(""))
    case("SMUG-MULTIPLE-HOST-COMMA", "9110 7.2", host("a, b"))


def add_answers():
    case("COMP-CONNECTION-CLOSE", "9112 9.6", get("Connection: close"), "2xx closed")
    case("COMP-HTTP10-DEFAULT-CLOSE", "9112 9.3", line("GET / HTTP/1.0"), "2xx closed")
    case("COMP-HEAD-NO-BODY", "9110 9.3.2", line("HEAD / HTTP/1.1"), OK)
    case("COMP-DATE-HEADER", "9110 6.6.1", GET, "2xx Date")
    case("COMP-CONTENT-TYPE", "9110 8.3", GET, "2xx Content-Type")
    case("COMP-NO-1XX-HTTP10", "9110 15.2", f"POST / HTTP/1.0\r\nHost: a\r\nExpect: 100-continue\r\n{LENGTH}\r\nhello", "2xx closed")
    case("COMP-NO-CL-IN-204", "9110 8.6", line("OPTIONS / HTTP/1.1"), "204")
    case("COMP-OPTIONS-ALLOW", "9110 9.3.7", line("OPTIONS / HTTP/1.1"), "2xx Allow")
    case("COMP-UPGRADE-POST", "6455 4.1", post(f"Connection: Upgrade\r\n{WEBSOCKET}13\r\n"), "no 101")
    case("COMP-UPGRADE-MISSING-CONN", "9110 7.8", get(f"{WEBSOCKET}13"), "no 101")
    case("COMP-UPGRADE-UNKNOWN", "9110 7.8", get("Connection: Upgrade\r\nUpgrade: unknown/1.0"), "no 101")
    case("COMP-UPGRADE-HTTP10", "9110 7.8", f"GET / HTTP/1.0\r\nHost: a\r\nConnection: Upgrade\r\n{WEBSOCKET}13\r\n\r\n", "no 101")
    case("COMP-UPGRADE-INVALID-VER", "6455 4.4", get(f"Connection: Upgrade\r\n{WEBSOCKET}99"), "426", chosen=OK,
         why="a server without WebSockets MAY ignore Upgrade; one with them answers 426")


def add_lengths():
    case("COMP-POST-CL-BODY", "9112 6.2", sized("5"), "2xx hello")
    case("COMP-POST-CL-ZERO", "9112 6.2", sized("0", ""), OK)
    case("COMP-POST-NO-CL-NO-TE", "9112 6.3", post(""), OK)
    case("COMP-POST-CL-UNDERSEND", "9112 6.2", sized("10"), "400 none")
    for name, value in (("RFC9112-6.1-CL-NON-NUMERIC", "abc"), ("RFC9112-6.1-CL-PLUS-SIGN", "+5"), ("SMUG-CL-NEGATIVE", "-1"),
                        ("SMUG-CL-NEGATIVE-ZERO", "-0"), ("SMUG-CL-OCTAL", "0o5"), ("SMUG-CL-HEX-PREFIX", "0x5"),
                        ("SMUG-CL-INTERNAL-SPACE", "1 0"), ("SMUG-CL-UNDERSCORE", "1_0"), ("SMUG-CL-COMMA-DIFFERENT", "5, 10"),
                        ("MAL-CL-OVERFLOW", "99999999999999999999"), ("MAL-CL-EMPTY", "")):
        case(name, "9112 6.3", sized(value))
    case("SMUG-DUPLICATE-CL", "9112 6.3", post(f"{LENGTH}Content-Length: 10\r\n", "helloworld"))
    digits, space = "a length is 1*DIGIT: its value has one reading", "white space around a field's value is not part of it"
    case("SMUG-CL-LEADING-ZEROS", "9110 8.6", sized("005"), chosen="2xx hello", why=digits)
    case("SMUG-CL-DOUBLE-ZERO", "9110 8.6", sized("00", ""), chosen=OK, why=digits)
    case("SMUG-CL-LEADING-ZEROS-OCTAL", "9110 8.6", sized("0200", "A" * 200), chosen=f"2xx {'A' * 200}", why=digits)
    case("SMUG-CL-TRAILING-SPACE", "9110 5.5", sized("5 "), chosen="2xx hello", why=space)
    case("SMUG-CL-EXTRA-LEADING-SP", "9110 5.5", sized(" 5"), chosen="2xx hello", why=space)
    case("MAL-CL-TAB-BEFORE-VALUE", "9110 5.5", post("Content-Length:\t5\r\n", "hello"), chosen="2xx hello", why=space)
    case("MAL-POST-CL-HUGE-NO-BODY", "9110 15.5.14", sized("999999999", ""), "400 none", chosen="413", fails=True,
         why="the RFC: 413 for a body larger than the server takes, without waiting for it")
    kept = "a token like any other: the application gets it by its own name; a site drops it, as variables have no hyphens"
    case("NORM-UNDERSCORE-CL", "9110 5.1", post("Content-Length: 11\r\nContent_Length: 99\r\n", "hello world", "/echo"),
         "4xx dropped", chosen="2xx", why=kept, where="server")
    case("NORM-UNDERSCORE-TE", "9110 5.1", post("Content-Length: 11\r\nTransfer_Encoding: chunked\r\n", "hello world", "/echo"),
         "4xx dropped", chosen="2xx", why=kept, where="server")
    case("NORM-SP-BEFORE-COLON-CL", "9112 5.1", post("Content-Length: 11\r\nContent-Length : 5\r\n", "hello world", "/echo"))
    case("NORM-TAB-IN-NAME", "9110 5.1", post("Content-Length: 11\r\nContent\tLength: 99\r\n", "hello world", "/echo"))


def add_chunks():
    case("COMP-CHUNKED-BODY", "9112 7.1", chunks(f"5\r\nhello\r\n{END}"), "2xx hello")
    case("COMP-CHUNKED-MULTI", "9112 7.1", chunks(f"5\r\nhello\r\n6\r\n world\r\n{END}"), "2xx hello world")
    case("COMP-CHUNKED-EMPTY", "9112 7.1", chunks(END), OK)
    case("COMP-CHUNKED-NO-FINAL", "9112 8", chunks("5\r\nhello\r\n"), "400 none")
    case("COMP-CHUNKED-EXTENSION", "9112 7.1.1", chunks(f"5;ext=value\r\nhello\r\n{END}"), "2xx hello")
    case("COMP-CHUNKED-TRAILER-VALID", "9112 7.1.2", chunks("5\r\nhello\r\n0\r\nX-Checksum: abc\r\n\r\n"), "2xx hello")
    case("COMP-CHUNKED-HEX-UPPERCASE", "9112 7.1", chunks(f"A\r\nhelloworld\r\n{END}"), "2xx helloworld")
    for name, size in (("SMUG-CHUNK-HEX-PREFIX", "0x5"), ("SMUG-CHUNK-SIZE-PLUS", "+5"), ("SMUG-CHUNK-SIZE-TRAILING-OWS", "5 "),
                       ("SMUG-CHUNK-LEADING-SP", " 5"), ("SMUG-CHUNK-NEGATIVE", "-1"), ("SMUG-CHUNK-UNDERSCORE", "1_0"),
                       ("MAL-CHUNK-SIZE-OVERFLOW", "FFFFFFFFFFFFFFFF0"), ("SMUG-CHUNK-BARE-SEMICOLON", "5;"),
                       ("SMUG-CHUNK-EXT-INVALID-TOKEN", "5;bad[=x"), ("SMUG-CHUNK-EXT-CTRL", "5;\0ext"), ("SMUG-CHUNK-EXT-CR", "5;a\rX")):
        case(name, "9112 7.1", chunks(f"{size}\r\nhello\r\n{END}"))
    case("MAL-CHUNK-EXT-64K", "9112 7.1.1", chunks(f"5;ext={'a' * 65536}\r\nhello\r\n{END}"), "400 431")
    case("SMUG-CHUNK-EXT-LF", "9112 2.2", chunks(f"5;\nhello\r\n{END}"))
    case("SMUG-CHUNK-BARE-CR-TERM", "9112 2.2", chunks(f"5\rhello\r\n{END}"))
    case("SMUG-CHUNK-MISSING-TRAILING-CRLF", "9112 7.1", chunks(f"5\r\nhello{END}"))
    case("SMUG-CHUNK-SPILL", "9112 7.1", chunks(f"5\r\nhello!!\r\n{END}"))
    case("SMUG-CHUNK-LF-TERM", "9112 2.2", chunks(f"5\r\nhello\n{END}"))
    case("SMUG-CHUNK-LF-TRAILER", "9112 2.2", chunks("5\r\nhello\r\n0\r\n\n"))
    case("SMUG-CHUNK-INVALID-SIZE-DESYNC", "9112 7.1", chunks("+0\r\n\r\nX") + GET)


def add_transfer_codings():
    case("COMP-UNKNOWN-TE-501", "9112 6.1", post("Transfer-Encoding: gzip\r\n"), "400 501")
    case("SMUG-TE-NOT-FINAL-CHUNKED", "9112 6.3", post("Transfer-Encoding: chunked, gzip\r\n", END))
    case("SMUG-TE-HTTP10", "9112 6.1", f"POST / HTTP/1.0\r\nHost: a\r\n{CHUNKED}{LENGTH}\r\nhello")
    for name, value, answers in (
            ("SMUG-TE-XCHUNKED", " xchunked", "400 501"), ("SMUG-TE-TRAILING-SPACE", " chunked ", "400 501"),
            ("SMUG-TE-DOUBLE-CHUNKED", " chunked, chunked", BAD), ("SMUG-TE-CASE-MISMATCH", " Chunked", BAD),
            ("SMUG-TE-EMPTY-VALUE", " ", BAD), ("SMUG-TE-LEADING-COMMA", " , chunked", BAD),
            ("SMUG-TE-TRAILING-COMMA", " chunked,", BAD), ("SMUG-TE-IDENTITY", " identity", "400 501"),
            ("SMUG-TE-VTAB", " \x0bchunked", BAD), ("SMUG-TE-FORMFEED", " \x0cchunked", BAD), ("SMUG-TE-NULL", " chunked\0", BAD),
            ("SMUG-TE-OBS-FOLD", "\r\n chunked", BAD),
            ("SMUG-TE-DUPLICATE-HEADERS", " chunked\r\nTransfer-Encoding: identity", BAD)):
        case(name, "9112 6.1", encoded(value), answers)
    case("SMUG-TE-SP-BEFORE-COLON", "9112 5.1", post(f"Transfer-Encoding : chunked\r\n{LENGTH}", "hello"))
    case("SMUG-OPTIONS-TE-OBS-FOLD", "9112 5.2", post(f"Transfer-Encoding:\r\n chunked\r\n{LENGTH}", f"hello{GET}", method="OPTIONS"))


def add_both():
    """A transfer coding and a length, and a request that only one of the two makes part of the body."""
    body = "D\r\nhello-bananas\r\n0\r\n\r\n"
    case("SMUG-CL-TE-BOTH", "9112 6.1", post(f"Content-Length: {len(body)}\r\n{CHUNKED}", body))
    case("SMUG-CLTE-PIPELINE", "9112 6.1", post(f"Content-Length: 4\r\n{CHUNKED}", END))
    case("SMUG-TECL-PIPELINE", "9112 6.1", post(f"{CHUNKED}Content-Length: 30\r\n", END))
    case("SMUG-CLTE-CONN-CLOSE", "9112 6.1", post(f"{LENGTH}{CHUNKED}", END + GET))
    case("SMUG-TECL-CONN-CLOSE", "9112 6.1", post(f"{CHUNKED}{LENGTH}", END + GET))
    case("SMUG-CLTE-DESYNC", "9112 6.1", post(f"Content-Length: 6\r\n{CHUNKED}", f"{END}X{GET}"))
    case("SMUG-TECL-DESYNC", "9112 6.1", post(f"{CHUNKED}Content-Length: 30\r\n", f"{END}X{GET}"))
    inner = END + GET
    length = f"Content-Length: {len(inner)}\r\n"
    for name, fields in (
            ("GET", length + CHUNKED), ("GET-CL-PLUS", f"Content-Length: +{len(inner)}\r\n{CHUNKED}"),
            ("GET-CL-NON-NUMERIC", f"Content-Length: {len(inner)}x\r\n{CHUNKED}"),
            ("GET-TE-OBS-FOLD", f"Transfer-Encoding:\r\n chunked\r\n{length}"),
            ("GET-TE-TRAILING-SPACE", f"{length}Transfer-Encoding: chunked \r\n"),
            ("GET-TE-LEADING-COMMA", f"{length}Transfer-Encoding: , chunked\r\n"),
            ("GET-TE-CASE-MISMATCH", f"{length}Transfer-Encoding: Chunked\r\n")):
        case(f"SMUG-CLTE-SMUGGLED-{name}", "9112 6.1", post(fields, inner))
    head = END + line("HEAD / HTTP/1.1")
    case("SMUG-CLTE-SMUGGLED-HEAD", "9112 6.1", post(f"Content-Length: {len(head)}\r\n{CHUNKED}", head))
    case("SMUG-TE-DUPLICATE-HEADERS-SMUGGLED-GET", "9112 6.1",
         post(f"{CHUNKED}Transfer-Encoding: identity\r\n{length}", inner))
    data = get("Content-Length: 7")
    case("SMUG-TECL-SMUGGLED-GET", "9112 6.1",
         post(f"{CHUNKED}Content-Length: {len(f'{len(data):x}') + 2}\r\n", f"{len(data):x}\r\n{data}\r\n{END}"))
    case("SMUG-DUPLICATE-CL-SMUGGLED-GET", "9112 6.3", post(f"Content-Length: 4\r\nContent-Length: {4 + len(GET)}\r\n", f"PING{GET}"))


for add in (add_request_lines, add_malformed_lines, add_fields, add_answers, add_lengths, add_chunks, add_transfer_codings, add_both):
    add()
