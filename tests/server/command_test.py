"""What the processes of a server ask each other: Server::addCommand() and command()."""
# Time limit: 120 s
import json
import unittest

from php_program import PhpFile
from server_case import TestCase

WORKER, MASTER, MANAGER, TASK, REACTOR = 8, 2, 32, 16, 4


class CommandTest(TestCase):
    def setUp(self):
        self.server = self.run_script(PhpFile("server/command.php", {"worker_num": 2}))
        self.server.wait_serving(2)

    def ask(self, *arguments, origin=None):
        body = json.dumps({"ask": arguments, **({} if origin is None else {"from": origin})}).encode()
        while True:
            text = self.server.get("/", body=body, method="POST").text
            if text != "other":
                return json.loads(text)

    def test_each_worker_asks_each(self):
        for origin in (0, 1):
            for asked in (0, 1):
                got, _, asker, pid = self.ask("who", asked, WORKER, {"a": [1, None]}, origin=origin)
                self.assertEqual(asker, origin)
                self.assertEqual(got[1:], [asked, '{"a":[1,null]}'])
                self.assertEqual(got[0] == pid, origin == asked)
                self.assertEqual(self.ask("sleep", asked, WORKER, 5, origin=origin)[0], 5)
                self.assertEqual(self.ask("sleep", asked, WORKER, 5, False, origin=origin)[0], "5")

    def test_the_master_answers(self):
        for kind in (MASTER, MANAGER):
            got, *_ = self.ask("who", 0, kind, "x")
            self.assertEqual(got, [self.server.pid, False, '"x"'])
        self.assertEqual(self.ask("sleep", 0, MASTER, 1)[:2], [False, 9015])  # no coroutines there
        self.server.wait_for("(?i)uncaught .*coroutine")

    def test_results_of_any_size(self):
        for size in (0, 1, 262000, 262144, 3_000_000):
            for kind, asked in ((WORKER, 0), (WORKER, 1), (MASTER, 0)):
                self.assertEqual(self.ask("large", asked, kind, size, False, origin=0)[0], "x" * size)

    def test_what_fails(self):
        self.assertEqual(self.ask("throw", 1, WORKER, 1, origin=0)[:2], [False, 9015])
        self.server.wait_for("Uncaught Exception: a command failed")
        self.assertEqual(self.ask("throw", 0, MASTER, 1)[:2], [False, 9015])
        self.assertEqual(self.ask("none", 0, WORKER, 1)[:2], [False, 505])
        self.assertEqual(self.ask("worker", 0, MASTER, 1)[:2], [False, 505])
        self.assertEqual(self.ask("who", 2, WORKER, 1)[:2], [False, 505])
        self.assertEqual(self.ask("who", -1, WORKER, 1)[:2], [False, 505])
        self.assertEqual(self.ask("who", 0, TASK, 1)[:2], [False, 505])
        self.assertEqual(self.ask("nothing", 1, WORKER, 1, origin=0)[:2], [None, 0])
        self.assertEqual(self.ask("large", 1, WORKER, 3, origin=0)[:2], [False, 505])  # no JSON

    def test_one_that_ends_meanwhile(self):
        self.server.expect_crash(9)
        self.assertEqual(self.ask("end", 1, WORKER, 1, origin=0)[:2], [False, 9003])


class UserProcessCommandTest(TestCase):
    def check(self, in_coroutine):
        server = self.run_script(PhpFile("server/command.php", {"worker_num": 2}, process=in_coroutine))
        got = json.loads(server.wait_for(r"^<got (.*)>$")[1])
        self.assertEqual(got[0], [server.pid, False, '"x"'])
        self.assertEqual(got[1][1:], [1, '["x"]'])
        self.assertEqual(got[2], 1000000)

    def test_in_a_coroutine(self):
        self.check(in_coroutine=True)

    def test_outside(self):
        self.check(in_coroutine=False)

    def test_the_master_asks(self):
        server = self.run_script(PhpFile("server/command.php", {"worker_num": 2}, master=True))
        got = json.loads(server.wait_for(r"^<got (.*)>$")[1])
        self.assertEqual([got[0][1:], got[1]], [[1, "1"], [server.pid, False, "1"]])

    def test_outside_of_coroutines_of_a_worker(self):
        server = self.run_script(PhpFile("server/command.php", {"worker_num": 2, "enable_coroutine": False}))
        body = json.dumps({"ask": ["who", 1, WORKER, 1]}).encode()
        while (text := server.get("/", body=body, method="POST").text).startswith("["):  # the worker asked itself
            pass
        self.assertIn("coroutine", text)


if __name__ == "__main__":
    unittest.main()
