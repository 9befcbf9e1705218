"""An unchanged Laravel application behind `tern serve public --concurrency N`, and behind php-fpm."""
# Time limit: 120 s
import concurrent.futures
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

import services
from applications import Browser, Fpm, installed, normalized, shared_modules
from harness import TestCase, need_php, wait_until
from launcher import Served

USERS = 20
ROUNDS = 5


class World:
    """What all tests of this file share: the application and its database."""
    app = database = None
    modules = ()

    @classmethod
    def make(cls):
        if cls.app is None:
            need_php()
            cls.app = installed("laravel")
            packages = services.Packages()
            cls.modules = packages.php(*shared_modules(), "pdo_mysql")
            cls.database = services.maria_db(packages)


def tearDownModule():
    if World.database is not None:
        World.database.close()


class Place:
    """A database and a storage folder of their own."""

    def __init__(self, name):
        self.storage = pathlib.Path(tempfile.mkdtemp(prefix="tern-laravel-"))
        for folder in ("app/private", "framework/cache/data", "framework/sessions", "framework/views", "logs"):
            (self.storage / folder).mkdir(parents=True)
        self.environment = {"LARAVEL_STORAGE_PATH": str(self.storage), "DB_HOST": "127.0.0.1", "DB_USERNAME": "root",
                            "DB_PORT": str(World.database.port), "DB_DATABASE": name}
        World.database.run("mkdir", "-p", f"data/{name}")
        self.artisan("migrate", "--force")

    def command(self, *words):
        return [*need_php(), *World.modules, str(World.app / "artisan"), *words]

    def artisan(self, *words):
        done = subprocess.run(self.command(*words), env={**os.environ, **self.environment}, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stdout + done.stderr)

    def log(self):
        path = self.storage / "logs/laravel.log"
        return path.read_text() if path.exists() else ""

    def serve(self, *words, env=None):
        return Served([str(World.app / "public"), "--port", "0", "--workers", "1", *words], World.app, php=tuple(World.modules),
                      env={**self.environment, **(env or {})})

    def remove(self):
        shutil.rmtree(self.storage, True)


class LaravelTest(TestCase):
    NAME = "tern"
    WORDS = ("--concurrency", "20")
    ENVIRONMENT = {}

    @classmethod
    def setUpClass(cls):
        World.make()
        cls.place = Place(cls.NAME)
        cls.addClassCleanup(cls.place.remove)
        cls.server = cls.place.serve(*cls.WORDS, env=cls.ENVIRONMENT)
        cls.addClassCleanup(cls.server.stop)

    def browser(self, port=None):
        browser = Browser(port or self.server.port)
        self.addCleanup(browser.close)
        return browser

    def user(self, name):
        browser = self.browser()
        browser.get("/register")
        answer = browser.post("/register", name=name, email=f"{name}@example.com", password="password")
        self.assertEqual(answer.headers["Location"], f"http://127.0.0.1:{self.server.port}/notes", answer.text)
        return browser


def visit(browser):
    """Each feature once, and what it has answered."""
    yield browser.get("/notes")
    yield browser.get("/register")
    yield browser.post("/register", name="Ann", email="none", password="short")
    yield browser.get("/register")
    yield browser.post("/register", name="Ann", email="ann@example.com", password="password")
    yield browser.get("/notes")
    yield browser.post("/notes", text=" first ")
    yield browser.get("/notes")
    yield browser.post("/notes", text="")
    yield browser.get("/notes")
    yield browser.get("/me")
    yield browser.get("/wait?ms=1")
    yield browser.get("/compute?seed=a")
    yield browser.upload("/upload", "a.txt", "content")
    yield browser.get("/download")
    yield browser.get("/once")
    yield browser.get("/events")
    yield browser.get("/throws")
    yield browser.get("/nothing")
    yield browser.post("/logout")
    yield browser.get("/me")
    yield browser.get("/login")
    yield browser.post("/login", email="ann@example.com", password="wrong")
    yield browser.get("/login")
    yield browser.post("/login", email="ann@example.com", password="password", remember="1")
    yield browser.get("/me")
    browser.cookies = {name: value for name, value in browser.cookies.items() if name.startswith("remember")}
    yield browser.get("/me")
    browser.token = "wrong"
    yield browser.post("/notes", text="forged")


