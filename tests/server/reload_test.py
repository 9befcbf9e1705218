"""Reloads of a server, and workers that crash: no request is lost, and who is gone is replaced."""
# Time limit: 300 s
import contextlib
import glob
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile
import time
import unittest

from harness import need, wait_until
from http_client import request
from load import Kills, Load
from php_program import SERVING, to_php
from process_case import ROUTER, ProcessTest
from processes import alive
from server_process import NoWorker


class ReloadTest(ProcessTest):
    def serve_version(self, words, **options):
        """Workers load what they answer with from a file."""
        self.code = pathlib.Path(tempfile.mkstemp(suffix=".php")[1])
        self.addCleanup(self.code.unlink)
        self.write_version(words)
        start = f"$server->on('workerStart', function ($server, $id) {{ require {to_php(str(self.code))}; note(\"<workerStart $id $server->worker_pid>\"); }});"
        return self.serve(SERVING + ROUTER, {"worker_num": 2, **options}, setup=start)

    def write_version(self, words):
        self.code.write_text(f"<?php $GLOBALS['words'] = '{words}';")

    def reload(self, server):
        count = server.output().count("<afterReload>") + 1
        server.send_signal(signal.SIGUSR1)
        server.wait_for("^<afterReload>", count)

    def test_under_load_nothing_is_lost(self):
        server = self.serve_version("version 0")
        server.wait_serving(2)  # so that both have connections
        with Load(server) as load:
            for version in range(1, 6):
                wait_until(load.more(300), "answers")
                self.write_version(f"version {version}")
                self.reload(server)
                before = load.words[f"version {version}"]
                wait_until(lambda: load.words[f"version {version}"] > before + 300 or load.failures, "answers of the new version")
        self.assertEqual(load.failures, [])
        self.assertEqual(set(load.words), {f"version {version}" for version in range(6)})
        self.assertEqual(load.reconnects, 0)
        self.assertGreaterEqual(len(load.pids), 12 - 2)
        self.assertEqual(len(server.wait_workers(2)), 2)

    def test_connections_survive(self):
        server = self.serve_version("x")
        body = "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n01234"
        clients = {name: server.client() for name in ("fresh", "idle", "half a head", "half a body", "slow")}
        fds = {}
        for name, client in clients.items():
            self.addCleanup(client.close)
            if name != "fresh":
                fds[name] = client.ask(path="/fd").text.split()
        clients["half a head"].send("GET /fd HTTP/1.1\r\nHos")
        clients["half a body"].send(body)
        clients["slow"].send(request(path="/slow") + request(path="/fd"))
        server.wait_for("^BEGUN")
        old = server.workers()
        self.reload(server)
        for name in ("fresh", "idle", "half a head"):
            clients[name].send("t: a\r\n\r\n" if name == "half a head" else request(path="/fd"))
            pid, fd = clients[name].response().text.split()
            self.assertNotIn(int(pid), old, name)
            self.assertEqual(fd, fds[name][1] if name in fds else fd, name)
        clients["half a body"].send("56789")
        self.assertEqual(clients["half a body"].response().text.split()[1], "0123456789")
        self.go(server)
        pid, words = clients["slow"].response().text.split()
        self.assertEqual((pid, words), (fds["slow"][0], "slow"))
        pid, fd = clients["slow"].response().text.split()
        self.assertEqual(fd, fds["slow"][1])
        self.assertNotIn(int(pid), old)
        for name, client in clients.items():
            self.assertNotIn(int(client.ask(path="/fd").text.split()[0]), old, name)
        server.wait_for("^<workerStop", 2)
        self.assertEqual(server.wait_workers(2), sorted(server.workers()))

    def test_idle_connections_wait_for_a_busy_successor(self):
        count = 4000
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 2 * count)), hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        blocked = "if (!file_exists(__DIR__ . '/old')) return touch(__DIR__ . '/old');" \
                  "Swoole\\Timer::after(1, function () { while (!file_exists(__DIR__ . '/GO')) { usleep(1000); clearstatcache(); } });"
        server = self.serve(SERVING + ROUTER, {"worker_num": 1, "hook_flags": 0},
                            setup=f"$server->on('workerStart', function ($server) {{ {blocked} }});")
        [old] = server.wait_workers(1)
        clients = [server.client() for _ in range(count)]
        for client in clients:
            self.addCleanup(client.close)
        clients[-1].ask(path="/pid")  # they have all been accepted
        server.send_signal(signal.SIGUSR1)
        seen = [count]

        def no_more_go():
            seen.append(len(glob.glob(f"/proc/{old}/fd/*")))
            return seen[-1] < count and len(set(seen[-20:])) == 1
        wait_until(no_more_go, "the successor's hands to be full")
        self.go(server)
        # Who asks earlier may be answered by the old worker, if its connection has not left yet.
        wait_until(lambda: not alive(old), "the old worker to hand over the rest and to end")
        for client in clients:
            self.assertNotEqual(int(client.ask(path="/pid").text.split()[0]), old)

    def test_from_php(self):
        server = self.serve("$server->reload(); $response->end((string) $server->worker_pid);")
        pid = int(server.get().text)
        server.wait_for("^<afterReload>")
        wait_until(lambda: not alive(pid), "the old worker's end")

    def test_twice_at_once(self):
        server = self.serve(options={"worker_num": 2})
        self.worker_starts(server, 2)
        for _ in range(5):
            server.send_signal(signal.SIGUSR1)
        server.wait_for("^<afterReload>")
        server.wait_workers(2)
        self.assertEqual(server.get("/pid").status, 200)

    def test_stop_replaces_one_worker(self):
        server = self.serve("$response->end((string) $server->worker_pid); if ($request->server['path_info'] === '/stop') $server->stop();",
                            {"worker_num": 1})
        with server.client() as client:
            pid = int(client.ask(path="/stop").text)
            wait_until(lambda: not alive(pid), "the old worker's end")
            self.assertNotEqual(int(client.ask().text), pid)
        self.assertNotIn("workerError", self.events(server))
        self.assertNotIn("beforeReload", self.events(server))

    def test_max_request(self):
        server = self.serve(options={"worker_num": 2, "max_request": 100, "max_request_grace": 20})
        with Load(server) as load:
            wait_until(lambda: len(load.pids) > 20 or load.failures, "twenty generations")
        self.assertEqual(load.failures, [])
        self.assertNotIn("workerError", self.events(server))

    def test_max_request_with_ab(self):
        server = self.serve(options={"worker_num": 2, "max_request": 500})
        report = subprocess.run([need("ab"), "-q", "-k", "-n", "20000", "-c", "16", server.url("/pid")], capture_output=True,
                                text=True, timeout=120, check=True).stdout
        self.assertRegex(report, r"Complete requests: +20000\n")
        self.assertNotIn("Non-2xx", report)
        # The pids in the answers may differ in length, which ab calls a failure.
        self.assertRegex(report, r"Failed requests: +0\n|\(Connect: 0, Receive: 0, Length: \d+, Exceptions: 0\)")
        self.assertGreater(len(set(re.findall(r"<workerStart \d (\d+)>", server.output()))), 10)

    def test_a_new_version_that_does_not_start(self):
        server = self.serve_version("good", worker_num=1)
        self.worker_starts(server, 1)
        with Load(server, 2) as load:
            wait_until(load.more(50), "answers")
            self.code.write_text("<?php class Broken { function without_body(); }")
            server.send_signal(signal.SIGUSR1)
            server.wait_for("failed to start: the old one continues")
            wait_until(load.more(50), "answers of the old version")
            self.write_version("better")
            wait_until(lambda: "afterReload" in self.events(server), "the end of the failed reload")
            self.reload(server)
            wait_until(lambda: load.words["better"] > 50 or load.failures, "answers of the new version")
        self.assertEqual(load.failures, [])

    def test_a_new_version_that_throws(self):
        server = self.serve_version("good", worker_num=1)
        self.worker_starts(server, 1)
        pid = server.workers()[0]
        self.code.write_text("<?php this is no PHP")
        server.send_signal(signal.SIGUSR1)
        server.wait_for("failed to start: the old one continues")
        self.assertEqual(server.get("/pid").text, f"{pid} good")


