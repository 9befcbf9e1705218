"""What another user puts in place of the files of a server that root starts: links, pipes and folders. No file of root is written
to by it, and the server neither hangs nor follows."""
import os
import pathlib
import signal
import tempfile
import unittest

from harness import wait_until
from php_program import http_script
from server_case import TestCase
from server_process import Server

NOBODY = 65534
LOGS = ("log_file", "access_log", "slow_request_file")


@unittest.skipUnless(os.geteuid() == 0, "only root can make files of other users")
class PlantedFilesTest(TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tern-e2e-planted-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.folder.chmod(0o755)
        self.theirs = self.folder / "theirs"
        self.theirs.mkdir()
        self.victim = self.folder / "victim"
        self.victim.write_text("of root")
        os.chown(self.theirs, NOBODY, NOBODY)

    def link(self, name, target, user=NOBODY):
        path = self.theirs / name
        path.symlink_to(target)
        os.lchown(path, user, user)
        return path

    def pipe(self, name):
        path = self.theirs / name
        os.mkfifo(path, 0o666)
        os.chown(path, NOBODY, NOBODY)
        return path

    def script(self, **options):
        return http_script("$response->end('served');", options)

    def refused(self, reason, **options):
        server = Server(self.script(**options), wait=False)
        self.addCleanup(server.kill)
        self.assertNotEqual(server.wait_exit(), 0, options)
        self.assertIn(reason, server.output())
        self.assertEqual(self.victim.read_text(), "of root")

    def served(self, **options):
        server = self.run_script(self.script(**options))
        self.assertEqual(server.get().text, "served")
        self.assertEqual(self.victim.read_text(), "of root")
        return server

    def test_a_log_that_is_a_link(self):
        link = self.link("log", self.victim)
        second = self.link("second", "log", user=0)
        missing = self.link("missing", self.folder / "new")
        for option in LOGS:
            for path in (link, second, missing):
                with self.subTest(option, path=path.name):
                    self.refused("Operation not permitted", **{option: str(path)})
        self.assertFalse((self.folder / "new").exists())

    def test_a_log_that_is_a_link_of_root(self):
        link = self.link("log", "../real", user=0)
        self.served(access_log=str(link)).stop()
        self.assertIn('"GET / HTTP/1.1" 200', (self.folder / "real").read_text())

    def test_a_log_that_is_a_pipe_or_a_folder(self):
        pipe = self.pipe("pipe")
        (self.theirs / "folder").mkdir()
        for option in LOGS:
            with self.subTest(option):
                self.refused("No such device or address", **{option: str(pipe)})
                self.refused("Is a directory", **{option: str(self.theirs / "folder")})

    def test_a_pipe_with_a_reader_that_does_not_read(self):
        pipe = self.pipe("pipe")
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        server = self.served(log_file=str(pipe), log_level=0)
        for _ in range(2000):
            self.assertEqual(server.get("/" + "x" * 100).status, 200)

    def test_a_link_that_comes_later(self):
        log = self.theirs / "log"
        server = self.served(log_file=str(log), log_level=2)
        log.unlink()
        self.link("log", self.victim)
        server.send_signal(signal.SIGHUP)
        server.send_signal(signal.SIGUSR1)
        wait_until(lambda: any("the reload is finished" in pathlib.Path(fd).read_text() for fd in self.files_of(server)), "the old log")
        server.stop()
        self.assertEqual(self.victim.read_text(), "of root")

    def files_of(self, server):
        """Its open log, by what has no name any more."""
        return [f"/proc/{server.pid}/fd/{fd}" for fd in os.listdir(f"/proc/{server.pid}/fd")
                if os.readlink(f"/proc/{server.pid}/fd/{fd}").startswith(str(self.theirs))]

    def test_a_pid_file(self):
        for path in (self.link("pid", self.victim), self.pipe("pipe")):
            with self.subTest(path.name):
                server = self.served(pid_file=str(path))
                self.assertFalse(path.is_symlink())
                self.assertEqual((path.stat().st_uid, path.read_text()), (0, str(server.pid)))
                server.stop()
        (self.theirs / "folder").mkdir()
        self.refused("Is a directory", pid_file=str(self.theirs / "folder"))

    def test_a_stats_file(self):
        for path in (self.link("stats", self.victim), self.pipe("pipe")):
            with self.subTest(path.name):
                server = self.served(stats_file=str(path), stats_timer_interval=1)
                wait_until(lambda: path.is_file() and not path.is_symlink(), "a file in its place")
                self.assertIn("connection_num: ", path.read_text())
                server.stop()
                self.assertEqual(self.victim.read_text(), "of root")
        (self.theirs / "folder").mkdir()
        server = self.served(stats_file=str(self.theirs / "folder"), stats_timer_interval=1)
        server.wait_for("stats_file .* cannot be written")
        self.assertEqual(server.get().text, "served")

    def test_a_socket(self):
        link = self.link("socket", self.victim)
        make = f"new Swoole\\Http\\Server('{link}', 0, SWOOLE_BASE, SWOOLE_SOCK_UNIX_STREAM)"
        server = Server(http_script("$response->end('served');", make=make), wait=False)
        self.addCleanup(server.kill)
        self.assertNotEqual(server.wait_exit(), 0)
        self.assertIn("Address already in use", server.output())
        self.assertEqual(self.victim.read_text(), "of root")

    def test_a_socket_that_another_server_has_by_now(self):
        """The end of the first one leaves it."""
        path = self.folder / "socket"
        make = f"new Swoole\\Http\\Server('{path}', 0, SWOOLE_BASE, SWOOLE_SOCK_UNIX_STREAM)"
        first, second = (self.socket_server(make, path) for _ in range(2))
        first.stop()
        self.assertTrue(path.is_socket())
        second.stop()
        self.assertFalse(path.exists())

    def socket_server(self, make, path):
        path.unlink(missing_ok=True)
        return self.run_script(http_script("$response->end('served');", make=make))


if __name__ == "__main__":
    unittest.main()
