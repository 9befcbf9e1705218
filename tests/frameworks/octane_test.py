"""The parts of Swoole that Laravel Octane stands on, used as Octane uses them."""
import json
import os
import signal

from harness import wait_until
from php_program import PhpFile
from server_case import TestCase


class OctaneTest(TestCase):
    def setUp(self):
        super().setUp()
        self.server = self.run_script(PhpFile("frameworks/octane.php"))

    def look(self):
        return json.loads(self.server.get("/").text)

    def test_state(self):
        seen = self.look()
        self.assertEqual(seen["master"], self.server.pid)
        self.assertTrue(seen["swoole"])
        self.assertEqual(seen["processors"], os.cpu_count())

    def test_tasks_at_a_time(self):
        self.assertEqual(json.loads(self.server.get("/tasks").text), {"a": {"result": 10}, "b": {"result": 20}})

    def test_ticks_of_the_master_are_tasks(self):
        wait_until(lambda: self.look()["ticks"] > 2, "no ticks")

    def test_answers(self):
        self.assertEqual(self.server.get("/cookies").all("Set-Cookie"), ["a=b%20c; path=/; HttpOnly", "d=e; path=/; secure"])
        self.assertEqual(self.server.get("/long").text, "x" * 100_000)
        self.assertEqual(self.server.get("/none").status, 502)

    def test_reload_by_signal(self):
        before = self.look()["pid"]
        os.kill(self.server.pid, signal.SIGUSR1)
        self.server.wait_for("the reload is finished")
        self.assertNotEqual(self.look()["pid"], before)

    def test_worker_that_takes_too_long(self):
        """Its client gets an answer, and the next request a new worker."""
        self.server.workers_may_fail = True
        self.assertEqual(self.server.get("/slow").status, 408)
        self.assertGreater(self.look()["pid"], 0)
