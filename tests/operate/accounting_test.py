"""What requests cost: each kind of waiting is told where it happened, sums fit into the time that passed, and slow
requests are in the log with the PHP stack at that moment."""
import json
import pathlib
import re
import shutil
import tempfile
import unittest

from harness import wait_until
from http_client import request
from php_program import PhpFile
from server_case import TestCase
from server_process import Server

NAP_S = 0.02  # the program's own, never shorter
HOOKS = {"hook_flags": 0x7fffffff, "hook_files": True}


class AccountingCase(TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-accounts-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.path = self.folder / "access.log"

    def accounted(self, options=None, **more):
        return self.run_script(PhpFile("operate/accounting.php", {**HOOKS, "task_worker_num": 1, **(options or {})}, nap_s=NAP_S), **more)


class LogTest(AccountingCase):
    def logged(self, options=None, **more):
        return self.accounted({"access_log": str(self.path), "access_log_format": "json", **(options or {})}, **more)

    def records(self, count):
        def look():
            lines = self.path.read_text().splitlines() if self.path.exists() else []
            return lines if len(lines) >= count else None
        return [json.loads(line) for line in wait_until(look, f"{count} lines")]

    def check_sums(self, record):
        spent = record["cpu"] + sum(record["waits"].values())
        self.assertLessEqual(round(spent, 6), record["duration"], record)
        self.assertGreater(record["cpu"], 0)
        self.assertGreaterEqual(record["memory"], 0)
        return record

    def record_of(self, path, options=None, **more):
        server = self.logged(options, **more)
        self.assertEqual(server.get(path).status, 200)
        return self.check_sums(self.records(1)[0])

    def test_each_kind_of_waiting_is_where_it_belongs(self):
        server = self.logged()
        kinds = {"sleep": NAP_S, "socket": NAP_S / 2, "dns": 0, "file": 0, "lock": NAP_S / 2, "task": 0}
        for kind in kinds:
            self.assertEqual(server.get("/" + kind).status, 200)
        for (kind, least), record in zip(kinds.items(), self.records(len(kinds))):
            with self.subTest(kind=kind):
                self.check_sums(record)
                waits = {name: time for name, time in record["waits"].items() if name != "queue"}
                self.assertEqual(list(waits), [kind])
                self.assertGreater(waits[kind], least)
                self.assertGreaterEqual(record["switches"], 2)

    def test_time_that_its_coroutines_compute_is_cpu_and_no_waiting(self):
        record = self.record_of("/children")
        self.assertGreaterEqual(record["cpu"], 0.03)
        self.assertGreaterEqual(record["switches"], 8)

    def test_one_that_does_not_wait(self):
        record = self.record_of("/compute")
        self.assertGreaterEqual(record["cpu"], 0.02)
        self.assertEqual(record["switches"], 1)
        self.assertEqual(set(record["waits"]) - {"queue"}, set())

    def test_memory(self):
        own = ("-d", "memory_limit=128M")  # PHP's own allocator, with sanitizers as well
        self.assertGreater(self.record_of("/memory", php=own)["memory"], 8 << 20)

    def test_a_body_that_comes_late_is_the_clients(self):
        server = self.logged()
        with server.client() as late:
            late.send(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab")
            server.get("/")
            late.send(b"cd")
            self.assertEqual(late.response().status, 200)
        record = self.check_sums(self.records(2)[1])
        self.assertGreater(record["waits"]["client"], 0)

    def test_waiting_for_ones_turn(self):
        server = self.logged({"worker_max_concurrency": 1})
        with server.client() as first, server.client() as second:
            first.send(request(path="/hold"))
            server.wait_for("^HOLDS")
            second.send(request(path="/compute"))
            self.assertEqual((first.response().status, second.response().status), (200, 200))
        held, waited = map(self.check_sums, self.records(2))
        self.assertGreater(waited["waits"]["queue"], 0)
        self.assertGreater(held["waits"]["sleep"], 0)

    def test_a_format_has_directives(self):
        server = self.accounted({"access_log": str(self.path),
                                 "access_log_format": "%U %{cpu}w %{sleep}w %{socket}w %{switches}w %{memory}w %D"})
        server.get("/sleep")
        line = wait_until(lambda: self.path.exists() and self.path.read_text(), "a line")
        found = re.fullmatch(r"/sleep (\d+) (\d+) 0 2 (\d+) (\d+)\n", line)
        self.assertIsNotNone(found, line)
        self.assertGreaterEqual(int(found[2]), NAP_S * 1e6)
        self.assertLessEqual(int(found[1]) + int(found[2]), int(found[4]))

    def test_a_format_without_directives_keeps_none(self):
        server = self.accounted({"access_log": str(self.path)})
        self.assertEqual(server.get("/flight").body, b"[]")

    def test_without_coroutines(self):
        record = self.record_of("/compute", {"enable_coroutine": False, "task_worker_num": 0})
        self.assertGreaterEqual(record["cpu"], 0.02)


class ServerTimingTest(AccountingCase):
    METRIC = r"[a-z]+;dur=\d+\.\d{3}"

    def metrics(self, answer):
        fields = answer.all("Server-Timing")
        self.assertEqual(len(fields), 1, answer.fields)
        self.assertRegex(fields[0], f"^{self.METRIC}(, {self.METRIC})*$")
        return {name: float(value) for name, value in re.findall(r"([a-z]+);dur=([\d.]+)", fields[0])}

    def test_the_field(self):
        server = self.accounted({"server_timing": True})
        found = self.metrics(server.get("/sleep"))
        self.assertGreaterEqual(found["sleep"], NAP_S * 1000)
        total = found["total"]
        self.assertLessEqual(round(sum(found.values()) - total, 3), total)
        self.assertEqual(list(found)[0], "cpu")
        self.assertEqual(list(found)[-1], "total")
        for path in ["/stream", "/file.txt"]:
            with self.subTest(path=path):
                self.assertIn("cpu", self.metrics(server.get(path)))

    def test_off_is_the_default(self):
        server = self.accounted()
        self.assertEqual(server.get("/").all("Server-Timing"), [])


class SlowTest(AccountingCase):
    END = r"ended with status 200: cpu \d+ ms"

    def slow(self, options=None, **more):
        return self.accounted({"slow_request_ms": 50, **(options or {})}, **more)

    def lines(self, server):
        return [line for line in server.output().splitlines() if "slow request" in line]

    def test_one_that_waits(self):
        server = self.slow()
        with server.client() as client:
            client.send(request(path="/wait?secret"))
            found = server.wait_for(r"\tWARNING\tslow request: GET /wait \(session 1, coroutine \d+\) after (\d+) ms waits "
                                    r"for a value of a channel\n\t#0 Swoole\\Coroutine\\Channel::pop\n"
                                    r"\t#1 \S+accounting\.php\(\d+\): Gate::wait\n\t#2 ")
            self.assertGreaterEqual(int(found[1]), 50)
            [row] = [row for row in json.loads(server.get("/flight").body).values() if row["path"] == "/wait"]
            self.assertEqual((row["session"], row["method"], row["slow"], row["waits_for"]),
                             (1, "GET", True, "a value of a channel"))
            self.assertGreaterEqual(row["waits_ms"]["lock"], 0)
            self.assertGreaterEqual(row["age_ms"], round(row["cpu_ms"] + sum(row["waits_ms"].values()), 6))
            server.get("/open")
            self.assertEqual(client.response().status, 200)
        server.wait_for(r"slow request: GET /wait .* " + self.END + r", lock \d+ ms(, queue \d+ ms)?, 2 switches, \d+ bytes")
        self.assertEqual(server.get("/slow").body, b"1")
        self.assertEqual(len(self.lines(server)), 2)

    def test_one_that_computes(self):
        server = self.slow({"blocking_threshold": 0})
        server.get("/busy")
        server.wait_for(r"slow request: GET /busy \(.*\) after \d+ ms runs\n\t#0 \S+accounting\.php\(\d+\): busy\n\t#1 ")
        server.wait_for(r"slow request: GET /busy .* " + self.END)
        self.assertEqual(server.get("/slow").body, b"1")
        self.assertEqual(len(self.lines(server)), 2)

    def test_one_that_blocks(self):
        server = self.slow({"blocking_threshold": 0, "hook_flags": 0})
        server.get("/block")
        server.wait_for(r"slow request: GET /block \(.*\) after \d+ ms runs, blocked in (clock_)?nanosleep\(\)\n\t#0 usleep\n"
                        r"\t#1 \S+accounting\.php\(\d+\): block\n\t#2 ")
        server.wait_for(r"slow request: GET /block .* " + self.END)
        self.assertEqual(server.get("/slow").body, b"1")

    def test_without_coroutines(self):
        server = self.slow({"blocking_threshold": 0, "enable_coroutine": False, "task_worker_num": 0})
        server.get("/busy")
        server.wait_for(r"slow request: GET /busy \(session 1, coroutine 0\) after \d+ ms runs\n\t#0 \S+: busy\n")
        server.wait_for(r"slow request: GET /busy .* " + self.END)

    def test_the_published_names_and_a_file(self):
        path = self.folder / "slow.log"
        server = self.accounted({"request_slowlog_file": str(path), "request_slowlog_timeout": 0.05})
        server.get("/busy")
        wait_until(lambda: path.read_text().count("slow request: GET /busy") == 2, lambda: path.read_text())
        self.assertEqual(self.lines(server), [])

    def test_quick_ones_and_the_default_say_nothing(self):
        server = self.accounted({"slow_request_ms": 60_000})
        server.get("/sleep")
        self.assertEqual(server.get("/slow").body, b"0")
        self.assertEqual(self.lines(server), [])
        server = self.accounted()
        server.get("/sleep")
        self.assertEqual(server.get("/slow").body, b"0")

    def test_whose_client_leaves(self):
        server = self.slow()
        with server.client() as client:
            client.send(request(path="/wait"))
            server.wait_for("slow request: GET /wait .* waits for")
            client.reset()
        server.wait_for(r"slow request: GET /wait .* ended with status 0: ")
        self.assertEqual(server.get("/slow").body, b"1")

    def test_a_file_that_cannot_be_opened(self):
        server = Server(PhpFile("operate/accounting.php", {"slow_request_file": "/nowhere/slow.log"}), wait=False)
        self.addCleanup(server.kill)
        self.assertEqual(server.wait_exit(), 3)
        self.assertIn("slow_request_file /nowhere/slow.log cannot be opened: No such file or directory", server.output())


if __name__ == "__main__":
    unittest.main()
