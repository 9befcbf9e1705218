"""opcache in a classic site is what it is under PHP-FPM: its clock goes on, and it restarts."""
import json
import os
import threading
import time

from harness import ROOT, wait_until
from http_client import request
from launcher import LauncherTest
from php_program import opcache

OLD = 1_600_000_000
SOME_SECONDS = 4


class OpcacheTest(LauncherTest):
    def setUp(self):
        super().setUp()
        self.write("site/status.php", self.source("status"), OLD)
        self.write("site/index.php", "<?php require __DIR__ . '/lib.inc'; echo lib();", OLD)
        self.write("site/lib.inc", "<?php function lib(): string { return 'old'; }", OLD)

    def source(self, name):
        return (ROOT / f"tests/classic/isolation/opcache_{name}.php").read_text()

    def serve(self, *php):
        return self.run_served("site", "--port", "0", "--workers", "2", php=(*opcache(), *php))

    def status(self, server):
        """Of a request that has opcache; until then requests run without it."""
        found = []

        def look():
            found[:] = [json.loads(server.get("/status.php").text)]
            return found[0] is not None
        wait_until(look, "opcache is off")
        return found[0]

    def wait_cached(self, server, name, what):
        """Until it is taken from opcache's memory."""
        def look():
            self.assertEqual(server.get("/").status, 200)
            return self.status(server)["hits"].get(name, 0) > 0
        wait_until(look, f"{name} is not cached: {what}")

    def test_a_relative_name_is_of_the_directory_of_the_page(self):
        """opcache keeps the name of the directory until chdir() is called, or a request of PHP begins: each second here."""
        for name in ("a", "b"):
            self.write(f"site/{name}/index.php", "<?php require __DIR__ . '/../shared/relative.inc';", OLD)
            self.write(f"site/{name}/conf.inc", f"<?php echo '{name} ', basename(getcwd());", OLD)
        self.write("site/shared/relative.inc", "<?php include 'conf.inc';", OLD)
        server = self.run_served("site", "--port", "0", "--workers", "1", php=opcache())
        found = set()
        until = time.monotonic() + SOME_SECONDS
        while time.monotonic() < until:
            found |= {(name, server.get(f"/{name}/").text) for name in ("a", "b", "b", "a")}
        self.assertEqual(found, {("a", "a a"), ("b", "b b")})

    def under_load(self, server, action):
        """Runs the action while clients ask for pages: all of them are answered."""
        ends = threading.Event()
        statuses = set()

        def ask():
            while not ends.is_set():
                statuses.add(server.get("/").status)
        threads = [threading.Thread(target=ask) for _ in range(4)]
        for one in threads:
            one.start()
        try:
            action()
        finally:
            ends.set()
            for one in threads:
                one.join()
        self.assertEqual(statuses, {200})

    def test_a_file_that_is_newer_than_the_server_is_cached(self):
        """opcache takes no file that was changed less than two seconds ago: as long as no request of PHP ended, for ever."""
        server = self.serve()
        self.write("site/lib.inc", "<?php function lib(): string { return 'new'; }", int(time.time()))
        wait_until(lambda: server.get("/").text == "new", "the file is not looked at again")
        self.wait_cached(server, "lib.inc", "its clock stands still")

    def test_it_does_not_look_at_a_file_within_revalidate_freq(self):
        server = self.serve()
        server.wait_for("^php.ini: .*, opcache looks for changed files every 2 s$")
        turns = []

        def is_stale():
            turns.append(None)
            self.write("site/lib.tmp", f"<?php function lib(): int {{ return {len(turns)}; }}", OLD + len(turns))
            os.replace(self.folder / "site/lib.tmp", self.folder / "site/lib.inc")
            return server.get("/").text != str(len(turns))
        wait_until(is_stale, "it looks at each include")
        wait_until(lambda: server.get("/").text == str(len(turns)), "it never looks again")

    def test_opcache_reset(self):
        self.write("site/reset.php", "<?php echo json_encode(opcache_reset());", OLD)
        server = self.serve()
        workers = server.workers()
        self.wait_cached(server, "lib.inc", "at first")

        def reset():
            self.assertEqual(server.get("/reset.php").text, "true")
            wait_until(lambda: self.status(server)["restarts"] == 1, "no restart")
            self.wait_cached(server, "lib.inc", "after the restart")
        self.under_load(server, reset)
        self.assertLessEqual(set(workers), set(server.workers()))
        self.assertEqual(server.get("/reset.php").text, "true")
        self.under_load(server, lambda: wait_until(lambda: self.status(server)["restarts"] == 2, "no second restart"))

    def test_a_reload_while_a_restart_is_pending(self):
        self.write("site/reset.php", "<?php echo json_encode(opcache_reset());", OLD)
        self.write("site/waits.php", "<?php echo 'waits '; ob_flush(); flush(); while (!file_exists(__DIR__ . '/go')) { usleep(1000); } echo lib2();"
                                     " function lib2() { return 'on'; }", OLD)
        server = self.serve()
        with server.client() as waiting:
            waiting.send(request(path="/waits.php"))
            waiting.head()
            self.assertEqual(waiting.chunk(), b"waits ")
            self.assertEqual(server.get("/reset.php").text, "true")
            self.assertEqual(server.get("/").text, "old")
            self.write("site/go", "")
            self.assertEqual(waiting.chunk(), b"on")
        server.send_signal(10)
        server.wait_for("the reload is finished")
        wait_until(lambda: self.status(server)["restarts"] == 1, "no restart")
        self.wait_cached(server, "lib.inc", "after the reload")

    def test_a_full_memory(self):
        self.write("site/fill.php", self.source("fill"), OLD)
        self.write("site/large.inc", "<?php return [" + "".join(f"['{i:0100}']," for i in range(2000)) + "];", OLD)
        server = self.serve("-d", "opcache.memory_consumption=8", "-d", "opcache.interned_strings_buffer=1", "-d", "opcache.jit=disable")
        workers = server.workers()

        def fill():
            self.assertEqual(server.get("/fill.php").text, "true")
            wait_until(lambda: self.status(server)["full_restarts"] == 1, "no restart")
            self.wait_cached(server, "lib.inc", "after the restart")
        self.under_load(server, fill)
        self.assertLessEqual(set(workers), set(server.workers()))
        self.assertFalse(self.status(server)["full"])
