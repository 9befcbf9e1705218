"""tern supervise: the process that a supervisor watches stays, while upgrades replace the server below it."""
# Time limit: 120 s
import os
import re
import signal
import subprocess

from harness import TIMEOUT_S, wait_until
from launcher import LauncherTest, Served, command, script, tern
from processes import alive, children_of, in_session
from upgradable import TAKES_OVER

SUPERVISE = [*command("supervise"), "--"] if os.environ.get("TERN_PHP") else []


class SuperviseTest(LauncherTest):
    def setUp(self):
        super().setUp()
        self.environment = {"XDG_RUNTIME_DIR": str(self.folder)}

    def serve(self, prefix=()):
        server = Served(("app.php", "--workers", "1"), self.folder, env=self.environment, prefix=[*prefix, *SUPERVISE])
        self.addCleanup(server.kill)
        return server

    def upgrade(self, server, text):
        self.write("app.php", script(f"'{text}'"))
        done = tern("upgrade", env=self.environment)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(server.get().text, text)
        return int(re.search(r"process (\d+)$", done.stdout, re.M)[1])

    def end(self, server, number, code):
        server.send_signal(number)
        self.assertEqual(server.process.wait(TIMEOUT_S), code, server.output())
        wait_until(lambda: not [pid for pid in in_session(server.process.pid) if alive(pid)], "all to end")

    def test_it_stays_in_upgrades(self):
        self.write("app.php", script("'one'"))
        server = self.serve()
        (first,) = children_of(server.pid)
        self.assertEqual(server.get().text, "one")
        for text in ("two", "three"):
            master = self.upgrade(server, text)
            wait_until(lambda: children_of(server.pid) == [master], "the new master to be its only child")
        self.assertNotEqual(master, first)
        self.end(server, signal.SIGTERM, 0)

    def test_signals_reach_the_server_that_serves(self):
        self.write("app.php", script("'one'"))
        server = self.serve()
        self.upgrade(server, "two")
        server.send_signal(signal.SIGUSR1)
        server.wait_for("the reload is finished")
        self.write("app.php", script("'three'"))
        since = server.mark()
        server.send_signal(signal.SIGRTMIN + 1)
        master = int(server.wait_for(TAKES_OVER, since=since)[1])
        wait_until(lambda: children_of(server.pid) == [master], "the old server to end")
        self.assertEqual(server.get().text, "three")
        self.end(server, signal.SIGINT, 0)

    def test_a_failed_upgrade_changes_nothing(self):
        self.write("app.php", script("'one'"))
        server = self.serve()
        before = children_of(server.pid)
        self.write("app.php", "<?php exit(3);")
        self.assertEqual(tern("upgrade", env=self.environment).returncode, 1)
        self.assertEqual((server.get().text, children_of(server.pid)), ("one", before))
        self.end(server, signal.SIGTERM, 0)

    def test_a_server_that_dies_ends_it(self):
        self.write("app.php", script("'one'"))
        server = self.serve()
        os.kill(self.upgrade(server, "two"), signal.SIGKILL)
        self.assertEqual(server.process.wait(TIMEOUT_S), 128 + signal.SIGKILL)

    def test_the_exit_status_is_the_servers(self):
        for program, status in ((["sh", "-c", "exit 3"], 3), (["sh", "-c", "kill -9 $$"], 137), (["true"], 0)):
            self.assertEqual(tern("supervise", "--", *program).returncode, status)

    def test_a_shell_may_be_between(self):
        self.write("app.php", script("'one'"))
        words = ["sh", "-c", '"$@"; exit 5', "sh", *command("serve", "app.php", "--workers", "1")]
        server = Served((), self.folder, env=self.environment, wait=False, prefix=[*SUPERVISE, *words, "--"])
        self.addCleanup(server.kill)
        server.wait_ready()
        self.assertEqual(tern("stop", env=self.environment).returncode, 0)
        self.assertEqual(server.process.wait(TIMEOUT_S), 5)

    def test_it_is_process_1_of_a_container(self):
        apart = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child"]
        if subprocess.run([*apart, "true"], capture_output=True).returncode != 0:
            self.skipTest("namespaces cannot be made here")
        self.write("app.php", script("'one'"))
        server = self.serve(apart)
        self.upgrade(server, "two")
        self.upgrade(server, "three")
        (parent,) = children_of(server.pid)
        os.kill(parent, signal.SIGTERM)
        self.assertEqual(server.process.wait(TIMEOUT_S), 0)

    def test_what_it_refuses(self):
        done = tern("supervise")
        self.assertEqual((done.returncode, done.stderr), (2, "tern: supervise needs the command of a server: tern supervise -- tern serve public\n"))
        done = tern("supervise", "--", "true", env={"NOTIFY_SOCKET": "/run/notify"})
        self.assertEqual(done.returncode, 2)
        self.assertIn("NOTIFY_SOCKET is set", done.stderr)


if __name__ == "__main__":
    import unittest
    unittest.main()
