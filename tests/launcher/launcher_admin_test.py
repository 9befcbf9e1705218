"""The commands that ask a running server: against a server that answers as its admin address does, byte by byte."""
import http.server
import json
import os
import pathlib
import pty
import select
import socketserver
import subprocess
import threading

from harness import wait_until
from launcher import LauncherTest, command, tern

STATS = {
    "server": {"version": "0.1.0", "php": "8.2.36", "pid": 4_000_000, "uptime": 3725, "addresses": ["http://127.0.0.1:9501/"],
               "connection_num": 3, "request_count": 70, "concurrency": 1},
    "workers": [{"id": number, "pid": 100 + number, "role": "worker", "status": "idle", "requests": 35 * number, "connections": number,
                 "concurrency": 1 - number, "coroutines": 2, "memory_rss": 3 << 20, "memory_php": 1 << 20, "loop_lag_ms": 0.5,
                 "blocked": number, "started": 1} for number in (0, 1)],
    "metrics": {},
}
COROUTINES = [{"id": 7, "parent": 1, "context": 3, "waits_for": "sleep", "for_ms": 120, "stack": ["/srv/app.php:3 sleep", "/srv/app.php:9 {closure}"],
               "request": {"method": "GET", "path": "/slow\x1b[2J"}}]


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self, status, data):
        body = json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle_any(self):
        body = self.rfile.read(int(self.headers["Content-Length"] or 0)).decode()
        self.server.asked.append((self.command, self.path, body))
        if self.server.token and self.headers["Authorization"] != f"Bearer {self.server.token}":
            return self.answer(401, {"error": "a token is needed"})
        if self.headers["Host"] != "tern" or self.headers["X-Tern-Admin"] != "1":
            return self.answer(403, {"error": "what changes the server needs the field X-Tern-Admin: 1"})
        known = {"/stats": STATS, "/workers/1/coroutines": COROUTINES, "/reload": {}, "/stop": {}}
        if self.path == "/stop":
            self.server.stops.set()
        if self.path == "/workers/2/coroutines":
            return self.answer(504, {"error": "worker 2 does not answer", "blocked": "for 90 ms: blocked in poll()\n#0 a\x1b.php(3): usleep"})
        if self.path == "/workers/4/coroutines":
            return self.answer(404, {"error": "a\x1b[2K\n[12:00:00] forged\u009b2K\u2028b"})
        if self.path in known:
            return self.answer(202 if self.command == "POST" else 200, known[self.path])
        return self.answer(404, {"error": "there is no worker 9"})

    do_GET = do_POST = handle_any

    def address_string(self):
        return "unix"

    def log_message(self, *_):
        pass


