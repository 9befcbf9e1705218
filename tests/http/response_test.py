"""What a handler says with its Response, and what its client gets; handlers that fail."""
import hashlib
import json
import random
import subprocess
import tempfile
import unittest

from harness import need, wait_until
from http_client import Closed, request
from php_program import PhpFile
from processes import alive
from server_case import SharedServer, TestCase


def json_values(answer):

    return json.loads(answer.text)


FAILING = PhpFile("http/response_failing.php")


class ResponseTest(SharedServer):
    SCRIPT = PhpFile("http/response.php")

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="tern-e2e-files-")
        cls.addClassCleanup(cls.folder.cleanup)
        super().setUpClass()

    def file(self, data, suffix=".txt"):
        with tempfile.NamedTemporaryFile(dir=self.folder.name, suffix=suffix, delete=False) as made:
            made.write(data)
        return made.name

    def test_header(self):
        answer = self.server.get("/header")
        self.assertEqual(json_values(answer), [True] * 13)
        self.assertIn(("X-One", "a"), answer.fields)
        self.assertEqual(answer.all("x-one"), ["a"])
        self.assertEqual(answer.all("x-list"), ["b", "c", "3"])
        self.assertEqual(answer.get("x-number"), "42")
        self.assertEqual(answer.all("x-gone"), [])
        self.assertIn(("x-RAW", "kept"), answer.fields)
        self.assertEqual((answer.get("x-trimmed"), answer.get("x-empty")), ("d", ""))
        self.assertEqual((answer.all("content-type"), answer.all("server")), (["text/plain"], ["mine"]))
        self.assertEqual((answer.all("content-length"), answer.all("transfer-encoding")), ([str(len(answer.body))], []))

    def test_nothing_splits_a_response(self):
        answer = self.server.get("/splitting")
        self.assertEqual(json_values(answer), [False] * 13)
        self.assertEqual(answer.all("x-evil"), [])
        self.assertEqual((answer.status, answer.reason, answer.all("x-fine"), answer.all("x-other"), answer.all("set-cookie")),
                         (200, "OK", ["yes"], [], []))

    def test_connection_close(self):
        with self.server.client() as client:
            answer = client.ask(path="/connection/close")
            self.assertEqual((answer.text, answer.all("connection")), ("bye", ["close"]))
            client.expect_closed()

    def test_the_server_says_whether_a_connection_persists(self):
        for say, fields, expected in (("keep-alive", {"Connection": "close"}, ["close"]), ("x-a", {"Connection": "close"}, ["x-a", "close"]),
                                      ("x-a", {}, ["x-a", "keep-alive"]), ("keep-alive", {}, ["keep-alive"]),
                                      ("x-a,+Close", {}, ["close"]), ("Keep-Alive,+x-a", {"Connection": "close"}, ["close"])):
            with self.server.client() as client:
                answer = client.ask(path=f"/connection?say={say}", fields=fields)
                self.assertEqual((answer.text, answer.all("connection")), ("said", expected), say)
                if "close" in expected:
                    client.expect_closed()
                else:
                    self.assertEqual(client.ask().text, "home")

    def test_the_length_of_what_head_asks_for(self):
        """RFC 9110 8.6, 9.3.2: the program's, where it knows it; or what it gave; or none."""
        cases = (("length=123", ["123"], []), ("", [], []), ("end=hello", ["5"], []), ("end=hello&length=123", ["5"], []),
                 ("length=x", [], []), ("length[]=1&length[]=2", [], []), ("length[]=7&length[]=7", ["7"], []), ("length=-1", [], []),
                 ("write=a&length=123", ["123"], []), ("write=a", [], ["chunked"]), ("status=404&length=9", ["9"], []),
                 ("status=204&length=9", [], []))
        with self.server.client() as client:
            for query, lengths, codings in cases:
                answer = client.ask("HEAD", f"/length?{query}")
                self.assertEqual((answer.all("Content-Length"), answer.all("Transfer-Encoding")), (lengths, codings), query)
                self.assertEqual(client.ask().text, "home")
            self.assertEqual(client.ask(path="/length?length=123&end=hello").text, "hello")

    def test_not_modified_says_the_length_of_what_was_not_sent(self):
        with self.server.client() as client:
            for query, lengths in (("status=304&length=123", ["123"]), ("status=304", []), ("status=304&write=a&length=5", ["5"]),
                                   ("status=304&end=body", [])):
                answer = client.ask(path=f"/length?{query}")
                self.assertEqual((answer.status, answer.all("Content-Length"), answer.all("Content-Type")), (304, lengths, []), query)
            self.assertEqual(client.ask().text, "home")

    def test_reset_content_has_none(self):
        """RFC 9110 15.3.6."""
        with self.server.client() as client:
            for query in ("end=body", "write=pieces&end=more", "length=7", ""):
                answer = client.ask(path=f"/length?status=205&{query}")
                self.assertEqual((answer.status, answer.all("Content-Length"), answer.all("Transfer-Encoding"), answer.body),
                                 (205, ["0"], [], b""), query)
                self.assertEqual(client.ask().text, "home")

    def test_what_is_no_cookie(self):
        answer = self.server.get("/bad/cookies")
        found = json_values(answer)
        self.assertNotIn("taken", found)
        self.assertEqual(len(found), 17)
        self.assertEqual(found[0], "($name_or_object) must have letters, digits and !#$%&'*+-.^_`|~[] only, \"a\\x08\" given")
        self.assertEqual(found[10], '($samesite) must be Strict, Lax or None, "Lux" given')
        self.assertEqual(answer.all("Set-Cookie"), ["list[1]=%08; path=/a b,c; domain=.example.org; SameSite=none; Priority=low",
                                                    'quoted="b"'])

    def test_cookie(self):
        plain, full, raw, gone, last = self.server.get("/cookie").all("Set-Cookie")
        self.assertEqual(plain, "plain=a%20b%3Bc")
        self.assertRegex(full, r"^full=v; expires=Wed, 18-May-2033 03:33:20 GMT; Max-Age=\d+; path=/p; domain=example\.org; "
                               r"secure; HttpOnly; SameSite=Lax; Priority=High; Partitioned$")
        self.assertEqual(raw, "raw=a%20b")
        self.assertRegex(gone, r"^gone=deleted; expires=Thu, 01-Jan-1970 00:00:01 GMT; Max-Age=0$")
        self.assertEqual(last, "last=x")

    def test_status(self):
        with self.server.client() as client:
            for query, status, reason in (("code=404", 404, "Not Found"), ("code=418&reason=Teapot+it+is", 418, "Teapot it is"),
                                          ("code=200&reason=Fine", 200, "Fine"), ("code=500", 500, "Internal Server Error")):
                answer = client.ask(path=f"/status?{query}")
                self.assertEqual((answer.status, answer.reason, answer.text), (status, reason, "yes"))
            for code in (99, 1000, -1, 0):
                answer = client.ask(path=f"/status?code={code}")
                self.assertEqual((answer.status, answer.text), (200, "no"))

    def test_status_without_a_body(self):
        with self.server.client() as client:
            for code in (204, 304):
                answer = client.ask(path=f"/status?code={code}")
                self.assertEqual((answer.status, answer.get("Content-Length"), answer.get("Transfer-Encoding")), (code, None, None))
            self.assertEqual(client.ask().text, "home")

    def test_write(self):
        with self.server.client() as client:
            client.send(request(path="/write"))
            head = client.head()
            self.assertEqual((head.all("Transfer-Encoding"), head.all("Content-Length")), (["chunked"], []))
            self.assertEqual(b"".join(iter(client.chunk, b"")), b"onetwothreeend")
            self.assertEqual(client.fields(), [])
            self.assertEqual(client.ask(path="/write/only").text, "only")
            self.assertEqual(client.ask("HEAD", "/write").body, b"")
            self.assertEqual(client.ask().text, "home")

    def test_write_to_http10(self):
        with self.server.client() as client:
            answer = client.ask(path="/write", fields={"Connection": "keep-alive"}, version="1.0")
            self.assertEqual((answer.get("Transfer-Encoding"), answer.get("Connection"), answer.text),
                             (None, "close", "onetwothreeend"))

    def test_trailer(self):
        with self.server.client() as client:
            answer = client.ask(path="/trailer")
            self.assertEqual((answer.text, answer.get("Trailer")), ("body", "x-sum"))
            self.assertEqual(answer.trailers, [("X-Sum", "42"), ("X-Late", "yes")])
            answer = client.ask(path="/trailer/end")
            self.assertEqual((answer.text, answer.trailers), ("body", [("X-Sum", "42")]))
            self.assertEqual(client.ask(path="/trailer", version="1.0").trailers, [])

    def test_a_slow_reader_makes_write_wait(self):
        since = self.server.mark()
        with self.server.client(receive_buffer=4096) as slow:
            slow.send(request(path="/flood"))
            self.server.wait_for("^FLOWS", since=since)
            # The only worker answers: so the handler waits, and it cannot have written everything.
            self.assertLess(int(self.server.get("/progress").text), 20)
            body = slow.response().body
        self.assertEqual(body, b"".join(bytes([65 + n]) * (1 << 20) for n in range(20)))
        self.server.wait_for("^FLOWED 20", since=since)

    def test_a_slow_reader_that_leaves(self):
        since = self.server.mark()
        slow = self.server.client(receive_buffer=4096)
        slow.send(request(path="/flood"))
        self.server.wait_for("^FLOWS", since=since)
        slow.reset()
        self.assertLess(int(self.server.wait_for(r"^FLOWED (\d+)", since=since)[1]), 20)

    def test_a_large_body(self):
        expected = hashlib.sha1(b"x").digest() * (1 << 18)
        self.assertGreater(len(expected), 5_000_000)
        for buffer in (0, 4096):
            with self.server.client(receive_buffer=buffer) as client:
                client.send(request(path="/large") + request(path="/"))
                self.assertTrue(client.response().body == expected)
                self.assertEqual(client.response().text, "home")

    def test_redirect(self):
        answer = self.server.get("/redirect?to=/there%3Fx")
        self.assertEqual((answer.status, answer.get("Location"), answer.body), (302, "/there?x", b""))
        self.assertEqual(self.server.get("/redirect?to=/x&code=301").status, 301)

    def test_sendfile(self):
        data = random.Random(3).randbytes(100_000)
        path = self.file(data)
        with self.server.client() as client:
            for query, expected in (("", data), ("&offset=10", data[10:]), ("&offset=10&length=20", data[10:30]),
                                    ("&length=1", data[:1]), ("&offset=99999", data[-1:]), ("&offset=100000", b"")):
                answer = client.ask(path=f"/sendfile?file={path}{query}")
                self.assertEqual((answer.status, answer.body == expected, answer.get("Content-Type")), (200, True, "text/plain"), query)
            answer = client.ask("HEAD", f"/sendfile?file={path}")
            self.assertEqual((answer.get("Content-Length"), answer.body), ("100000", b""))
            answer = client.ask(path=f"/sendfile/typed?file={path}")
            self.assertEqual((answer.status, answer.body, answer.all("Content-Type")), (206, data[1:3], ["x/y"]))
            self.assertEqual(client.ask(path=f"/sendfile?file={self.file(b'', '.css')}").get("Content-Type"), "text/css")

    def test_sendfile_that_fails(self):
        path = self.file(b"abc")
        with self.server.client() as client:
            for query in (f"file={self.folder.name}/none", f"file={self.folder.name}", f"file={path}&offset=4",
                          f"file={path}&offset=1&length=3", "file=/dev/null"):
                answer = client.ask(path=f"/sendfile?{query}")
                self.assertEqual((answer.status, json_values(answer)), (200, [False, True, True]), query)

    def test_sendfile_to_a_slow_reader(self):
        data = random.Random(4).randbytes(1 << 20) * 20
        path = self.file(data, ".bin")
        with self.server.client(receive_buffer=4096) as client:
            client.send(request(path=f"/sendfile?file={path}") + request(path="/"))
            self.assertEqual(self.server.get().text, "home")
            self.assertTrue(client.response().body == data)
            self.assertEqual(client.response().text, "home")

    def test_detach(self):
        for how in ("fd", "server"):
            since = self.server.mark()
            with self.server.client() as client:
                client.send(request(path="/detach"))
                fd, *said = self.server.wait_for(r"^DETACHED (\d+) (\w+) (\w+) (\w+)$", since=since).groups()
                self.assertEqual(said, ["true", "false", "false"])
                self.assertTrue(client.quiet())
                self.assertEqual(json_values(self.server.get(f"/finish?how={how}&fd={fd}")), [True, False])
                answer = client.response()
                self.assertEqual((answer.text, answer.get("x-from"), answer.get("x-before")), ("finished", "another", None))
                self.assertEqual(client.ask().text, "home")
            self.assertEqual(json_values(self.server.get(f"/finish?how={how}&fd={fd}")), [False])

    def test_answered_by_a_later_request(self):
        with self.server.client() as client, self.server.client() as other:
            client.send(request(path="/kept"))
            wait_until(lambda: self.server.get("/progress").status == 200, "the worker")
            self.assertEqual(json_values(other.ask(path="/answer/kept")), [True])
            self.assertEqual(client.response().text, "later")

    def test_misuse(self):
        since = self.server.mark()
        self.assertEqual(self.server.get("/misuse").text, "once")
        after = self.server.wait_for(r"^AFTER (.*)$", since=since)[1]
        self.assertEqual(after, "[true" + ",false" * 9 + "]")
        self.assertGreaterEqual(self.server.output()[since:].count("Warning: "), 7)
        answer = self.server.get("/misuse/after/write")
        self.assertEqual((answer.status, answer.text), (200, "x[false,false,false,false]"))

    def test_close(self):
        since = self.server.mark()
        with self.server.client() as client:
            client.send(request(path="/close"))
            client.expect_closed()
        self.server.wait_for("^CLOSED true", since=since)

    def test_curl_downloads(self):
        path = self.file(random.Random(5).randbytes(3_000_000))
        done = subprocess.run([need("curl"), "-sS", self.server.url(f"/sendfile?file={path}")], capture_output=True, check=True,
                              timeout=60)
        with open(path, "rb") as file:
            self.assertTrue(done.stdout == file.read())


