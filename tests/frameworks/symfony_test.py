"""An unchanged Symfony application behind `tern serve public --concurrency N`, behind php-fpm and behind `tern fpm`."""
# Time limit: 240 s
import json
import os
import pathlib
import shutil
import signal
import socket
import tempfile

from applications import ApplicationTest, World
from form_browser import FormBrowser
from harness import TIMEOUT_S, free_port, wait_until
from http_client import request
from notes import ROUNDS, USERS, Notes, NotesFeatures
from php_program import PhpFile, need_php, opcache
from places import Symfony
from server_process import Server

PROXY = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "shop.example", "X-Forwarded-Port": "443"}


class SymfonyWorld(World):
    cache = None

    def make(self):
        super().make()
        if self.cache is None:
            self.cache = pathlib.Path(tempfile.mkdtemp(prefix="tern-symfony-cache-"))

    def close(self):
        super().close()
        if self.cache is not None:
            shutil.rmtree(self.cache, True)


WORLD = SymfonyWorld("symfony")


def tearDownModule():
    WORLD.close()


class Place(Symfony):
    """The first one makes the cache for all."""

    def settings(self, port, name):
        return {**super().settings(port, name), "APP_CACHE_DIR": str(WORLD.cache)}

    def prepare(self):
        if not any(WORLD.cache.iterdir()):
            self.console("cache:warmup")
        self.console("doctrine:schema:create")


class SymfonyTest(Notes, ApplicationTest):
    HEADERS = (*ApplicationTest.HEADERS, "Content-Range", "Accept-Ranges", "ETag", "Content-Language")
    WORLD = WORLD
    PLACE = Place
    TEXT = "note[text]"
    ACCOUNT = {"locale": "en", "basket": ["visit"], "given": []}

    def user(self, name):
        browser = self.browser()
        browser.get("/register")
        answer = browser.post("/register", **registration(name))
        self.assertEqual((answer.status, answer.headers["Location"]), (302, "/notes"), answer.text)
        return browser

    def look(self, browser):
        answer = browser.get("/look")
        self.assertEqual(answer.status, 200, self.place.log())
        return json.loads(answer.text)


def registration(name, email=None, password="password"):
    return {"registration[name]": name, "registration[email]": email or f"{name.lower()}@example.com", "registration[password]": password}


def visit(browser):
    """Each feature once, and what it has answered."""
    yield from visit_account(browser)
    yield from visit_files(browser)
    yield browser.get("/wait?ms=1")
    yield browser.get("/compute?seed=a")
    yield browser.get("/client?b=%20c")
    yield browser.get("/client", PROXY)
    yield browser.get("/throws")
    yield browser.get("/nothing")
    yield browser.ask("PUT", "/client")
    yield from visit_login(browser)


def visit_account(browser):
    yield browser.get("/notes")
    yield browser.get("/register")
    yield browser.post("/register", **registration("Ann", "none", "short"))
    yield browser.post("/register", **registration("Ann"))
    yield browser.get("/notes")
    yield browser.post("/notes", **{"note[text]": "first"})
    yield browser.get("/notes")
    yield browser.post("/notes", **{"note[text]": ""})
    yield browser.get("/me", {"Accept-Language": "de-AT,de;q=0.9"})
    yield browser.ask("PUT", "/me", "a=b&c[]=d", {"Content-Type": "application/x-www-form-urlencoded"})
    browser.hidden = {"note[_token]": "wrong"}
    yield browser.post("/notes", **{"note[text]": "forged"})


def visit_files(browser):
    yield browser.upload("/upload", "a.txt", "content")
    answer = browser.get("/download")
    yield answer
    yield browser.get("/download", {"If-None-Match": answer.headers["ETag"]})
    yield browser.get("/download", {"Range": "bytes=4-8"})
    yield browser.get("/download", {"Range": "bytes=100-"})
    yield browser.ask("HEAD", "/download")
    yield browser.get("/once")
    yield browser.get("/once", {"Range": "bytes=5-"})
    yield browser.get("/made")
    yield browser.get("/lines")
    yield browser.ask("HEAD", "/lines")
    yield browser.get("/unbuffered")
    yield browser.get("/unbuffered?exit")
    yield browser.get("/events?file=.")


def visit_login(browser):
    yield browser.get("/logout")
    yield browser.get("/me")
    yield browser.get("/login")
    yield browser.post("/login", _username="ann@example.com", _password="wrong")
    yield browser.get("/login")
    yield browser.post("/login", _username="ann@example.com", _password="password", _remember_me="on")
    yield browser.get("/me")
    browser.cookies = {"REMEMBERME": browser.cookies["REMEMBERME"]}
    yield browser.get("/me")


class FeaturesTest(NotesFeatures, SymfonyTest):
    VISIT = visit

    def test_requests_of_one_session(self):
        """The file of a session is locked while a request has it open."""
        cookies = self.user("same").cookies

        def visits(_):
            browser = self.browser()
            browser.cookies = dict(cookies)
            self.assertEqual(json.loads(browser.get("/wait?ms=20").text), ["same"])
            return json.loads(browser.get("/me").text)["visits"]

        self.assertEqual(sorted(self.at_a_time(visits, 10)), list(range(1, 11)))

    def test_behind_a_proxy(self):
        self.assertEqual(json.loads(self.browser().get("/client", PROXY).text), {
            "address": "192.0.2.7", "secure": True, "host": "shop.example", "here": "https://shop.example/client",
            "url": "https://shop.example/client?a=1"})

    def test_event_is_sent_at_once(self):
        client = self.server.client()
        self.addCleanup(client.close)
        client.send(request(path="/events?file=go"))
        self.assertEqual(client.head().get("Content-Type"), "text/event-stream; charset=UTF-8")
        first = b""
        while not first.endswith(b"\n\n"):
            first += client.chunk()
        self.assertEqual(first, b"id: 1\nevent: number\ndata: one\n\n")
        (self.place.storage / "go").touch()
        rest = first = client.chunk()
        while first:
            first = client.chunk()
            rest += first
        self.assertEqual(rest, b"data: two\n\n")


