"""The processes of a server: signals, reloads, crashes, events, logs, and the calls that look at them."""
# Time limit: 300 s
import glob
import json
import os
import pathlib
import re
import resource
import signal
import stat
import subprocess
import tempfile
import time
import unittest

from harness import (SERVING, Client, NoWorker, Server, TestCase, alive, children_of, free_port, http_script, in_session, need,
                     process_stat, request, to_php, wait_until)
from load import Kills, Load

# /slow goes on when the file GO of the server's folder is there.
ROUTER = r"""
$function = 'on_' . strtr(trim($request->server['path_info'], '/'), '/', '_');
$function($request, $response, $server);
"""

FUNCTIONS = r"""
function on_pid($request, $response, $server) { $response->end($server->worker_pid . ' ' . ($GLOBALS['words'] ?? '')); }
function on_fd($request, $response, $server) { $response->end("$server->worker_pid $request->fd"); }
function on_body($request, $response, $server) { $response->end($server->worker_pid . ' ' . $request->rawContent()); }
function on_slow($request, $response, $server) {
    note('BEGUN', (string) $server->worker_pid);
    try {
        while (!file_exists(__DIR__ . '/GO')) Swoole\Coroutine::sleep(0.005);
    } finally { note('FINALLY'); }
    $response->end("$server->worker_pid slow");
}
"""

EVENTS = r"""
foreach (['managerStart', 'managerStop', 'beforeReload', 'afterReload', 'beforeShutdown', 'shutdown'] as $event) {
    $server->on($event, function ($server) use ($event) { note("<$event>"); });
}
foreach (['workerStart', 'workerStop', 'workerExit'] as $event) {
    $server->on($event, function ($server, $id) use ($event) { note("<$event $id $server->worker_pid>"); });
}
$server->on('workerError', function ($server, $id, $pid, $code, $signal) { note("<workerError $id $pid $code $signal>"); });
"""


class ProcessTest(TestCase):
    def serve(self, handler=ROUTER, options=None, setup="", **more):
        return super().serve(handler, options, setup=FUNCTIONS + EVENTS + setup, **more)

    def events(self, server, since=0):
        return re.findall(r"^<(\w+)", server.output()[since:], re.M)

    def go(self, server):
        (server.folder / "GO").touch()

    def worker_starts(self, server, count):
        return server.wait_for(r"^<workerStart \d+ (\d+)>", count)


class ShutdownTest(ProcessTest):
    def test_running_requests_finish(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            server = self.serve(options={"max_wait_time": 60})
            with server.client() as client, server.client() as idle, server.client() as used:
                self.assertEqual(used.ask(path="/pid").status, 200)
                client.send(request(path="/slow") + request(path="/pid"))
                server.wait_for("^BEGUN")
                server.send_signal(number)
                server.wait_for("<beforeShutdown>")
                idle.expect_closed()
                used.expect_closed()
                self.go(server)
                answer = client.response()
                self.assertEqual((answer.text.split()[1], answer.get("Connection")), ("slow", "close"))
                client.expect_closed()
            server.stop()

    def test_no_new_connections(self):
        server = self.serve(options={"max_wait_time": 60})
        with server.client() as client:
            client.send(request(path="/slow"))
            server.wait_for("^BEGUN")
            server.send_signal(signal.SIGTERM)
            server.wait_for("<beforeShutdown>")
            self.go(server)
            client.response()
        self.assertEqual(server.wait_exit(), 0)
        with self.assertRaises(ConnectionRefusedError):
            server.client()

    def test_max_wait_time_ends_what_does_not_end(self):
        server = self.serve(options={"max_wait_time": 0.3})
        with server.client() as client:
            client.send(request(path="/slow"))
            server.wait_for("^BEGUN")
            server.send_signal(signal.SIGTERM)
            self.assertEqual(client.response().status, 503)
        self.assertEqual(server.wait_exit(), 0)
        self.assertIn("FINALLY", server.output())

    def test_a_handler_that_blocks_is_killed(self):
        server = self.serve("note('BEGUN'); for (;;);", {"max_wait_time": 0.2})
        with server.client() as client:
            client.send(request())
            server.wait_for("^BEGUN")
            server.send_signal(signal.SIGTERM)
            client.expect_closed()
        self.assertEqual(server.wait_exit(), 0)
        server.wait_for("was killed: it did not finish in time")

    def test_who_insists_kills(self):
        server = self.serve("note('BEGUN'); for (;;);", {"max_wait_time": 600})
        with server.client() as client:
            client.send(request())
            server.wait_for("^BEGUN")
            server.send_signal(signal.SIGTERM)
            server.wait_for("<beforeShutdown>")
            # Two signals at once are one request: it takes a second one that comes later.
            wait_until(lambda: "asked to stop again" in server.output() or server.send_signal(signal.SIGTERM), "the log")
            client.expect_closed()
        self.assertEqual(server.wait_exit(), 0)

    def test_from_php(self):
        for where in ("$response->end('bye'); $server->shutdown();", "$server->shutdown(); $response->end('bye');"):
            server = self.serve(where)
            self.assertEqual(server.get().text, "bye")
            self.assertEqual(server.wait_exit(), 0)
            self.assertEqual(self.events(server)[-2:], ["managerStop", "shutdown"])

    def test_code_behind_start_runs_in_the_master_only(self):
        server = self.run_script(http_script("$response->end('x');", setup="register_shutdown_function(fn() => note('AT THE END'));"))
        self.assertEqual(server.get().text, "x")
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait_exit(), 0)
        self.assertEqual(server.output().count("AT THE END"), 1)