class FailingHandlerTest(SharedServer):
    PHP_OPTIONS = ("-d", "display_errors=0", "-d", "memory_limit=48M")

    SCRIPT = FAILING

    def test_exception(self):
        since = self.server.mark()
        with self.server.client() as client:
            answer = client.ask(path="/throw")
            self.assertEqual((answer.status, answer.text, answer.get("x-a")), (500, "Internal Server Error", None))
            client.ask()
        for words in ("RuntimeException: secret words", "deep()", "on_throw("):
            self.assertEqual(self.server.output()[since:].count(words), 1, words)

    def test_exceptions_elsewhere(self):
        with self.server.client() as client:
            self.assertEqual(client.ask(path="/throw/after").text, "answered")
            self.assertEqual(client.ask(path="/throw/elsewhere").text, "unharmed")
            self.assertEqual(client.ask(path="/error").status, 500)
            self.assertEqual(client.ask(path="/warning").text, "warned")
            with self.assertRaises(Closed):
                client.ask(path="/throw/late")

    def test_exit(self):
        since = self.server.mark()
        with self.server.client() as client:
            answer = client.ask(path="/exit")
            self.assertEqual((answer.status, answer.text), (202, "the rest"))
            self.assertEqual(client.ask(path="/exit/number").text, "")
            self.assertEqual(client.ask(path="/exit/late").text, "begun and ended")
            self.assertEqual(client.ask(path="/exit/after").text, "answered")
            self.assertEqual(client.ask(path="/die/caught").text, "Swoole\\ExitException x")
        self.assertEqual(self.server.output()[since:].count("FINALLY"), 1)

    def test_echo_goes_to_the_output(self):
        since = self.server.mark()
        self.assertEqual(self.server.get("/echo").text, "silent")
        self.server.wait_for("^PRINTED", since=since)

    def test_fatal_error(self):
        """Only the guilty request gets 500; the others get 503; a new worker serves on."""
        for path, status in (("/memory", 500), ("/compile", 500), ("/fatal/late", None)):
            since = self.server.mark()
            pid = int(self.server.get().text)
            waiting = [self.server.client() for _ in range(3)]
            late = self.server.client()
            for client in (*waiting, late):
                self.addCleanup(client.close)
                client.send(request(path="/suspend/late" if client is late else "/suspend"))
            self.server.wait_for("^SUSPENDED", 4, since)
            with self.server.client() as guilty:
                if status:
                    self.assertEqual(guilty.ask(path=path).status, status)
                    guilty.expect_closed()
                else:
                    with self.assertRaises(Closed):
                        guilty.ask(path=path)
            for client in waiting:
                answer = client.response()
                self.assertEqual((answer.status, answer.get("Connection")), (503, "close"))
                client.expect_closed()
            with self.assertRaises(Closed):
                late.response()
            wait_until(lambda pid=pid: not alive(pid), "the end of the old worker")
            self.assertNotEqual(int(self.server.get().text), pid)
            self.assertNotIn("FINALLY", self.server.output()[since:])

    def test_a_fatal_error_is_logged(self):
        server = self.run_script(FAILING, php=("-d", "memory_limit=48M"))
        self.assertEqual(server.get("/memory").status, 500)
        server.wait_for("Allowed memory size of 50331648 bytes exhausted")
        server.wait_for(r"WARNING\tworker 0 \(pid \d+\) ended with exit code 255")


class ShownErrorsTest(TestCase):
    def test_only_where_the_program_wants_it(self):
        for shown, expected in (("0", False), ("stderr", False), ("1", True)):
            server = self.run_script(FAILING, php=("-d", f"display_errors={shown}"))
            answer = server.get("/throw")
            self.assertEqual(answer.status, 500)
            self.assertEqual("secret words" in answer.text, expected, f"display_errors={shown}")
            server.wait_for("secret words")
            server.stop()

    def test_without_coroutines(self):
        server = self.run_script(PhpFile("http/response_failing.php", {"enable_coroutine": False}),
                                 php=("-d", "memory_limit=48M", "-d", "display_errors=0"))
        pid = server.get().text
        self.assertEqual(server.get("/throw").status, 500)
        self.assertEqual(server.get("/throw/after").text, "answered")
        self.assertEqual(server.get().text, pid)
        self.assertEqual(server.get("/memory").status, 500)
        self.assertNotEqual(server.get().text, pid)


if __name__ == "__main__":
    unittest.main()
