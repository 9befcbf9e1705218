"""The access log: what is in a line, that no line is lost or torn, and that nothing a client sends makes one."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

from harness import need, wait_until
from http_client import Closed, request
from load import Load
from php_program import PhpFile
from server_case import TestCase

PID = "$response->end((string) getmypid());"
COMBINED = re.compile(r'127\.0\.0\.1 - - \[\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\] '
                      r'"GET /pid\S* HTTP/1\.1" 200 \d+ "-" "[^"]*"')


class LoggedCase(TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-access-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.path = self.folder / "access.log"

    def logged(self, handler, options=None, **more):
        return self.serve(handler, {"access_log": str(self.path), **(options or {})}, **more)

    def logged_by(self, path, options, **more):
        return self.run_script(PhpFile(path, {"access_log": str(self.path), **options}), **more)

    def lines(self, path=None):
        return (path or self.path).read_text("latin-1").splitlines()

    def wait_lines(self, count):
        return wait_until(lambda: len(self.lines()) >= count and self.lines(), lambda: f"{count} of {self.lines()}")

    def records(self, count):
        return [json.loads(line) for line in self.wait_lines(count)]


class LinesTest(LoggedCase):
    def test_curl_in_the_combined_format(self):
        server = self.logged("$response->end('12345');")
        subprocess.run([need("curl"), "-s", "-o", "/dev/null", "-A", 'my "agent"', "-e", "http://from/", server.url("/a?b=c")],
                       check=True)
        self.assertRegex(self.wait_lines(1)[0],
                         r'^127\.0\.0\.1 - - \[[^]]+\] "GET /a\?b=c HTTP/1\.1" 200 5 "http://from/" "my \\x22agent\\x22"$')

    def test_off_is_the_default(self):
        server = self.serve("$response->end('x');", {"access_log": ""})
        self.assertEqual(server.get().status, 200)
        self.assertEqual([name for name in os.listdir(server.folder) if "access" in name], [])

    def test_json_tells_of_the_client_behind_a_proxy(self):
        server = self.logged("$response->status(404); $response->end('none');",
                             {"access_log_format": "json", "trusted_proxies": ["127.0.0.1"]})
        server.get("/x?y", [("X-Forwarded-For", "192.0.2.7"), ("X-Request-Id", "r1"), ("User-Agent", 'a"\\b\xff')])
        record = self.records(1)[0]
        self.assertRegex(record.pop("time"), r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$")
        self.assertGreater(record.pop("duration"), 0)
        for figure in ("cpu", "switches", "memory", "waits"):  # see accounting_test
            del record[figure]
        self.assertEqual(record, {"remote_addr": "192.0.2.7", "peer": "127.0.0.1", "method": "GET", "target": "/x?y",
                                  "protocol": "HTTP/1.1", "host": "test.example", "referer": None,
                                  "user_agent": 'a"\\b\ufffd', "request_id": "r1", "status": 404, "bytes": 4, "worker": 0,
                                  "aborted": False})

    def test_each_way_a_request_ends(self):
        (self.folder / "file.txt").write_text("0123456789")
        server = self.logged_by("operate/access_log_ends.php", {
            "access_log_format": "%U %s %B %X", "max_concurrency": 2, "document_root": str(self.folder), "enable_static_handler": True,
            "package_max_length": 2000})
        with server.client() as held, server.client() as gone, server.client() as cut, server.client() as reset:
            server.get("/a")
            server.get("/file.txt")
            server.get("/throw")
            server.get("/large", method="POST", body="x" * 3000)
            held.send(request(path="/wait"))
            server.wait_for("^WAITS")
            gone.send(request(path="/wait"))
            server.wait_for("^WAITS", count=2)
            self.assertEqual(server.get("/refused").status, 503)
            gone.reset()
            self.wait_lines(6)
            cut.send(request(path="/stream"))
            self.assertEqual((cut.head().status, cut.chunk()), (200, b"part"))
            cut.reset()
            self.wait_lines(7)
            reset.send("NONSENSE\r\n\r\n")
            self.assertEqual(reset.response().status, 400)
            lines = self.wait_lines(8)
        self.assertEqual(lines, ["/a 200 2 +", "/file.txt 200 10 +", "/throw 500 21 +", "/large 413 22 -", "/refused 503 0 +",
                                 "/wait 499 0 X", "/stream 200 4 X", "- 400 16 -"])

    def test_a_request_that_takes_too_long(self):
        server = self.logged("if ($request->server['path_info'] === '/s') $response->write('part'); Swoole\\Coroutine::yield();",
                             {"access_log_format": "%U %s %X", "request_timeout": 0.05})
        self.assertEqual(server.get("/").status, 504)
        with self.assertRaises(Closed):
            server.get("/s")
        self.assertEqual(self.wait_lines(2), ["/ 504 +", "/s 200 X"])

    def test_nothing_a_client_sends_is_a_line_of_its_own(self):
        server = self.logged("$response->end('x');", {"access_log_format": "json"})
        hostile = ["GET /\x01 HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/1.1\nforged\r\n\r\n", 'GET /"\n HTTP/1.1\r\n\r\n',
                   "\x16\x03\x01\x02\x00\x01\xfc\r\n\r\n", "GET /\xff\xe2\x80\xa8 HTTP/1.1\r\nHost: x\r\nUser-Agent: \x1b[31m\xff\r\n\r\n",
                   'GET / HTTP/1.1\r\nHost: x\r\nReferer: ","status":200}\r\n\r\n']
        answers = 0
        for text in hostile:
            with server.client() as client:
                client.send(text.encode("latin-1")).end_of_sending()
                answers += client.rest().count(b"HTTP/1.1 ")
        server.stop()
        lines = self.lines()
        self.assertEqual(len(lines), answers)
        for line in lines:
            self.assertIn("remote_addr", json.loads(line))
            self.assertNotRegex(line, r"[\x00-\x1f\x7f]")

    def test_each_port_has_its_own(self):
        other = self.folder / "other.log"
        setup = f"$server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP)->set(['access_log' => '{other}', 'access_log_format' => '%U %p']);"
        server = self.logged("$response->end('x');", {"access_log_format": "%U"}, setup=setup)
        server.get("/first")
        with server.client(1) as client:
            client.ask(path="/second")
        server.stop()
        self.assertEqual((self.lines(), self.lines(other)), (["/first"], [f"/second {server.ports[1]}"]))

    def test_standard_streams(self):
        for name in ("-", "/dev/stdout", "php://stderr"):
            with self.subTest(name):
                server = self.logged("$response->end('x');", {"access_log": name, "access_log_format": "LINE %U"})
                server.get("/somewhere")
                server.wait_for("^LINE /somewhere$")
                server.stop()

    def test_a_file_that_cannot_be_opened(self):
        script = "$s = new Swoole\\Http\\Server('127.0.0.1', 0); $s->on('request', fn() => 0);" \
                 "$s->set(['access_log' => '/nowhere/at/all']); exit($s->start() ? 0 : 3);"
        server = self.run_script(script, wait=False)
        self.assertEqual(server.wait_exit(), 3)
        self.assertIn("access_log /nowhere/at/all cannot be opened: No such file or directory", server.output())
        server.stop(code=3)


class WholeTest(LoggedCase):
    def check_all_there(self, load, *paths):
        self.assertEqual(load.failures, [])
        lines = [line for path in paths for line in self.lines(path) if "/pid" in line]
        self.assertEqual(len(lines), load.answered)
        for line in lines:
            self.assertRegex(line, COMBINED)

    def test_two_workers_write_whole_lines(self):
        server = self.logged(PID, {"worker_num": 2})
        with Load(server, path="/pid?" + "a" * 700, per_connection=20) as load:
            wait_until(load.more(3000), "answers")
            wait_until(lambda: len(load.pids) == 2, "both workers")
        server.stop()
        self.check_all_there(load, self.path)

    def test_two_workers_write_whole_lines_to_a_pipe(self):
        os.mkfifo(self.path)
        copy = self.folder / "copy.log"
        with open(copy, "wb") as into:
            reader = subprocess.Popen(["cat", str(self.path)], stdout=into)
        self.addCleanup(reader.wait)
        server = self.logged(PID, {"worker_num": 2})
        with Load(server, path="/pid?" + "a" * 700, per_connection=20) as load:
            wait_until(load.more(3000), "answers")
            wait_until(lambda: len(load.pids) == 2, "both workers")
        server.stop()
        reader.wait()
        self.check_all_there(load, copy)

    def test_ab_and_the_log_agree(self):
        server = self.logged(PID, {"worker_num": 2, "access_log_format": "%H %s"})
        subprocess.run([need("ab"), "-q", "-k", "-c", "20", "-n", "5000", server.url("/pid")], check=True,
                       stdout=subprocess.DEVNULL)
        server.stop()
        self.assertEqual(self.lines(), ["HTTP/1.0 200"] * 5000)

    def test_the_signal_that_opens_the_log_again(self):
        server = self.logged(PID, {"worker_num": 2})
        moved = [self.folder / f"access.{n}" for n in range(3)]
        with Load(server, per_connection=20) as load:
            for path in moved:
                wait_until(load.more(200), "answers")
                self.path.rename(path)
                server.send_signal(signal.SIGHUP)
                wait_until(lambda: self.path.exists() and self.path.stat().st_size > 0, "a new file with lines")
        server.stop()
        self.check_all_there(load, self.path, *moved)

    def test_a_relative_path_is_that_of_the_start(self):
        setup = "$server->on('workerStart', fn() => chdir('/'));"
        server = self.logged("$response->end('x');", {"access_log": "relative.log", "access_log_format": "%U"}, setup=setup)
        path = server.folder / "relative.log"
        server.get("/first")
        wait_until(lambda: path.read_text() == "/first\n", "a line")
        path.rename(self.path)
        server.send_signal(signal.SIGHUP)
        wait_until(path.exists, "a new file")
        server.get("/second")
        wait_until(lambda: path.read_text() == "/second\n", "a line in the new file")

    def test_a_worker_that_comes_later_writes_to_the_new_file(self):
        server = self.logged(PID)
        old = server.get("/pid").text
        self.path.rename(self.folder / "old")
        server.send_signal(signal.SIGHUP)
        wait_until(self.path.exists, "a new file")
        server.send_signal(signal.SIGUSR1)
        wait_until(lambda: server.get("/pid").text != old, "another worker")
        server.stop()
        self.assertEqual(len(self.lines(self.folder / "old")), 1)
        self.assertGreaterEqual(len(self.lines()), 1)

    def test_reload_loses_no_line(self):
        server = self.logged(PID, {"worker_num": 2})
        with Load(server, per_connection=20) as load:
            wait_until(lambda: len(load.pids) >= 2, "both workers")
            for generation in range(2, 5):
                wait_until(load.more(100), "answers")
                server.send_signal(signal.SIGUSR1)
                wait_until(lambda: len(load.pids) >= 2 * generation, "new workers")
        server.stop()
        self.check_all_there(load, self.path)

    def test_a_fatal_error_takes_no_line_along(self):
        server = self.logged_by("operate/access_log_fatal.php", {"access_log_format": "%U %s"}, php=("-d", "memory_limit=32M"))
        with server.client() as waits, server.client() as dies:
            server.get("/fine")
            waits.send(request(path="/wait"))
            server.wait_for("^WAITS")
            self.assertEqual(dies.ask(path="/die").status, 500)
            self.assertEqual(waits.response().status, 503)
        self.assertEqual(self.wait_lines(3), ["/fine 200", "/die 500", "/wait 503"])

    def test_a_full_disk(self):
        handler = "$response->end((string) $server->stats()['access_log_lost']);"
        server = self.logged(handler, {"access_log": "/dev/full"})
        server.get()
        server.wait_for("access_log /dev/full cannot be written, its lines are lost: No space left on device")
        wait_until(lambda: int(server.get().text) >= 2, "lost lines")
        self.assertEqual(server.output().count("cannot be written"), 1)


if __name__ == "__main__":
    unittest.main()
