"""What a service manager gives and is told: sockets that it opened (sd_listen_fds(3)), states (sd_notify(3))."""
import os
import pathlib
import signal
import socket
import sys
import tempfile

from http_client import request
from php_program import http_script
from server_case import TestCase
from server_process import Server
from service_manager import ACTIVATE, Manager


class SystemdTest(TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tern-systemd-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.manager = Manager(self.folder)
        self.addCleanup(self.manager.close)
        self.environment = dict(os.environ, NOTIFY_SOCKET=self.manager.path)

    def test_states_are_told(self):
        server = Server(http_script("$response->end('ok');", {"worker_num": 2}), env=self.environment)
        self.addCleanup(server.stop)
        ready = self.manager.next().split("\n")
        self.assertEqual(ready, ["READY=1", f"MAINPID={server.pid}", "STATUS=2 workers are ready"])
        server.send_signal(signal.SIGUSR1)
        reloading = self.manager.next().split("\n")
        self.assertEqual(reloading[0], "RELOADING=1")
        self.assertRegex(reloading[1], r"^MONOTONIC_USEC=\d+$")
        self.assertEqual(self.manager.next(), "READY=1")
        server.stop()
        self.assertEqual(self.manager.next(), "STOPPING=1")

    def test_a_worker_that_cannot_start_is_told(self):
        path = pathlib.Path(self.folder) / "broken"
        server = Server(http_script("$response->end('ok');", setup=f"$server->on('workerStart', function () {{ if (file_exists('{path}')) exit(3); }});"),
                        env=self.environment)
        self.addCleanup(server.stop)
        self.assertIn("READY=1", self.manager.next())
        path.touch()
        server.send_signal(signal.SIGUSR1)
        self.assertIn("RELOADING=1", self.manager.next())
        self.assertEqual(self.manager.next(), "X_TERN_START_FAILED=1")
        self.assertEqual(self.manager.next(), "READY=1")

    def test_the_watchdog_hears_of_us(self):
        server = Server(http_script("$response->end('ok');"), env=dict(self.environment, WATCHDOG_USEC="100000"))
        self.addCleanup(server.stop)
        for _ in range(3):
            self.assertEqual(self.manager.next(but=("READY=1",)), "WATCHDOG=1")

    def test_sockets_are_taken_over(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        path = str(pathlib.Path(self.folder) / "web")
        script = http_script(
            "$response->end((string) getmypid());", {"worker_num": 2, "enable_reuse_port": True},
            setup=f"$server->listen('{path}', 0, SWOOLE_SOCK_UNIX_STREAM);\n"
                  "echo var_export(getenv('LISTEN_FDS'), true), \"\\n\";\n"
                  "$server->on('workerStart', fn() => note('LEFT', var_export(getenv('LISTEN_FDS'), true)));",
            make=f"new Swoole\\Http\\Server('127.0.0.1', {port})")
        server = Server(script, prefix=[sys.executable, "-c", ACTIVATE, str(port), path])
        self.addCleanup(server.stop)
        self.assertEqual(server.port, port)
        self.assertEqual(server.get().status, 200)
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(path)
            client.sendall(request())
            self.assertTrue(client.recv(4096).startswith(b"HTTP/1.1 200 OK"))
        server.wait_for(r"^LEFT false$", count=2)
        server.wait_for(r"the service manager opened 127\.0\.0\.1:\d+, where no port listens")
        server.stop()
        self.assertTrue(os.path.exists(path), "it is the service manager's to remove")