class EventOrderTest(ProcessTest):
    def test_order(self):
        server = self.serve(options={"worker_num": 1}, start="note('<start>'); announce($server);")
        self.worker_starts(server, 1)
        server.get("/pid")
        server.send_signal(signal.SIGUSR1)
        server.wait_for("^<afterReload>")
        server.wait_for("^<workerStop 0")
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait_exit(), 0)
        events = self.events(server)
        for before, after in (("start", "managerStart"), ("managerStart", "beforeReload"), ("workerStart", "beforeReload"),
                              ("beforeReload", "afterReload"), ("workerExit", "workerStop"), ("beforeShutdown", "managerStop"),
                              ("managerStop", "shutdown")):
            self.assertLess(events.index(before), events.index(after), events)
        self.assertEqual(sorted(events), sorted(["start", "managerStart", "beforeReload", "afterReload", "beforeShutdown", "managerStop",
                                                 "shutdown"] + ["workerStart", "workerExit", "workerStop"] * 2))
        last = events[events.index("beforeShutdown"):]
        self.assertEqual(last, ["beforeShutdown", "workerExit", "workerStop", "managerStop", "shutdown"])

    def test_where_they_run(self):
        setup = "foreach (['connect', 'close'] as $event) $server->on($event, function ($server, $fd) use ($event) { note(\"<$event $server->worker_id $fd>\"); });"
        server = self.serve(setup=setup, start="note('MASTER', (string) getmypid(), (string) $server->master_pid); announce($server);")
        self.assertEqual(server.wait_for(r"^MASTER (\d+) (\d+)$").groups(), (str(server.pid), str(server.pid)))
        pid = self.worker_starts(server, 1)[1]
        self.assertEqual(server.workers(), [int(pid)])
        with server.client() as client:
            fd = client.ask(path="/fd").text.split()[1]
            server.wait_for(f"^<connect 0 {fd}>")
        server.wait_for(f"^<close 0 {fd}>")


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
            server.wait_for("failed to start: the old one goes on")
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
        server.wait_for("failed to start: the old one goes on")
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
        server = self.serve("$response->end('x');", {"worker_num": 1}, setup="$server->on('connect', function () { ini_set('memory_limit', '8M'); $x = str_repeat('x', 1 << 26); });")
        with self.assertRaises(AssertionError):
            server.get()
        server.wait_for(r"^<workerError 0 \d+ 255 0>")

    def test_who_waits_for_workers_that_cannot_start_is_told(self):
        """By the harness: neither an answer nor a line is waited for until the time is over."""
        server = self.serve(setup="$server->on('workerStart', fn () => exit(3));")
        with self.assertRaisesRegex(NoWorker, "ended with exit code 3 before it was ready"):
            server.get()
        with self.assertRaises(NoWorker):
            server.wait_for("^a line that will not come$")

    def test_workers_that_cannot_start(self):
        """They are tried again, at growing distances, and nothing else ends."""
        setup = """$server->on('workerStart', function ($server, $id) {
            note('TRY');
            if (!file_exists(__DIR__ . '/GO')) (function () { ini_set('memory_limit', '8M'); $x = str_repeat('x', 1 << 26); })();
        });"""
        server = self.serve(setup=setup)
        server.workers_may_fail = True
        server.wait_for("no worker can start: each has ended 3 times before it was ready, and the lines above say why")
        server.wait_for("^TRY", 5)
        server.wait_for("before it was ready", 4)
        self.assertEqual(server.output().count("no worker can start"), 1)
        with server.client() as client:
            client.send(request(path="/pid"))
            self.go(server)
            self.assertEqual(client.response().status, 200)


