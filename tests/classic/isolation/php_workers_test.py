"""`tern serve --isolation process`: scripts in PHP workers, one request at a time in each. A script that "holds" waits in a call of
the system that suspends nothing, until the test lets it go on."""
import json
import os
import re
import signal
import zlib

from harness import ROOT, wait_until
from http_client import Client, request
from launcher import LauncherTest
from processes import alive, children_of
from fpm_site import DIFFERENT, REQUESTS

INDEX = "<?php require 'hold.inc'; if (isset($_GET['hold'])) { hold($_GET['hold']); } echo getmypid();"
SMALL_BUFFER = 4096


# Queries of php_workers/answer.php.
ANSWERS = ("text", "empty", "status=204", "status=304", "status=404", "status=500", "location", "long", "longer", "flush", "length", "lengthflush",
           "cookies", "type", "date", "exception", "reason", "gzip")


class Held:
    """A request whose script holds."""

    def __init__(self, test, server, name, path="/?hold="):
        os.mkfifo(test.folder / f"go-{name}")
        self.path = test.folder / f"go-{name}"
        self.client = server.client()
        test.addCleanup(self.client.close)
        self.client.send(request("GET", f"{path}{name}"))
        self.find = lambda: [int(file.name.split("-")[2]) for file in test.folder.glob(f"pid-{name}-*")]

    def pid(self):
        """Of the PHP worker, once the script runs."""
        return wait_until(self.find, "a script that holds")[0]

    def let_go(self):
        self.pid()
        with open(self.path, "w"):
            pass

    def end(self):
        self.let_go()
        return self.client.response()


class ProcessTest(LauncherTest):
    def site(self, workers, *words, isolation="process", **more):
        self.write("site/hold.inc", (ROOT / "tests/classic/isolation/php_workers/hold.inc").read_text())
        self.write("site/index.php", INDEX)
        self.write("site/page.txt", "a file")
        admin = f"{self.folder}/admin-{isolation}"
        server = self.run_served("site", "--port", "0", "--admin", f"unix:{admin}", "--isolation", isolation, "--workers", workers, *words, **more)
        server.admin = admin
        server.wait_for("^classic: ")
        return server

    def hold(self, server, *names, **more):
        return [Held(self, server, name, **more) for name in names]

    def get_pid(self, server):
        """Of a PHP worker that is idle."""
        answer = server.get("/")
        self.assertEqual(answer.status, 200)
        return int(answer.text)


class WorkersTest(ProcessTest):
    """How many there are, and which one has a request."""

    def test_the_number_grows_and_shrinks_with_the_work(self):
        server = self.site("1-4", "--idle-time", "1")
        self.assertRegex(server.output(), r"\nclassic: one request at a time in each PHP worker, 1 to 4 of them\n")
        self.get_pid(server)
        held = self.hold(server, "a", "b", "c", "d")
        pids = {one.pid() for one in held}
        self.assertEqual(len(pids), 4)  # all run at once
        self.assertEqual({int(one.end().text) for one in held}, pids)
        wait_until(lambda: sum(alive(pid) for pid in pids) == 1, "one PHP worker")
        self.get_pid(server)

    def test_no_request_waits_behind_a_busy_worker(self):
        server = self.site("2")
        busy, = self.hold(server, "a")
        pid = busy.pid()
        others = {self.get_pid(server) for _ in range(20)}
        self.assertEqual(len(others), 1)
        self.assertNotIn(pid, others)
        self.write("site/metrics.php", "<?php echo json_encode(Tern\\Metrics::collect()['php_workers']['samples']);")
        samples = json.loads(server.get("/metrics.php").text)
        self.assertEqual({sample["labels"]["state"]: sample["value"] for sample in samples}, {"idle": 0, "busy": 2})
        self.assertEqual(int(busy.end().text), pid)

    def test_a_request_waits_while_all_are_busy(self):
        server = self.site("1")
        first, = self.hold(server, "a")
        first.pid()
        second, = self.hold(server, "b")
        self.assertEqual(server.get("/page.txt").text, "a file")  # which needs no PHP
        self.assertEqual(second.find(), [])
        self.assertEqual(int(first.end().text), first.pid())
        self.assertEqual(second.end().status, 200)

    def test_a_client_that_waits_no_more(self):
        server = self.site("1")
        held, = self.hold(server, "a")
        held.pid()
        gone, kept = self.hold(server, "b", "c")
        self.wait_for_waiting(server, 2)
        gone.client.close()
        self.wait_for_waiting(server, 1)
        held.let_go()
        self.assertEqual(kept.end().status, 200)
        self.assertEqual(gone.find(), [])

    @staticmethod
    def wait_for_waiting(server, count):
        """Until so many requests wait for a PHP worker."""
        def waiting():
            with Client(server.admin) as client:
                text = client.ask(path="/metrics", fields=[("Host", "localhost")]).text
            return sum(int(number) for number in re.findall(r"^tern_applications_waiting\{.*\} (\d+)$", text, re.M)) == count
        wait_until(waiting, f"{count} waiting requests")

    def test_a_wait_that_is_too_long(self):
        server = self.site("1", "--max-wait", "1")
        held, = self.hold(server, "a")
        held.pid()
        answer = server.get("/")
        self.assertEqual((answer.status, answer.get("Retry-After")), (503, "1"))
        self.assertEqual(held.end().status, 200)
        self.assertEqual(server.get("/").status, 200)

    def test_a_killed_worker_loses_its_own_request(self):
        server = self.site("2")
        lost, kept = self.hold(server, "a", "b")
        server.expect_crash(signal.SIGKILL)
        lost_pid, kept_pid = lost.pid(), kept.pid()
        os.kill(lost_pid, signal.SIGKILL)
        self.assertEqual(lost.client.response().status, 502)
        server.wait_for(r"index\.php: the PHP worker ended before it answered")
        self.assertNotIn(self.get_pid(server), (lost_pid, kept_pid))  # it is replaced
        self.assertEqual(int(kept.end().text), kept_pid)

    def test_a_worker_is_replaced_after_max_requests(self):
        server = self.site("1", "--max-requests", "2")
        pids = [self.get_pid(server) for _ in range(6)]
        self.assertEqual(pids[::2], pids[1::2])
        self.assertEqual(len(set(pids)), 3)

    def test_a_reload_replaces_workers_when_they_are_done(self):
        server = self.site("1")
        held, = self.hold(server, "a")
        pid = held.pid()
        server.send_signal(signal.SIGUSR1)
        server.wait_for("the reload is finished")
        self.assertEqual(int(held.end().text), pid)
        wait_until(lambda: not alive(pid), "the end of the old PHP worker")
        self.assertNotEqual(self.get_pid(server), pid)

    def test_a_script_that_goes_on_after_its_answer_is_busy(self):
        server = self.site("1-2")
        self.write("site/late.php", "<?php require 'hold.inc'; echo 'early'; fastcgi_finish_request(); hold($_GET['name']);")
        held, = self.hold(server, "a", path="/late.php?name=")
        self.assertEqual(held.client.response().text, "early")
        pid = held.pid()
        self.assertNotIn(pid, {self.get_pid(server) for _ in range(5)})
        held.let_go()


