"""An upgrade: a new server takes over the sockets of the running one, and no request is lost."""
# Time limit: 180 s
import contextlib
import hashlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

from certificates import tls_client
from harness import ROOT, TIMEOUT_S, free_port, wait_until
from http2_wire import H2Client, get
from http_client import Client, request
from load import Load
from php_program import PhpFile, need_php
from processes import children_of
from server_case import TestCase
from server_process import Server
from service_manager import ACTIVATE, Manager
from upgradable import TAKES_OVER, UPGRADE, Upgradable
from websocket import WebSocket

FAILED = r"the upgrade failed, and this server continues: the new one \(process \d+\): (.*)"


class UpgradableServer(Upgradable, Server):
    pass


class UpgradeCase(TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-upgrade-"))
        self.addCleanup(shutil.rmtree, self.folder, True)

    def start(self, options=None, prefix=(), env=None, php=(), **given):
        script = PhpFile("operate/upgrade.php", options={"max_wait_time": 30, "log_level": 2, **(options or {})},
                         folder=self.folder, **given)
        server = UpgradableServer(script, prefix=prefix, env=env, php=php)
        self.addCleanup(server.stop)
        return server

    def version(self, name):
        (self.folder / "version").write_text(name)

    def open_gate(self):
        (self.folder / "open").touch()


class LoadTest(UpgradeCase):
    def test_no_request_is_lost(self):
        server = self.start({"worker_num": 2})
        with Load(server, connections=4, path="/") as kept, Load(server, connections=2, path="/", per_connection=1) as fresh:
            for number in range(3):
                wait_until(kept.more(50), lambda: f"answers: {kept.failures[:3]}")
                self.version(f"version{number}")
                server.upgrade()
                wait_until(lambda: any(word.startswith(f"version{number} ") for word in kept.words), "answers of the new one")
                server.wait_alone()
            wait_until(fresh.more(20), lambda: f"answers: {fresh.failures[:3]}")
        self.assertEqual((kept.failures, fresh.failures), ([], []))
        self.assertEqual(kept.reconnects, 0, "connections are handed over")
        self.assertEqual({word.split()[0] for word in kept.words}, {"first", "version0", "version1", "version2"})

    def test_requests_and_uploads_in_flight_are_finished(self):
        server = self.start()
        body = os.urandom(300_000)
        with server.client() as waiting, server.client() as uploading:
            waiting.send(request(path="/wait"))
            server.wait_for("^<waits>$")
            uploading.send(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body[:100_000])
            old = server.workers()
            self.version("second")
            server.upgrade()
            self.assertEqual(server.get().text.split()[1], "second")
            uploading.send(body[100_000:])
            self.open_gate()
            for client, content in ((waiting, b""), (uploading, body)):
                answer = client.response()
                pid, version, digest = answer.text.split()
                self.assertEqual((int(pid) in old, version, digest), (True, "first", hashlib.md5(content).hexdigest()))
                client.send(request())
                self.assertEqual(client.response().text.split()[1], "second", "the connection has moved")
        server.wait_alone()

    def test_idle_connections_move_with_what_was_read(self):
        server = self.start()
        with contextlib.ExitStack() as stack:
            clients = [stack.enter_context(server.client()) for _ in range(20)]
            for client in clients:
                client.send(request())
                self.assertEqual(client.response().text.split()[1], "first")
            head = request(path="/")
            clients[0].send(head[:10])
            server.wait_for("^<connect first>$", count=20)
            self.version("second")
            server.upgrade()
            server.wait_alone()
            clients[0].send(head[10:])
            self.assertEqual(clients[0].response().text.split()[1], "second")
            for client in clients[1:]:
                client.send(request())
                self.assertEqual(client.response().text.split()[1], "second")
            # To the programs the old connections have ended, and the new ones have begun.
            server.wait_for("^<close first>$", count=20)
            server.wait_for("^<connect second>$", count=20)

    def test_websockets_stay_until_they_end(self):
        server = self.start()
        with WebSocket(("127.0.0.1", server.port)) as kept:
            kept.push("a")
            self.assertEqual(kept.text(), "first a")
            self.version("second")
            server.upgrade()
            kept.push("b")
            self.assertEqual(kept.text(), "first b")
            with WebSocket(("127.0.0.1", server.port)) as fresh:
                fresh.push("c")
                self.assertEqual(fresh.text(), "second c")
            kept.end()
        server.wait_alone()

    def test_websockets_that_stay_too_long_are_closed_with_1012(self):
        server = self.start({"max_wait_time": 1})
        with WebSocket(("127.0.0.1", server.port)) as kept:
            kept.push("a")
            self.assertEqual(kept.text(), "first a")
            server.upgrade()
            self.assertEqual(kept.expect_close(1012), "the server restarts")
        server.wait_alone()

    def test_connections_with_tls_end_after_their_answer(self):
        server = self.start({"tls": "self-signed"})
        with tls_client(server) as client:
            client.send(request(path="/wait"))
            server.wait_for("^<waits>$")
            self.version("second")
            server.upgrade()
            self.open_gate()
            answer = client.response()
            self.assertEqual((answer.text.split()[1], answer.get("Connection")), ("first", "close"))
            client.expect_closed()
        with tls_client(server) as client:
            self.assertEqual(client.ask().text.split()[1], "second")
        server.wait_alone()

    def test_http2_is_told_to_go_away(self):
        server = self.start({"open_http2_protocol": True})
        with H2Client(("127.0.0.1", server.port)) as client:
            client.send(get(1, "/wait"))
            server.wait_for("^<waits>$")
            self.version("second")
            server.upgrade()
            client.until(lambda: client.goaway, "GOAWAY")
            self.open_gate()
            self.assertEqual(client.answer(1).text.split()[1], "first")
            self.assertEqual(client.to_end(), 0)
        server.wait_alone()

    def test_other_protocols_stay_until_they_end(self):
        server = self.start(receives=True)
        with socket.create_connection(("127.0.0.1", server.ports[1]), TIMEOUT_S) as client:
            client.sendall(b"a")
            self.assertEqual(client.recv(100), b"first a")
            self.version("second")
            server.upgrade()
            client.sendall(b"b")
            self.assertEqual(client.recv(100), b"first b")
        server.wait_alone()
        with socket.create_connection(("127.0.0.1", server.ports[1]), TIMEOUT_S) as client:
            client.sendall(b"c")
            self.assertEqual(client.recv(100), b"second c")

    def test_tasks_are_run_by_the_old_server(self):
        server = self.start()
        for _ in range(3):
            server.get("/task")
        self.version("second")
        server.upgrade()
        self.open_gate()
        server.wait_alone()
        self.assertEqual(server.output().count("<task first>"), 3)
        server.get("/task")
        server.wait_for("^<task second>$")


class FailureTest(UpgradeCase):
    def check_failure(self, server, why):
        since = server.mark()
        server.send_signal(UPGRADE)
        self.assertRegex(server.wait_for(FAILED, since=since)[1], why)
        self.assertEqual(server.get().text.split()[1], "first")
        wait_until(lambda: {pid for pid in server.living() if pid != server.pid} <= set(children_of(server.pid)), "it is alone")

    def test_the_old_server_goes_on(self):
        server = self.start({"pid_file": str(self.folder / "pid")})
        self.version("no worker")
        self.check_failure(server, "ended with exit code 3 before it was ready")
        self.version("no script")
        self.check_failure(server, "ended with exit code 255 before it was ready")
        self.assertEqual((self.folder / "pid").read_text(), str(server.pid))
        self.version("third")
        server.upgrade()
        self.assertEqual(server.get().text.split()[1], "third")

    def test_a_program_that_is_gone(self):
        php = self.folder / "php"
        php.symlink_to(resolved(need_php()[0]))
        server = self.start(prefix=["env", f"PATH={self.folder}", "/bin/sh", "-c", 'shift; exec php "$@"', "sh"])
        php.unlink()
        self.check_failure(server, "the program php cannot be run")

    def test_an_older_version(self):
        php = self.folder / "php"
        php.symlink_to(resolved(need_php()[0]))
        server = self.start(prefix=["env", f"PATH={self.folder}:{os.environ['PATH']}", "/bin/sh", "-c", 'shift; exec php "$@"', "sh"])
        php.unlink()
        php.write_text(f"#!{sys.executable}\n" + (ROOT / "tests/operate/older_server.py").read_text())
        php.chmod(0o755)
        server.upgrade()
        server.wait_alone()

    def test_one_at_a_time(self):
        server = self.start()
        since = server.mark()
        server.send_signal(UPGRADE)
        server.wait_for("upgrade: process")
        server.send_signal(UPGRADE)
        server.pid = int(server.wait_for(TAKES_OVER, since=since)[1])
        server.wait_alone()
        self.assertEqual(server.output()[since:].count("LISTENING"), 1)

    def test_a_shutdown_ends_the_new_server_too(self):
        server = self.start()
        server.send_signal(UPGRADE)
        server.wait_for("upgrade: process")
        server.send_signal(signal.SIGTERM)
        wait_until(lambda: not server.living() or "takes over" in server.output(), "an end")


def resolved(program):
    """The file of the PHP that a script of build/ runs."""
    done = subprocess.run([program, "-r", "echo PHP_BINARY;"], capture_output=True, text=True, check=True)
    return done.stdout


class NewVersionTest(UpgradeCase):
    def test_a_new_php_and_a_new_extension(self):
        words = need_php()
        binary = resolved(words[0])
        extension = next(word for word in words if word.startswith("extension=")).partition("=")[2]
        for name in ("one", "two"):
            (self.folder / name).mkdir()
            shutil.copy(binary, self.folder / name / "php")
            shutil.copy(extension, self.folder / name / "tern.so")
        current = self.folder / "current"
        current.symlink_to("one")
        script = ROOT / "tests/operate/upgrade.php"
        command = f'exec {current}/php -d extension={current}/tern.so -d display_errors=stderr {script}'
        server = self.start(prefix=["sh", "-c", command])
        self.assertEqual(os.readlink(f"/proc/{server.pid}/exe"), str(self.folder / "one/php"))
        current.unlink()
        current.symlink_to("two")
        pid = server.upgrade()
        self.assertEqual(os.readlink(f"/proc/{pid}/exe"), str(self.folder / "two/php"))
        self.assertIn(str(self.folder / "two/tern.so"), pathlib.Path(f"/proc/{pid}/maps").read_text())
        self.assertEqual(server.get().status, 200)


class SystemdTest(UpgradeCase):
    def setUp(self):
        super().setUp()
        self.manager = Manager(self.folder)
        self.addCleanup(self.manager.close)

    def test_the_new_server_becomes_the_main_process(self):
        watchdog = {"WATCHDOG_USEC": "60000000"}
        server = self.start(env={**os.environ, "NOTIFY_SOCKET": self.manager.path, **watchdog})
        self.assertEqual(self.manager.next(but=("WATCHDOG=1",)).split("\n")[1], f"MAINPID={server.pid}")
        self.version("no worker")
        server.send_signal(UPGRADE)
        self.assertIn("RELOADING=1", self.manager.next(but=("WATCHDOG=1", "X_TERN_START_FAILED=1")))
        self.assertRegex(self.manager.next(but=("WATCHDOG=1", "X_TERN_START_FAILED=1")),
                         r"^READY=1\nSTATUS=The upgrade to process \d+ failed: the log says why$")
        self.version("second")
        pid = server.upgrade()
        self.assertIn("RELOADING=1", self.manager.next(but=("WATCHDOG=1",)))
        # From the old main process first: the manager hears no other.
        self.assertEqual(self.manager.next(but=("WATCHDOG=1",)), f"MAINPID={pid}")
        self.assertEqual(self.manager.next(but=("WATCHDOG=1",)).split("\n")[:2], ["READY=1", f"MAINPID={pid}"])
        self.assertEqual(self.manager.next(), "WATCHDOG=1", "at once: the last one came from the server before it")
        server.wait_alone()
        server.stop()
        self.assertEqual(self.manager.next(but=("WATCHDOG=1",)), "STOPPING=1", "that of the new one, and no other")

    def test_a_socket_of_the_manager_stays_the_managers(self):
        port, path = free_port(), str(self.folder / "managed")
        server = self.start(prefix=[sys.executable, "-c", ACTIVATE, str(port), path], unix_path=path)
        for _ in range(2):
            server.upgrade()
            server.wait_alone()
            with Client(path) as client:
                client.send(request())
                self.assertEqual(client.response().status, 200)
        server.stop()
        self.assertTrue(os.path.exists(path), "it is the service manager's to remove")


class PlaceTest(UpgradeCase):
    def test_what_has_a_path_belongs_to_the_new_server(self):
        path, admin, pid_file = (str(self.folder / name) for name in ("web", "admin", "pid"))
        server = self.start({"pid_file": pid_file, "admin": f"unix:{admin}"}, unix_path=path)
        for _ in range(2):
            server.upgrade()
            server.wait_alone()
            wait_until(lambda: pathlib.Path(pid_file).read_text() == str(server.pid), "the pid file")
            with Client(path) as client:
                client.send(request())
                self.assertEqual(client.response().status, 200)
            self.assertEqual(self.stats(admin)["pid"], server.pid)
        server.stop()
        self.assertEqual([os.path.exists(one) for one in (path, admin, pid_file)], [False, False, False])

    def stats(self, admin):
        with Client(admin) as client:
            client.send(request(path="/stats", fields=[("Host", "localhost")]))
            return json.loads(client.response().text)["server"]

    def test_the_admin_address_is_the_old_servers_until_the_end(self):
        admin = str(self.folder / "admin")
        server = self.start({"admin": f"unix:{admin}", "hook_flags": 0})
        self.version("slow")
        server.send_signal(UPGRADE)
        server.wait_for("^<starts>$", count=2)
        for _ in range(10):
            found = self.stats(admin)
            self.assertEqual((found["pid"], found["upgrade"]["state"]), (server.pid, "starting"))
        server.upgrade(self.open_gate)
        server.wait_alone()
        self.assertEqual(self.stats(admin)["pid"], server.pid)

    def test_ports_may_come_and_go(self):
        path = str(self.folder / "web")
        server = self.start(unix_path=path)
        self.version("another port, no worker")
        server.send_signal(UPGRADE)
        server.wait_for(FAILED)
        with Client(path) as client:
            client.send(request())
            self.assertEqual(client.response().status, 200)
        self.version("another port")
        since = server.mark()
        server.upgrade()
        server.wait_for(rf"{path} is closed: only the server before this one listened there")
        server.wait_alone()
        self.assertFalse(os.path.exists(path))
        first, second = map(int, server.wait_for(r"^LISTENING (\d+) (\d+)$", since=since).groups())
        self.assertEqual(first, server.port)
        for port in (first, second):
            socket.create_connection(("127.0.0.1", port)).close()

    def test_nothing_adds_up(self):
        """The fourth server has as many descriptors as the second."""
        server = self.start()

        def descriptors():
            server.wait_alone()
            return len(os.listdir(f"/proc/{server.pid}/fd"))

        server.upgrade()
        second = descriptors()
        server.upgrade()
        server.upgrade()
        self.assertEqual(descriptors(), second)

    def test_several_sockets_at_one_address(self):
        server = self.start({"enable_reuse_port": True, "worker_num": 3})
        with Load(server, connections=3, path="/", per_connection=1) as load:
            wait_until(load.more(20), "answers")
            server.upgrade()
            server.wait_alone()
            wait_until(load.more(20), "answers")
        self.assertEqual(load.failures, [])

    def test_any_process_can_ask(self):
        server = self.start()
        self.version("second")
        server.upgrade(lambda: server.get("/upgrade"))
        self.assertEqual(server.get().text.split()[1], "second")


if __name__ == "__main__":
    import unittest
    unittest.main()