class Admin(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True

    def __init__(self, path, token=""):
        super().__init__(str(path), Handler)
        self.path, self.token, self.asked, self.stops = path, token, [], threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def end(self):
        self.shutdown()
        self.server_close()
        pathlib.Path(self.path).unlink(missing_ok=True)


class AdminTest(LauncherTest):
    def setUp(self):
        super().setUp()
        self.sockets = self.folder / "tern"
        self.sockets.mkdir(mode=0o700)
        self.env = {"XDG_RUNTIME_DIR": str(self.folder), "TERN_ADMIN_TOKEN": ""}

    def admin(self, name="1.sock", token=""):
        admin = Admin(self.sockets / name, token)
        self.addCleanup(admin.end)
        return admin

    def ask(self, *words, **env):
        return tern(*words, env={**self.env, **env})

    def refused(self, *words, **env):
        done = self.ask(*words, **env)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        return done.stderr

    def test_status(self):
        self.admin()
        lines = self.ask("status").stdout.splitlines()
        self.assertEqual(lines[:3], ["tern 0.1.0, PHP 8.2.36, pid 4000000, up 1:02:05", "http://127.0.0.1:9501/",
                                     "3 connections, 70 requests, 1 at once"])
        self.assertEqual(lines[4].split(), "worker pid role status requests at once conns coros memory lag ms blocked".split())
        self.assertEqual(lines[6].split(), "1 101 worker idle 35 0 1 2 3.0 M 0.5 1".split())
        self.assertEqual(json.loads(self.ask("status", "--json").stdout), STATS)

    def test_trace(self):
        self.admin()
        self.assertEqual(self.ask("trace", "1").stdout, "coroutine 7 in context 3: sleep for 120 ms, GET /slow?[2J\n"
                         "    /srv/app.php:3 sleep\n    /srv/app.php:9 {closure}\n")
        self.assertIn("responds with 404: there is no worker 9", self.refused("trace", "9"))
        self.assertRegex(self.refused("trace", "2"),
                         r"responds with 504: worker 2 does not answer\nfor 90 ms: blocked in poll\(\)\n#0 a\S*\.php\(3\): usleep\n")
        self.assertNotIn("\x1b", self.refused("trace", "2"))
        self.assertIn("responds with 404: a?[2K?[12:00:00] forged?2K?b\n", self.refused("trace", "4"))
        self.assertIn("nothing?[2K", self.refused("nothing\x1b[2K"))
        self.assertIn("the worker must be a number", self.refused("trace", "all"))
        self.assertIn("say of which worker", self.refused("trace"))

    def test_reload(self):
        admin = self.admin()
        self.assertIn(" reloads\n", self.ask("reload", "--tasks").stdout)
        self.assertEqual(admin.asked, [("POST", "/reload", '{"only_tasks":true}')])

    def test_stop_returns_when_it_has_ended(self):
        """The process whose pid is told: none, so at once."""
        admin = self.admin()
        self.assertIn(" has ended\n", self.ask("stop").stdout)
        self.assertTrue(admin.stops.is_set())

    def test_token(self):
        self.admin(token="secret of sixteen")
        self.assertIn("responds with 401: a token is needed (--token, or TERN_ADMIN_TOKEN)", self.refused("status"))
        self.assertEqual(self.ask("status", "--token", "secret of sixteen").returncode, 0)
        self.assertEqual(self.ask("status", TERN_ADMIN_TOKEN="secret of sixteen").returncode, 0)

    def test_which_server(self):
        self.assertIn("no server of this user has an admin socket in", self.refused("status"))
        first = self.admin("1.sock")
        (self.sockets / "dead.sock").touch()  # left by a server that was killed
        self.assertEqual(self.ask("status").returncode, 0)
        self.admin("2.sock")
        self.assertIn(f"choose one:\n  --admin unix:{first.path}\n", self.refused("status"))
        self.assertEqual(self.ask("status", "--admin", f"unix:{first.path}").returncode, 0)
        self.assertIn("no server responds at unix:/nowhere", self.refused("status", "--admin", "unix:/nowhere"))
        self.assertIn('--admin must be unix:/path or host:port, "nowhere" given', self.refused("status", "--admin", "nowhere"))

    def test_a_folder_that_others_may_write_to_is_not_looked_at(self):
        self.admin()
        self.sockets.chmod(0o777)
        self.assertIn("no server of this user", self.refused("status"))

    def test_top_once(self):
        self.admin()
        self.assertIn("0 requests/s, sorted by id", self.ask("top", "--once").stdout)
        self.assertIn("top needs a terminal", self.refused("top"))

    def test_top(self):
        admin = self.admin()
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        process = subprocess.Popen(command("top"), stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
                                   preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)), env={**os.environ, **self.env})
        os.close(theirs)
        seen = b""

        def shows(text):
            nonlocal seen
            if select.select([ours], [], [], 0)[0]:
                try:
                    seen += os.read(ours, 65536)
                except OSError:  # nobody has the terminal any more
                    pass
            return text in seen
        for key, shown in ((b"s", b"sorted by rate"), (b"1", b"coroutine 7 in context 3: sleep"), (b" ", b"sorted by rate")):
            seen = b""
            os.write(ours, key)
            wait_until(lambda: shows(shown), lambda: f"{shown} in {seen}")
        os.write(ours, b"q")
        wait_until(lambda: shows(b"\0") or process.poll() is not None, "the end")
        self.assertEqual(process.returncode, 0)
        self.assertGreater(len(admin.asked), 2)