class ClientsTest(ProcessTest):
    """Clients do not hold a PHP worker."""

    def test_a_slow_upload(self):
        server = self.site("1")
        self.write("site/size.php", "<?php echo strlen(file_get_contents('php://input'));")
        with server.client() as slow:
            slow.send("POST /size.php HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n", b"x" * 100000)
            self.assertEqual(server.get("/").status, 200)
            self.assertEqual(slow.send(b"x" * 100000).response().text, "200000")

    def test_a_slow_download(self):
        server = self.site("1")
        self.write("site/long.php", "<?php for ($i = 0; $i < 200; ++$i) { echo str_repeat(chr(65 + $i % 26), 100000); }")
        with server.client(receive_buffer=SMALL_BUFFER) as slow:
            slow.send(request("GET", "/long.php"))
            slow.head()
            self.assertEqual(server.get("/").status, 200)
        self.assertEqual(server.get("/long.php").body, b"".join(bytes([65 + i % 26]) * 100000 for i in range(200)))

    def test_an_answer_that_comes_in_pieces(self):
        server = self.site("1")
        self.write("site/pieces.php", "<?php require 'hold.inc'; echo 'first'; ob_flush(); flush(); hold($_GET['name']); echo 'last';")
        held, = self.hold(server, "a", path="/pieces.php?name=")
        head = held.client.head()
        self.assertEqual((head.status, held.client.chunk()), (200, b"first"))
        held.let_go()
        self.assertEqual(held.client.chunk(), b"last")

    def test_a_client_that_goes_away_ends_the_script(self):
        server = self.site("1")
        self.write("site/endless.php", "<?php register_shutdown_function(fn() => file_put_contents(__DIR__ . '/../end', connection_status()));"
                                       "while (true) { echo str_repeat('x', 10000); ob_flush(); flush(); }")
        with server.client() as client:
            client.send(request("GET", "/endless.php"))
            client.head()
        end = self.folder / "end"
        wait_until(lambda: end.exists() and end.read_text(), "the end of the script")
        self.assertEqual(end.read_text(), "1")
        self.assertEqual(server.get("/").status, 200)


