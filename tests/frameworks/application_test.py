"""Tern\\Application: an application in a server of a script."""
import os
import pathlib
import tempfile

from harness import wait_until
from http_client import request
from php_program import PhpFile, opcache
from server_case import TestCase

OPCACHE = (*opcache(), "-d", "opcache.enable_cli=1")


class Served(TestCase):
    def serve(self, arguments, php=OPCACHE, env=None, **given):
        program = PhpFile("frameworks/application.php", {"hook_flags": 0x7fffffff}, arguments=arguments, **given)
        return self.run_script(program, php=php, env=env)


class ApplicationTest(Served):
    def ask(self, server, users):
        """All at a time: what each has got."""
        clients = [server.client() for _ in users]
        for client, user in zip(clients, users):
            self.addCleanup(client.close)
            client.send(request(path=f"/?user={user}"))
        return [client.response().text for client in clients]

    def test_users_at_a_time(self):
        server = self.serve({"concurrency": 5})
        users = [f"user{number}" for number in range(20)]
        self.assertEqual(self.ask(server, users), users)
        self.assertEqual(server.output().count("loaded\n"), 5)

    def test_requests_that_come_while_it_is_loaded(self):
        server = self.serve({"concurrency": 1})
        self.assertEqual(self.ask(server, ["a", "b", "c"]), ["a", "b", "c"])
        self.assertEqual(server.output().count("loaded\n"), 1)

    def test_load_in_worker_start(self):
        server = self.serve({"concurrency": 2}, loads=True)
        server.wait_for("^up to 2 requests at a time in each worker, each in a context$")
        self.assertEqual(server.get("/?user=a").text, "a")

    def test_without_contexts(self):
        server = self.serve({}, php=(), loads=True)
        server.wait_for("^reentrant, any number of requests at a time$")
        self.assertEqual(server.get("/?user=a").text, "a")

    def test_load_that_fails(self):
        folder = tempfile.TemporaryDirectory(prefix="tern-e2e-")
        self.addCleanup(folder.cleanup)
        fails = pathlib.Path(folder.name) / "fails"
        fails.touch()
        server = self.serve({"concurrency": 1}, env={**os.environ, "TERN_TEST_FAILS": str(fails)})
        answer = server.get("/?user=a")
        self.assertEqual((answer.status, answer.get("Retry-After")), (503, "1"))
        wait_until(lambda: server.get("/?user=b").text == "b", "the application")
        self.assertEqual(server.output().count("PHP Fatal error:  Uncaught "), 1)


class HeadTest(Served):
    """header(), setcookie() and similar functions in a context."""

    def setUp(self):
        self.server = self.serve({"concurrency": 5}, index="head.php")

    def test_it_is_that_of_the_answer(self):
        answer = self.server.get("/?user=ann")
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.text, "printed for ann, answered with 5")
        self.assertEqual(answer.get("X-User"), "ann")
        self.assertEqual(answer.all("X-Part"), ["1", "2"])
        self.assertEqual(answer.get("Set-Cookie"), "user=ann")
        self.assertEqual(answer.get("Content-Type"), "text/plain;charset=UTF-8")
        self.assertIsNone(answer.get("X-Gone"))

    def test_the_next_request_of_a_context_begins_with_none(self):
        heads = [self.server.get(f"/?user={user}") for user in ("ann", "bob")]
        self.assertEqual([head.all("Set-Cookie") for head in heads], [["user=ann"], ["user=bob"]])
        self.assertEqual([head.all("X-User") for head in heads], [["ann"], ["bob"]])

    def test_users_at_a_time(self):
        clients = [(f"user{number}", self.server.client()) for number in range(20)]
        for user, client in clients:
            self.addCleanup(client.close)
            client.send(request(path=f"/?user={user}"))
        for user, client in clients:
            self.assertEqual(client.response().all("Set-Cookie"), [f"user={user}"])

    def test_status(self):
        self.assertEqual(self.server.get("/?user=missing").status, 404)
        moved = self.server.get("/?user=moved")
        self.assertEqual((moved.status, moved.get("Location")), (302, "/elsewhere"))

    def test_an_answer_that_the_program_does_not_end(self):
        answer = self.server.get("/?user=nothing")
        self.assertEqual((answer.status, answer.text, answer.get("Set-Cookie")), (200, "", None))

    def test_an_answer_that_the_program_ends_itself(self):
        answer = self.server.get("/?user=own")
        self.assertEqual((answer.text, answer.get("Content-Type"), answer.get("X-User")), ("own", "text/html", None))


class StreamTest(Served):
    """echo and flush() in a context."""

    def setUp(self):
        self.server = self.serve({"concurrency": 2}, index="streams.php")
        folder = tempfile.TemporaryDirectory(prefix="tern-e2e-")
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "file"

    def begin(self, page):
        client = self.server.client()
        self.addCleanup(client.close)
        client.send(request(path=f"/?page={page}&file={self.file}"))
        return client, client.head()

    def go(self, client):
        pathlib.Path(f"{self.file}.go").touch()
        rest = b""
        while piece := client.chunk():
            rest += piece
        return rest

    def test_flush_sends_the_head_and_what_was_printed(self):
        client, head = self.begin("flush")
        self.assertEqual((head.status, head.get("Content-Type"), head.get("X-Part")), (201, "text/event-stream;charset=UTF-8", "1"))
        self.assertEqual(client.chunk(), b"first")
        self.assertEqual(self.go(client), b" second true warned returned")
        self.assertEqual(self.server.get("/").text, "plain")

    def test_ob_flush_and_flush(self):
        client, head = self.begin("buffer")
        self.assertEqual(head.get("Content-Type"), "text/plain;charset=UTF-8")
        self.assertEqual(client.chunk(), b"first")
        self.assertEqual(self.go(client), b" second")

    def test_implicit_flush(self):
        client, head = self.begin("implicit")
        self.assertEqual(head.get("Content-Type"), "text/html; charset=UTF-8")
        self.assertEqual(client.chunk(), b"first")
        self.assertEqual(self.go(client), b" second")
        client, _ = self.begin("implicit")
        self.assertEqual(client.chunk(), b"first")

    def test_much_text_has_the_head_of_the_application(self):
        client, head = self.begin("large")
        self.assertEqual(head.get("Content-Type"), "text/csv;charset=UTF-8")
        self.assertEqual(len(client.chunk()), 100_000)
        self.assertEqual(self.go(client), b"end")

    def test_fields_that_the_response_has_stay(self):
        client, head = self.begin("own")
        self.assertEqual(head.all("Content-Type"), ["text/x-own"])
        self.assertEqual(client.chunk(), b"first")
        self.assertEqual(self.go(client), b" second")

    def test_flush_without_text_sends_nothing(self):
        answer = self.server.get("/?page=nothing")
        self.assertEqual((answer.text, answer.get("X-Part")), ("false", "late enough"))