class StateTest(SymfonyTest):
    """One context: each request finds the application as it was after its start."""
    NAME = "state"
    WORDS = ("--concurrency", "1")
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        browser = FormBrowser(cls.server.port)
        browser.get("/compute?seed=a")  # one that touches no header and no session
        browser.close()

    def test_state_is_as_after_the_start(self):
        browser = self.browser()
        before = self.look(browser)
        users = int(browser.get("/users").text)
        self.assertEqual(browser.get("/set").status, 200, self.place.log())
        browser.cookies = {}
        self.assertEqual(self.look(browser), before)
        self.assertEqual(self.look(browser), before)
        self.assertEqual(int(browser.get("/users").text), users + 1)  # what the open transaction had written is undone

    def test_entity_manager_that_an_error_has_closed(self):
        browser = self.browser()
        self.assertEqual(browser.get("/closes").text, "false")
        self.assertEqual(self.look(browser)["manager"], [True, 0])
        self.assertEqual(browser.get("/users").status, 200)

    def test_lost_connection(self):
        browser = self.browser()
        self.assertEqual(browser.get("/loses").status, 500)
        self.assertEqual(browser.get("/users").status, 200, self.place.log())

    def test_output_buffers_that_a_stream_ends(self):
        browser = self.user("Unbuffered")
        self.assertEqual(browser.get("/unbuffered?all").text, "one, two, three")
        self.assertEqual(browser.get("/me").status, 200, self.place.log())


class StateOfApplicationsTest(StateTest):
    """Without --concurrency an application of symfony/runtime is in a context, too."""
    NAME = "plain"
    WORDS = ()

    def test_sessions(self):
        browser = self.user("Ann")
        self.assertEqual([json.loads(browser.get("/me").text)["visits"] for _ in range(3)], [1, 2, 3])

    def test_it_says_so(self):
        self.assertIn("\nindex.php: up to 8 requests at a time in each worker, each in a context\n", self.server.output())


class RuntimeTest(SymfonyTest):
    """`php public/index.php`, with a runtime that serves."""
    NAME = "runtime"

    @classmethod
    def setUpClass(cls):
        cls.place = cls.make_place(cls.NAME)
        cls.addClassCleanup(cls.place.remove)
        port = free_port()
        environment = {**os.environ, **cls.place.environment, "APP_RUNTIME": "Tern\\Symfony\\Runtime", "TERN_PORT": str(port), "TERN_WORKERS": "1"}
        cls.server = Server(ProjectFile(WORLD.app / "public/index.php"), php=(*WORLD.modules, *opcache(), "-d", "opcache.enable_cli=1"),
                            env=environment, wait=False)
        cls.addClassCleanup(cls.server.stop)
        cls.server.port = port
        wait_until(lambda: accepts(port), cls.server.output)

    def test_users_at_a_time(self):
        self.at_a_time(lambda number: self.wait(f"user{number}"), USERS)

    def wait(self, name):
        browser = self.user(name)
        for _ in range(ROUNDS):
            self.assertEqual(json.loads(browser.get("/wait?ms=20").text), [name])

    def test_the_console_is_as_before(self):
        done = self.place.console("--version", env={"APP_RUNTIME": "Tern\\Symfony\\Runtime"})
        self.assertIn("Symfony v7.4", done)

    def test_wrong_number(self):
        text = 'TERN_WORKERS in the environment must be a number from 1 to 1024, "many" given'
        with self.assertRaisesRegex(AssertionError, text):
            self.place.run([*need_php(), *WORLD.modules, str(WORLD.app / "public/index.php")],
                           {"APP_RUNTIME": "Tern\\Symfony\\Runtime", "TERN_WORKERS": "many", "TERN_PORT": "0"})


class ProjectFile(PhpFile):
    """A program of an application."""

    def __init__(self, path):
        self.path = path
        self.given = {}


def accepts(port):
    try:
        socket.create_connection(("127.0.0.1", port), TIMEOUT_S).close()
    except ConnectionRefusedError:
        return False
    return True


class ProcessesTest(SymfonyTest):
    NAME = "jobs"

    @classmethod
    def setUpClass(cls):
        WORLD.make()
        consumer = " ".join([*need_php(), *WORLD.modules, "bin/console messenger:consume async --sleep=0.05"])
        cls.WORDS = ("--concurrency", "5", "--process", consumer)
        super().setUpClass()

    def test_message(self):
        browser = self.user("Ann")
        self.check_count(browser, "one", 1)
        before = self.place.programs(self.server)
        self.assertEqual(list(before.values()), ["messenger:consume"])
        self.server.process.send_signal(signal.SIGUSR1)
        wait_until(lambda: set(self.place.programs(self.server)) - set(before), self.server.output)
        self.check_count(browser, "two", 2)