class ScriptsTest(ProcessTest):
    """What scripts see and may do."""
    FORK = ("<?php $child = pcntl_fork(); if ($child === 0) { exit(7); } pcntl_waitpid($child, $status);"
            "echo json_encode([getmypid(), pcntl_wexitstatus($status)]);")

    def test_variables_are_those_of_a_context(self):
        self.write("site/dump.php", (ROOT / "tests/classic/requests/site/dump.php").read_text())
        self.write("site/folder/a b.php", "<?php require __DIR__ . '/../dump.php';")
        self.write("site/folder/index.php", "<?php require __DIR__ . '/../dump.php';")
        servers = [self.site("1", isolation=isolation) for isolation in ("process", "context")]
        self.write("site/index.php", "<?php require __DIR__ . '/dump.php';")
        for method, path, *more in REQUESTS:
            with self.subTest(method=method, path=path, more=more):
                here, there = (json.loads(server.get(path, *more[:1], method=method, **({"body": more[1]} if more[1:] else {})).text)
                               for server in servers)
                self.assertEqual({name: value for name, value in here.items() if name not in DIFFERENT},
                                 {name: value for name, value in there.items() if name not in DIFFERENT})
                self.assertEqual(here["SERVER_PORT"], str(servers[0].port))

    def test_a_request_is_whole(self):
        self.write("site/whole.php", "<?php header('X-Own: 1'); header('X-Own: 2', false); setcookie('c', 'd'); http_response_code(418);"
                                     "echo json_encode([$_GET, $_POST, $_COOKIE, getallheaders(), file_get_contents('php://input'),"
                                     "isset($_FILES['f']) ? file_get_contents($_FILES['f']['tmp_name']) : null]);")
        answers = []
        for isolation in ("process", "context"):
            server = self.site("1", isolation=isolation)
            for kind, body in (("application/x-www-form-urlencoded", b"a%5B%5D=1&a[]=2"),
                               ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="f"; filename="n"\r\n\r\n'
                                + b"text" * 50000 + b"\r\n--x--\r\n")):
                fields = [("Content-Type", kind), ("Cookie", "e=f; g=h"), ("X-Own-Field", "1"), ("X_Own_Field", "2"), ("Proxy", "3"),
                          ("Authorization", "Basic YW5uOg==")]
                answer = server.get("/whole.php?q=1&r%5Bs%5D=t", fields, "POST", body)
                told = json.loads(answer.text)
                told[3].pop("Host")
                self.assertEqual({"X_own_field", "Proxy"} & set(told[3]), set())
                answers.append([answer.status, answer.all("X-Own"), answer.all("Set-Cookie"), answer.get("Content-Type"), told])
        self.assertEqual(answers[:2], answers[2:])
        self.assertEqual(answers[0][:3], [418, ["1", "2"], ["c=d"]])
        self.assertEqual(answers[1][4][5], "text" * 50000)

    def test_answers_are_those_of_a_context(self):
        self.write("site/answer.php", (ROOT / "tests/classic/isolation/php_workers/answer.php").read_text())
        servers = [self.site("1", isolation=isolation) for isolation in ("process", "context")]
        for asked in ANSWERS:
            for method in ("GET", "HEAD", "POST"):
                if method == "HEAD" and "flush" in asked:
                    continue  # what is known of the body is another thing
                for fields in ((), [("Accept-Encoding", "gzip")]):
                    with self.subTest(asked=asked, method=method, fields=fields):
                        here, there = (server.get(f"/answer.php?{asked}", fields, method, b"x=y" if method == "POST" else b"") for server in servers)
                        self.assertEqual(self.facts(here), self.facts(there))

    @staticmethod
    def facts(answer):
        """Without what depends on how an answer was cut into pieces."""
        is_packed = answer.get("Content-Encoding") == "gzip" and answer.body
        fields = sorted(field for field in answer.fields if field[0].lower() not in ("date", "content-length" if is_packed else ""))
        return answer.status, answer.reason, fields, zlib.decompress(answer.body, zlib.MAX_WBITS | 16) if is_packed else answer.body

    def test_a_child_of_a_script_does_not_answer(self):
        server = self.site("1")
        self.write("site/fork.php", "<?php $child = pcntl_fork(); if ($child > 0) { pcntl_waitpid($child, $status); } echo $child > 0 ? 'parent' : 'child';")
        self.assertEqual([server.get("/fork.php").text for _ in range(3)], ["parent"] * 3)
        self.assertEqual(server.get("/").status, 200)

    def test_a_script_that_forks(self):
        server = self.site("1")
        self.write("site/fork.php", self.FORK)
        for _ in range(3):
            pid, status = json.loads(server.get("/fork.php").text)
            self.assertEqual(status, 7)
            self.assertEqual(pid, int(server.get("/").text))

    def test_only_scripts_that_fork_leave_the_contexts(self):
        server = self.site("1", isolation="context")
        self.write("site/fork.php", self.FORK)
        front = int(server.get("/").text)
        self.assertIn(front, children_of(server.pid))
        pid, status = json.loads(server.get("/fork.php").text)
        self.assertEqual(status, 7)
        self.assertNotEqual(pid, front)
        self.assertEqual(int(server.get("/").text), front)
        server.wait_for(r"fork\.php uses pcntl_fork: it runs in a PHP worker, one request at a time")

    def test_a_fatal_error_is_of_its_request(self):
        server = self.site("1", php=("-d", "memory_limit=32M"))
        self.write("site/fatal.php", "<?php str_repeat('x', 1 << 30);")
        self.assertEqual(server.get("/fatal.php").status, 500)
        self.assertEqual(server.get("/").status, 200)
