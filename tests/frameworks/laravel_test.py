"""An unchanged Laravel application behind `tern serve public --concurrency N`, behind php-fpm and behind `tern fpm`."""
# Time limit: 240 s
import contextlib
import json
import os
import pathlib
import shutil
import signal
import tempfile

from applications import ApplicationTest, World
from harness import wait_until
from http_client import Client
from notes import Notes, NotesFeatures
from php_program import need_php
from places import Laravel
from processes import in_session

WORLD = World("laravel")


def tearDownModule():
    WORLD.close()


class LaravelTest(ApplicationTest):
    WORLD = WORLD
    PLACE = Laravel

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
    browser.hidden = {"_token": "wrong"}
    yield browser.post("/notes", text="forged")


class FeaturesTest(NotesFeatures, LaravelTest):
    ONCE = "app/private/once-*"
    ACCOUNT = {"seen": None}
    VISIT = visit


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

    def test_engine_state_is_as_after_the_start(self):
        browser = self.browser()
        before = json.loads(browser.get("/engine/look").text)
        self.assertEqual(browser.get("/engine/set").text, "PRINTED", self.place.log()[:300])
        self.assertEqual(json.loads(browser.get("/engine/look").text), before)
        self.assertEqual(browser.get("/engine/shutdown").text, "called")
        (self.place.storage / "app/private/shutdown").unlink()

    def test_packages_that_keep_what_they_have_registered(self):
        browser = self.browser()
        for given in ("one", "two", "three"):
            found = browser.get(f"/engine/packages?given={given}")
            self.assertEqual(found.status, 200, found.text)
            self.assertEqual(json.loads(found.text), dict.fromkeys(("laravel", "opis", "vfs", "s3", "symfony"), given))
            context = json.loads(browser.get("/engine/look").text)
            self.assertNotIn("s3", context["wrappers"])
            self.assertEqual(context["context"], [])

    def test_what_loading_a_file_does_stays(self):
        browser = self.browser()
        for _ in range(3):
            self.assertEqual(json.loads(browser.get("/engine/loaded").text), {
                "constant": ["once", False], "static": ["set", "by", "the file"], "autoload": True, "wrapper": True, "filter": True})

    def test_seed_does_not_stay(self):
        browser = self.browser()
        found = {browser.get("/engine/random").text for _ in range(4)}
        self.assertEqual(len(found), 4, found)


class SharedConnectionsTest(LaravelTest):
    """Ten contexts, each with a PDO that lasts as long as the context, and two connections to the database."""
    NAME = "shared"
    FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="tern-shared-"))
    WORDS = ("--concurrency", "10", "--db-connections", "2", "--admin", f"unix:{FOLDER}/admin.sock")

    @classmethod
    def setUpClass(cls):
        cls.addClassCleanup(shutil.rmtree, cls.FOLDER, True)
        super().setUpClass()

    def ask_admin(self, path):
        with Client(str(self.FOLDER / "admin.sock")) as client:
            return json.loads(client.ask("GET", path, [("Host", "localhost")]).text)

    def use(self, number):
        browser = self.user(f"user{number}")
        browser.get("/notes")
        for count in range(3):
            browser.post("/notes", text=f"note {number}-{count}.")
            page = browser.get("/notes").text
        for count in range(3):
            self.assertIn(f"note {number}-{count}.", page)

    def used(self):
        samples = self.ask_admin("/stats")["metrics"]["tern_pool_used_connections"]["samples"]
        return sum(one["value"] for one in samples)

    def test_users_at_a_time(self):
        self.at_a_time(self.use, 20)
        self.assertNotIn("ERROR", self.place.log())
        wait_until(lambda: self.used() == 0, lambda: f"no connection in use: {self.ask_admin('/connections')}")
        self.assertEqual(self.ask_admin("/connections")["pinned"], [])
        made = self.ask_admin("/stats")["metrics"]["tern_db_connections_made_total"]["samples"][0]["value"]
        self.assertEqual(made, 2)


class ConstantTest(LaravelTest):
    NAME = "constant"
    WORDS = ("--concurrency", "1")

    def test_constant_ends_with_its_request(self):
        browser = self.browser()
        for tenant in ("one", "two", "three"):
            self.assertEqual(browser.get(f"/engine/defines?tenant={tenant}").text, tenant)
        for _ in range(2):
            self.assertEqual(browser.get("/engine/declares").text, "declared")
        for name in ("TENANT", "DECLARED"):
            self.assertEqual(self.server.output().count(f"has defined the constant {name}"), 1, self.server.output())


class StateWithFilesTest(StateTest):
    NAME = "files"
    ENVIRONMENT = {"SESSION_DRIVER": "file", "QUEUE_CONNECTION": "sync"}


class StateWithoutContextTest(StateTest):
    """One application in each worker."""
    NAME = "plain"
    WORDS = ()

    def test_it_says_so(self):
        self.assertIn("\nindex.php: one request at a time in each worker\n", self.server.output())


class ProcessesTest(Notes, LaravelTest):
    NAME = "jobs"

    @classmethod
    def setUpClass(cls):
        WORLD.make()
        worker = " ".join([*need_php(), *WORLD.modules, "artisan queue:work --sleep=0.05"])
        cls.WORDS = ("--concurrency", "5", "--process", worker, "--process", worker.replace("queue:work --sleep=0.05", "schedule:work"))
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        """schedule:work starts a program every minute, and does not wait for it when it ends. With tasks for each second it runs
        until the minute is over."""
        wait_until(lambda: not cls.end_scheduled(), cls.server.output)

    @classmethod
    def end_scheduled(cls):
        """Those that have been told to end."""
        found = [pid for pid in in_session(cls.server.pid) if "schedule:run" in cls.command_of(pid)]
        for pid in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        return found

    @staticmethod
    def command_of(pid):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            return pathlib.Path(f"/proc/{pid}/cmdline").read_text()
        return ""

    def test_job(self):
        browser = self.user("Ann")
        self.check_count(browser, "one", 1)
        before = self.place.programs(self.server)
        self.assertEqual(sorted(before.values()), ["queue:work", "schedule:work"])
        self.server.process.send_signal(signal.SIGUSR1)
        wait_until(lambda: len(set(self.place.programs(self.server)) - set(before)) == 2, self.server.output)
        self.check_count(browser, "two", 2)
