"""HTTP/1 on the wire: connections, bodies, limits, time limits, listeners, and real clients."""
import email.utils
import hashlib
import os
import random
import re
import subprocess
import tempfile
import time
import unittest

from harness import free_port, need, wait_until
from http_client import Client, Closed, request
from php_program import PhpFile
from server_case import SharedServer, TestCase


def sha(body):
    return f"{len(body)} {hashlib.sha256(body).hexdigest()}"


def bytes_of(size, seed=1):
    return random.Random(seed).randbytes(size)


def as_chunks(body, size, trailers=""):
    pieces = [body[at:at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n" + trailers.encode() + b"\r\n"


class ConnectionTest(SharedServer):
    SCRIPT = PhpFile("http/http.php")

    def test_keep_alive(self):
        with self.server.client() as client:
            answers = [client.ask(path="/fd") for _ in range(3)]
            self.assertEqual(len({answer.text for answer in answers}), 1)
            self.assertEqual([answer.get("Connection") for answer in answers], ["keep-alive"] * 3)
            self.assertEqual({answer.version for answer in answers}, {"1.1"})

    def test_connections_have_numbers_of_their_own(self):
        with self.server.client() as one, self.server.client() as other:
            self.assertNotEqual(one.ask(path="/fd").text, other.ask(path="/fd").text)

    def test_connection_close(self):
        for value in ("close", "Close", "keep-alive, close", "x , CLOSE"):
            with self.server.client() as client:
                answer = client.ask(fields={"Connection": value})
                self.assertEqual(answer.get("Connection"), "close")
                client.expect_closed()

    def test_http10_closes(self):
        with self.server.client() as client:
            answer = client.ask(version="1.0")
            self.assertEqual((answer.status, answer.text, answer.get("Connection")), (200, "GET /", "close"))
            client.expect_closed()

    def test_http10_keep_alive(self):
        with self.server.client() as client:
            for _ in range(3):
                answer = client.ask(fields={"Connection": "Keep-Alive"}, version="1.0")
                self.assertEqual((answer.text, answer.get("Connection")), ("GET /", "keep-alive"))

    def test_pipelined_answers_keep_their_order(self):
        with self.server.client() as client:
            client.send(b"".join(request(path=f"/{n}") for n in range(200)))
            self.assertEqual([client.response().text for _ in range(200)], [f"GET /{n}" for n in range(200)])

    def test_a_later_request_does_not_overtake(self):
        since = self.server.mark()
        with self.server.client() as client, self.server.client() as other:
            client.send(request(path="/suspend") + request(path="/second"))
            self.server.wait_for("^SUSPENDED", since=since)
            self.assertEqual(other.ask(path="/").text, "GET /")
            self.assertTrue(client.quiet())
            self.assertEqual(other.ask(path="/resume").text, "going on")
            self.assertEqual([client.response().text, client.response().text], ["resumed", "GET /second"])

    def test_many_suspended_handlers_at_once(self):
        since = self.server.mark()
        clients = [self.server.client() for _ in range(50)]
        for client in clients:
            self.addCleanup(client.close)
            client.send(request(path="/suspend"))
        self.server.wait_for("^SUSPENDED", 50, since)
        for _ in clients:
            self.assertEqual(self.server.get("/resume").text, "going on")
        for client in clients:
            self.assertEqual(client.response().text, "resumed")
            client.close()

    def test_head(self):
        with self.server.client() as client:
            answer = client.ask("HEAD", "/abc")
            self.assertEqual((answer.status, answer.get("Content-Length")), (200, str(len("HEAD /abc"))))
            self.assertEqual(client.ask(path="/next").text, "GET /next")

    def test_other_methods(self):
        with self.server.client() as client:
            for method in ("OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "M-SEARCH"):
                self.assertEqual(client.ask(method, "/x").text, f"{method} /x")
            self.assertEqual(client.ask("OPTIONS", "*").text, "OPTIONS *")

    def test_absolute_form(self):
        with self.server.client() as client:
            self.assertEqual(client.ask(path="http://test.example/abc?x=y").text, "GET /abc")
            self.assertEqual(client.ask(path="http://test.example?x=y").text, "GET /")
            self.assertEqual(client.ask(path="HTTPS://test.example:1/abc").text, "GET /abc")

    def test_date_and_server(self):
        answer = self.server.get()
        date = answer.get("Date")
        self.assertRegex(date, r"^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$")
        self.assertLess(abs(email.utils.parsedate_to_datetime(date).timestamp() - time.time()), 60)
        self.assertEqual(answer.get("Server"), "tern")
        self.assertEqual(answer.get("Content-Type"), "text/html")

    def test_automatic_end(self):
        with self.server.client() as client:
            answer = client.ask(path="/empty")
            self.assertEqual((answer.status, answer.body, answer.get("Content-Length")), (500, b"", "0"))
            self.assertEqual(client.ask(path="/x").text, "GET /x")

    def test_a_client_that_leaves_cancels_its_handler(self):
        for leave in ("close", "reset", "end_of_sending"):
            since = self.server.mark()
            client = self.server.client()
            client.send(request(path="/suspend"))
            self.server.wait_for("^SUSPENDED", since=since)
            getattr(client, leave)()
            # Whoever only ends sending may still read.
            writable = "false" if leave == "reset" else "true"
            self.server.wait_for(f"^GONE {writable}\nEND", since=since)
            client.close()
        self.assertEqual(self.server.get("/x").text, "GET /x")

    def test_a_client_that_leaves_within_a_request(self):
        for part in (b"G", b"GET / HT", b"GET / HTTP/1.1\r\nHost: a\r\n", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab"):
            for leave in ("close", "reset"):
                client = self.server.client()
                client.send(part)
                getattr(client, leave)()
        self.assertEqual(self.server.get("/x").text, "GET /x")

    def test_a_request_and_the_end_of_sending(self):
        with self.server.client() as client:
            client.send(request(path="/one") + request(path="/two")).end_of_sending()
            self.assertEqual([answer.text for answer in client.responses()], ["GET /one", "GET /two"])


class BodyTest(SharedServer):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="tern-e2e-uploads-")
        cls.addClassCleanup(cls.folder.cleanup)
        super().setUpClass()

    @classmethod
    def script(cls):
        return PhpFile("http/http.php", {"upload_tmp_dir": cls.folder.name})

    SIZES = (1, 2, 100, 1000, 16000, 16383, 16384, 16385, 32768, 65536, 100_000, 262_144, 262_145, 1_000_000, 1_900_000)

    def test_counted(self):
        with self.server.client() as client:
            for size in self.SIZES:
                body = bytes_of(size)
                self.assertEqual(client.ask("POST", "/body", body=body).text, sha(body), size)

    def test_chunked(self):
        with self.server.client() as client:
            for size in self.SIZES:
                for piece in (1000, 20_000, 1 << 21):
                    body = bytes_of(size)
                    client.send(request("POST", "/body", {"Transfer-Encoding": "chunked"}, as_chunks(body, piece)))
                    self.assertEqual(client.response().text, sha(body), (size, piece))

    def test_chunked_with_trailers_in_small_pieces(self):
        body = bytes_of(3000)
        data = request("POST", "/body", {"Transfer-Encoding": "chunked"}, as_chunks(body, 7, "X-Sum: 1\r\nX-Other: 2\r\n"))
        with self.server.client() as client:
            client.send(*(data[at:at + 11] for at in range(0, len(data), 11)))
            self.assertEqual(client.response().text, sha(body))
            self.assertEqual(client.ask(path="/next").text, "GET /next")

    def test_pipelined_bodies(self):
        bodies = [bytes_of(size, size) for size in (5, 20_000, 0, 300_000, 1, 16384)]
        with self.server.client() as client:
            client.send(b"".join(request("POST", "/body", {"Content-Length": len(body)}, body) for body in bodies))
            self.assertEqual([client.response().text for _ in bodies], [sha(body) for body in bodies])

    def test_the_limit(self):
        limit = 2 << 20
        body = bytes_of(limit)
        self.assertEqual(self.server.get("/body", method="POST", body=body).text, sha(body))
        self.assertEqual(self.server.get("/body", method="POST", body=body + b"x").status, 413)
        chunked = as_chunks(body + b"x", 1 << 16)
        answer = self.server.get("/body", {"Transfer-Encoding": "chunked"}, "POST", chunked)
        self.assertEqual((answer.status, answer.get("Connection")), (413, "close"))

    def test_413_comes_before_the_body(self):
        with self.server.client() as client:
            client.send(request("POST", "/body", {"Content-Length": 1 << 40}))
            self.assertEqual(client.response().status, 413)
            client.expect_closed()

    def test_a_large_body_goes_to_a_file(self):
        with self.server.client() as client:
            for size, in_file in ((262_144, False), (262_145, True)):
                words = client.ask("POST", "/spool", body=bytes_of(size)).text.split(" ", 1)
                self.assertEqual(words[0], str(size))
                self.assertEqual(self.folder.name in words[1], in_file, words)
            self.assertNotIn(self.folder.name, client.ask("POST", "/spool", body=b"x").text)
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_100_continue(self):
        fields = {"Expect": "100-continue", "Content-Length": 5}
        with self.server.client() as client:
            client.send(request("POST", "/body", fields))
            first = client.head()
            self.assertEqual((first.status, first.fields), (100, []))
            client.send(b"hello")
            self.assertEqual(client.response().text, sha(b"hello"))
            client.send(request("POST", "/body", {"Expect": "100-Continue", "Transfer-Encoding": "chunked"}))
            self.assertEqual(client.head().status, 100)
            client.send(as_chunks(b"hello", 2))
            self.assertEqual(client.response().text, sha(b"hello"))

    def test_no_100_continue_where_it_is_of_no_use(self):
        with self.server.client() as client:
            client.send(request("POST", "/body", {"Expect": "100-continue"}, b"hello"))
            self.assertEqual(client.response().status, 200)
            client.send(request("GET", "/x", {"Expect": "100-continue"}))
            self.assertEqual(client.response().status, 200)
            client.send(request("POST", "/body", {"Expect": "100-continue", "Content-Length": 3 << 20}))
            self.assertEqual(client.response().status, 413)
        with self.server.client() as client:
            client.send(request("POST", "/body", {"Expect": "100-continue", "Content-Length": 5}, version="1.0"), b"hello")
            self.assertEqual(client.response().status, 200)


class TimeLimitTest(TestCase):
    """Each of these waits for what the server does when the time is over."""

    def test_head(self):
        server = self.serve("$response->end('x');", {"http_header_timeout": 0.1})
        for begun in (b"", b"G", b"GET / HTTP/1.1\r\nHost: a\r\nX"):
            with server.client() as client:
                client.send(begun)
                if begun:
                    self.assertEqual(client.response().status, 408)
                client.expect_closed()

    def test_head_of_a_later_request(self):
        server = self.serve("$response->end('x');", {"http_header_timeout": 0.1})
        with server.client() as client:
            self.assertEqual(client.ask().text, "x")
            client.send(b"GET / HTTP/1.1\r\n")
            self.assertEqual(client.response().status, 408)
            client.expect_closed()

    def test_body(self):
        server = self.serve("$response->end('x');", {"http_body_timeout": 0.1})
        for fields, begun in (({"Content-Length": 10}, b"abc"), ({"Content-Length": 10}, b""),
                              ({"Content-Length": 100_000}, b"abc"), ({"Transfer-Encoding": "chunked"}, b"3\r\nab")):
            with server.client() as client:
                client.send(request("POST", "/", fields, begun) if "Content-Length" not in fields else
                            request("POST", "/", fields) + begun)
                self.assertEqual(client.response().status, 408)
                client.expect_closed()

    def test_idle(self):
        server = self.serve("$response->end('x');", {"http_keepalive_timeout": 0.1})
        with server.client() as client:
            self.assertEqual(client.ask().get("Connection"), "keep-alive")
            client.expect_closed()

    def test_no_keep_alive(self):
        server = self.serve("$response->end('x');", {"http_keepalive_timeout": 0})
        with server.client() as client:
            self.assertEqual(client.ask().get("Connection"), "close")
            client.expect_closed()

    def test_handler(self):
        handler = "try { Swoole\\Coroutine::yield(); } finally { note('ENDED'); } $response->end('late');"
        server = self.serve(handler, {"max_request_execution_time": 0.1})
        with server.client() as client:
            self.assertEqual(client.ask(path="/slow").status, 504)
        server.wait_for("^ENDED")
        server.wait_for(r"request_timeout \(max_request_execution_time\): GET /slow")

    def test_a_client_that_takes_nothing(self):
        handler = "while ($response->write(str_repeat('x', 1 << 20))); note('GAVE UP');"
        server = self.serve(handler, {"send_timeout": 0.1})
        with server.client(receive_buffer=4096) as client:
            client.send(request())
            server.wait_for("^GAVE UP")


class AdmissionTest(TestCase):
    def test_max_concurrency(self):
        server = self.run_script(PhpFile("http/http.php", {"max_concurrency": 2}))
        with server.client() as one, server.client() as two:
            for client in (one, two):
                client.send(request(path="/suspend"))
            server.wait_for("^SUSPENDED", 2)
            with server.client() as third:
                refused = third.ask()
                self.assertEqual((refused.status, refused.get("Retry-After")), (503, "1"))
                one.close()
                server.wait_for("^END")
                self.assertEqual(third.ask(path="/x").text, "GET /x")

    def test_worker_max_concurrency(self):
        server = self.run_script(PhpFile("http/http_concurrency.php", {"worker_max_concurrency": 1}))
        with server.client() as one, server.client() as two, server.client() as three:
            one.send(request(path="/suspend"))
            server.wait_for("^SUSPENDED")
            two.send(request(path="/suspend"))
            three.send(request(path="/x"))
            server.wait_for("^CONCURRENCY 3")
            self.assertEqual(server.output().count("SUSPENDED"), 1)
            one.reset()
            server.wait_for("^SUSPENDED", 2)
            self.assertTrue(three.quiet())
            two.reset()
            self.assertEqual(three.response().text, "GET /x")

    def test_max_connection(self):
        server = self.serve("$response->end('x');", {"max_connection": 3})
        clients = [server.client() for _ in range(3)]
        for client in clients:
            self.assertEqual(client.ask().text, "x")
        with server.client() as fourth:
            fourth.send(request())
            server.wait_for("max_connection is reached")
            for client in clients:
                client.close()
            try:
                self.assertEqual(fourth.response().text, "x")  # it waited for a place
            except Closed:
                pass  # or was turned away
        self.assertEqual(server.get().text, "x")


class ListenerTest(TestCase):
    def test_ipv6(self):
        handler = "$response->end($request->server['remote_addr']);"
        server = self.serve(handler, make="new Swoole\\Http\\Server('::1', 0, SWOOLE_BASE, SWOOLE_SOCK_TCP6)")
        with Client(("::1", server.port)) as client:
            self.assertEqual(client.ask().text, "::1")

    def test_unix_socket(self):
        path = tempfile.mktemp(prefix="tern-e2e-", suffix=".sock")
        server = self.serve("$response->end('unix');",
                            make=f"new Swoole\\Http\\Server('{path}', 0, SWOOLE_BASE, SWOOLE_SOCK_UNIX_STREAM)")
        with Client(path) as client:
            self.assertEqual(client.ask().text, "unix")
        server.stop()
        self.assertFalse(os.path.exists(path))

    def test_a_stale_unix_socket_is_replaced(self):
        path = tempfile.mktemp(prefix="tern-e2e-", suffix=".sock")
        make = f"new Swoole\\Http\\Server('{path}', 0, SWOOLE_BASE, SWOOLE_SOCK_UNIX_STREAM)"
        first = self.serve("$response->end('unix');", make=make)
        for pid in [first.pid, *first.workers()]:
            os.kill(pid, 9)
        first.wait_exit()
        first.kill()
        self.assertTrue(os.path.exists(path))
        second = self.serve("$response->end('again');", make=make)
        with Client(path) as client:
            self.assertEqual(client.ask().text, "again")
        second.stop()

    def test_several_ports(self):
        path = tempfile.mktemp(prefix="tern-e2e-", suffix=".sock")
        server = self.run_script(PhpFile("http/several_ports.php", unix=path))
        self.assertEqual(server.get().text, f"first {server.ports[0]}")
        with server.client(1) as client:
            self.assertEqual(client.ask().text, f"second {server.ports[1]}")
            self.assertEqual(client.ask("POST", body=b"x" * 1025).status, 413)
        self.assertEqual(server.get(method="POST", body=b"x" * 1025).status, 200)
        with Client(("::1", server.ports[2])) as client:
            self.assertEqual(client.ask().text, f"first {server.ports[2]}")
        with Client(path) as client:
            self.assertEqual(client.ask().status, 200)

    def test_reuse_port(self):
        port = free_port()
        server = self.serve("$response->end((string) $server->worker_id);", {"enable_reuse_port": True, "worker_num": 2},
                            make=f"new Swoole\\Http\\Server('127.0.0.1', {port})")
        wait_until(lambda: {server.get().text for _ in range(20)} == {"0", "1"}, "both workers")

    def test_every_worker_serves(self):
        server = self.serve("$response->end((string) $server->worker_id);", {"worker_num": 3})
        wait_until(lambda: {server.get().text for _ in range(30)} == {"0", "1", "2"}, "all workers")


class RealClientTest(SharedServer):
    SCRIPT = PhpFile("http/http.php", {"worker_num": 2})

    def run_program(self, *command, **more):
        done = subprocess.run([need(command[0]), *command[1:]], capture_output=True, timeout=120, check=False, **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_curl(self):
        url = self.server.url("/a")
        written = self.run_program("curl", "-sS", url, url, url, "-w", "%{http_code} %{num_connects} ").decode()
        self.assertEqual(written.split(), ["GET", "/a200", "1", "GET", "/a200", "0", "GET", "/a200", "0"])
        self.assertEqual(self.run_program("curl", "-sS", "--http1.0", url), b"GET /a")
        self.assertTrue(self.run_program("curl", "-sSI", url).startswith(b"HTTP/1.1 200 OK\r\n"))
        self.assertEqual(self.run_program("curl", "-sS", "-X", "OPTIONS", "--request-target", "*", url), b"OPTIONS *")

    def test_curl_sends_bodies(self):
        body = bytes_of(1_500_000)
        url = self.server.url("/body")
        for more in (["--data-binary", "@-"], ["--data-binary", "@-", "-H", "Expect: 100-continue"], ["-T", "-", "-X", "POST"],
                     ["--data-binary", "@-", "-H", "Expect:"]):
            self.assertEqual(self.run_program("curl", "-sS", *more, url, input=body).decode(), sha(body), more)

    def test_curl_sees_413(self):
        self.assertEqual(self.run_program("curl", "-sS", "-o", os.devnull, "-w", "%{http_code}", "--data-binary", "@-",
                                          self.server.url("/body"), input=bytes(5 << 20)), b"413")

    def test_ab(self):
        for more in (["-k"], []):
            report = self.run_program("ab", "-q", *more, "-n", "5000", "-c", "20", self.server.url("/")).decode()
            self.assertRegex(report, r"Complete requests: +5000\n")
            self.assertRegex(report, r"Failed requests: +0\n")
            self.assertNotIn("Non-2xx", report)
            self.assertEqual("Keep-Alive requests:    5000" in report, bool(more), report)

    def test_wrk(self):
        report = self.run_program("wrk", "-t", "2", "-c", "50", "-d", "2", self.server.url("/")).decode()
        self.assertNotIn("Socket errors", report)
        self.assertNotIn("Non-2xx", report)
        self.assertGreater(int(re.search(r"(\d+) requests in", report)[1]), 100)


if __name__ == "__main__":
    unittest.main()
