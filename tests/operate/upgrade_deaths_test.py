"""Processes that die in an upgrade: there is one server afterwards, its pid file is right, and its supervisor is with it."""
# Time limit: 180 s
import os
import pathlib
import shutil
import signal
import tempfile

from harness import TIMEOUT_S, wait_until
from http_client import request
from launcher import command
from php_program import PhpFile
from processes import alive
from server_case import TestCase
from server_process import Server
from upgradable import TAKES_OVER, UPGRADE, Upgradable

STARTS = r"upgrade: process (\d+) starts the new server"


class UpgradableServer(Upgradable, Server):
    pass


class DeathsTest(TestCase):
    supervised = False

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-upgrade-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.pid_file = self.folder / "pid"
        options = {"max_wait_time": 30, "log_level": 2, "hook_flags": 0, "pid_file": str(self.pid_file)}
        script = PhpFile("operate/upgrade.php", options=options, folder=self.folder)
        prefix = [*command("supervise"), "--"] if self.supervised else []
        self.server = UpgradableServer(script, prefix=prefix)
        self.addCleanup(self.server.kill)
        self.old = self.named()

    def named(self):
        return int(self.pid_file.read_text())

    def version(self, name):
        (self.folder / "version").write_text(name)

    def open_gate(self):
        (self.folder / "open").touch()

    def begin(self, version="second"):
        """The process of the new server, which may not have started yet."""
        self.version(version)
        since = self.server.mark()
        os.kill(self.old, UPGRADE)
        return int(self.server.wait_for(STARTS, since=since)[1])

    def check(self, pid, version):
        """That process is the only server, and ends in order."""
        wait_until(lambda: self.named() == pid, lambda: f"the pid file to name {pid}: {self.server.output()}")
        self.assertEqual(self.server.get().text.split()[1], version)
        root = self.server.process.pid if self.supervised else pid
        self.server.pid = pid
        wait_until(lambda: self.masters() == {pid}, lambda: f"one server: {self.server.output()}")
        self.assertTrue(alive(root))
        os.kill(root, signal.SIGTERM)
        wait_until(lambda: not self.server.living(), lambda: f"all to end: {self.server.output()}")
        self.assertFalse(self.pid_file.exists())
        if self.supervised:
            self.assertEqual(self.server.process.wait(TIMEOUT_S), 0)

    def masters(self):
        """Processes of the session that are no child of another one but the supervisor."""
        living = set(self.server.living())
        top = {self.server.process.pid} if self.supervised else set()
        return {pid for pid in living - top if parent_of(pid) not in living - top}

    def test_the_old_one_while_the_new_one_starts(self):
        new = self.begin("slow")
        self.server.wait_for("^<starts>$", count=2)
        os.kill(self.old, signal.SIGKILL)
        wait_until(lambda: self.named() == new, lambda: f"the pid file to name {new}")
        self.open_gate()
        self.check(new, "slow")

    def test_the_old_one_before_the_program_of_the_new_one_runs(self):
        new = self.begin()
        os.kill(self.old, signal.SIGKILL)
        self.check(new, "second")

    def test_the_old_one_while_it_finishes_requests(self):
        with self.server.client() as client:
            client.send(request(path="/wait"))
            self.server.wait_for("^<waits>$")
            new = self.begin()
            self.server.wait_for(TAKES_OVER)
            wait_until(lambda: self.named() == new, lambda: f"the pid file to name {new}")
            os.kill(self.old, signal.SIGKILL)
            self.open_gate()
            self.assertEqual(client.response().text.split()[1], "first")
        self.check(new, "second")

    def test_idle_connections_move_also_then(self):
        with self.server.client() as client:
            self.assertEqual(client.ask().text.split()[1], "first")
            new = self.begin("slow")
            self.server.wait_for("^<starts>$", count=2)
            os.kill(self.old, signal.SIGKILL)
            self.server.wait_for("^<close first>$")
            self.open_gate()
            self.assertEqual(client.ask().text.split()[1], "slow")
        self.check(new, "slow")

    def test_the_new_one_before_it_is_ready(self):
        new = self.begin("slow")
        self.server.wait_for("^<starts>$", count=2)
        os.kill(new, signal.SIGKILL)
        self.server.wait_for("the upgrade failed, and this server continues")
        self.check(self.old, "first")

    def test_the_new_one_while_it_takes_over(self):
        new = self.begin("slow")
        os.mkfifo(f"{self.pid_file}.{new}.new")  # it waits for a reader there
        self.open_gate()
        self.server.wait_for(TAKES_OVER)
        os.kill(new, signal.SIGKILL)
        self.server.wait_for("it ended before it had taken over")
        wait_until(lambda: self.named() == self.old, "the pid file")
        self.check(self.old, "first")

    def test_the_new_one_while_the_old_one_finishes_requests(self):
        with self.server.client() as client:
            client.send(request(path="/wait"))
            self.server.wait_for("^<waits>$")
            new = self.begin()
            self.server.wait_for(TAKES_OVER)
            wait_until(lambda: self.named() == new, lambda: f"the pid file to name {new}")
            os.kill(new, signal.SIGKILL)
            third = int(self.server.wait_for(STARTS, count=2)[1])
            wait_until(lambda: self.named() == third, lambda: f"the pid file to name {third}")
            self.open_gate()
            self.assertEqual(client.response().text.split()[1], "first")
        self.check(third, "second")

    def test_a_new_one_that_ends_in_order_is_not_replaced(self):
        with self.server.client() as client:
            client.send(request(path="/wait"))
            self.server.wait_for("^<waits>$")
            new = self.begin()
            wait_until(lambda: self.named() == new, lambda: f"the pid file to name {new}")
            os.kill(new, signal.SIGTERM)
            wait_until(lambda: not alive(new), "its end")
            self.open_gate()
            self.assertEqual(client.response().text.split()[1], "first")
        wait_until(lambda: not self.server.living(), lambda: f"all to end: {self.server.output()}")
        self.assertEqual(self.server.output().count("starts the new server"), 1)
        self.assertFalse(self.pid_file.exists())

    def test_one_that_is_being_upgraded_is_not_replaced_by_another(self):
        """The third one takes over from the second, which dies; the first one, which still finishes requests, starts none."""
        with self.server.client() as client:
            client.send(request(path="/wait"))
            self.server.wait_for("^<waits>$")
            second = self.begin()
            wait_until(lambda: self.named() == second, lambda: f"the pid file to name {second}")
            self.version("third")
            os.kill(second, UPGRADE)
            third = int(self.server.wait_for(STARTS, count=2)[1])
            os.kill(second, signal.SIGKILL)
            wait_until(lambda: self.named() == third, lambda: f"the pid file to name {third}")
            self.open_gate()
            self.assertEqual(client.response().text.split()[1], "first")
        self.check(third, "third")
        self.assertEqual(self.server.output().count("starts the new server"), 2)


class SupervisedTest(DeathsTest):
    supervised = True

    def check_end(self, code):
        wait_until(lambda: not self.server.living(), lambda: f"all to end: {self.server.output()}")
        self.assertEqual(self.server.process.wait(TIMEOUT_S), code)

    def test_both(self):
        new = self.begin("slow")
        self.server.wait_for("^<starts>$", count=2)
        for pid in (new, self.old):
            os.kill(pid, signal.SIGKILL)
        self.open_gate()
        self.check_end(128 + signal.SIGKILL)

    def test_the_supervisor(self):
        self.begin("slow")
        self.server.wait_for("^<starts>$", count=2)
        self.server.process.kill()
        self.open_gate()
        self.check_end(-signal.SIGKILL)
        self.assertFalse(self.pid_file.exists())


def parent_of(pid):
    try:
        return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


if __name__ == "__main__":
    import unittest
    unittest.main()
