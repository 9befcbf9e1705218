"""Bytes that two readers could understand differently: each is read in one way only, or refused with the connection
closed. A case says what is answered; no case may ever bring an answer for /smuggled."""
import unittest
from collections import namedtuple

from php_program import PhpFile, http_script
from server_case import SharedServer

Case = namedtuple("Case", "name data statuses after handled")

# What happens behind the case's last answer:
CLOSED = "closed"  # the server ends the connection by itself
OPEN = "open"      # the next request on the connection is read at the right place
SHORT = "short"    # the request is not complete: its end of stream brings no answer

CASES = []


def case(name, data, statuses, after, handled=None):
    """`handled`: what the handler says it got, for answers that it gave."""
    data = data.encode("latin-1") if isinstance(data, str) else data
    CASES.append(Case(name, data, [statuses] if isinstance(statuses, int) else statuses, after, handled))


SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"


def post(fields, body="", version="1.1"):
    return f"POST /first HTTP/{version}\r\nHost: a\r\n{fields}\r\n{body}"


def refused(name, data, status=400):
    """Refused: whatever follows in the same breath is not a request."""
    data = data.encode("latin-1") if isinstance(data, str) else data
    case(name, data + SMUGGLED.encode(), status, CLOSED)


def refused_field(name, line, status=400):
    refused(name, f"GET /first HTTP/1.1\r\nHost: a\r\n{line}\r\n\r\n", status)


def add_both_lengths():
    length = "Content-Length: 4\r\n"
    for te in ("Transfer-Encoding: chunked", "transfer-encoding: chunked", "TRANSFER-ENCODING: CHUNKED",
               "Transfer-Encoding: Chunked", "Transfer-Encoding:chunked", "Transfer-Encoding:\tchunked\t",
               "Transfer-Encoding: identity", "Transfer-Encoding: gzip, chunked"):
        refused(f"{te!r} before Content-Length", post(f"{te}\r\n{length}", "0\r\n\r\n"))
        refused(f"{te!r} behind Content-Length", post(f"{length}{te}\r\n", "0\r\n\r\n"))
    refused("Transfer-Encoding between two Content-Lengths",
            post(f"{length}Transfer-Encoding: chunked\r\n{length}", "0\r\n\r\n"))
    refused("Content-Length: 0 and chunked", post("Content-Length: 0\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"))


def add_content_lengths():
    case("the same Content-Length twice", post("Content-Length: 2\r\nContent-Length: 2\r\n", "ab"), 200, OPEN, ["POST /first 2"])
    case("the same Content-Length in one list", post("Content-Length: 2, 2\r\n", "ab"), 200, OPEN, ["POST /first 2"])
    case("Content-Length with white space around it", post("Content-Length: \t 2 \t\r\n", "ab"), 200, OPEN, ["POST /first 2"])
    case("Content-Length without white space", post("Content-Length:2\r\n", "ab"), 200, OPEN, ["POST /first 2"])
    case("Content-Length with leading zeros", post("Content-Length: 0002\r\n", "ab"), 200, OPEN, ["POST /first 2"])
    case("Content-Length: 0", post("Content-Length: 0\r\n"), 200, OPEN, ["POST /first 0"])
    case("POST without a length has no body", post(""), 200, OPEN, ["POST /first 0"])
    refused("differing Content-Lengths", post("Content-Length: 2\r\nContent-Length: 3\r\n", "ab"))
    refused("differing Content-Lengths in one list", post("Content-Length: 2, 3\r\n", "ab"))
    for value in ("+5", "-5", "5 5", "0x5", "5a", "a5", "5.0", "5;", "5,", ",5", "5,,5", "", "1e1", "٥".encode().decode("latin-1"),
                  "\x0b5", "5\x0b", "5\x0c", "\"5\"", "5\x00", "18446744073709551616", "18446744073709551621",
                  "99999999999999999999999999", "5\r\n 5", "5\r\n\t5"):
        refused(f"Content-Length: {value!r}", post(f"Content-Length: {value}\r\n", "hello"))
    case("a Content-Length beyond the limit", post("Content-Length: 9223372036854775807\r\n", SMUGGLED), 413, CLOSED)
    case("an unknown field that looks like Content-Length", post("Content_Length: 30\r\nContent-Length: 2\r\n", "ab"),
         200, OPEN, ["POST /first 2"])
    case("a body shorter than announced", post("Content-Length: 200\r\n", SMUGGLED), [], SHORT)


