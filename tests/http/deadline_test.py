"""What takes too long, or comes too often on one connection: requests, heads and bodies that drip, keep-alive."""
import select
import unittest

from harness import wait_until
from http_client import Closed, request
from php_program import PhpFile
from server_case import TestCase


class RequestTimeoutTest(TestCase):
    def setUp(self):
        self.server = self.run_script(PhpFile("http/deadline.php", {"request_timeout": 0.1}))

    def test_504_and_the_wait_is_over(self):
        with self.server.client() as client:
            self.assertEqual(client.ask(path="/wait").status, 504)
            self.server.wait_for(r"^ENDED /wait Swoole\\Coroutine\\TimeoutException$")
            self.server.wait_for("^FINALLY /wait")
            self.assertEqual(client.ask(path="/fine").text, "fine")

    def test_a_handler_that_catches_it_answers(self):
        answer = self.server.get("/answers")
        self.assertEqual((answer.status, answer.text), (503, "late"))
        self.server.wait_for("^FINALLY /answers")

    def test_an_answer_that_has_begun_is_cut(self):
        with self.server.client() as client:
            client.send(request(path="/stream"))
            self.assertEqual((client.head().status, client.chunk()), (200, b"part"))
            with self.assertRaises(Closed):
                client.chunk()
        self.server.wait_for(r"^ENDED /stream Swoole\\Coroutine\\TimeoutException$")
        self.server.wait_for("^FINALLY /stream")

    def test_an_answer_that_nobody_takes(self):
        with self.server.client() as client:
            client.send(request(path="/flood"))
            self.assertEqual(self.server.wait_for("^ENDED.*$")[0], r"ENDED Swoole\Coroutine\TimeoutException")

    def test_what_runs_in_its_place_meanwhile_goes_on(self):
        server = self.run_script(PhpFile("http/deadline.php", {"request_timeout": 0.1}))
        with server.client() as client:
            client.send(request(path="/stream"))
            self.assertEqual((client.head().status, client.chunk()), (200, b"part"))
            with self.assertRaises(Closed):
                client.chunk()
        self.assertEqual(server.wait_for("^CLOSED.*$")[0], "CLOSED")

    def test_coroutines_that_it_made_go_on(self):
        self.assertEqual(self.server.get("/child").status, 504)
        self.server.wait_for("^CHILD went on")

    def test_a_request_with_a_limit_of_its_own(self):
        answer = self.server.get("/longer")
        self.assertEqual((answer.status, answer.text), (200, "slow"))
        self.assertEqual(self.server.get("/shorter").status, 504)

    def test_what_was_deferred_has_a_limit_of_its_own(self):
        self.assertEqual(self.server.get("/defer").text, "done")
        self.assertEqual(self.server.get("/resume").text, "x")
        self.server.wait_for(r"^DEFERRED Swoole\\Coroutine\\TimeoutException")

    def test_code_that_computes_is_not_interrupted(self):
        answer = self.server.get("/busy")
        self.assertEqual((answer.status, answer.text), (200, "late"))

    def test_without_coroutines_nothing_is_interrupted(self):
        server = self.serve("usleep(200000); $response->end('late');", {"request_timeout": 0.05, "enable_coroutine": False})
        self.assertEqual(server.get().text, "late")


class DripTest(TestCase):
    def drip(self, client, byte=b"a"):
        """Sends a byte again and again, as slowly as a client may be at most, until there is an answer."""
        while not select.select([client.socket], [], [], 0.02)[0]:
            client.send(byte)
        return client.response()

    def test_a_head_that_drips(self):
        server = self.serve("$response->end('x');", {"http_header_timeout": 0.3})
        with server.client() as client:
            self.assertEqual(self.drip(client.send("GET /")).status, 408)
            client.expect_closed()
        with server.client() as client:
            client.ask()
            self.assertEqual(self.drip(client.send("GET / HTTP/1.1\r\nHost: x\r\nX: ")).status, 408)

    def test_a_body_that_drips(self):
        server = self.serve("$response->end('x');", {"http_body_timeout": 0.3, "http_body_min_rate": 1000})
        with server.client() as client:
            self.assertEqual(self.drip(client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n")).status, 408)
            client.expect_closed()
        with server.client() as client:
            client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            self.assertEqual(self.drip(client, b"1\r\na\r\n").status, 408)

    def test_a_body_that_pauses(self):
        server = self.serve("$response->end('x');", {"http_body_timeout": 0.1})
        with server.client() as client:
            client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab")
            self.assertEqual(client.response().status, 408)
            client.expect_closed()

    def test_a_body_that_keeps_up(self):
        server = self.serve("$response->end((string) strlen($request->getContent()));", {"http_body_min_rate": "1K"})
        answer = server.get(method="POST", body="x" * 100_000)
        self.assertEqual(answer.text, "100000")


class ConnectionTest(TestCase):
    def test_so_many_requests_and_no_more(self):
        server = self.serve("$response->end('x');", {"http_keepalive_requests": 3})
        with server.client() as client:
            fields = [client.ask().get("Connection") for _ in range(3)]
            self.assertEqual(fields, ["keep-alive", "keep-alive", "close"])
            client.expect_closed()

    def test_what_is_pipelined_behind_the_last_one(self):
        handler = "static $n = 0; $response->end(str_repeat((string) ++$n, 100000));"
        server = self.serve(handler, {"http_keepalive_requests": 2})
        with server.client() as client:
            # The rest is still on its way when the connection ends: no reset may overtake the second answer.
            client.send(request() * 3, request(method="POST", body="x" * 300_000))
            self.assertEqual([client.response().text[0] for _ in range(2)], ["1", "2"])
            client.expect_closed()
        wait_until(lambda: server.get().text[0] == "3", "the next connection")

    def test_no_limit_is_the_default(self):
        server = self.serve("$response->end('x');")
        with server.client() as client:
            for _ in range(1100):
                self.assertEqual(client.ask().get("Connection"), "keep-alive")


class ServerFieldTest(TestCase):
    def test_default_other_and_none(self):
        for options, field in (({}, "tern"), ({"server_header": "Acme/1"}, "Acme/1"), ({"server_header": ""}, None)):
            with self.subTest(options):
                server = self.serve("$response->end('x');", options)
                self.assertEqual(server.get().get("Server"), field)
                with server.client() as client:
                    refused = client.send("NONSENSE\r\n\r\n").response()
                    self.assertEqual((refused.status, refused.get("Server")), (400, field))

    def test_the_programs_own_goes_before_it(self):
        server = self.serve("$response->header('Server', 'mine'); $response->end('x');", {"server_header": "Acme/1"})
        self.assertEqual(server.get().all("Server"), ["mine"])


if __name__ == "__main__":
    unittest.main()
