"""The processes of a server: signals, events, logs, and the calls that look at them."""
# Time limit: 300 s
import glob
import json
import os
import pathlib
import pty
import re
import signal
import stat
import tempfile
import time
import unittest

from harness import free_port, wait_until
from http_client import Client, request
from php_program import PHP, http_script, to_php
from process_case import ProcessTest
from processes import alive, children_of, in_session, process_stat
from server_process import Server


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
        setup = "foreach (['connect', 'close'] as $event) $server->on($event, function ($server, $fd) use ($event) {"\
            " note(\"<$event $server->worker_id $fd>\"); });"
        server = self.serve(setup=setup, start="note('MASTER', (string) getmypid(), (string) $server->master_pid); announce($server);")
        self.assertEqual(server.wait_for(r"^MASTER (\d+) (\d+)$").groups(), (str(server.pid), str(server.pid)))
        pid = self.worker_starts(server, 1)[1]
        self.assertEqual(server.workers(), [int(pid)])
        with server.client() as client:
            fd = client.ask(path="/fd").text.split()[1]
            server.wait_for(f"^<connect 0 {fd}>")
        server.wait_for(f"^<close 0 {fd}>")


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
        server = self.serve("swoole_error_log(SWOOLE_LOG_WARNING, \"mine\\r\\x1b\"); $response->end('x');",
                            {"log_file": self.path, "log_level": 1})
        server.get()
        wait_until(lambda: "mine" in self.text(), "the line")
        line = next(line for line in self.text().splitlines() if "mine" in line)
        self.assertRegex(line, rf"^\[\d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d \*{server.workers()[0]}\.0\]\tWARNING\tmine\\x0D\\x1B$")
        self.assertRegex(self.text(), rf"#{server.pid}\.0\]\tTRACE\tserver starts")
        self.assertNotIn("server starts", server.output())
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o644)

    def test_nothing_is_said_of_a_start_and_an_end(self):
        server = self.serve("$response->end('x');", {"worker_num": 2, "task_worker_num": 1}, setup="$server->on('task', fn() => 1);")
        server.get()
        server.send_signal(signal.SIGTERM)
        server.wait_exit()
        self.assertNotRegex(server.output(), r"(?m)^\[")

    def test_level_and_date(self):
        options = {"log_file": self.path, "log_level": 4, "log_date_format": "%H~", "log_date_with_microseconds": True}
        server = self.serve("foreach ([SWOOLE_LOG_INFO, SWOOLE_LOG_ERROR] as $level) swoole_error_log($level, 'mine'); $response->end('x');", options)
        server.get()
        self.assertRegex(self.text(), r"\A\[\d\d~\.\d{6} \*\d+\.0\]\tERROR\tmine\n\Z")

    def test_reopened_after_sighup(self):
        server = self.serve("swoole_error_log(SWOOLE_LOG_ERROR, $request->get['say']); $response->end('x');",
                            {"log_file": self.path, "log_level": 1, "worker_num": 1})
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

    def test_a_daemon_of_a_terminal(self):
        """It has that terminal no more, nor its descriptors; its folder and its umask are those of the shell."""
        port = free_port()
        script = pathlib.Path(self.folder.name, "server.php")
        options = to_php({"daemonize": True, "pid_file": self.pid_file, "log_file": self.log, "worker_num": 1})
        script.write_text(f"<?php $s = new Swoole\\Http\\Server('127.0.0.1', {port}); $s->set({options});"
                          "$s->on('request', fn($q, $r) => $r->end(getcwd() . ' ' . decoct(umask()))); exit($s->start() ? 0 : 1);")
        launcher, terminal = pty.fork()
        if launcher == 0:
            os.chdir(self.folder.name)
            os.umask(0o027)
            os.execv(PHP[0], [*PHP, str(script)])
        self.addCleanup(os.close, terminal)
        self.assertEqual(os.waitpid(launcher, 0)[1], 0)
        master = int(pathlib.Path(self.pid_file).read_text())
        try:
            with Client(("127.0.0.1", port)) as client:
                self.assertEqual(client.ask().text, f"{os.path.realpath(self.folder.name)} 27")
            fields = pathlib.Path(f"/proc/{master}/stat").read_text().rpartition(")")[2].split()
            self.assertEqual(fields[4], "0", "a terminal")
            held = [os.readlink(f"/proc/{master}/fd/{fd}") for fd in os.listdir(f"/proc/{master}/fd")]
            self.assertEqual([one for one in held if one.startswith(("/dev/pts", "/dev/tty"))], [])
            session = process_stat(master)["session"]
        finally:
            os.kill(master, signal.SIGTERM)
        wait_until(lambda: not any(map(alive, in_session(session))), "the end of the daemon")

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
        second = Server(script, wait=False)
        self.addCleanup(second.kill)
        self.assertEqual(second.wait_exit(), 255)
        self.assertIn(f"failed to listen server port[127.0.0.1:{first.port}], Error: Address already in use[98]", second.output())


@unittest.skipUnless(os.geteuid() == 0, "only root can change the user")
class UserTest(ProcessTest):
    def identity(self, pid):
        text = pathlib.Path(f"/proc/{pid}/status").read_text()
        return {name: re.search(rf"^{name}:\s*(.*)$", text, re.M)[1].split()
                for name in ("Uid", "Gid", "Groups", "CapInh", "CapPrm", "CapEff", "CapAmb")}

    def test_user_and_group(self):
        for options, uid, gid in (({"user": "nobody", "group": "nogroup"}, "65534", "65534"), ({"user": "nobody"}, "65534", "65534"),
                                  ({"user": "12345", "group": "23456"}, "12345", "23456")):
            server = self.serve(options=options, start="chmod(__DIR__, 0755); announce($server);")
            server.get("/pid")
            found = self.identity(server.workers()[0])
            self.assertEqual((set(found["Uid"]), set(found["Gid"])), ({uid}, {gid}))
            self.assertNotIn("0", found["Groups"])
            self.assertEqual({name: int(value[0], 16) for name, value in found.items() if name.startswith("Cap")},
                             dict.fromkeys(("CapInh", "CapPrm", "CapEff", "CapAmb"), 0))
            # The kernel shows by the owner that it leaves no core, and that others of this user cannot trace it.
            self.assertEqual(os.stat(f"/proc/{server.workers()[0]}/mem").st_uid, 0)
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
    HANDLER = "looks($request, $response, $server);"

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
