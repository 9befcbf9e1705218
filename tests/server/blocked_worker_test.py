"""Answers of the master to requests of workers that block: the client gets them, whether the worker is killed or not."""
import pathlib
import tempfile
import urllib.parse

from harness import ROOT
from http_client import Closed, request
from php_program import PhpFile
from server_case import TestCase


class BlockedWorkerTest(TestCase):
    def run_server(self, options=None, **given):
        self.server = self.run_script(PhpFile("server/blocked_worker.php", options, **given))
        self.server.workers_may_fail = True

    def block(self, **query):
        wanted = {"how": "compute", "order": "kill last", "as": "text", **query}
        return self.server.get("/block?" + urllib.parse.urlencode(wanted))

    def check(self, answer, text="too long"):
        self.assertEqual((answer.status, answer.get("X-By"), answer.text), (408, "master", text))
        self.assertEqual(self.server.wait_for("^ANSWERED.*$")[0], "ANSWERED true")
        self.assertEqual(self.server.get("/").status, 200)

    def test_a_worker_that_computes(self):
        self.run_server({"enable_coroutine": False})
        self.check(self.block())

    def test_a_worker_that_sleeps(self):
        self.run_server({"enable_coroutine": False})
        self.check(self.block(how="sleep"))

    def test_killed_before_the_answer(self):
        self.run_server({"enable_coroutine": False})
        self.check(self.block(order="kill first"))

    def test_with_coroutines(self):
        self.run_server()
        self.check(self.block(order="kill first"))

    def test_in_pieces(self):
        self.run_server()
        self.check(self.block(**{"as": "pieces"}), "one two three")

    def test_a_large_answer(self):
        self.run_server()
        self.check(self.block(**{"as": "large"}), "x" * (4 << 20))

    def test_a_file(self):
        self.run_server()
        self.check(self.block(**{"as": "file"}), (ROOT / "tests/server/blocked_worker.php").read_text())

    def test_a_later_request_of_the_connection(self):
        self.run_server()
        with self.server.client() as client:
            self.assertEqual(client.ask().status, 200)
            answer = client.ask(path="/block?how=compute&order=kill+first&as=text")
            client.expect_closed()
        self.check(answer)

    def test_a_worker_that_continues(self):
        """Its own answer comes too late: the client has one."""
        self.run_server()
        folder = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(folder.cleanup)
        until = pathlib.Path(folder.name) / "until"
        with self.server.client() as client:
            answer = client.ask(path="/block?" + urllib.parse.urlencode(
                {"how": "compute", "order": "no kill", "as": "text", "until": until}))
            client.expect_closed()
        until.touch()
        self.server.wait_for("^WORKER")
        self.check(answer)

    def test_an_answer_that_the_worker_has_begun(self):
        """Nothing is sent between its parts."""
        self.run_server()
        with self.server.client() as client:
            client.send(request(path="/block?how=compute&order=kill+last&as=text&begun"))
            self.assertEqual((client.head().status, client.chunk()), (200, b"begun"))
            with self.assertRaises(Closed):
                client.chunk()