def add_transfer_encodings():
    for value in ("xchunked", "chunked, identity", "identity", "chunked, chunked", "chunkedx", "chunk", "\x0bchunked",
                  "chunked\x0b", "\x00chunked", "chunked\x00", ", chunked", "chunked,", "chunked,,", "", ",", "\"chunked\"",
                  "chunked;q=1", "chunked ;a=b", "'chunked'", "chun ked", "chunked gzip", "identity\r\n chunked",
                  "\r\n chunked", "\r\n\tchunked"):
        refused(f"Transfer-Encoding: {value!r}", post(f"Transfer-Encoding: {value}\r\n", "0\r\n\r\n"))
    for value in ("gzip, chunked", "identity, chunked", "x, y, chunked"):
        refused(f"Transfer-Encoding: {value!r}", post(f"Transfer-Encoding: {value}\r\n", "0\r\n\r\n"), 501)
    refused("two fields: chunked, identity",
            post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n"))
    refused("two fields: chunked, chunked",
            post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"))
    refused("Transfer-Encoding in HTTP/1.0", post("Transfer-Encoding: chunked\r\n", "0\r\n\r\n", "1.0"))
    refused("Transfer-Encoding in HTTP/1.0 that persists",
            post("Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n", "1.0"))
    for line in ("Transfer-Encoding : chunked", "Transfer-Encoding\t: chunked", " Transfer-Encoding: chunked",
                 "\tTransfer-Encoding: chunked", "Transfer-Encoding\x00: chunked", "Transfer Encoding: chunked",
                 "Transfer-Encoding\r: chunked", "Transfer-Encoding: chunked\r", "Transfer-Encoding: chunked\n",
                 "X: y\nTransfer-Encoding: chunked", "X: y\rTransfer-Encoding: chunked",
                 "X: y\r\rTransfer-Encoding: chunked", "\x0bTransfer-Encoding: chunked"):
        refused(f"{line!r}", post(f"{line}\r\nContent-Length: 5\r\n", "0\r\n\r\n"))
    case("Transfer_Encoding is another field", post("Transfer_Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"),
         200, OPEN, ["POST /first 5"])
    case("chunked in capitals", post("Transfer-Encoding: CHUNKED\r\n", "2\r\nab\r\n0\r\n\r\n"), 200, OPEN, ["POST /first 2"])


def chunked(body):
    return post("Transfer-Encoding: chunked\r\n", body)


def add_chunk_sizes():
    for size in ("g", "-2", "+2", " 2", "\t2", "0x2", "2 2", "2 ", "2\t", "2 a", "2.", "2,", "", "10000000000000000",
                 "FFFFFFFFFFFFFFFF", "8000000000000000", "00000000000000002", "2\x00", "\x002", "2\x0b", "2\n", "2\r",
                 "2;a\x00b", "2;a\nb", "2;a\rb", "2;" + "x" * 300, "2" + " " * 300 + ";a"):
        shown = size if len(size) < 30 else size[:10] + "..."
        refused(f"chunk size {shown!r}", chunked(f"{size}\r\nab\r\n0\r\n\r\n"))
    case("chunk extensions", chunked("2;a=b;c=\"d e\"\r\nab\r\n0;last\r\n\r\n"), 200, OPEN, ["POST /first 2"])
    case("white space before a chunk extension", chunked("2 \t;a\r\nab\r\n0\r\n\r\n"), 200, OPEN, ["POST /first 2"])
    case("an extension that looks like a chunk", chunked("2;\t0\r\nab\r\n0\r\n\r\n"), 200, OPEN, ["POST /first 2"])
    case("chunk sizes with leading zeros", chunked("002\r\nab\r\n000\r\n\r\n"), 200, OPEN, ["POST /first 2"])
    case("chunk sizes in both cases", chunked("a\r\n0123456789\r\nA\r\n0123456789\r\n0\r\n\r\n"), 200, OPEN,
         ["POST /first 20"])
    case("a chunk larger than the limit", chunked("7fffffffffffffff\r\n" + SMUGGLED), [], SHORT)


def add_chunk_ends():
    for name, body in (("no CRLF behind the data", "2\r\nab0\r\n\r\n"), ("LF behind the data", "2\r\nab\n0\r\n\r\n"),
                       ("CR behind the data", "2\r\nab\r0\r\n\r\n"), ("more data than its size", "2\r\nabc\r\n0\r\n\r\n"),
                       ("an empty line before a size", "2\r\nab\r\n\r\n0\r\n\r\n"),
                       ("a trailer with a space before its colon", "0\r\nX : y\r\n\r\n"),
                       ("a folded trailer", "0\r\nX: y\r\n z\r\n\r\n"), ("a trailer without a colon", "0\r\nX\r\n\r\n"),
                       ("a trailer without a name", "0\r\n: y\r\n\r\n"), ("a trailer that ends with LF", "0\r\nX: y\n\r\n"),
                       ("a trailer with a NUL", "0\r\nX: \0y\r\n\r\n"), ("LF behind the last chunk", "0\r\n\n"),
                       ("CR behind the last chunk", "0\r\n\r"), ("a trailer with a bare CR", "0\r\nX: y\rz\r\n\r\n")):
        refused(f"chunked, {name}", chunked(body))
    refused("chunked, too many trailers", chunked("0\r\n" + "X: y\r\n" * 70 + "\r\n"), 431)
    refused("chunked, trailers too large", chunked("0\r\n" + f"X: {'y' * 9000}\r\n\r\n"), 431)
    for line in ("Content-Length: 500", "Transfer-Encoding: chunked", "Host: b", "X-Trailer: yes"):
        case(f"chunked with the trailer {line!r}", chunked(f"2\r\nab\r\n0\r\n{line}\r\n\r\n"), 200, OPEN, ["POST /first 2"])
    case("chunked without its last chunk", chunked("2\r\nab\r\n"), [], SHORT)
    case("chunked without its last CRLF", chunked("2\r\nab\r\n0\r\n"), [], SHORT)
    case("a request behind a last chunk without its CRLF", chunked("0\r\n" + "GET /smuggled HTTP/1.1\r\n"), 400, CLOSED)


def add_fields():
    for line in ("X : y", "X\t: y", " X: y", "\tX: y", ": y", "X", "X y", "X\x00: y", "X: \x00", "X: y\x00z", "X: y\x01",
                 "X: y\x7f", "X: y\x0b", "X: y\x1b[0m", "X: y\nZ: z", "X: y\rZ: z", "\x80: y", "X(: y", "X/: y", "X\": y",
                 "X: y\r\n z", "X: y\r\n\tz", "X: y\r\n ", "\nX: y", "X: y\n"):
        refused_field(f"field line {line!r}", line)
    case("a field value beyond ASCII", "GET /first HTTP/1.1\r\nHost: a\r\nX: \xe9\x80\xff\r\n\r\n", 200, OPEN, ["GET /first 0"])
    case("an empty field value", "GET /first HTTP/1.1\r\nHost: a\r\nX:\r\n\r\n", 200, OPEN, ["GET /first 0"])
    case("a colon in a field value", "GET /first HTTP/1.1\r\nHost: a\r\nX: a:b: c\r\n\r\n", 200, OPEN, ["GET /first 0"])
    case("a token with every character", "GET /first HTTP/1.1\r\nHost: a\r\n!#$%&'*+-.^_`|~09azAZ: y\r\n\r\n", 200, OPEN,
         ["GET /first 0"])
    refused("too many fields", "GET /first HTTP/1.1\r\nHost: a\r\n" + "X: y\r\n" * 101 + "\r\n", 431)
    refused("a head that is too large", f"GET /first HTTP/1.1\r\nHost: a\r\nX: {'y' * 70000}\r\n\r\n", 431)
    refused("a field name that is too large", f"GET /first HTTP/1.1\r\nHost: a\r\n{'X' * 70000}: y\r\n\r\n", 431)
    refused_field("an unknown expectation", "Expect: 200-ok", 417)


def add_hosts():
    refused("no Host", "GET /first HTTP/1.1\r\n\r\n")
    refused("two Hosts", "GET /first HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
    refused("the same Host twice", "GET /first HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n")
    for host in ("", "a b", "a/b", "a@b", "a?b", "a#b", "a\\b", "a:b", "a:99999", "a:-1", "[::1", "::1", "[::1]x", "[]", "a,b c",
                 "a%zz", "http://a", "a\x00b", "a\r\n b", "\r\n a", "<a>", "\xe9"):
        refused(f"Host: {host!r}", f"GET /first HTTP/1.1\r\nHost: {host}\r\n\r\n")
    refused("Host : a", "GET /first HTTP/1.1\r\nHost : a\r\n\r\n")
    refused("Host folded under another field", "GET /first HTTP/1.1\r\nX: y\r\n Host: a\r\n\r\n")
    for host in ("a", "a:80", "a:", "A.B-c_d", "[::1]", "[::1]:80", "127.0.0.1:1"):
        case(f"Host: {host!r}", f"GET /first HTTP/1.1\r\nHost: {host}\r\n\r\n", 200, OPEN, ["GET /first 0"])
    case("absolute form", "GET http://a/first?x HTTP/1.1\r\nHost: a\r\n\r\n", 200, OPEN, ["GET /first 0"])
    case("absolute form without a path", "GET http://a HTTP/1.1\r\nHost: a\r\n\r\n", 200, OPEN, ["GET / 0"])
    case("absolute form for another Host", "GET http://a/first HTTP/1.1\r\nHost: b\r\n\r\n", 200, OPEN, ["GET /first 0"])
    refused("absolute form without Host", "GET http://a/first HTTP/1.1\r\n\r\n")
    refused("absolute form with an invalid Host", "GET http://a/first HTTP/1.1\r\nHost: b c\r\n\r\n")
    for target in ("http://", "http:///first", "http://u@a/first", "http://a b/first", "http://a:x/first", "ftp://a/first"):
        refused(f"absolute form {target!r}", f"GET {target} HTTP/1.1\r\nHost: a\r\n\r\n")


def add_request_lines():
    rest = "\r\nHost: a\r\n\r\n"
    for line in ("GET", "GET /first", "GET /first ", "GET  /first HTTP/1.1", "GET /first  HTTP/1.1", "GET /first HTTP/1.1 ",
                 " GET /first HTTP/1.1", "\tGET /first HTTP/1.1", "GET\t/first HTTP/1.1", "GET /first\tHTTP/1.1",
                 "GET\x0b/first HTTP/1.1", "GET /fi rst HTTP/1.1", "GET /first\x00 HTTP/1.1", "GET /\x01 HTTP/1.1",
                 "GET /\x7f HTTP/1.1", "GET /first#x HTTP/1.1", "GET first HTTP/1.1", "GET * HTTP/1.1", "GET ?x HTTP/1.1",
                 "G\x00T /first HTTP/1.1", "G(T /first HTTP/1.1", "GET: /first HTTP/1.1", "\xc3ET /first HTTP/1.1",
                 "GET /first http/1.1", "GET /first HTTP/11", "GET /first HTTP/1", "GET /first HTTP/1.", "GET /first HTTP/.1",
                 "GET /first HTTP/1.1.1", "GET /first HTTP/01.1", "GET /first HTTP/1.10", "GET /first HTTP/1,1",
                 "GET /first HTTP 1.1", "GET /first HTTPS/1.1", "GET /first ICY", "GET /first HTTP/-1.1", "GET /first HTTP/a.b"):
        refused(f"request line {line!r}", line + rest)
    for line in ("GET /first HTTP/2.0", "GET /first HTTP/0.9", "GET /first HTTP/3.1", "PRI * HTTP/2.0"):
        refused(f"request line {line!r}", line + rest, 505)
    refused("request line that ends with LF", "GET /first HTTP/1.1\nHost: a\r\n\r\n")
    refused("head that ends with LF", "GET /first HTTP/1.1\r\nHost: a\r\n\n")
    refused("LF everywhere", "GET /first HTTP/1.1\nHost: a\n\n")
    refused("CR everywhere", "GET /first HTTP/1.1\rHost: a\r\r")
    refused("LF before the request line", "\nGET /first HTTP/1.1\r\nHost: a\r\n\r\n")
    refused("CR before the request line", "\rGET /first HTTP/1.1\r\nHost: a\r\n\r\n")
    refused("a long row of empty lines", "\r\n" * 50 + "GET /first HTTP/1.1\r\nHost: a\r\n\r\n")
    case("one empty line before the request line", "\r\nGET /first HTTP/1.1\r\nHost: a\r\n\r\n", 200, OPEN, ["GET /first 0"])
    refused("HTTP/0.9", "GET /first\r\n")
    refused("the HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0", 505)
    refused("a TLS hello", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)))
    refused("an SSH banner", "SSH-2.0-client\r\n")
    refused("a SOCKS greeting", b"\x05\x01\x00")
    refused("a PROXY line", "PROXY TCP4 1.2.3.4 1.2.3.4 1 2\r\nGET /first HTTP/1.1\r\nHost: a\r\n\r\n")
    refused("a target that is too long", f"GET /{'x' * 70000} HTTP/1.1\r\nHost: a\r\n\r\n", 414)
    refused("a target longer than any head", f"GET /{'x' * 400000} HTTP/1.1\r\nHost: a\r\n\r\n", 414)
    refused("a method that is too long", f"{'X' * 100} /first HTTP/1.1\r\nHost: a\r\n\r\n", 501)
    refused("CONNECT", "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 501)
    case("OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 200, OPEN, ["OPTIONS * 0"])
    case("a method of its own", "get /first HTTP/1.1\r\nHost: a\r\n\r\n", 200, OPEN, ["get /first 0"])
    case("HTTP/1.9", "GET /first HTTP/1.9\r\nHost: a\r\n\r\n", 200, OPEN, ["GET /first 0"])
    case("two slashes", "GET //first HTTP/1.1\r\nHost: a\r\n\r\n", 200, OPEN, ["GET //first 0"])
    case("HTTP/1.0", "GET /first HTTP/1.0\r\n\r\n" + SMUGGLED, 200, CLOSED, ["GET /first 0"])
    case("HTTP/1.0 with a body", "POST /first HTTP/1.0\r\nContent-Length: 2\r\n\r\nab" + SMUGGLED, 200, CLOSED, ["POST /first 2"])
    case("Connection: close", "GET /first HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + SMUGGLED, 200, CLOSED, ["GET /first 0"])
    case("a head without its end", "GET /first HTTP/1.1\r\nHost: a\r\n", [], SHORT)


def add_pipelines():
    get, body = "GET /second HTTP/1.1\r\nHost: a\r\n\r\n", "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"
    both = ["GET /first {n}", "GET /second 0"]
    case("GET with a body, then a request", f"GET /first HTTP/1.1\r\nHost: a\r\nContent-Length: {len(body)}\r\n\r\n{body}{get}",
         [200, 200], OPEN, [both[0].format(n=len(body)), both[1]])
    case("GET with a chunked body, then a request",
         f"GET /first HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n{len(body):x}\r\n{body}\r\n0\r\n\r\n{get}",
         [200, 200], OPEN, [both[0].format(n=len(body)), both[1]])
    case("HEAD, then a request", f"HEAD /first HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n{get}", [200, 200], OPEN,
         [None, "GET /second 0"])
    case("a good request, then a bad one", f"{get}GET /first HTTP/1.1\r\nHost : a\r\n\r\n{SMUGGLED}", [200, 400], CLOSED,
         ["GET /second 0"])
    case("a CRLF too many behind a body", post("Content-Length: 2\r\n", "ab\r\n") + get, [200, 200], OPEN,
         ["POST /first 2", "GET /second 0"])
    case("100 requests", "".join(f"GET /{n} HTTP/1.1\r\nHost: a\r\n\r\n" for n in range(100)), [200] * 100, OPEN,
         [f"GET /{n} 0" for n in range(100)])
    case("100 requests with bodies", "".join(f"POST /{n} HTTP/1.1\r\nHost: a\r\nContent-Length: {n}\r\n\r\n{'x' * n}" for n in range(100)),
         [200] * 100, OPEN, [f"POST /{n} {n}" for n in range(100)])
    case("an upgrade that is not served", "GET /first HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
         "HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n", 200, OPEN, ["GET /first 0"])


for add in (add_both_lengths, add_content_lengths, add_transfer_encodings, add_chunk_sizes, add_chunk_ends, add_fields, add_hosts,
            add_request_lines, add_pipelines):
    add()

NEXT = b"GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"


class SmugglingTest(SharedServer):
    @classmethod
    def script(cls):
        return PhpFile("http/smuggling.php", {"log_level": 5})

    def answers(self, one, pieces):
        """Statuses and bodies up to the end of the connection."""
        with self.server.client() as client:
            client.send(*pieces)
            if one.after == OPEN:
                client.send(NEXT)
            if one.after == SHORT:
                client.end_of_sending()
            answers = []
            methods = ["HEAD"] if one.data.startswith(b"HEAD") else []
            while client.unread or client.receive():
                answers.append(client.response(methods.pop() if methods else "GET"))
            return answers

    def check(self, one, pieces):
        answers = self.answers(one, pieces)
        if one.after == OPEN:
            self.assertTrue(answers, "no answer at all")
            last = answers.pop()
            self.assertEqual((last.status, last.text), (200, "GET /next 0"), answers)
        self.assertEqual([answer.status for answer in answers], one.statuses)
        for answer in answers:
            self.assertNotIn(b"/smuggled", answer.body)
        for answer, handled in zip(answers, one.handled or ()):
            self.assertEqual(answer.text, handled or "")
        if one.after == CLOSED:
            self.assertEqual(answers[-1].get("Connection"), "close")
        self.assertNotIn("SMUGGLED", self.server.output())

    def run_all(self, cut):
        for one in CASES:
            with self.subTest(one.name):
                self.check(one, cut(one.data))

    def test_at_once(self):
        self.assertGreater(len(CASES), 250)
        self.run_all(lambda data: [data])

    def test_byte_by_byte(self):
        self.run_all(lambda data: [data[at:at + 1] for at in range(len(data))] if len(data) < 600 else [data])

    def test_in_two_pieces(self):
        self.run_all(lambda data: [data[:len(data) // 2], data[len(data) // 2:]])

    def test_line_by_line(self):
        self.run_all(lambda data: data.splitlines(keepends=True) if data.count(b"\n") < 50 else [data])


class LimitsOfTheHeadTest(SharedServer):
    """The limits are exact, and those that are set are those that hold."""

    @classmethod
    def script(cls):
        return PhpFile("http/smuggling.php", {"http_target_max_size": 100, "http_header_max_count": 5, "http_header_max_size": 1024,
                                              "package_max_length": 1024, "log_level": 5})

    def status(self, data):
        with self.server.client() as client:
            client.send(data)
            return client.response().status

    def test_target(self):
        for size, status in ((99, 200), (100, 414)):
            data = f"GET /{'x' * size} HTTP/1.1\r\nHost: a\r\n\r\n"
            self.assertEqual(self.status(data), status, size)

    def test_fields(self):
        for count, status in ((4, 200), (5, 431)):
            data = "GET / HTTP/1.1\r\nHost: a\r\n" + "X: y\r\n" * count + "\r\n"
            self.assertEqual(self.status(data), status, count)

    def test_head(self):
        frame = "GET / HTTP/1.1\r\nHost: a\r\nX: {}\r\n\r\n"
        for size, status in ((1024, 200), (1025, 431)):
            self.assertEqual(self.status(frame.format("y" * (size - len(frame) + 2))), status, size)

    def test_body(self):
        for size, status in ((1024, 200), (1025, 413)):
            counted = f"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: {size}\r\n\r\n" + "x" * size
            self.assertEqual(self.status(counted), status, size)
            chunked_body = f"{size:x}\r\n{'x' * size}\r\n0\r\n\r\n"
            self.assertEqual(self.status("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked_body), status)


class TheCheckItselfTest(SharedServer):
    """A handler that answers too much is noticed: the checks above can fail."""

    @classmethod
    def script(cls):
        return http_script("$response->end('GET /smuggled 0');")

    def test_is_noticed(self):
        probe = Case("probe", b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", [200], CLOSED, None)
        test = SmugglingTest("test_at_once")
        test.server = self.server
        with self.assertRaises(AssertionError):
            test.check(probe, [probe.data])


if __name__ == "__main__":
    unittest.main()
