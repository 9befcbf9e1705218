"""Process\\Pool, Process\\Manager, and processes that workers of a server fork."""
# Time limit: 120 s
import os
import pathlib
import re
import signal
import unittest

from harness import wait_until
from php_program import PhpFile
from processes import alive, children_of, process_stat
from server_case import TestCase


class PoolTest(TestCase):
    def pool(self, worker, *make, **given):
        """Workers that run a function of pool.php; the rest is what a Pool is made of."""
        return self.run_script(PhpFile("server/pool.php", worker=worker, make=make, **given), wait=False)

    def pids(self, server, count):
        server.wait_for(r"^<workerStart \d+ \d+>", count)
        return server.wait_workers(2)

    def end(self, server):
        server.send_signal(signal.SIGTERM)
        server.wait_for(r"^END NULL")
        server.wait_exit()

    def test_killed_workers_are_replaced(self):
        server = self.pool("waits", 2, 0, 0, True)
        pids = self.pids(server, 2)
        os.kill(pids[0], signal.SIGKILL)
        server.wait_for(r"^<workerStart \d+ \d+>", 3)
        now = server.wait_workers(2)
        self.assertIn(pids[1], now)
        self.assertNotIn(pids[0], now)
        self.end(server)
        self.assertEqual(len(set(re.findall(r"<workerExit \d+ \d+>", server.output()))), 2)
        self.assertEqual(len(server.output().split("<workerStop")), 3)

    def test_reload_replaces_all(self):
        server = self.pool("waits", 2, 0, 0, True)
        pids = self.pids(server, 2)
        server.send_signal(signal.SIGUSR1)
        server.wait_for(r"^<workerStop \d+ \d+>", 2, patience_s=30)
        self.assertFalse(set(pids) & set(server.wait_workers(2)))
        self.end(server)

    def test_one_that_dies_at_once_does_not_spin(self):
        server = self.pool("exits", 1)
        server.wait_for(r"^<workerStart \d+ \d+>", 4)
        server.wait_for("ended with exit code 1", 4)
        self.end(server)
        # Two at once, then 100 ms, 200 ms, 400 ms, ...
        self.assertLess(len(server.output().split("<workerStart")), 12)

    def test_signals_of_the_program(self):
        server = self.pool("has_its_own_signals", 2, 0, 0, True)
        server.wait_for(r"^SET", 2)
        self.end(server)
        self.assertIn("TERM 0", server.output())
        self.assertIn("TERM 1", server.output())

    def test_detach(self):
        server = self.pool("detaches", 1, 0, 0, True)
        detached = int(server.wait_for(r"^DETACHED true (\d+)")[1])
        server.wait_for(r"^<workerStart 0 \d+>", 2)
        self.assertTrue(alive(detached))
        (server.folder / "GO").touch()
        server.wait_for("^LEFT")
        wait_until(lambda: process_stat(detached) is None, "the detached process to be reaped")
        self.end(server)

    def test_a_blocking_worker_is_killed(self):
        server = self.pool("blocks", 2, options={"max_wait_time": 86400})
        self.pids(server, 2)
        self.end(server)
        self.assertEqual(children_of(server.pid), [])

    def test_the_master_is_killed(self):
        for worker, *make in (("waits", 2, 0, 0, True), ("blocks", 2)):
            server = self.pool(worker, *make)
            pids = self.pids(server, 2)
            os.kill(server.pid, signal.SIGKILL)
            server.process.wait()
            wait_until(lambda: not any(alive(pid) for pid in pids), "the workers to leave")
            server.kill()


class ForkingWorkerTest(TestCase):
    def test_the_loop_goes_on(self):
        server = self.run_script(PhpFile("server/forking_worker.php", {"hook_flags": -1 & 0x7fffffff}))
        before = server.get("/").text
        with server.client() as client:
            for _ in range(5):
                self.assertEqual(client.ask(path="/fork").text, "child 0")
                self.assertEqual(client.ask(path="/open").text, "opened\n0")
                self.assertRegex(client.ask(path="/process?wait=1").text, r"^-1 false \d+$")
                self.assertEqual(client.ask(path="/").text, before)

    def test_signals_of_the_server_stay_its_own(self):
        server = self.run_script(PhpFile("server/forking_worker.php"))
        self.assertEqual(server.get("/signals").text, "[false,true,true]")

    def test_a_child_holds_no_connection_and_no_port(self):
        server = self.run_script(PhpFile("server/forking_worker.php"))
        with server.client() as client:
            child = int(client.ask(path="/process").text.split()[-1])
            client.send(b"bad request\r\n\r\n")
            client.rest()
        self.assertTrue(alive(child))
        sockets = [os.readlink(f"/proc/{child}/fd/{fd}") for fd in os.listdir(f"/proc/{child}/fd")]
        rows = [line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
        listening = {row[9] for row in rows if row[3] == "0A"}
        self.assertFalse([one for one in sockets if one.strip("socket:[]") in listening])
        self.assertEqual(server.get("/wait").text, "0")


if __name__ == "__main__":
    unittest.main()
