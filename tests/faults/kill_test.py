"""`kill -9` during a reload, at each of its stages, while clients are connected: who was with the killed process loses its
connection, nobody else notices, and the server goes on."""
# Time limit: 120 s
import json
import os
import pathlib
import signal
import tempfile

from harness import free_port, refuses, wait_until
from http_client import Client, request
from php_program import PhpFile
from processes import alive
from server_case import TestCase


class KillCase(TestCase):
    def start(self, options=None, **given):
        options = {"worker_num": 2, "max_wait_time": 60, **(options or {})}
        server = self.run_script(PhpFile("faults/kill.php", options, **given))
        server.wait_serving(options["worker_num"])
        return server

    def touch(self, server, name):
        (server.folder / name).touch()

    def reload_until_start(self, server, number, sign=signal.SIGUSR1):
        """The pid of the new process of worker `number`, which stays in its workerStart."""
        self.touch(server, f"hold-{number}")
        mark = server.mark()
        server.send_signal(sign)
        return int(server.wait_for(rf"^<starts {number} (\d+)>", since=mark)[1])

    def kill(self, server, pid):
        os.kill(pid, signal.SIGKILL)
        server.wait_for(rf"\(pid {pid}\) ended by signal 9")

    def connect(self, server, pid):
        """A connection with this worker."""
        while True:
            client = server.client()
            self.addCleanup(client.close)
            if self.pid(client) == pid:
                return client

    def pid(self, client):
        return int(client.ask().text)

    def slow(self, server, pid):
        """A connection whose request this worker does not answer before GO."""
        client = self.connect(server, pid)
        client.send(request(path="/slow"))
        server.wait_for(rf"^<slow {pid}>")
        return client

    def wait_left(self, pids):
        wait_until(lambda: not any(map(alive, pids)), lambda: f"the end of {pids}")

    def check_reload(self, server):
        """One that nothing disturbs."""
        before, mark = server.workers(), server.mark()
        server.send_signal(signal.SIGUSR1)
        server.wait_for("^<afterReload>", since=mark)
        self.wait_left(before)