class LogTest(ProcessTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tern-e2e-logs-")
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "server.log")

    def text(self, path=None):
        try:
            return pathlib.Path(path or self.path).read_text()
        except FileNotFoundError:
            return ""

    def test_log_file(self):
        server = self.serve("swoole_error_log(SWOOLE_LOG_WARNING, \"mine\\r\\x1b\"); $response->end('x');", {"log_file": self.path})
        server.get()
        wait_until(lambda: "mine" in self.text(), "the line")
        line = next(line for line in self.text().splitlines() if "mine" in line)
        self.assertRegex(line, rf"^\[\d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d \*{server.workers()[0]}\.0\]\tWARNING\tmine\\x0D\\x1B$")
        self.assertRegex(self.text(), rf"#{server.pid}\.0\]\tINFO\tserver starts")
        self.assertNotIn("server starts", server.output())
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o644)

    def test_level_and_date(self):
        options = {"log_file": self.path, "log_level": 4, "log_date_format": "%H~", "log_date_with_microseconds": True}
        server = self.serve("foreach ([SWOOLE_LOG_INFO, SWOOLE_LOG_ERROR] as $level) swoole_error_log($level, 'mine'); $response->end('x');", options)
        server.get()
        self.assertRegex(self.text(), r"\A\[\d\d~\.\d{6} \*\d+\.0\]\tERROR\tmine\n\Z")

    def test_reopened_after_sighup(self):
        server = self.serve("swoole_error_log(SWOOLE_LOG_ERROR, $request->get['say']); $response->end('x');",
                            {"log_file": self.path, "worker_num": 1})
        server.get("/?say=first")
        os.rename(self.path, self.path + ".old")
        server.get("/?say=second")
        self.assertIn("second", self.text(self.path + ".old"))
        server.send_signal(signal.SIGHUP)

        def said():
            server.get("/?say=third")
            return "third" in self.text()
        wait_until(said, "the worker to open the new file")
        server.stop()
        self.assertIn("shutting down", self.text())
        self.assertNotIn("shutting down", self.text(self.path + ".old"))

    def test_rotation(self):
        for rotation, digits in ((1, 6), (2, 8), (3, 10), (4, 12)):
            server = self.serve("$response->end('x');", {"log_file": f"{self.path}{rotation}", "log_rotation": rotation})
            server.get()
            server.stop()
            paths = glob.glob(f"{self.path}{rotation}*")
            self.assertTrue(paths)
            for path in paths:
                self.assertRegex(path, rf"server\.log{rotation}\.20\d{{{digits - 2}}}$")