class CrashTest(ProcessTest):
    def test_a_killed_worker(self):
        server = self.serve(options={"worker_num": 2})
        self.worker_starts(server, 2)
        with server.client() as client, server.client() as other:
            client.send(request(path="/slow"))
            victim = int(server.wait_for(r"^BEGUN (\d+)")[1])
            survivor = next(pid for pid in server.workers() if pid != victim)
            while int(other.ask(path="/pid").text) != survivor:
                other.close()
                other.__init__(("127.0.0.1", server.port))
            os.kill(victim, signal.SIGKILL)
            client.expect_closed()
            server.wait_for(rf"^<workerError \d {victim} 0 9>")
            self.worker_starts(server, 3)
            self.assertEqual(int(other.ask(path="/pid").text), survivor)
            self.assertNotIn(victim, server.wait_workers(2))

    def test_killed_under_load(self):
        server = self.serve(options={"worker_num": 2})
        kills = Kills()
        with Load(server) as load:
            for count in range(3, 8):
                wait_until(load.more(200), "answers")
                victim = server.wait_workers(2)[0]
                before = time.monotonic()
                os.kill(victim, signal.SIGKILL)
                kills.killed.append((victim, before, time.monotonic()))
                self.worker_starts(server, count)
        explained, others = kills.split(load.failures)
        self.assertEqual(others, [])
        self.assertLessEqual(len(explained), 5 * len(load.threads))

    def test_a_killed_master(self):
        server = self.serve(options={"worker_num": 2})
        self.worker_starts(server, 2)
        workers = server.workers()
        with server.client() as client:
            self.assertEqual(client.ask(path="/pid").status, 200)
            os.kill(server.pid, signal.SIGKILL)
            self.assertEqual(server.wait_exit(), -signal.SIGKILL)
            client.expect_closed()
        wait_until(lambda: not any(alive(pid) for pid in workers), "the end of the workers")
        server.kill()

    def test_exit_code_of_a_worker(self):
        server = self.serve("$response->end('x');", {"worker_num": 1},
                            setup="$server->on('connect', function () { ini_set('memory_limit', '8M'); $x = str_repeat('x', 1 << 26); });")
        statuses = []
        with contextlib.suppress(AssertionError):
            statuses.append(server.get().status)
        self.assertIn(statuses, ([], [503]))  # 503: the request had come with the connection
        server.wait_for(r"^<workerError 0 \d+ 255 0>")

    def test_who_waits_for_workers_that_cannot_start_is_told(self):
        """By the harness: no line is waited for until the time is over."""
        server = self.serve(setup="$server->on('workerStart', fn () => exit(3));")
        self.assertEqual(server.get().status, 503)
        with self.assertRaisesRegex(NoWorker, "ended with exit code 3 before it was ready"):
            server.wait_for("^a line that will not come$")

    def test_workers_that_cannot_start(self):
        """They are tried again, at growing distances, and nothing else ends."""
        setup = "$server->on('workerStart', function ($server, $id) { note('TRY');" \
                "if (!file_exists(__DIR__ . '/GO')) (function () { ini_set('memory_limit', '8M'); $x = str_repeat('x', 1 << 26); })(); });"
        server = self.serve(setup=setup)
        server.workers_may_fail = True
        server.wait_for("the program has not started, and the lines above say why. Requests are answered with 503")
        server.wait_for("^TRY", 5)
        self.assertEqual(server.output().count("the program has not started"), 1)
        self.assertEqual(server.get("/pid").status, 503)
        self.go(server)
        wait_until(lambda: server.get("/pid").status == 200, "a worker that has started")

    def test_a_worker_that_cannot_start_beside_one_that_serves(self):
        """It takes no requests, since it could only refuse them."""
        setup = "$server->on('workerStart', function () { if (file_exists(__DIR__ . '/GO')) exit(3); note('STARTED'); });"
        server = self.serve("$response->end((string) getmypid());", {"worker_num": 2}, setup=setup)
        server.workers_may_fail = True
        server.wait_for("^STARTED$", 2)
        first = int(server.get().text)
        self.go(server)
        os.kill(first, signal.SIGKILL)
        server.wait_for("ended with exit code 3 before it was ready", 3)
        self.assertEqual({server.get().status for _ in range(100)}, {200})
        self.assertNotIn("the program has not started", server.output())


if __name__ == "__main__":
    unittest.main()
