"""Metrics: the server's own count what happens, survive their workers and are what docs/metrics.md says; the program's
are shared. Both formats are read by strict readers: promtool, a Prometheus, and tests/support/openmetrics.py."""
import json
import os
import re
import signal
import subprocess

import openmetrics
from harness import ROOT, wait_until
from http_client import request
from php_program import PhpFile
from programs import Program
from prometheus import Prometheus, tools
from server_case import TestCase


class MetricsCase(TestCase):
    def start(self, options=None, **more):
        return self.run_script(PhpFile("operate/metrics.php", options), **more)

    def metrics(self, server):
        answer = server.get("/metrics?openmetrics=1")
        self.assertEqual(answer.status, 200, answer)
        return openmetrics.parse(answer.text)

    def value(self, server, name, suffix="", **labels):
        """Of one sample; None: there is none."""
        for found, pairs, value in self.metrics(server)[name].samples:
            if found == suffix and dict(pairs) == labels:
                return value
        return None

    def requests(self, server, method, status):
        return self.value(server, "tern_http_requests", "_total", method=method, status=status) or 0

    def wait_value(self, server, wanted, name, suffix="", **labels):
        wait_until(lambda: self.value(server, name, suffix, **labels) == wanted,
                   lambda: f"{name}{labels} to be {wanted}")


class ServerMetricsTest(MetricsCase):
    def test_requests_by_method_and_status(self):
        server = self.start()
        with server.client() as client:
            for status in (200, 204, 404, 503, 500):
                client.ask("POST", f"/?status={status}")
            client.ask("PROPFIND", "/")
            client.ask("HEAD", "/")
        with server.client() as client:
            client.send("GET / HTTP/3.0\r\n\r\n")
            self.assertEqual(client.response().status, 505)
        with server.client() as client:
            client.send(request(path="/hold"))
            self.wait_value(server, 2, "tern_http_requests_in_flight", worker="0")
            client.reset()
        wait_until(lambda: self.requests(server, "GET", "aborted") == 1, "the lost request")
        self.assertEqual(self.requests(server, "POST", "2xx"), 2)
        self.assertEqual(self.requests(server, "POST", "4xx"), 1)
        self.assertEqual(self.requests(server, "POST", "5xx"), 2)
        self.assertEqual(self.requests(server, "other", "2xx"), 1)
        self.assertEqual(self.requests(server, "other", "5xx"), 1)
        self.assertEqual(self.requests(server, "HEAD", "2xx"), 1)
        all_of = self.metrics(server)
        count = sum(value for _, _, value in all_of["tern_http_requests"].samples)
        durations = [value for suffix, _, value in all_of["tern_http_request_duration_seconds"].samples
                     if suffix == "_count"]
        self.assertEqual(durations, [count])

    def test_levels_rise_and_fall(self):
        server = self.start()
        with server.client() as held, server.client():
            held.send(request(path="/hold"))
            self.wait_value(server, 2, "tern_http_requests_in_flight", worker="0")
            self.wait_value(server, 3, "tern_connections", worker="0", protocol="http1")
            self.assertGreaterEqual(self.value(server, "tern_coroutines", worker="0"), 1)
            server.get("/free")
            self.assertEqual(held.response().text, "held")
        self.wait_value(server, 1, "tern_connections", worker="0", protocol="http1")
        self.wait_value(server, 1, "tern_http_requests_in_flight", worker="0")

    def test_snapshot_of_the_worker(self):
        server = self.start(php=("-d", "memory_limit=128M"))  # PHP's own allocator, with sanitizers as well
        wait_until(lambda: self.value(server, "tern_timers", worker="0") >= 1, "a timer")
        self.wait_value(server, 1, "tern_pool_connections", worker="0", pool="thing?")
        self.wait_value(server, 1, "tern_pool_idle_connections", worker="0", pool="thing?")
        for name in ("tern_worker_heap_bytes", "tern_worker_heap_peak_bytes", "tern_worker_resident_memory_bytes"):
            self.assertGreater(self.value(server, name, worker="0"), 100_000, name)
        self.assertGreater(self.value(server, "tern_master_resident_memory_bytes"), 1_000_000)
        self.assertEqual(self.value(server, "tern_table_rows", table="0", columns="id,name"), 1)
        self.assertEqual(self.value(server, "tern_table_most_rows", table="0", columns="id,name"), 64)

    def test_a_blocked_loop_is_seen(self):
        server = self.start({"hook_flags": 0, "blocking_threshold": 0.005})
        server.get("/")  # the first turn of a loop does not count: a program starts in it
        # On a busy machine the watchdog's thread may not run while a loop is blocked.
        wait_until(lambda: server.get("/block") and self.value(server, "tern_loop_blocked", "_total") >= 1, "a blocked loop")
        self.assertGreaterEqual(self.value(server, "tern_loop_longest_turn_seconds", worker="0"), 0.02)
        self.assertGreaterEqual(self.value(server, "tern_loop_busy_seconds", "_total"), 0.02)

    def test_counts_survive_a_killed_and_a_reloaded_worker(self):
        server = self.start()
        server.expect_crash(9)
        for _ in range(5):
            server.get("/", method="PUT")
        os.kill(server.wait_workers(1)[0], signal.SIGKILL)
        server.wait_for("ended by signal 9")
        wait_until(lambda: self.answers(server), "a new worker")
        self.assertEqual(self.requests(server, "PUT", "2xx"), 5)
        self.wait_value(server, 1, "tern_worker_restarts", "_total", reason="failure")
        mark = server.mark()
        server.send_signal(signal.SIGUSR1)
        server.wait_for("the reload is finished", since=mark)
        self.wait_value(server, 1, "tern_worker_restarts", "_total", reason="reload")
        server.get("/", method="PUT")
        self.assertEqual(self.requests(server, "PUT", "2xx"), 6)
        self.wait_value(server, 1, "tern_workers", state="busy")

    def answers(self, server):
        try:
            return server.get("/").status == 200
        except (OSError, AssertionError):
            return False

    def test_the_same_as_json(self):
        server = self.start()
        told = json.loads(server.get("/stats").text)
        self.assertEqual(set(told), {name + ("_total" if family.kind == "counter" else "")
                                     for name, family in self.metrics(server).items()})
        self.assertEqual(told["tern_build_info"]["samples"][0]["value"], 1)