class DaemonTest(ProcessTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tern-e2e-daemon-")
        self.addCleanup(self.folder.cleanup)
        self.pid_file = os.path.join(self.folder.name, "pid")
        self.log = os.path.join(self.folder.name, "log")

    def test_daemon(self):
        port = free_port()
        launcher = Server(http_script("$response->end((string) $server->worker_pid);",
                                      {"daemonize": True, "pid_file": self.pid_file, "log_file": self.log},
                                      make=f"new Swoole\\Http\\Server('127.0.0.1', {port})", start=""), wait=False)
        self.addCleanup(launcher.kill)
        self.assertEqual(launcher.wait_exit(), 0, launcher.output())
        master = int(pathlib.Path(self.pid_file).read_text())
        try:
            # The launcher ends when the server serves: no waiting here.
            with Client(("127.0.0.1", port)) as client:
                worker = int(client.ask().text)
            session = process_stat(master)["session"]
            self.assertNotIn(session, (master, launcher.pid, os.getsid(0)))
            self.assertEqual(children_of(master), [worker])
            for fd in (0, 1, 2):
                self.assertIn(os.readlink(f"/proc/{master}/fd/{fd}"), ("/dev/null", self.log))
        finally:
            os.kill(master, signal.SIGTERM)
        wait_until(lambda: not in_session(session) or not any(map(alive, in_session(session))), "the end of the daemon")
        self.assertFalse(os.path.exists(self.pid_file))

    def test_a_daemon_that_cannot_start(self):
        with_port = self.serve("$response->end('x');")
        launcher = Server(http_script("$response->end('x');", {"daemonize": True, "pid_file": self.pid_file},
                                      make=f"new Swoole\\Http\\Server('127.0.0.1', {with_port.port})"), wait=False)
        self.addCleanup(launcher.kill)
        self.assertNotEqual(launcher.wait_exit(), 0)
        self.assertIn("Address already in use", launcher.output())
        self.assertFalse(os.path.exists(self.pid_file))

    def test_pid_file(self):
        server = self.serve(options={"pid_file": self.pid_file})
        self.assertEqual(pathlib.Path(self.pid_file).read_text().strip(), str(server.pid))
        second = Server(http_script("$response->end('x');", {"pid_file": self.pid_file}), wait=False)
        self.addCleanup(second.kill)
        self.assertEqual(second.wait_exit(), 3)
        self.assertIn(f"belongs to running process {server.pid}", second.output())
        self.assertEqual(pathlib.Path(self.pid_file).read_text().strip(), str(server.pid))
        server.stop()
        self.assertFalse(os.path.exists(self.pid_file))

    def test_a_stale_pid_file(self):
        pathlib.Path(self.pid_file).write_text("4194303\n")
        server = self.serve(options={"pid_file": self.pid_file})
        self.assertEqual(pathlib.Path(self.pid_file).read_text().strip(), str(server.pid))

    def test_port_in_use(self):
        first = self.serve("$response->end('x');")
        script = http_script("$response->end('x');", make=f"new Swoole\\Http\\Server('127.0.0.1', {first.port})")
        start = "$started = $server->start();"
        self.assertIn(start, script)
        script = script.replace(start, "note(json_encode([$started = @$server->start(), swoole_last_error()]));")
        second = Server(script, wait=False)
        self.addCleanup(second.kill)
        self.assertEqual(second.wait_exit(), 3)
        self.assertIn("[false,98]", second.output())
        self.assertIn("Address already in use", second.output())


@unittest.skipUnless(os.geteuid() == 0, "only root can change the user")
class UserTest(ProcessTest):
    def identity(self, pid):
        text = pathlib.Path(f"/proc/{pid}/status").read_text()
        return {name: re.search(rf"^{name}:\s*(.*)$", text, re.M)[1].split() for name in ("Uid", "Gid", "Groups")}

    def test_user_and_group(self):
        for options, uid, gid in (({"user": "nobody", "group": "nogroup"}, "65534", "65534"), ({"user": "nobody"}, "65534", "65534"),
                                  ({"user": "12345", "group": "23456"}, "12345", "23456")):
            server = self.serve(options=options, start="chmod(__DIR__, 0755); announce($server);")
            server.get("/pid")
            found = self.identity(server.workers()[0])
            self.assertEqual((set(found["Uid"]), set(found["Gid"])), ({uid}, {gid}))
            self.assertNotIn("0", found["Groups"])
            self.assertEqual(set(self.identity(server.pid)["Uid"]), {"0"})
            server.send_signal(signal.SIGUSR1)
            server.wait_for("^<afterReload>")
            self.assertEqual(server.get("/pid").status, 200)
            server.stop()

    def test_an_unknown_user(self):
        server = Server(http_script("$response->end('x');", {"user": "nobody-of-this-name"}), wait=False)
        self.addCleanup(server.kill)
        server.wait_for("nobody-of-this-name")


class LookingTest(ProcessTest):
    HANDLER = r"""
    $fd = (int) ($request->get['fd'] ?? $request->fd);
    $answer = match ($request->server['path_info']) {
        '/stats' => $server->stats(),
        '/info' => $server->getClientInfo($fd),
        '/list' => $server->getClientList((int) ($request->get['start'] ?? 0), 2),
        '/exists' => [$server->exists($fd), $server->exist($fd)],
        '/close' => $server->close($fd, isset($request->get['reset'])),
        '/pids' => [$server->master_pid, $server->getMasterPid(), $server->manager_pid, $server->worker_pid, $server->getWorkerPid(),
            $server->worker_id, $server->getWorkerId(), $server->getWorkerPid(0), $server->getWorkerPid(99), getmypid()],
        default => $request->fd,
    };
    $response->end(json_encode($answer));
    """

    def ask(self, client, path):
        return json.loads(client.ask(path=path).text)

    def test_stats(self):
        server = self.serve(self.HANDLER, {"worker_num": 2})
        with server.client() as client:
            for _ in range(9):
                client.ask()
            stats = self.ask(client, "/stats")
            self.assertEqual((stats["connection_num"], stats["accept_count"], stats["close_count"]), (1, 1, 0))
            self.assertEqual((stats["request_count"], stats["response_count"], stats["worker_num"]), (10, 9, 2))
            self.assertEqual((stats["concurrency"], stats["worker_request_count"]), (1, 10))
            self.assertLess(abs(stats["start_time"] - time.time()), 600)
            self.assertGreater(stats["total_recv_bytes"], 300)
            self.assertGreater(stats["total_send_bytes"], 300)
        with server.client() as client:
            wait_until(lambda: self.ask(client, "/stats")["close_count"] == 1, "the close to be counted")
            stats = self.ask(client, "/stats")
            self.assertEqual((stats["connection_num"], stats["accept_count"]), (1, 2))

    def test_counters_survive_a_reload(self):
        server = self.serve(self.HANDLER)
        with server.client() as client:
            for _ in range(9):
                client.ask()
            server.send_signal(signal.SIGUSR1)
            server.wait_for("^<afterReload>")
            stats = self.ask(client, "/stats")
            self.assertEqual((stats["request_count"], stats["accept_count"]), (10, 1))
            # Who hands a connection over counts it until it has let go of it.
            wait_until(lambda: self.ask(client, "/stats")["connection_num"] == 1, "one connection")

    def test_pids(self):
        server = self.serve(self.HANDLER, {"worker_num": 1})
        with server.client() as client:
            pids = self.ask(client, "/pids")
        worker = server.workers()[0]
        self.assertEqual(pids, [server.pid, server.pid, server.pid, worker, worker, 0, 0, worker, False, worker])

    def test_client_info(self):
        server = self.serve(self.HANDLER)
        with server.client() as client:
            info = self.ask(client, "/info")
            self.assertEqual((info["remote_ip"], info["remote_port"], info["server_port"]), (*client.socket.getsockname(), server.port))
            self.assertLess(abs(info["connect_time"] - time.time()), 600)
            self.assertIs(self.ask(client, "/info?fd=999999"), False)

    def test_connections_of_other_workers(self):
        server = self.serve(self.HANDLER, {"worker_num": 2})
        clients = [server.client() for _ in range(8)]
        fds = []
        for client in clients:
            self.addCleanup(client.close)
            fds.append(self.ask(client, "/"))
        first = clients[0]
        listed, page = [], 0
        while page is not False:
            page = self.ask(first, f"/list?start={listed[-1] if listed else 0}")
            listed += page or []
        self.assertEqual(listed, sorted(fds))
        for client, fd in zip(clients[1:], fds[1:]):
            self.assertEqual(self.ask(first, f"/exists?fd={fd}"), [True, True])
            self.assertEqual(self.ask(first, f"/info?fd={fd}")["remote_port"], client.socket.getsockname()[1])
            self.assertIs(self.ask(first, f"/close?fd={fd}" + ("&reset" if fd % 2 else "")), True)
            client.expect_closed()
            wait_until(lambda fd=fd: self.ask(first, f"/exists?fd={fd}") == [False, False], "the connection to be forgotten")
            self.assertIs(self.ask(first, f"/close?fd={fd}"), False)
        self.assertEqual(self.ask(first, "/list"), fds[:1])


if __name__ == "__main__":
    unittest.main()
