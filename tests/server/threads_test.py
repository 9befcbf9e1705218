"""Servers with SWOOLE_THREAD: their processes share what init_arguments returned, also those that replace others."""
import json
import os
import signal
import unittest

from harness import wait_until
from php_program import PhpFile
from server_case import TestCase


class ThreadsTest(TestCase):
    def setUp(self):
        super().setUp()
        self.server = self.run_script(PhpFile("server/threads.php"))
        wait_until(lambda: self.state()["starts"] == 3, "all processes have started")

    def state(self):
        return json.loads(self.server.get("/").text)

    def count_with_both(self, name):
        """Asks until both workers have counted, and returns their pids."""
        pids = set()
        sent = 0
        while len(pids) < 2 and sent < 200:
            client = self.server.client()
            pids.add(int(client.ask(path=f"/count?name={name}").body))
            client.close()
            sent += 1
        self.assertEqual(len(pids), 2)
        return pids, sent

    def test_workers_share_a_map_a_counter_and_a_list(self):
        pids, sent = self.count_with_both("first")
        state = self.state()
        self.assertEqual(state["requests"], sent)
        self.assertEqual(state["names"], ["first"] * sent)
        self.assertEqual({f"pid {pid}" for pid in pids} - set(state["all"]), set())
        self.assertEqual(state["starts"], 3)
        self.assertEqual(state["threads"], 4)
        self.assertEqual(self.server.output().count("init\n"), 1)

    def test_a_task_worker_has_them_too(self):
        pid = int(self.server.get("/task?name=work").text)
        self.assertNotEqual(pid, self.server.pid)
        self.assertEqual(self.state()["names"], ["work of a task"])

    def test_a_reload_keeps_them(self):
        _, before = self.count_with_both("before")
        mark = self.server.mark()
        self.server.send_signal(signal.SIGUSR1)
        self.server.wait_for("the reload is finished", since=mark)
        wait_until(lambda: self.state()["starts"] == 6, "all processes have started again")
        _, after = self.count_with_both("after")
        state = self.state()
        self.assertEqual((state["requests"], state["starts"]), (before + after, 6))
        self.assertEqual(self.server.output().count("init\n"), 1)

    def test_a_killed_worker_loses_nothing(self):
        pids, before = self.count_with_both("before")
        killed = min(pids)
        mark = self.server.mark()
        self.server.expect_crash(9)
        os.kill(killed, signal.SIGKILL)
        self.server.wait_for(f"worker .*{killed}.* ended by signal 9", since=mark)
        wait_until(lambda: self.state()["starts"] == 4, "a new worker has started")
        later, after = self.count_with_both("after")
        self.assertNotIn(killed, later)
        self.assertEqual(self.state()["requests"], before + after)

    def test_a_worker_starts_a_thread(self):
        self.assertEqual(self.server.get("/thread?name=child").text, "7")
        self.assertEqual(self.state()["all"]["thread"], "child")


if __name__ == "__main__":
    unittest.main()