class FeaturesTest(LaravelTest):
    def test_same_as_php_fpm(self):
        place = Place("fpm")
        self.addCleanup(place.remove)
        fpm = Fpm(World.app / "public", World.modules, place.environment)
        self.addCleanup(fpm.close)
        ours, theirs = self.browser(), self.browser(fpm.port)
        for number, (our, their) in enumerate(zip(visit(ours), visit(theirs))):
            with self.subTest(number):
                self.assertEqual((our.status, normalized(our.text)), (their.status, normalized(their.text)))
                for name in ("Content-Type", "Content-Disposition", "Cache-Control", "Location"):
                    self.assertEqual(normalized(our.headers[name] or ""), normalized(their.headers[name] or ""))
        self.assertEqual(sorted(ours.cookies), sorted(theirs.cookies))
        self.assertEqual(list((self.place.storage / "app/private").glob("once-*")), [])

    def test_users_at_a_time(self):
        with concurrent.futures.ThreadPoolExecutor(USERS) as pool:
            for future in [pool.submit(self.live, f"user{number}") for number in range(USERS)]:
                future.result()

    def live(self, name):
        browser = self.user(name)
        for count in range(1, ROUNDS + 1):
            self.assertEqual(json.loads(browser.get("/wait?ms=20").text), [name])
            self.assertEqual(json.loads(browser.get("/me").text),
                             {"name": name, "email": f"{name}@example.com", "visits": count, "seen": None})
            browser.get("/notes")
            self.assertEqual(browser.post("/notes", text=f"{name} {count}").status, 302)
            page = browser.get("/notes").text
            self.assertIn('<p class="message">Saved</p>', page)
            self.assertIn(f'<p class="user">{name}</p>', page)
            self.assertEqual(page.count("<li>"), count)
            self.assertEqual(page.count(f"<li>{name} "), count)

    def test_exception_is_logged(self):
        browser = self.browser()
        self.assertEqual(browser.get("/throws").status, 500)
        self.assertIn("thrown on purpose", self.place.log())

    def test_printed(self):
        self.assertEqual(self.browser().get("/printed").text, "printed, returned")

    def test_dump_and_die(self):
        answer = self.browser().get("/dump")
        self.assertEqual(answer.status, 500)
        self.assertIn("dumped", answer.text)
        self.assertEqual(self.browser().get("/compute?seed=a").status, 200)


class StateTest(LaravelTest):
    """One context: each request finds the application as it was after its start."""
    NAME = "state"
    WORDS = ("--concurrency", "1")

    def look(self, browser):
        return json.loads(browser.get("/look").text)

    maxDiff = None

    def test_state_is_as_after_the_start(self):
        browser = self.browser()
        before = self.look(browser)
        self.assertEqual(before["config"], "Notes")
        self.assertEqual(browser.get("/set").status, 200, self.place.log())
        self.assertEqual(self.look(browser), before, self.place.log())
        self.assertEqual(self.look(browser), before)


class StateWithFilesTest(StateTest):
    NAME = "files"
    ENVIRONMENT = {"SESSION_DRIVER": "file", "QUEUE_CONNECTION": "sync"}


class StateWithoutContextTest(StateTest):
    """One application in each worker."""
    NAME = "plain"
    WORDS = ()

    def test_it_says_so(self):
        self.assertIn("\nindex.php: one request at a time in each worker\n", self.server.output())


class ProcessesTest(LaravelTest):
    NAME = "jobs"

    @classmethod
    def setUpClass(cls):
        World.make()
        worker = " ".join([*need_php(), *World.modules, "artisan queue:work --sleep=0.05"])
        cls.WORDS = ("--concurrency", "5", "--process", worker, "--process", worker.replace("queue:work --sleep=0.05", "schedule:work"))
        super().setUpClass()

    def programs(self):
        """The processes of artisan that the server has: {pid: command}."""
        found = {}
        for pid in pathlib.Path(f"/proc/{self.server.pid}/task/{self.server.pid}/children").read_text().split():
            words = pathlib.Path(f"/proc/{pid}/cmdline").read_text().split("\0")
            if "artisan" in words:
                found[int(pid)] = words[words.index("artisan") + 1]
        return found

    def test_job(self):
        browser = self.user("Ann")
        browser.get("/notes")
        browser.post("/notes", text="one")
        self.assertEqual(browser.post("/count").status, 200)
        wait_until(lambda: json.loads(browser.get("/count").text) == {"count": 1}, self.server.output)
        before = self.programs()
        self.assertEqual(sorted(before.values()), ["queue:work", "schedule:work"])
        self.server.process.send_signal(signal.SIGUSR1)
        wait_until(lambda: len(set(self.programs()) - set(before)) == 2, self.server.output)
        browser.post("/notes", text="two")
        browser.post("/count")
        wait_until(lambda: json.loads(browser.get("/count").text) == {"count": 2}, self.server.output)
