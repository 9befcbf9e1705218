"""The benchmark suite: what it reads from ab and wrk, and the result file of a short run."""
import collections
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
import unittest.mock

from harness import ROOT
from php_program import PHP

sys.path.append(str(ROOT / "bench"))
import drivers  # noqa: E402
import generators  # noqa: E402
import runner  # noqa: E402
import tests  # noqa: E402
import world  # noqa: E402

AB = """Document Path:          /
Document Length:        2 bytes

Concurrency Level:      100
Time taken for tests:   0.110 seconds
Complete requests:      10000
Failed requests:        3
   (Connect: 0, Receive: 1, Length: 2, Exceptions: 0)
Keep-Alive requests:    10000
Requests per second:    91053.17 [#/sec] (mean)
Time per request:       1.098 [ms] (mean)

Percentage of the requests served within a certain time (ms)
  50%      1
  66%      1
  75%      2
  80%      2
  90%      3
  95%      3
  98%      4
  99%      5
 100%      9 (longest request)
"""
WRK = """Running 2s test @ http://127.0.0.1:1/
  1 threads and 100 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   663.74us    1.02ms  28.12ms   95.96%
    Req/Sec    97.12k    10.23k  110.28k    75.00%
  Latency Distribution
     50%  512.00us
     75%    1.06ms
     90%    1.30s
     99%    1.00m
  193221 requests in 2.00s, 29.67MB read
  Socket errors: connect 1, read 2, write 3, timeout 4
  Non-2xx or 3xx responses: 5
Requests/sec:  96441.70
Transfer/sec:     14.81MB
"""


class ReadAb(unittest.TestCase):
    def test_figures(self):
        found = generators.read_ab(AB, "", 2)
        self.assertEqual((found["requests"], found["failed"], found["requests_per_s"], found["seconds"]),
                         (10000, 3, 91053.17, 0.11))
        self.assertEqual(found["latency_ms"], {"50": 1, "75": 2, "90": 3, "99": 5, "max": 9})
        self.assertEqual(found["errors"], {"connect": 0, "receive": 1, "length": 2, "exceptions": 0})
        self.assertEqual(found["raw"], AB)

    def test_other_statuses_are_failures(self):
        found = generators.read_ab(AB.replace("Keep-Alive", "Non-2xx responses:      9000\nKeep-Alive"), "", 2)
        self.assertEqual((found["failed"], found["errors"]["status"]), (9000, 9000))

    def test_another_body_is_an_error_with_the_figures(self):
        with self.assertRaisesRegex(generators.Failed, "2 bytes and should have 792") as raised:
            generators.read_ab(AB, "", 792)
        self.assertEqual(raised.exception.result["requests"], 10000)

    def test_ab_that_gave_up(self):
        complaint = "apr_pollset_poll: The timeout specified has expired (70007)\nTotal of 9744 requests completed\n"
        with self.assertRaisesRegex(generators.Failed, r"^ab: apr_pollset_poll: .* \(70007\)$") as raised:
            generators.read_ab("", complaint, 2)
        self.assertEqual(raised.exception.result["requests"], 9744)
        self.assertEqual(raised.exception.result["requests_per_s"], 0)

    def test_silence(self):
        with self.assertRaisesRegex(generators.Failed, "printed no figures"):
            generators.read_ab("", "", 2)

    def test_nobody_listens(self):
        with self.assertRaisesRegex(generators.Failed, "0 bytes and should have 2"):
            generators.ab("http://127.0.0.1:1/", 1, 1, 1, 2)


class ReadWrk(unittest.TestCase):
    def test_figures(self):
        found = generators.read_wrk(WRK)
        self.assertEqual((found["requests"], found["failed"], found["requests_per_s"], found["seconds"]),
                         (193221, 15, 96441.70, 2.0))
        self.assertEqual(found["latency_ms"], {"50": 0.512, "75": 1.06, "90": 1300, "99": 60000, "max": 28.12})
        self.assertEqual(found["errors"], {"connect": 1, "read": 2, "write": 3, "timeout": 4, "status": 5})

    def test_no_errors(self):
        lines = [line for line in WRK.splitlines() if "Socket" not in line and "Non-2xx" not in line]
        self.assertEqual(generators.read_wrk("\n".join(lines))["failed"], 0)

    def test_something_else(self):
        with self.assertRaisesRegex(generators.Failed, "^wrk: oh dear$"):
            generators.read_wrk("Running\noh dear\n")

    def test_nobody_listens(self):
        with self.assertRaisesRegex(generators.Failed, "^wrk: unable to connect"):
            generators.wrk("http://127.0.0.1:1/", 1, 1)


