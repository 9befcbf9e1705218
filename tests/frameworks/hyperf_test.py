"""An unchanged application of Hyperf 3 on Tern: HTTP, WebSocket, pools, sessions, validation, queue, tasks, Guzzle and coroutines, in both
kinds of servers that Hyperf has. It makes an exception of each warning, and logs it. What its parts ask of the extension is tested without
them, too, as not every machine can fetch them."""
# Time limit: 120 s
import json
import os
import re
import shutil
import signal

import services
from applications import installed, shared_modules
from form_browser import FormBrowser
from harness import free_port, wait_until
from http_client import request
from php_program import PhpFile, need_php
from server_case import SharedServer, TestCase
from server_process import Server
from websocket import WebSocket

START = "$_SERVER['argv'][] = 'start';\nrequire '{app}/bin/hyperf.php';\n"
USUAL = re.compile(r"^(?!.*\[INFO\] ).+$", re.M)  # what is not in the log of a run that goes well
CLIENTS = ("coroutine", "curl", "factory", "pool", "stack")
VISITED = [{"hello": "guzzle", "query": {"a": "b"}, "agent": "guzzle"}, {"a": "b"}, 404, "away"]


class Hyperf(Server):
    """`php bin/hyperf.php start`."""

    def __init__(self, app, modules, environment):
        super().__init__(START.format(app=app), php=("-d", "swoole.use_shortname=0", *modules), env={**os.environ, **environment})
        self.ports = [int(environment["NOTES_PORT"]), int(environment["NOTES_SOCKET_PORT"])]
        self.port = self.ports[0]

    def wait_ready(self):
        self.wait_for(r"Server listening at", 2)
        self.wait_for(r"Process\[queue.default.0\] start")


class World:
    """What both kinds of servers share: the application, its database and its Redis."""
    app = None

    @classmethod
    def make(cls):
        if cls.app is None:
            need_php()
            app = installed("hyperf")
            packages = services.Packages()
            cls.modules = packages.php(*shared_modules(), "curl", "pdo_mysql", "redis")
            cls.services = [services.maria_db(packages), services.redis(packages)]
            cls.app = app

    @classmethod
    def close(cls):
        for service in cls.services if cls.app else ():
            service.close()


def tearDownModule():
    World.close()