class NewWorkerTest(KillCase):
    def test_before_it_is_ready(self):
        server = self.start()
        old = server.workers()
        idle = [self.connect(server, pid) for pid in old]
        slow = [self.slow(server, pid) for pid in old]
        new = self.reload_until_start(server, 0)
        fresh = [server.client() for _ in range(20)]
        self.kill(server, new)
        server.wait_for("the new process of worker 0 failed to start: the old one continues")
        self.assertEqual([self.pid(client) for client in idle], old)
        for client in fresh:
            self.assertIn(self.pid(client), old)
            client.close()
        self.touch(server, "GO")
        self.assertEqual([int(client.response().text) for client in slow], old)
        server.wait_for("the reload is finished: not all workers are new")
        server.wait_for("^<afterReload>")
        self.assertEqual(server.workers(), old)
        (server.folder / "hold-0").unlink()
        self.check_reload(server)
        for client in (*idle, *slow):
            self.assertNotIn(self.pid(client), old)

    def test_before_it_is_ready_and_the_old_one_too(self):
        server = self.start({"worker_num": 1})
        [old] = server.workers()
        idle, waiting = self.connect(server, old), server.client()
        new = self.reload_until_start(server, 0)
        self.kill(server, old)
        idle.expect_closed()
        self.kill(server, new)
        waiting.close()
        (server.folder / "hold-0").unlink()
        self.assertNotIn(int(server.get().text), (old, new))
        server.wait_for("^<afterReload>")
        self.check_reload(server)

    def test_with_the_idle_connections_of_the_old_one(self):
        server = self.start({"worker_num": 1})
        [old] = server.workers()
        idle = [self.connect(server, old) for _ in range(20)]
        slow = self.slow(server, old)
        mark = server.mark()
        server.send_signal(signal.SIGUSR1)
        server.wait_for("^<afterReload>", since=mark)
        new = int(server.wait_for(r"^<started 0 (\d+)>", 2)[1])
        self.assertEqual({self.pid(client) for client in idle}, {new})
        self.kill(server, new)
        for client in idle:
            client.expect_closed()
        self.assertNotIn(int(server.get().text), (old, new))
        self.touch(server, "GO")
        self.assertEqual(int(slow.response().text), old)
        self.assertNotIn(self.pid(slow), (old, new))
        self.wait_left([old])

    def test_with_connections_that_it_has_not_read(self):
        """It is busy from its first moment on: what it has not read, and what the old one
        could not hand over, is for the next one."""
        server = self.start({"worker_num": 1})
        [old] = server.workers()
        idle = [self.connect(server, old) for _ in range(500)]
        self.touch(server, "busy")
        server.send_signal(signal.SIGUSR1)
        new = int(server.wait_for(r"^<busy (\d+)>")[1])
        lost = self.connections(new)
        self.kill(server, new)
        self.wait_left([old])
        pids = [int(client.response().text) for client in idle if client.send(request()).receive()]
        self.assertEqual(len(pids), len(idle) - lost)
        self.assertTrue({old, new}.isdisjoint(pids))

    def connections(self, pid):
        """How many connections with clients a process has."""
        own = {os.readlink(entry) for entry in pathlib.Path(f"/proc/{pid}/fd").iterdir()}
        found = set()
        # The system writes the table piece by piece: while others come and go a row is there twice, or not at all.
        for _ in range(3):
            lines = [line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
            found |= {line[9] for line in lines if f"socket:[{line[9]}]" in own and line[3] == "01"}
        return len(found)


class OldWorkerTest(KillCase):
    def test_with_a_request_in_flight(self):
        server = self.start()
        old = server.workers()
        idle = [self.connect(server, pid) for pid in old]
        lost, kept = [self.slow(server, pid) for pid in old]
        server.send_signal(signal.SIGUSR1)
        server.wait_for("^<afterReload>")
        new = {self.pid(client) for client in idle}
        self.assertTrue(new.isdisjoint(old))
        self.kill(server, old[0])
        lost.expect_closed()
        server.wait_for(rf"^<workerError \d {old[0]} 9>")
        self.touch(server, "GO")
        self.assertEqual(int(kept.response().text), old[1])
        self.assertEqual({self.pid(client) for client in (*idle, kept)} - new, set())
        self.wait_left(old)
        self.assertEqual(server.workers(), sorted(new))

    def test_between_two_workers(self):
        """The first has been replaced and drains, the second is being replaced."""
        server = self.start()
        first, second = (int(server.wait_for(rf"^<started {number} (\d+)>")[1]) for number in (0, 1))
        lost, kept = self.slow(server, first), self.slow(server, second)
        self.reload_until_start(server, 1)
        self.kill(server, first)
        lost.expect_closed()
        (server.folder / "hold-1").unlink()
        server.wait_for("^<afterReload>")
        self.touch(server, "GO")
        self.assertEqual(int(kept.response().text), second)
        self.wait_left([first, second])
        self.assertNotIn(int(server.get().text), (first, second))


class MasterTest(KillCase):
    def check_killed(self, step):
        folder = tempfile.TemporaryDirectory(prefix="tern-e2e-kill-")
        self.addCleanup(folder.cleanup)
        port, files = free_port(), pathlib.Path(folder.name)
        options = {"pid_file": str(files / "pid"), "admin": f"unix:{files}/admin", "task_worker_num": 1}
        server = self.start(options, port=port)
        old = [int(server.wait_for(rf"^<started {number} (\d+)>")[1]) for number in (0, 1)]
        idle, slow = self.connect(server, old[1]), self.slow(server, old[0])
        step(server)
        left = server.workers()
        os.kill(server.pid, signal.SIGKILL)
        self.assertEqual(server.wait_exit(), -signal.SIGKILL)
        idle.expect_closed()
        # The request in flight goes on, beside the next server.
        wait_until(lambda: [pid for pid in left if alive(pid)] == [old[0]], lambda: f"the end of {left}:\n{server.output()}")
        wait_until(lambda: refuses(("127.0.0.1", port)), "the port")
        again = self.start(options, port=port)
        for _ in range(20):
            self.assertNotIn(int(again.get().text), left)
        with Client(str(files / "admin")) as client:
            self.assertEqual(client.ask(path="/health", fields=[("Host", "localhost")]).status, 200)
        self.touch(server, "GO")
        self.assertEqual(int(slow.response().text), old[0])
        slow.expect_closed()
        self.wait_left([old[0]])
        self.assertNotIn("internal check failed", server.output())
        server.kill()
        self.assertEqual((files / "pid").read_text().strip(), str(again.pid))
        again.stop()
        self.assertEqual(list(files.iterdir()), [])

    def test_while_a_worker_starts(self):
        self.check_killed(lambda server: self.reload_until_start(server, 0))

    def test_while_one_drains_and_the_next_starts(self):
        self.check_killed(lambda server: self.reload_until_start(server, 1))

    def test_while_a_task_worker_starts(self):
        self.check_killed(lambda server: self.reload_until_start(server, 2))

    def test_after_the_reload_while_one_drains(self):
        def finish(server):
            server.send_signal(signal.SIGUSR1)
            server.wait_for("^<afterReload>")
        self.check_killed(finish)


class TaskWorkerTest(KillCase):
    def give(self):
        server = self.start({"worker_num": 1, "task_worker_num": 1})
        self.assertEqual(server.get("/tasks").status, 200)
        return server, int(server.wait_for(r"^<task wait (\d+)>")[1])

    def test_the_old_one_while_it_runs_a_task(self):
        server, old = self.give()
        server.send_signal(signal.SIGUSR1)
        server.wait_for("^<afterReload>")
        self.kill(server, old)
        server.wait_for("^<lost 0 1>")
        new = {int(server.wait_for(rf"^<task {data} (\d+)>")[1]) for data in "abc"}
        server.wait_for("^<finish [abc]>", 3)
        self.assertEqual(len(new - {old}), 1)
        self.assertEqual((server.output().count("<lost"), server.output().count("<task")), (1, 4))
        server.wait_workers(2)

    def test_the_new_one_before_it_is_ready(self):
        server, old = self.give()
        new = self.reload_until_start(server, 1, signal.SIGUSR2)
        self.kill(server, new)
        server.wait_for("the new process of worker 1 failed to start: the old one continues")
        self.touch(server, "GO")
        server.wait_for("^<finish (wait|a|b|c)>", 4)
        server.wait_for(rf"^<task c {old}>")
        self.assertNotIn("<lost", server.output())

    def test_both(self):
        """The task that runs is lost, once; what waits is done by the third."""
        server, old = self.give()
        new = self.reload_until_start(server, 1, signal.SIGUSR2)
        self.kill(server, old)
        server.wait_for("^<lost 0 1>")
        self.kill(server, new)
        (server.folder / "hold-1").unlink()
        server.wait_for("^<finish [abc]>", 3)
        third = {int(server.wait_for(rf"^<task {data} (\d+)>")[1]) for data in "abc"}
        self.assertEqual(len(third - {old, new}), 1)
        self.assertEqual((server.output().count("<lost"), server.output().count("<task")), (1, 4))


class AdminTest(KillCase):
    def test_it_is_replaced(self):
        path = pathlib.Path(tempfile.mkdtemp(prefix="tern-e2e-kill-")) / "admin"
        self.addCleanup(path.parent.rmdir)
        server = self.start({"admin": f"unix:{path}"})
        workers = json.loads(self.ask(path, "/stats").text)["workers"]
        [admin] = [one["pid"] for one in workers if one["role"] == "admin"]
        old = [one["pid"] for one in workers if one["role"] != "admin"]
        slow = self.slow(server, old[0])
        connected = Client(str(path))
        self.addCleanup(connected.close)
        self.assertEqual(connected.ask(path="/health", fields=[("Host", "localhost")]).status, 200)
        self.reload_until_start(server, 0)
        self.kill(server, admin)
        connected.expect_closed()
        self.assertEqual(self.ask(path, "/health").status, 200)
        (server.folder / "hold-0").unlink()
        server.wait_for("^<afterReload>")
        self.touch(server, "GO")
        self.assertEqual(int(slow.response().text), old[0])
        self.wait_left(old)
        self.assertEqual(len(server.wait_workers(3)), 3)

    def ask(self, path, what):
        with Client(str(path)) as client:
            return client.ask(path=what, fields=[("Host", "localhost")])