class UserMetricsTest(MetricsCase):
    def test_all_workers_share_them(self):
        server = self.start({"worker_num": 2})
        server.wait_serving(2)
        seen = set()
        clients = [server.client() for _ in range(8)]
        for client in clients:
            seen.add(client.ask(path="/visit?page=a").body)
        self.assertEqual(seen, {b"0", b"1"})
        clients[0].ask(path="/visit?page=b%22%0a")
        self.assertEqual(self.value(server, "visits", "_total", page="a"), 8)
        self.assertEqual(self.value(server, "visits", "_total", page='b\\"\\n'), 1)
        self.assertEqual(self.value(server, "made_before"), 4.5)
        for client in clients:
            client.close()

    def test_they_survive_a_reload(self):
        server = self.start()
        server.get("/visit?page=a")
        server.send_signal(signal.SIGUSR1)
        server.wait_for("the reload is finished")
        server.get("/visit?page=a")
        self.assertEqual(self.value(server, "visits", "_total", page="a"), 2)


class PrometheusTest(MetricsCase):
    def test_promtool_accepts_it(self):
        promtool = tools() / "promtool"
        server = self.start()
        server.get("/visit?page=%C3%BC%ff%22")
        text = server.get("/metrics").text
        checked = subprocess.run([promtool, "check", "metrics"], input=text, capture_output=True, text=True, check=False)
        self.assertEqual((checked.returncode, checked.stdout + checked.stderr), (0, ""), text)

    def test_a_prometheus_scrapes_it(self):
        server = self.start()
        server.get("/visit?page=a")
        prometheus = Prometheus(self, "scrape_configs:\n- job_name: tern\n  scrape_interval: 1s\n  scrape_timeout: 1s\n"
                                      f"  static_configs:\n  - targets: ['127.0.0.1:{server.port}']\n")
        wait_until(lambda: prometheus.query('visits_total{page="a"}') == ["1"], "the user's metric")
        self.assertEqual(prometheus.query("tern_build_info"), ["1"])
        self.assertEqual(len(prometheus.query("tern_http_request_duration_seconds_bucket")), 60)


class PageTest(MetricsCase, Program):
    PAGE = ROOT / "docs/metrics.md"

    def test_the_table_is_true(self):
        rows = re.findall(r"^\| `(tern_\w+)` \| (\w+) \|(.*?)\| .+ \|$", self.PAGE.read_text(), re.M)
        told = {name: (kind, frozenset(re.findall(r"`(\w+)`", labels))) for name, kind, labels in rows}
        self.assertEqual(len(told), len(rows))
        server = MetricsCase.start(self)
        wait_until(lambda: self.value(server, "tern_pool_waiting", worker="0", pool="thing?") == 0, "a pool")
        found = {}
        for name, family in self.metrics(server).items():
            if name.startswith("tern_"):
                labels, = family.labels()
                found[name + ("_total" if family.kind == "counter" else "")] = (family.kind, labels)
        self.assertEqual(told, found)

    def test_the_example(self):
        blocks = re.findall(r"^```php\n(.*?)^```$", self.PAGE.read_text(), re.M | re.S)
        source, = [block for block in blocks if "->start()" in block]
        server = Program.start(self, source)
        self.assertEqual(server.get("/orders", method="POST").status, 201)
        text = server.get("/metrics").text
        self.assertIn('\nshop_orders_total{country="de"} 1\n', text)
        self.assertIn("\nshop_order_seconds_count 1\n", text)