class HyperfTest(TestCase):
    """The asynchronous kind: workers, and callbacks for events."""
    KIND = "asynchronous"
    EXIT_CODE = 0

    @classmethod
    def setUpClass(cls):
        World.make()
        shutil.rmtree(World.app / "runtime", True)
        environment = {"NOTES_SERVER": cls.KIND, "NOTES_PORT": str(free_port()), "NOTES_SOCKET_PORT": str(free_port()),
                       "NOTES_DATABASE_PORT": str(World.services[0].port), "NOTES_REDIS_PORT": str(World.services[1].port)}
        cls.server = Hyperf(World.app, World.modules, environment)
        cls.addClassCleanup(cls.server.stop, code=cls.EXIT_CODE)

    def setUp(self):
        super().setUp()
        self.mark = self.server.mark()
        self.browser = self.make_browser()

    def tearDown(self):
        self.assertEqual(USUAL.findall(self.server.output()[self.mark:]), [])

    def make_browser(self):
        browser = FormBrowser(self.server.port)
        self.addCleanup(browser.close)
        return browser

    def look(self, path):
        answer = self.browser.get(path)
        self.assertEqual(answer.status, 200, answer.text)
        return json.loads(answer.text)

    def test_pages(self):
        answer = self.browser.get("/hello/Ann?a=1&b[]=2", {"X-Agent": "browser"})
        self.assertEqual(json.loads(answer.text), {"hello": "Ann", "query": {"a": "1", "b": ["2"]}, "agent": "browser"})
        self.assertEqual((answer.headers["X-User"], self.browser.cookies["last"]), ("Ann", "Ann"))
        form = json.loads(self.browser.post("/form", a="b").text)
        self.assertEqual((form["all"], form["cookies"]["last"], form["method"]), ({"a": "b"}, "Ann", "POST"))
        self.assertEqual(json.loads(self.browser.upload("/upload", "a.txt", "content").text),
                         {"name": "a.txt", "type": "", "content": "content"})
        self.assertEqual(self.browser.get("/away").headers["Location"], f"http://127.0.0.1:{self.server.port}/hello/away")

    def test_files_and_failures(self):
        self.assertEqual(self.browser.get("/file").text, (World.app / "composer.json").read_text())
        answers = [self.browser.get(path) for path in ("/throws", "/nothing")]
        self.assertEqual([answer.status for answer in answers], [500, 404])
        self.assertIn("RuntimeException: as it should", answers[0].text)

    def test_streams(self):
        """Hyperf sets fields and the status of the answer after the application has sent its head."""
        answer = self.browser.get("/events")
        self.assertEqual((answer.text, answer.headers["Content-Type"]), ("data: 1\n\ndata: 2\n\ndata: 3\n\ndata: last",
                                                                         "text/event-stream; charset=utf-8"))
        self.assertEqual(self.browser.get("/pieces").text, "one two three")

    def test_session(self):
        self.assertEqual([self.look("/visits")["visits"] for _ in range(3)], [1, 2, 3])
        self.browser = self.make_browser()
        self.assertEqual(self.look("/visits"), {"visits": 1})

    def test_validation(self):
        self.assertEqual(self.browser.post("/notes", text="longer than it may").status, 422)
        self.assertEqual(json.loads(self.browser.post("/notes", text="short", mail="a@example.com").text),
                         {"saved": {"text": "short", "mail": "a@example.com"}})

    def test_pools(self):
        self.assertEqual(self.look("/database"), {"found": {"first": 12}, "text": "second"})
        self.assertEqual(self.look("/redis"), {"count": 20, "piped": [True, "1"]})
        self.assertEqual(self.look("/cache"), {"set": True, "get": {"value": 1}})

    def test_queue_and_tasks(self):
        self.assertEqual(self.look(f"/queue/{self.KIND}"), {"pushed": True, "handled": self.KIND[::-1]})
        self.assertEqual(self.look("/task"), {"sum": 5})

    def test_guzzle(self):
        self.assertEqual(self.look("/client"), {name: VISITED for name in CLIENTS})

    def test_coroutines(self):
        self.assertEqual(self.look("/parallel"), {"squares": [1, 4, 9, 16, 25], "failed": [{"works": "works"}, ["fails"]],
                                                  "concurrent": [True, 3], "waiter": ["waited", "waited", 3]})
        self.assertEqual(self.look("/channel"), {"values": [1, 2, 3], "closed": [True, False, 0], "caller": "instance",
                                                 "timed out": [False, True, False, True, False, 1],
                                                 "locks": [["a in", "a out", "b in", "b out"], True]})
        self.assertEqual(self.look("/context"), {"context": ["deferred", "request", "request", True], "override": "request!", "cid": True})

    def test_websocket(self):
        sockets = [WebSocket(("127.0.0.1", self.server.ports[1]), f"/?name=user{number}") for number in range(4)]
        for number, socket in enumerate(sockets):
            self.addCleanup(socket.close)
            word, fd = socket.text().split()
            self.assertEqual(word, "open")
            self.assertEqual(socket.push("hello").text(), f"user{number}: hello")
            self.assertEqual(self.look(f"/push/{fd}/pushed{number}"), {"pushed": True})
            self.assertEqual(socket.text(), f"pushed{number}")
        for socket in sockets:
            socket.end()


class CoroutineServerTest(HyperfTest):
    """The other kind: one process, and a coroutine for each connection. It has no handler of signals."""
    KIND = "coroutine"
    EXIT_CODE = -signal.SIGTERM


class WithoutHyperfTest(SharedServer):
    """What Hyperf asks of the extension, in the way that it does."""
    SCRIPT = PhpFile("frameworks/hyperf.php")

    def setUp(self):
        super().setUp()
        self.mark = self.server.mark()

    def tearDown(self):
        self.assertEqual(self.server.output()[self.mark:], "")

    def get(self, path):
        with self.server.client(1) as client:
            client.send(request(path=path))
            return client.response()

    def test_channel_with_return_types(self):
        answer = self.get("/here")
        self.assertEqual((answer.status, json.loads(answer.text)), (201, ["/here", False, True, False, True, -1]))
        self.assertEqual((answer.all("X-Late"), answer.get("Server"), answer.get("Set-Cookie")),
                         (["a", "b"], "Hyperf", "id=a%20b; path=/; HttpOnly; SameSite=lax"))

    def test_fields_behind_the_head(self):
        answer = self.get("/stream")
        self.assertEqual((answer.status, answer.text, answer.get("X-Late")), (200, "data: 1\n\ndata: 2\n\n", None))

    def test_tasks_in_coroutines(self):
        self.assertEqual(json.loads(self.get("/task").text), [5, [1, 2]])

    def test_process_of_a_queue(self):
        file = self.server.folder / "job"
        self.assertEqual(self.get(f"/job?file={file}").text, "true")
        wait_until(lambda: file.exists() and file.read_text() == "handled", "the job")

    def test_websocket(self):
        """The application makes the handshake, and pushes from any worker."""
        sockets = [WebSocket(("127.0.0.1", self.server.port)) for _ in range(4)]
        for socket in sockets:
            self.addCleanup(socket.close)
            fd = socket.text().removeprefix("open ")
            self.assertEqual(socket.push("text").text(), "text back")
            self.assertEqual(self.get(f"/push?fd={fd}").text, "sent")
            self.assertEqual(socket.text(), "pushed")
        for socket in sockets:
            socket.end()
