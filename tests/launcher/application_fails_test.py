"""An application behind `tern serve FOLDER` that does not load: clients get 503 at once, and the application when it loads again."""
import signal

from harness import free_port, wait_until
from launcher import LauncherTest
from php_program import opcache

GOOD = "<?php return fn() => 'good';"
KINDS = {
    "a syntax error": "<?php return fn( => 1;",
    "an exception": "<?php throw new RuntimeException('no database');",
    "a fatal error of the compiler": "<?php class A { function f($x = null) {} } class B extends A { function f() {} } return fn() => 1;",
    "the memory limit": "<?php $a = str_repeat('x', 1 << 30); return fn() => 1;",
    "exit()": "<?php exit(0);",
    "no application": "<?php return 5;",
    "a file that is missing": "<?php require __DIR__ . '/missing.php';",
    "an exception after a wait": "<?php usleep(1000); throw new RuntimeException('no database');",
    "a fatal error after a wait": "<?php usleep(1000); require __DIR__ . '/missing.php';",
}
OLD = 1_600_000_000  # files that are old enough for opcache


class ApplicationFailsTest(LauncherTest):
    def serve(self, code, *words, workers=1):
        self.write("public/index.php", code, mtime=OLD)
        server = self.run_served("public", "--app", "--port", str(port := free_port()), "--workers", str(workers), *words, wait=False,
                                 php=(*opcache(), "-d", "memory_limit=64M", "-d", "html_errors=0"))
        server.port, server.ports = port, [port]
        return server

    def serve_failing(self, code, *words, **more):
        server = self.serve(code, *words, **more)
        server.workers_may_fail = True
        server.wait_for("Requests are answered with 503")
        return server

    def mend(self, server):
        self.write("public/index.php", GOOD, mtime=OLD + 10)
        wait_until(lambda: server.get("/").text == "good", "the application")
        server.wait_for(r"^index\.php: ")

    def check_kinds(self, *words):
        for name, code in KINDS.items():
            with self.subTest(name):
                server = self.serve_failing(code, *words)
                answer = server.get("/")
                self.assertEqual((answer.status, answer.get("Retry-After"), answer.text), (503, "1", "Service Unavailable\n"))
                self.mend(server)
                server.stop(checks=False)

    def test_kinds(self):
        self.check_kinds()

    def test_kinds_in_contexts(self):
        self.check_kinds("--concurrency", "5")

    def test_the_same_error_is_logged_once(self):
        for name in ("a file that is missing", "an exception"):
            server = self.serve_failing(KINDS[name], workers=2)
            tries = self.folder / "tries"
            tries.write_text("")
            self.write("public/index.php", f"<?php file_put_contents('{tries}', 'x', FILE_APPEND); ?>" + KINDS[name], mtime=OLD + 1)
            wait_until(lambda: len(tries.read_text()) > 2, "three more tries")
            self.assertEqual(server.output().count("Uncaught"), 1, server.output())
            self.assertLessEqual(server.output().count("before it was ready"), 2)
            self.assertNotIn("failed to start: the old one continues", server.output())
            self.write("public/index.php", "<?php throw new RuntimeException('another one');", mtime=OLD + 2)
            server.wait_for("another one")
            self.mend(server)
            server.stop(checks=False)

    def test_all_workers_come_back(self):
        server = self.serve_failing(KINDS["an exception"], workers=3)
        self.mend(server)
        since = server.mark()
        server.send_signal(signal.SIGUSR1)
        server.wait_for("the reload is finished: all workers are new", since=since)
        self.assertEqual({server.get("/").text for _ in range(20)}, {"good"})

    def test_a_reload_tries_at_once(self):
        server = self.serve_failing(KINDS["exit()"])
        self.write("public/index.php", GOOD, mtime=OLD + 1)
        server.send_signal(signal.SIGUSR1)
        server.wait_for("the reload is finished: all workers are new")
        self.assertEqual(server.get("/").text, "good")

    def test_a_reload_with_broken_code_keeps_the_old_workers(self):
        server = self.serve(GOOD)
        server.wait_for(r"^index\.php: ")
        for code in (KINDS["a file that is missing"], KINDS["an exception after a wait"]):
            since = server.mark()
            self.write("public/index.php", code, mtime=OLD + 1)
            server.send_signal(signal.SIGUSR1)
            server.wait_for("the reload is finished: not all workers are new", since=since)
            self.assertEqual(server.get("/").text, "good")

    def test_developers_see_the_error(self):
        server = self.serve(KINDS["a fatal error of the compiler"], "--dev")
        server.workers_may_fail = True  # the server says so, maybe before the launcher says that it waits
        server.wait_for("waiting for a change")
        answer = server.get("/")
        self.assertEqual(answer.status, 500)
        self.assertRegex(answer.text, r"^Declaration of B::f\(\) must be compatible with A::f\(\$x = null\) in \S+/index\.php on line 1\n$")
        self.write("public/index.php", GOOD)
        wait_until(lambda: server.get("/").text == "good", "the application")
        server.wait_for(r"^index\.php: ")

    def test_files_are_sent_meanwhile(self):
        self.write("public/a.txt", "text")
        server = self.serve_failing(KINDS["an exception"])
        self.assertEqual(server.get("/a.txt").text, "text")

    def test_programs_beside_it_wait(self):
        runs = self.folder / "runs"
        server = self.serve_failing(KINDS["an exception"], "--process", f"sh -c 'echo >>{runs}; exit 1'")
        tries = self.folder / "tries"
        self.write("public/index.php", f"<?php file_put_contents('{tries}', 'x', FILE_APPEND); throw new Exception;", mtime=OLD + 1)
        wait_until(lambda: tries.exists() and len(tries.read_text()) > 3, "four tries")
        self.assertLessEqual(len(runs.read_text()), 4)
        before = len(runs.read_text())
        self.mend(server)
        wait_until(lambda: len(runs.read_text()) > before, "the program again")

    def check_boot_that_waits(self, *words):
        come = self.folder / "come"
        server = self.serve(f"<?php while (!file_exists('{come}')) {{ usleep(1000); clearstatcache(); }} return fn() => 'good';",
                            "--max-wait", "1", *words)
        wait_until(lambda: server.workers(), "a worker")
        answer = server.get("/")
        self.assertEqual((answer.status, answer.get("Retry-After")), (503, "1"))
        come.touch()
        server.wait_for(r"^index\.php: ")
        self.assertEqual(server.get("/").text, "good")

    def test_a_boot_that_waits(self):
        self.check_boot_that_waits()

    def test_a_boot_that_waits_in_contexts(self):
        self.check_boot_that_waits("--concurrency", "5")
