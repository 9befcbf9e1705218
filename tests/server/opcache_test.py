"""opcache in servers whose code lives longer than a request: of applications in contexts, and of scripts."""
import json
import pathlib
import shutil
import tempfile
import threading

from harness import ROOT, wait_until
from launcher import LauncherTest
from php_program import PhpFile, opcache
from server_case import TestCase

OLD = 1_600_000_000


class ApplicationTest(LauncherTest):
    def test_opcache_reset_replaces_the_contexts(self):
        source = (ROOT / "tests/server/opcache_applications.php").read_text()
        self.write("public/index.php", source, OLD)
        server = self.run_served("public", "--port", "0", "--workers", "2", "--concurrency", "2", php=opcache())
        workers = server.workers()
        ends = threading.Event()
        statuses = set()

        def ask():
            while not ends.is_set():
                statuses.add(server.get("/").status)
        clients = [threading.Thread(target=ask) for _ in range(4)]
        for one in clients:
            one.start()
        try:
            self.assertEqual(json.loads(server.get("/").text), {"reset": None, "restarts": 0, "cached": True})
            self.assertTrue(json.loads(server.get("/reset").text)["reset"])
            wait_until(lambda: json.loads(server.get("/").text) == {"reset": None, "restarts": 1, "cached": True}, "no restart")
        finally:
            ends.set()
            for one in clients:
                one.join()
        self.assertEqual(statuses, {200})
        self.assertLessEqual(set(workers), set(server.workers()))

    def test_an_idle_worker_keeps_nobody_from_a_restart(self):
        self.write("public/index.php", (ROOT / "tests/server/opcache_applications.php").read_text(), OLD)
        server = self.run_served("public", "--port", "0", "--workers", "3", "--concurrency", "2", php=opcache())
        with server.client() as one:  # one worker has all requests
            def ask(path):
                return json.loads(one.ask(path=path).text)
            self.assertTrue(ask("/reset")["reset"])
            wait_until(lambda: ask("/") == {"reset": None, "restarts": 1, "cached": True}, "no restart")


class ScriptTest(TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-opcache-"))
        self.addCleanup(shutil.rmtree, self.folder, True)

    def serve(self):
        settings = ("-d", "opcache.enable_cli=1", "-d", "opcache.revalidate_freq=1", "-d", "opcache.file_update_protection=2")
        return self.run_script(PhpFile("server/opcache_server.php", options={"worker_num": 1}, folder=str(self.folder)),
                               php=(*opcache(), *settings))

    def ask(self, server, path):
        return json.loads(server.get(path).text)

    def test_its_clock_goes_on(self):
        server = self.serve()
        (self.folder / "a.inc").write_text("<?php return 1;")
        wait_until(lambda: self.ask(server, "/a.inc")["hits"] > 0, "a new file is never cached")
        (self.folder / "a.inc").write_text("<?php return 22;")
        wait_until(lambda: self.ask(server, "/a.inc")["value"] == 22, "a change is never seen")

    def test_opcache_reset_leaves_it_on(self):
        """It cannot restart under the code of the server. What it has stays of use, and the log says so, once."""
        server = self.serve()
        (self.folder / "a.inc").write_text("<?php return 1;")
        wait_until(lambda: self.ask(server, "/a.inc")["hits"] > 0, "a new file is never cached")
        self.assertTrue(self.ask(server, "/reset.inc")["reset"])
        wait_until(lambda: self.ask(server, "/a.inc") and "opcache takes no new files" in server.output(), "the log says nothing")
        before = self.ask(server, "/a.inc")
        after = self.ask(server, "/a.inc")
        self.assertTrue(after["pending"])
        self.assertGreater(after["hits"], before["hits"])
        self.assertEqual(server.output().count("opcache takes no new files"), 1)