class HttpLoad(unittest.TestCase):
    def served(self, answer, rounds, **load):
        """What the load generator says of a server that answers each request, on one connection after the other, with these bytes."""
        listener = socket.create_server(("127.0.0.1", 0))
        seen = []

        def serve():
            for pieces in rounds:
                client, _ = listener.accept()
                with client:
                    for _ in range(pieces):
                        seen.append(client.recv(65536))
                        for piece in answer:
                            client.sendall(piece)
                    client.recv(1)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            return generators.http_load(f"http://127.0.0.1:{listener.getsockname()[1]}/", 1, 0.3, **load), seen
        finally:
            listener.close()
            thread.join()

    def test_statuses_bodies_and_pieces(self):
        for answer, failed in ((b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 0), (b"HTTP/1.1 204 No Content\r\n\r\n", 0),
                               (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nA: b\r\n\r\n", 0),
                               (b"HTTP/1.1 503 No\r\ncontent-length: 0\r\n\r\n", 1)):
            for pieces in ([answer], [bytes([byte]) for byte in answer]):
                found, _ = self.served(pieces, [1], times=1)
                self.assertEqual(found["requests"], 1 - failed, answer)
                self.assertGreaterEqual(found["failed"], failed, answer)

    def test_what_is_never_answered_has_failed(self):
        found, _ = self.served([], [1], rate=100)
        self.assertEqual((found["requests"], found["requests_per_s"]), (0, 0))
        self.assertGreater(found["failed"], 10)
        self.assertGreater(found["latency_ms"]["50"], 1000)  # from the moment at which each was due

    def test_requests_in_turn(self):
        _, seen = self.served([b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"], [3], times=3, requests=[b"a", b"b"])
        self.assertEqual(seen[:3], [b"a", b"b", b"a"])


class Plan(unittest.TestCase):
    def test_pools_have_a_limit_of_their_own(self):
        """Where every server has as many connections; as published they have not."""
        limits = {test.name: test.own_limit(4, {20: 10.0, 120: 12.0}) for test in tests.ALL if test.group == "applications"}
        self.assertEqual({name[:2] + name[-4:]: limit for name, limit in limits.items() if limit},
                         {"09s_20": 100.0, "09_120": 500.0, "10r_20": 666.7, "10_120": 3333.3})

    def test_readings_give_each_server_its_connections(self):
        found = {test.name[:2] + test.name[-4:]: (test.pool(4), test.processes(256)) for test in tests.ALL if test.group == "applications"}
        self.assertEqual({name: one for name, one in found.items() if one != (tests.POOL, 256)},
                         {"09ions": (30, 250), "09s_20": (5, 20), "09_120": (30, 120), "10pler": (30, 250), "10r_20": (5, 20), "10_120": (30, 120)})

    def test_rounds(self):
        named = {test.name: test for test in tests.ALL}
        self.assertEqual(runner.loads(runner.FULL, named["01_basic"], 1),
                         [("ab", 100, 3), ("ab", 500, 3), ("ab", 1000, 3), ("wrk", 100, 2)])
        self.assertEqual(runner.loads(runner.FULL, named["01_basic"], 2), [("ab", 100, 3), ("ab", 500, 3), ("ab", 1000, 3)])
        self.assertEqual(runner.loads(runner.FULL, named["static_100kb"], 1), [("wrk", 1000, 10)])
        self.assertEqual(runner.loads(runner.FULL, named["first_look"], 1), [("wrk", 1, 5)])
        self.assertEqual(runner.loads(runner.FULL, named["wordpress"], 2), [("wrk", 50, 6)])
        self.assertEqual(runner.loads(runner.FULL, named["rate_ok"], 2), [("capacity", 100, 3), ("rate-50", 100, 6), ("rate-80", 100, 6)])
        self.assertEqual([load[1] for load in runner.loads(runner.FULL, named["growth"], 1)], [1, 10, 100, 1000, 10000])

    def test_a_server_that_has_work_left_is_replaced(self):
        """By what the load says: 10,000 requests were asked for."""
        for result, left in (({"load": "ab", "requests": 10000, "error": None}, False),
                             ({"load": "ab", "requests": 9999, "error": None}, True),
                             ({"load": "wrk", "requests": 1, "error": None}, False),
                             ({"load": "wrk", "requests": 0, "error": "no request was answered"}, True)):
            self.assertEqual(runner.leaves_work(result, runner.FULL), left, result)

    def test_servers_whose_runs_are_short_have_more_rounds(self):
        class Contender:
            def __init__(self, name):
                self.name = name

            def serves(self, test):
                return test.group == "applications" or self.name == "fast"

        def round_of(server, test, mode, number, world, done):
            seconds = {"fast": 0.1, "slow": 0.1 if number == 1 else 0.6, "broken": 0.1}[server.name]
            error = "it broke" if server.name == "broken" else None
            done({**runner.NOTHING, "test": test.name, "server": server.name, "round": number, "load": "ab",
                  "connections": 100, "seconds": seconds, "error": error})

        named = {test.name: test for test in tests.ALL}
        results = []
        with unittest.mock.patch("runner.round_of", round_of), unittest.mock.patch("runner.say"):
            runner.run(runner.FULL, [named["01_basic"], named["first_look"]],
                       [Contender(name) for name in ("fast", "slow", "broken")], None, results)
        rounds = collections.Counter((one["test"], one["server"]) for one in results)
        self.assertEqual(rounds, {("01_basic", "fast"): 6, ("01_basic", "slow"): 2, ("01_basic", "broken"): 2,
                                  ("first_look", "fast"): 2})

    def test_who_serves_applications_of_frameworks(self):
        every = drivers.every(pathlib.Path("/a/tern.so"), [pathlib.Path("/b/swoole.so")], None)
        for test in tests.ALL:
            if test.group == "frameworks":
                self.assertEqual([server.name for server in every if server.serves(test)], ["tern", "nginx-fpm"], test.name)

    def test_names_of_extensions_are_unique(self):
        found = drivers.every(pathlib.Path("/a/tern.so"), [pathlib.Path("/b/tern.so"), pathlib.Path("/c/swoole.so"),
                                                           pathlib.Path("/d/swoole.so")], None)
        self.assertEqual([server.name for server in found if type(server) is drivers.Extension],
                         ["tern-2", "swoole", "swoole-2"])

    def test_dsn(self):
        self.assertEqual(world.of_dsn("mysql://me:p%40ss@db:3307/shop"),
                         {"BENCH_HOST": "db", "BENCH_PORT": "3307", "BENCH_USER": "me", "BENCH_PASSWORD": "p@ss",
                          "BENCH_DATABASE": "shop"})
        for wrong in ("db", "mysql://db", "mysql:///shop", "pgsql://db/shop"):
            with self.assertRaisesRegex(world.servers.Unusable, "mysql://USER"):
                world.of_dsn(wrong)


class Suite(unittest.TestCase):
    def run_it(self, *options):
        if not PHP:
            self.skipTest("TERN_PHP is not set: run scripts/e2e")
        words = [ROOT / "bench/suite", "--quick", "--tern", os.environ.get("TERN_SO", ROOT / "build/release/tern.so"),
                 "--json", "-", *options]
        done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              env={**os.environ, "PHP": PHP[0]})
        return done, json.loads(done.stdout) if done.stdout else None

    def test_the_result(self):
        with tempfile.TemporaryDirectory() as folder:
            broken = pathlib.Path(folder) / "broken.so"
            broken.write_text("no extension")
            done, found = self.run_it("--tests", "01_basic", "--servers", "limit,tern,broken,absent", "--extension", broken,
                                      "--extension", pathlib.Path(folder) / "absent.so")
        self.assertIsNotNone(found, done.stderr)
        self.assertEqual(set(found), {"schema", "started", "seconds", "command", "machine", "versions", "settings", "tests",
                                      "servers", "skipped", "measurements"})
        self.assertEqual(found["schema"], 1)
        self.assertRegex(found["started"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual(set(found["machine"]), {"cpu", "cores", "memory_mb", "kernel", "os", "virtual"})
        self.assertLessEqual({"tern", "php", "ab", "wrk"}, set(found["versions"]))
        self.assertEqual(found["settings"]["mode"], "quick")
        self.assertEqual(found["tests"], [{"name": "01_basic", "title": "basic", "group": "applications",
                                           "does": "answers ok", "own_limit": None, "reading": None}])
        self.assertEqual([(server["name"], server["limit"], server["as_shipped"]) for server in found["servers"]],
                         [("limit", True, False), ("tern", False, False), ("broken", False, False)])
        self.assertEqual([skipped["server"] for skipped in found["skipped"]], ["absent"])
        self.assertRegex(found["skipped"][0]["why"], "does not exist")
        self.measurements(found["measurements"])
        self.assertEqual(done.returncode, 0, done.stderr)

    def measurements(self, found):
        self.assertEqual([(one["server"], one["load"], one["connections"], one["round"]) for one in found],
                         [(server, load, 100, 1) for server in ("limit", "tern", "broken") for load in ("ab", "wrk")])
        for one in found:
            self.assertEqual(set(one), {"test", "server", "load", "connections", "round", "seconds", "requests", "failed",
                                        "requests_per_s", "latency_ms", "cpu_us", "memory_mb", "errors", "error", "raw"})
            if one["server"] == "broken":
                self.assertRegex(one["error"], "did not start")
                continue
            self.assertIsNone(one["error"])
            self.assertEqual(one["failed"], 0)
            self.assertGreater(one["requests"], 0)
            self.assertGreater(one["requests_per_s"], 0)
            self.assertEqual(set(one["latency_ms"]), {"50", "75", "90", "99", "max"})
            self.assertGreater(one["memory_mb"], 0)

    def test_servers_that_a_reader_may_have(self):
        """By stand-ins for their commands and classes, and a Swoole that is Tern by another name."""
        stand_ins = ROOT / "tests/project/stand_ins"
        names = ["roadrunner", "frankenphp", "workerman", "trueasync", "swoole"]
        with tempfile.TemporaryDirectory() as folder:
            swoole = pathlib.Path(folder) / "swoole.so"
            shutil.copy(os.environ.get("TERN_SO", ROOT / "build/release/tern.so"), swoole)
            with unittest.mock.patch.dict(os.environ, PATH=f"{stand_ins}:{os.environ['PATH']}"):
                done, found = self.run_it("--tests", "first_look", "--servers", ",".join(names), "--extension", swoole, "--vendor",
                                          stand_ins / "vendor", "--true-async", stand_ins / "php-true-async")
        self.assertIsNotNone(found, done.stderr)
        self.assertEqual(found["skipped"], [])
        self.assertEqual({one["server"]: one["error"] for one in found["measurements"]}, dict.fromkeys(names))
        self.assertLessEqual({"roadrunner": "2025.1.0", "frankenphp": "1.9.0", "workerman": "5.0.0"}.items(), found["versions"].items())

    def test_an_open_loop(self):
        done, found = self.run_it("--tests", "rate_ok", "--servers", "tern")
        self.assertIn(done.returncode, (0, 1), done.stderr)  # 1: what else runs here left too little for four fifths of the capacity
        capacity, *offered = found["measurements"]
        self.assertEqual([one["load"] for one in found["measurements"]], ["capacity", "rate-50", "rate-80"])
        for one, share in zip(offered, (0.5, 0.8)):
            self.assertAlmostEqual(one["offered_per_s"], capacity["requests_per_s"] * share, delta=0.1)
            self.assertLessEqual({"50", "99", "99.9", "max"}, set(one["latency_ms"]))
            self.assertGreater(one["cpu_us"], 0)

    def test_wrong_names(self):
        for option, text in (("--tests", "there is no test nonsense"), ("--servers", "there is no server nonsense")):
            done, found = self.run_it(option, "nonsense")
            self.assertEqual((done.returncode, found), (2, None))
            self.assertIn(text, done.stderr)


if __name__ == "__main__":
    unittest.main()
