"""The option `admin`: what the server tells about itself and takes from those who may, in a process of its own."""
# Time limit: 240 s
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import stat
import subprocess
import tempfile

from harness import ROOT, free_port, need, wait_until
from http_client import Client, request
from php_program import SERVING, http_script, requires
from processes import alive, in_session
from programs import ADMIN_PORT, Program
from prometheus import Prometheus
from server_case import TestCase

TOKEN = "correct-horse-battery"
BEARER = ("Authorization", f"Bearer {TOKEN}")
MAY_ACT = ("X-Tern-Admin", "1")
WRONG = [("Authorization", f"Bearer {TOKEN}x")], [("Authorization", f"Basic {TOKEN}")], [("Authorization", "Bearer ")]

HANDLER = SERVING + "answer($request, $response);"
SETUP = requires("operate/admin_server.php") + "has_a_gate($server);\n"


class AdminCase(TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-admin-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.socket = str(self.folder / "admin.sock")

    def start(self, options=None, setup=SETUP, **more):
        server = self.serve(HANDLER, {"admin": f"unix:{self.socket}", "hook_flags": 0, **(options or {})}, setup=setup, **more)
        self.wait_ready()
        return server

    def start_tcp(self, options=None, **more):
        port = free_port()
        self.socket = ("127.0.0.1", port)
        server = self.serve(HANDLER, {"admin": f"127.0.0.1:{port}", "admin_token": TOKEN, **(options or {})}, setup=SETUP,
                            **more)
        self.wait_ready()
        return server

    def wait_ready(self):
        wait_until(lambda: self.ask("/ready").status == 200, "a worker that is ready")

    def ask(self, path, method="GET", fields=(), body=b""):
        """As the operator's own clients do."""
        return self.ask_as([("Host", "localhost"), MAY_ACT, *fields], path, method, body)

    def ask_as(self, fields, path, method="GET", body=b""):
        with Client(self.socket) as client:
            return client.ask(method, path, fields, body)

    def json(self, path, method="GET", fields=(), body=b"", status=200):
        answer = self.ask(path, method, fields, body)
        self.assertEqual(answer.status, status, answer)
        self.assertEqual(answer.get("Content-Type"), "application/json")
        return json.loads(answer.text)

    def held(self, server):
        """A connection whose request waits, as the server tells."""
        client = server.client()
        self.addCleanup(client.close)
        client.send(request(path="/hold"))
        wait_until(lambda: self.json("/requests")["requests"], "a request in flight")
        return client


class EndpointsTest(AdminCase):
    def test_health_and_ready(self):
        self.start()
        self.assertEqual(self.json("/health"), {"status": "ok"})
        self.assertEqual(self.json("/ready"), {"ready": True})

    def test_not_ready_before_a_worker_is(self):
        server = self.serve("$response->end('ok');", {"admin": f"unix:{self.socket}", "hook_flags": 0},
                            setup="$server->on('workerStart', function () { while (!file_exists(__DIR__ . '/go')) { "
                            "clearstatcache(); usleep(1000); } });")
        self.assertEqual(self.json("/ready", status=503), {"ready": False, "why": "starting"})
        self.assertEqual(self.json("/health"), {"status": "ok"})
        (server.folder / "go").touch()
        self.wait_ready()

    def test_draining_is_seen_until_the_last_worker_has_left(self):
        server = self.start({"max_wait_time": 20})
        held = self.held(server)
        server.send_signal(signal.SIGTERM)
        wait_until(lambda: self.ask("/ready").status == 503, "the server to drain")
        self.assertEqual(self.json("/ready", status=503), {"ready": False, "why": "draining"})
        self.assertEqual(self.json("/health"), {"status": "ok"})

        def statuses():
            return [worker["status"] for worker in self.json("/stats")["workers"] if worker["role"] == "event"]

        wait_until(lambda: statuses() == ["exiting"], "the worker to be told")
        for path in ("/reload", "/workers/0/drain"):
            self.assertIn("shuts down", self.json(path, "POST", status=409)["error"])
        held.close()
        server.wait_exit()
        self.assertFalse(os.path.exists(self.socket))

    def test_metrics_in_both_formats(self):
        server = self.start()
        server.get("/")
        plain = self.ask("/metrics")
        self.assertEqual(plain.get("Content-Type"), "text/plain; version=0.0.4; charset=utf-8")
        self.assertRegex(plain.text, r'(?m)^tern_http_requests_total\{method="GET",status="2xx"\} \d+$')
        self.assertNotIn("# EOF", plain.text)
        accept = [("Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5")]
        opened = self.ask("/metrics", fields=accept)
        self.assertEqual(opened.get("Content-Type"), "application/openmetrics-text; version=1.0.0; charset=utf-8")
        self.assertTrue(opened.text.endswith("# EOF\n"))

    def one_connection(self, told):
        return told if sum(one["connections"] for one in told["workers"]) == 1 else None

    def test_stats(self):
        server = self.start({"worker_num": 2, "task_worker_num": 1},
                            setup=SETUP + "$server->on('task', fn () => null);"
                            "$server->addProcess(new Swoole\\Process(function () { while (true) sleep(100); }));")
        server.wait_serving(2)
        with server.client() as client:
            client.ask()
            told = wait_until(lambda: self.one_connection(self.json("/stats")), "the ends of earlier connections")
            self.assertEqual([(one["id"], one["role"]) for one in told["workers"]],
                             [(0, "event"), (1, "event"), (2, "task"), (3, "user"), (4, "admin")])
            self.assertEqual(sorted(one["pid"] for one in told["workers"]), sorted(server.workers()))
            self.assertEqual(told["server"]["pid"], server.pid)
            self.assertEqual(told["server"]["addresses"], [f"127.0.0.1:{server.port}"])
            self.assertEqual(told["server"]["user_worker_num"], 1)
            self.assertGreaterEqual(sum(one["requests"] for one in told["workers"]), 1)
            for one in told["workers"]:
                self.assertGreater(one["memory_rss"], 1_000_000)
            self.assertEqual(told["metrics"]["tern_build_info"]["samples"][0]["value"], 1)

    def test_options(self):
        self.start({"admin_token": TOKEN, "max_request": 1234})
        rows = {row["name"]: row for row in self.json("/options", fields=[BEARER])}
        self.assertEqual((rows["max_request"]["value"], rows["max_request"]["default"]), (1234, 0))
        self.assertIn("replaces", rows["max_request"]["doc"])
        self.assertEqual(rows["admin_token"]["value"], "***")
        self.assertNotIn(TOKEN, self.ask("/options", fields=[BEARER]).text)
        self.assertEqual(rows["admin"]["value"], f"unix:{self.socket}")

    def test_it_is_no_process_for_the_program(self):
        server = self.start(setup=SETUP + "$server->on('workerStart', function ($server) { Kept::$gate = new "
                            "Swoole\\Coroutine\\Channel(1); @$server->sendMessage('x', 1); note(error_get_last()['message']); });")
        server.wait_for(r"there is no worker 1, only 0 to 0")
        self.assertEqual(self.json("/stats")["server"]["user_worker_num"], 0)


class CoroutinesTest(AdminCase):
    def test_a_request_in_flight_and_where_it_waits(self):
        server = self.start()
        held = self.held(server)
        (one,) = self.json("/requests")["requests"]
        self.assertEqual((one["worker"], one["request"]), (0, {"method": "GET", "path": "/hold"}))
        self.assertRegex("\n".join(one["stack"]), r"(?s)server\.php:\d+ Swoole\\Coroutine\\Channel->pop\(\)\n.*server\.php:\d+ hold\(\)")
        self.assertGreaterEqual(one["for_ms"], 0)
        again = self.json("/workers/0/coroutines")
        self.assertEqual([two["id"] for two in again if two["request"]], [one["id"]])
        self.assertEqual(again[0]["waits_for"], one["waits_for"])
        self.assertIsNone(one["context"])
        server.get("/free")
        self.assertEqual(held.response().text, "held")
        self.assertEqual(self.json("/requests"), {"requests": [], "silent": []})

    def test_what_a_request_in_flight_has_cost(self):
        server = self.start()
        held = self.held(server)
        (one,) = self.json("/requests")["requests"]
        took = one["account"]
        self.assertEqual(set(took), {"cpu_ms", "waits_ms", "switches", "memory"})
        self.assertGreater(took["cpu_ms"], 0)
        self.assertGreater(took["waits_ms"]["lock"], 0)
        self.assertGreaterEqual(took["switches"], 1)
        again = wait_until(lambda: [two for two in self.json("/requests")["requests"]
                                    if two["account"]["waits_ms"]["lock"] > took["waits_ms"]["lock"]], "it to wait on")
        self.assertEqual(again[0]["account"]["switches"], took["switches"])
        others = [two for two in self.json("/workers/0/coroutines") if two["request"] is None]
        self.assertEqual([two["account"] for two in others], [None] * len(others))
        server.get("/free")
        self.assertEqual(held.response().text, "held")

    def test_task_workers_are_asked_too(self):
        self.start({"task_worker_num": 1, "task_enable_coroutine": True}, setup=SETUP + "$server->on('task', fn () => null);")
        self.assertEqual(self.json("/workers/1/coroutines"), [])

    def test_a_worker_that_is_stuck_does_not_stop_the_others(self):
        server = self.start({"blocking_threshold": 0})
        server.wait_serving(1)
        with server.client() as client:
            client.send(request(path="/spin"))
            server.wait_for("SPINS")
            self.assertEqual(self.json("/health"), {"status": "ok"})
            self.assertIn("worker 0 does not answer", self.json("/workers/0/coroutines", status=504)["error"])
            told = self.json("/requests")
            self.assertEqual(told["requests"], [])
            self.assertEqual([one["worker"] for one in told["silent"]], [0])
            self.assertEqual(self.json("/stats")["workers"][0]["status"], "busy")
            (server.folder / "go").touch()
            self.assertEqual(client.response().text, "spun")
        wait_until(lambda: self.ask("/workers/0/coroutines").status == 200, "the worker to answer again")

    def test_where_a_worker_is_stuck(self):
        server = self.start({"blocking_threshold": 0.02})
        server.wait_serving(1)
        with server.client() as client:
            client.send(request(path="/spin"))
            server.wait_for("SPINS")
            stuck = wait_until(lambda: self.json("/stats")["workers"][0]["stuck"], "the watchdog")
            self.assertRegex(stuck, r"blocked.*(?s:.*)#0 .*(usleep|file_exists|server\.php)")
            self.assertRegex(self.json("/workers/0/coroutines", status=504)["blocked"], r"server\.php\(\d+\)")
            self.assertRegex(self.json("/requests")["silent"][0]["blocked"], r"server\.php\(\d+\)")
            (server.folder / "go").touch()
            self.assertEqual(client.response().text, "spun")
        wait_until(lambda: self.json("/stats")["workers"][0]["stuck"] is None, "the loop to turn")

    def test_processes_of_the_program_are_asked(self):
        self.start({"task_worker_num": 1}, setup=SETUP + "$server->on('task', fn () => null); adds_processes($server);")
        found = wait_until(lambda: self.json("/workers/3/coroutines"), "the coroutine")
        self.assertRegex("\n".join(found[0]["stack"]), r"sleep\(\)\n.*server\.php:\d+ waits\(\)")
        self.assertEqual((found[0]["request"], found[0]["account"]), (None, None))
        self.assertIn("outside of coroutines", self.json("/workers/2/coroutines", status=504)["error"])

    def test_who_is_not_asked(self):
        self.start()
        for worker in (1, 7, 99999):
            self.assertIn(f"no worker {worker}", self.json(f"/workers/{worker}/coroutines", status=404)["error"])


class ActionsTest(AdminCase):
    def test_reload(self):
        server = self.start()
        before = server.get("/").text
        self.assertEqual(self.json("/reload", "POST", status=202), {"accepted": True})
        server.wait_for("the reload is finished")
        self.assertNotEqual(server.get("/").text, before)

    def test_reload_of_task_workers(self):
        server = self.start({"task_worker_num": 1}, setup=SETUP + "$server->on('task', fn () => null);")
        before = server.get("/").text
        self.json("/reload", "POST", body=b'{"only_tasks": true}', status=202)
        server.wait_for("the reload is finished")
        self.assertEqual(server.get("/").text, before)

    def test_reload_with_a_wrong_body(self):
        self.start()
        for body, status, why in ((b"{", 400, "no JSON object"), (b"1", 400, "no JSON object"),
                                  (b'{"only_tasks": "yes"}', 400, "must be true or false"),
                                  (b'{"only_tasks": true}', 409, "no task workers")):
            self.assertIn(why, self.json("/reload", "POST", body=body, status=status)["error"], body)

    def test_drain(self):
        self.start({"worker_num": 2})
        pids = {one["id"]: one["pid"] for one in self.json("/stats")["workers"]}
        self.assertEqual(self.json("/workers/1/drain", "POST", status=202), {"accepted": True})

        def now():
            return {one["id"]: one["pid"] for one in self.json("/stats")["workers"] if one["status"] != "exiting"}
        wait_until(lambda: now()[1] != pids[1] and not alive(pids[1]), "a new worker 1")
        self.assertEqual(now()[0], pids[0])
        for worker in (2, 9):
            self.json(f"/workers/{worker}/drain", "POST", status=404)

    def test_stop(self):
        server = self.start()
        self.assertEqual(self.json("/stop", "POST", status=202), {"accepted": True})
        server.wait_exit()


class AccessTest(AdminCase):
    def test_tokens(self):
        self.start_tcp()
        for path in ("/health", "/ready", "/"):
            self.assertEqual(self.ask(path).status, 200, path)
        for fields in (), *WRONG:
            answer = self.ask("/stats", fields=fields)
            self.assertEqual((answer.status, answer.get("WWW-Authenticate")), (401, "Bearer"), fields)
            self.assertIn("token", json.loads(answer.text)["error"])
        for path in ("/metrics", "/stats", "/options", "/requests", "/workers/0/coroutines"):
            self.assertEqual(self.ask(path).status, 401, path)
            self.assertEqual(self.ask(path, fields=[BEARER]).status, 200, path)
        for path in ("/reload", "/stop", "/workers/0/drain"):
            self.assertEqual(self.ask(path, "POST").status, 401, path)

    def test_who_guesses_tokens_gets_few_tries(self):
        self.start_tcp()

        def refused():
            return int(re.search(r"(?m)^tern_admin_refused_requests_total (\d+)$", self.ask("/metrics", fields=[BEARER]).text)[1])
        self.assertEqual(refused(), 0)
        with Client(self.socket) as client:
            answers = []
            while not answers or answers[-1].status == 401:
                self.assertLess(len(answers), 1000)
                answers.append(client.ask("GET", "/stats", [("Host", "localhost"), *WRONG[0]]))
        self.assertGreater(len(answers), 10)
        self.assertEqual((answers[-1].status, answers[-1].get("Retry-After")), (429, "1"))
        self.assertIn("too many wrong tokens", json.loads(answers[-1].text)["error"])
        self.assertEqual(self.ask("/health").status, 200)
        wait_until(lambda: self.ask("/stats", fields=[BEARER]).status == 200, "to be let in again")
        self.assertGreaterEqual(refused(), len(answers))

    def test_unknown_paths_and_methods(self):
        self.start()
        for path in ("/nothing", "/stats/", "/workers/x/coroutines", "/workers/-1/drain", "//", "/health%0a"):
            self.assertIn("error", self.json(path, status=404))
        self.assertEqual(self.ask("/health", "HEAD").status, 200)
        for path, method, allowed in (("/reload", "GET", "POST"), ("/stats", "POST", "GET, HEAD"), ("/stop", "PUT", "POST")):
            answer = self.ask(path, method)
            self.assertEqual((answer.status, answer.get("Allow")), (405, allowed))

    def test_a_unix_socket_is_the_owners_alone(self):
        self.start()
        self.assertEqual(stat.S_IMODE(os.stat(self.socket).st_mode), 0o600)

    def test_the_process_drops_privileges(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give privileges away")
        self.start({"user": "nobody"})
        (admin,) = [one for one in self.json("/stats")["workers"] if one["role"] == "admin"]
        uids = re.search(r"^Uid:\s+(.*)$", pathlib.Path(f"/proc/{admin['pid']}/status").read_text(), re.M)[1].split()
        self.assertNotIn("0", uids)

    def test_it_is_started_again(self):
        server = self.start()
        server.expect_crash(9)
        (pid,) = [one["pid"] for one in self.json("/stats")["workers"] if one["role"] == "admin"]
        os.kill(pid, signal.SIGKILL)
        server.wait_for("ended by signal 9")
        self.assertEqual(self.json("/health"), {"status": "ok"})
        self.assertEqual(server.get("/serving").status, 200)

    def test_without_the_option_there_is_none(self):
        server = self.serve(HANDLER, setup=SETUP)
        server.wait_serving(1)
        self.assertEqual(len(server.workers()), 1)


class PagesOfOthersTest(AdminCase):
    """A page from anywhere in the operator's browser, which reaches the address by a forwarded port."""
    CLOSED = ("/", "/stats", "/options", "/requests", "/workers/0/coroutines")
    PROBES = ("/health", "/ready")
    ACTIONS = ("/reload", "/stop", "/workers/0/drain")

    def refused(self, fields, path, method, status, why):
        answer = self.ask_as(fields, path, method)
        self.assertEqual(answer.status, status, (fields, path))
        self.assertIn(why, json.loads(answer.text)["error"])

    def test_hosts(self):
        self.start({"admin_hosts": ["App.example.org"]})
        for host in ("localhost", "LOCALHOST:1", "127.0.0.1:9600", "10.1.2.3", "[::1]", "[::1]:9600", "admin", "tern", "app.EXAMPLE.org:80"):
            self.assertEqual(self.ask_as([("Host", host)], "/stats").status, 200, host)
        for host in ("evil.example", "evil.example:9600", "localhost.evil.example", "127.0.0.1.evil.example", "1", "example.org"):
            for path in (*self.CLOSED, "/metrics"):
                self.refused([("Host", host)], path, "GET", 421, f'the host "{host}" is not served here')
            for path in self.PROBES:
                self.assertEqual(self.ask_as([("Host", host)], path).status, 200)
            for path in self.ACTIONS:
                self.refused([("Host", host), MAY_ACT], path, "POST", 421, "admin_hosts")

    def test_a_client_without_a_host(self):
        self.start()
        with Client(self.socket) as client:
            client.send(b"GET /stats HTTP/1.0\r\n\r\n")
            self.assertEqual(client.response().status, 200)

    def test_metrics_have_any_host_where_they_need_a_token(self):
        self.start_tcp()
        foreign = ("Host", "app-0.monitoring.svc:9600")
        self.assertEqual(self.ask_as([foreign, BEARER], "/metrics").status, 200)
        self.assertEqual(self.ask_as([foreign], "/metrics").status, 401)
        for path in self.CLOSED:
            self.assertEqual(self.ask_as([foreign, BEARER], path).status, 421)
        for path in self.ACTIONS:
            self.assertEqual(self.ask_as([foreign, BEARER, MAY_ACT], path, "POST").status, 421)

    def test_origins(self):
        self.start()
        here = ("Host", "localhost:9600")
        for origin in ("http://localhost:9600", "https://LOCALHOST:9600"):
            self.assertEqual(self.ask_as([here, ("Origin", origin)], "/stats").status, 200)
        for origin in ("https://evil.example", "http://localhost:3000", "http://localhost", "null", "",
                       "http://localhost:9600.evil.example", "http://http://localhost:9600", "file://localhost:9600"):
            for path in (*self.CLOSED[1:], "/metrics"):
                self.refused([here, ("Origin", origin)], path, "GET", 403, f'Origin is "{origin}"')
            for path in self.ACTIONS:
                self.refused([here, ("Origin", origin), MAY_ACT], path, "POST", 403, f'Origin is "{origin}"')

    def test_where_a_browser_says_that_a_request_comes_from(self):
        self.start()
        here = ("Host", "localhost:9600")
        for site in ("same-origin", "none"):
            self.assertEqual(self.ask_as([here, ("Sec-Fetch-Site", site)], "/stats").status, 200)
        for site in ("cross-site", "same-site", ""):
            fields = [here, ("Sec-Fetch-Site", site)]
            self.refused(fields, "/stats", "GET", 403, f'Sec-Fetch-Site is "{site}"')
            self.refused([*fields, MAY_ACT], "/stop", "POST", 403, f'Sec-Fetch-Site is "{site}"')
            self.assertEqual(self.ask_as(fields, "/").status, 200, "a link leads to the page")

    def test_what_forms_send(self):
        server = self.start()
        pids = server.workers()
        for fields in ([], [("X-Tern-Admin", "0")], [("Content-Type", "text/plain")], [("Content-Type", "application/json")]):
            for path in self.ACTIONS:
                self.refused([("Host", "localhost"), *fields], path, "POST", 403, "needs the field X-Tern-Admin: 1")
        self.assertEqual(self.ask_as([("Host", "localhost"), ("Access-Control-Request-Headers", "x-tern-admin")], "/stop", "OPTIONS").status, 405)
        self.assertEqual(server.workers(), pids)

    def test_a_token_does_not_stand_for_it(self):
        self.start_tcp()
        for path in self.ACTIONS:
            self.assertEqual(self.ask_as([("Host", "localhost")], path, "POST").status, 401)
            self.refused([("Host", "localhost"), BEARER], path, "POST", 403, "X-Tern-Admin: 1")


class BadAddressTest(AdminCase):
    def fails(self, options):
        server = self.run_script(http_script("$response->end('ok');", options), wait=False)
        server.wait_exit()
        server.stopped = True
        return server.output()

    def test_a_socket_of_a_dead_server_is_taken_over(self):
        dead = socket.socket(socket.AF_UNIX)
        dead.bind(self.socket)
        dead.listen()
        dead.close()
        self.start()
        self.assertEqual(self.json("/health"), {"status": "ok"})

    def test_an_address_that_somebody_listens_on(self):
        with socket.socket(socket.AF_UNIX) as other:
            other.bind(self.socket)
            other.listen()
            output = self.fails({"admin": f"unix:{self.socket}"})
            self.assertIn(f"cannot listen on unix:{self.socket}, the option admin: Address already in use", output)
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            address = "127.0.0.1:%d" % other.getsockname()[1]
            output = self.fails({"admin": address, "admin_token": TOKEN})
            self.assertIn(f"cannot listen on {address}, the option admin: Address already in use", output)

    def test_a_place_that_is_not_there(self):
        self.assertIn("the option admin: No such file", self.fails({"admin": "unix:/nowhere/at/all.sock"}))
        kept = self.folder / "file"
        kept.write_text("kept")
        self.assertIn("Address already in use", self.fails({"admin": f"unix:{kept}"}))
        self.assertEqual(kept.read_text(), "kept")

    def test_an_address_without_a_token(self):
        self.assertIn("needs admin_token", self.fails({"admin": "127.0.0.1:9600"}))


class PrometheusTest(AdminCase):
    def test_a_prometheus_scrapes_it(self):
        self.start_tcp()
        _, port = self.socket
        token = self.folder / "token"
        token.write_text(TOKEN)
        (example,) = re.findall(r"^```yaml\n(scrape_configs:.*?)^```$", (ROOT / "docs/logs.md").read_text(), re.M | re.S)
        prometheus = Prometheus(self, "global: { scrape_interval: 1s, scrape_timeout: 1s }\n"
                                      + example.replace(ADMIN_PORT, str(port))
                                      .replace("/etc/prometheus/app-admin-token", str(token)))
        wait_until(lambda: prometheus.query('up{job="app"}') == ["1"], "a scrape")
        self.assertEqual(prometheus.query("tern_build_info"), ["1"])
        self.assertEqual(len(prometheus.query("tern_http_request_duration_seconds_bucket")), 60)


class PageTest(AdminCase, Program):
    """docs/admin.md"""
    PAGE = (ROOT / "docs/admin.md").read_text()

    def test_the_example_has_what_the_table_says(self):
        (source,) = [block for block in re.findall(r"^```php\n(.*?)^```$", self.PAGE, re.M | re.S)]
        os.environ["ADMIN_TOKEN"] = TOKEN
        self.addCleanup(os.environ.pop, "ADMIN_TOKEN")
        server = Program.start(self, source)
        self.socket = ("127.0.0.1", server.admin_port)
        self.wait_ready()
        rows = re.findall(r"^\| `(GET|POST) (\S+)` \|", self.PAGE, re.M)
        self.assertEqual(len(rows), 16)
        for method, path in rows:
            answer = self.ask(path.replace("N", "0"), method, [BEARER])
            self.assertEqual(answer.status, 200 if method == "GET" else 202, (method, path, answer))
        server.wait_exit()
        # The stop has cancelled the upgrade: the process that it had started ends a moment later.
        wait_until(lambda: not in_session(server.pid), "the end of the new server")

    def test_the_commands(self):
        need("curl")
        server = self.start_tcp()
        _, port = self.socket
        (commands,) = re.findall(r"^```sh\n(curl.*?)^```$", self.PAGE, re.M | re.S)
        _, by_tcp = commands.splitlines()
        out = subprocess.run(["sh", "-c", by_tcp.replace(ADMIN_PORT, str(port))], capture_output=True, text=True,
                             env=dict(os.environ, ADMIN_TOKEN=TOKEN))
        self.assertEqual(out.stdout, '{"accepted":true}\n', out.stderr)
        server.wait_for("the reload is finished")

    def test_the_command_for_a_unix_socket(self):
        need("curl")
        self.start()
        (commands,) = re.findall(r"^```sh\n(curl.*?)^```$", self.PAGE, re.M | re.S)
        by_unix, _ = commands.splitlines()
        out = subprocess.run(["sh", "-c", by_unix.replace("/run/app/admin.sock", self.socket)], capture_output=True, text=True)
        self.assertEqual(json.loads(out.stdout)["server"]["version"], self.json("/stats")["server"]["version"], out.stderr)
