"""Fatal errors and limits of scripts of a classic site: for the client as under PHP-FPM, and only for that request."""
import json
import re
import shutil

import fpm_site
from harness import ROOT, wait_until
from http_client import Client, Closed, request
from launcher import LauncherTest
from php_program import need_delayed_errors, opcache
from processes import alive

USER_INI = "display_errors = 1\nhtml_errors = 1\noutput_buffering = 4096\nmemory_limit = 64M\n"
AT_END = ("register_shutdown_function(function () { echo '[at end: ', error_get_last()['message'] ?? 'nothing', ']'; });"
          "class Ends { function __destruct() { echo '[destructor]'; } } $ends = new Ends; echo 'printed ';\n")
# Each one ends with a fatal error of its own kind.
FATAL = {
    "memory": "$x = str_repeat('x', 100_000_000); echo 'never';",
    "memory_sent": "while (ob_get_level()) { ob_end_flush(); } flush(); $x = str_repeat('x', 100_000_000); echo 'never';",
    "memory_of_ini_set": "ini_set('memory_limit', '8M'); $x = str_repeat('x', 10_000_000); echo 'never';",
    "compile": "try { include __DIR__ . '/twice.inc'; } finally { echo 'never'; }",
    "eval": "eval('function a() {} function a() {}'); echo 'never';",
    "parse": "include __DIR__ . '/parse.inc'; echo 'never';",
    "user": "function f() { try { trigger_error('mine', E_USER_ERROR); } finally { echo 'never'; } } f();",
    "link": "if (true) { abstract class A { abstract function f(); } class B extends A {} } echo 'never';",
    "thrown": "throw new LogicException('mine');",
    "at_end": "register_shutdown_function(function () { echo '[second]'; trigger_error('late', E_USER_ERROR); });"
              "register_shutdown_function(function () { echo 'never'; });",
    "at_end_compile": "register_shutdown_function(function () { include __DIR__ . '/twice.inc'; echo 'never'; });",
    "of_destructor": "class D { function __destruct() { echo '[d]'; include __DIR__ . '/twice.inc'; echo 'never'; } } $d = new D; unset($d);",
    "buffers": "ob_start(); echo 'inner '; ob_start(fn(string $text) => strtoupper($text)); echo 'loud '; trigger_error('mine', E_USER_ERROR);",
    "hidden": "ini_set('display_errors', '0'); trigger_error('mine', E_USER_ERROR);",
    "hidden_compile": "ini_set('display_errors', '0'); include __DIR__ . '/twice.inc';",
    "hidden_status": "ini_set('display_errors', '0'); http_response_code(404); trigger_error('mine', E_USER_ERROR);",
}
LATE = {
    "late": "set_time_limit(1); try { while (true) { $i = ($i ?? 0) + 1; } } catch (Throwable) { echo 'never'; } finally { echo 'never'; }",
    "late_in_call": "ini_set('max_execution_time', '1'); $a = [1, 2, 3]; usort($a, function ($a, $b) { while (true); });",
}
WAITS = ("<?php final class Waits { function __destruct() { echo ' destructor'; } } $w = new Waits; $s = str_repeat('x', 40_000_000);"
         " set_time_limit(1); while (ob_get_level()) { ob_end_flush(); } echo 'waits '; flush();"
         " while (!file_exists(__DIR__ . '/go')) { usleep(1000); } echo 'on ', getmypid(), ' ', strlen($s);")


def write_scripts(write):
    write("site/.user.ini", USER_INI)
    for name, code in {**FATAL, **LATE}.items():
        write(f"site/{name}.php", "<?php " + AT_END + code)
    write("site/index.php", "<?php echo getmypid();")
    write("site/twice.inc", "<?php function twice() {} function twice() {}")
    write("site/parse.inc", "<?php $x = ;")


class LimitsTest(LauncherTest):
    @classmethod
    def setUpClass(cls):
        need_delayed_errors()

    def serve(self, *php):
        write_scripts(self.write)
        self.write("site/waits.php", WAITS)
        return self.run_served("site", "--port", "0", "--workers", "1", php=(*opcache(), *php))

    def begin(self, server):
        """A request whose script waits, with 40 MB of its own, until go() is called."""
        (self.folder / "site/go").unlink(missing_ok=True)
        client = server.client()
        self.addCleanup(client.close)
        client.send(request(path="/waits.php"))
        head = client.head()
        self.assertEqual((head.status, client.chunk()), (200, b"waits "))
        return client

    def go(self, client, pid):
        (self.folder / "site/go").touch()
        pieces = []
        while piece := client.chunk():
            pieces.append(piece)
        self.assertEqual(b"".join(pieces).decode(), f"on {pid} 40000000 destructor")

    def test_others_are_finished(self):
        """PHP has unwound the code, so the worker goes on, too."""
        server = self.serve()
        pid = server.get("/").text
        for name in FATAL.keys() - {"link"}:
            with self.subTest(name):
                other = self.begin(server)
                answer = server.get(f"/{name}.php")
                self.assertNotIn("never", answer.text)
                self.assertEqual(answer.status, {"hidden": 500, "hidden_compile": 500, "hidden_status": 404}.get(name, 200))
                self.assertIn("[at end", answer.text.lower())
                self.go(other, pid)
                self.assertEqual(server.get("/").text, pid)

    def test_a_damaged_worker_is_replaced(self):
        """The engine has left its code by a jump. What the worker has begun is finished."""
        server = self.serve()
        pid = server.get("/").text
        other = self.begin(server)
        self.assertIn("contains 1 abstract method", server.get("/link.php").text)
        server.wait_for("a new process will replace this worker")
        wait_until(lambda: server.get("/").text != pid, "a new worker")
        self.go(other, pid)
        other.close()
        wait_until(lambda: not alive(int(pid)), "the end of the old worker")

    def fail_to_compile(self, server, times):
        self.write("site/large.inc", "<?php function large() { $a = 1; " + "$a = $a + 1;" * 30_000 + " } function large() {}")
        self.write("site/large.php", "<?php include __DIR__ . '/large.inc';")
        for _ in range(times):
            self.assertRegex(server.get("/large.php").text, r"Cannot redeclare (function )?large\(\)")

    def test_memory_that_compile_errors_cost(self):
        """When it is much, the worker is replaced. What it has begun is finished."""
        server = self.serve("-d", "tern.own_heaps=0")
        pid = server.get("/").text
        other = self.begin(server)
        self.fail_to_compile(server, 9)
        server.wait_for("a new process will replace this worker")
        wait_until(lambda: server.get("/").text != pid, "a new worker")
        self.go(other, pid)

    def test_a_heap_of_the_script_has_the_memory_that_compile_errors_cost(self):
        server = self.serve("-d", "tern.own_heaps=all")
        pid = server.get("/").text
        other = self.begin(server)
        self.fail_to_compile(server, 30)
        self.assertEqual(server.get("/").text, pid)
        self.go(other, pid)

    def test_coroutines_of_a_script(self):
        """Their fatal errors end them. The script, and other requests, go on."""
        server = self.serve()
        shutil.copy(ROOT / "tests/classic/limits/limits_coroutines.php", self.folder / "site/coroutines.php")
        for kind, message in (("compile", "Cannot redeclare"), ("memory", "Allowed memory size of 67108864 bytes"), ("link", "contains 1 abstract")):
            with self.subTest(kind):
                pid = server.get("/").text
                other = self.begin(server)
                text = server.get(f"/coroutines.php?kind={kind}").text
                for part in (f"[{kind}]", message, "[user]", "mine in", "[goes on]"):
                    self.assertIn(part, text)
                self.assertNotIn("never", text)
                self.go(other, pid)
                if kind != "link":
                    self.assertEqual(server.get("/").text, pid)
                else:  # the engine has left the code by a jump
                    wait_until(lambda before=pid: server.get("/").text != before, "a new worker")

    def test_an_error_in_an_output_callback(self):
        """PHP ends all buffers before it reports it. The next script has buffers again; where it came too late for the
        worker, in the new one."""
        server = self.serve()
        self.write("site/inner.php", "<?php ob_start(function ($text) { ob_start(); return $text; }); echo 'done';")
        self.write("site/buffers_again.php", "<?php ob_start(); echo 'inner '; ob_end_flush(); echo 'done';")
        with server.client() as client:
            client.send(request(path="/inner.php"), request(path="/buffers_again.php"))
            self.assertEqual((client.response().text, client.response().text), ("", "inner done"))

    def test_an_output_callback_that_does_not_end(self):
        """What it was to change is not sent. PHP-FPM sends nothing at all any more."""
        server = self.serve()
        self.write("site/late_output.php", "<?php echo 'first '; set_time_limit(1); ob_start(function ($text) { while (true); });"
                                           " echo 'secret'; ob_end_flush(); echo 'never';")
        pid = server.get("/").text
        self.assertEqual(server.get("/late_output.php").text, "first ")
        server.wait_for("Maximum execution time of 1 second exceeded")
        self.assertEqual(server.get("/").text, pid)

    def test_each_request_has_its_memory(self):
        server = self.serve()
        pid = server.get("/").text
        others = [self.begin(server) for _ in range(3)]  # 120 MB
        self.write("site/usage.php", "<?php $all = []; for ($i = 0; $i < 50; ++$i) { $all[] = str_repeat('x', 1_000_000); }"
                                     " echo json_encode([memory_get_usage(), memory_get_usage(true), memory_get_peak_usage(), ini_get('memory_limit')]);")
        usage, real, peak, limit = json.loads(server.get("/usage.php").text)
        self.assertTrue(50_000_000 < usage < 54_000_000 and usage <= real <= 64 << 20 and usage <= peak < 64 << 20, (usage, real, peak))
        self.assertEqual(limit, "64M")
        self.write("site/grows.php", "<?php ini_set('memory_limit', '48M'); $all = []; while (true) { $all[] = [count($all)]; }")
        self.assertRegex(server.get("/grows.php").text, r"Allowed memory size of 50331648 bytes exhausted \(tried to allocate \d+ bytes\)")
        for other in others:
            self.go(other, pid)

    def test_memory_that_the_process_has_free(self):
        """After a large request its memory is free for the next one, but not beyond its limit."""
        server = self.serve()
        self.write("site/small.php", "<?php ini_set('memory_limit', '4M'); $all = []; while (true) { $all[] = [count($all)]; }")
        for _ in range(3):
            self.assertIn("Allowed memory size of 67108864", server.get("/memory.php").text)
            self.assertIn("Allowed memory size of 4194304", server.get("/small.php").text)

    def test_what_a_script_has_sent_is_none_of_its_memory(self):
        for heaps in ("0", "all"):
            with self.subTest(heaps):
                server = self.serve("-d", f"tern.own_heaps={heaps}")
                with open(self.folder / "site/large.bin", "wb") as file:
                    file.truncate(40 << 20)
                self.write("site/sends.php", "<?php ini_set('memory_limit', '16M'); readfile(__DIR__ . '/large.bin');")
                self.write("site/prints.php", "<?php ini_set('memory_limit', '16M'); for ($i = 0; $i < 640; $i++) { echo str_repeat('x', 65536); }")
                for page in ("sends", "prints"):
                    self.assertEqual(len(server.get(f"/{page}.php").body), 40 << 20)

    def test_open_basedir_turns_the_cache_of_paths_off(self):
        """For its pages: a folder of the cache may be a link by now."""
        server = self.serve()
        self.write("site/shut/.user.ini", f"open_basedir = {self.folder}/site/shut\n")
        self.write("site/shut/index.php", "<?php echo @file_get_contents(__DIR__ . '/place/name') ?: 'refused';")
        self.write("site/shut/place/name", "mine")
        self.write("elsewhere/name", "another's")
        self.write("site/open.php", "<?php realpath(__FILE__); echo realpath_cache_size() > 0 ? 'cached' : 'not cached';")
        self.assertEqual(server.get("/shut/").text, "mine")
        (self.folder / "site/shut/place").rename(self.folder / "site/shut/former")
        (self.folder / "site/shut/place").symlink_to(self.folder / "elsewhere")
        self.assertEqual(server.get("/shut/").text, "refused")
        self.assertEqual(server.get("/open.php").text, "cached")

    def test_waiting_takes_no_time(self):
        """A script that may compute for a second waits while another one computes for a second."""
        server = self.serve()
        pid = server.get("/").text
        for name in LATE:
            other = self.begin(server)
            self.assertIn("Maximum execution time of 1 second exceeded in", server.get(f"/{name}.php").text)
            self.go(other, pid)
        self.write("site/.user.ini", USER_INI + "max_execution_time = 1\n")
        self.write("site/deep/index.php", "<?php register_shutdown_function(function () { echo '[at end]'; while (true); }); while (true);")
        self.write("site/deep/.user.ini", "max_execution_time = 1\n")
        self.assertEqual(re.sub("<.*?>|\n", "", server.get("/deep/").text).count("Maximum execution time of 1 second exceeded"), 2)
        self.assertEqual(server.get("/").text, pid)

    def test_code_that_cannot_be_interrupted(self):
        """As PHP does, the process ends hard_timeout seconds later."""
        server = self.serve("-d", "hard_timeout=1")
        server.workers_may_fail = True
        pid = server.get("/").text
        self.write("site/hash.php", "<?php set_time_limit(1); hash_pbkdf2('sha512', 'a', 'b', 1_000_000_000);")
        with server.client() as client:
            client.send(request(path="/hash.php"))
            client.expect_closed()
        server.wait_for(r"ended with exit code 124")
        wait_until(lambda: server.get("/").text != pid, "a new worker")

    def test_settings(self):
        server = self.serve("-d", "max_execution_time=7")
        shutil.copy(ROOT / "tests/classic/limits/limits_settings.php", self.folder / "site/set.php")
        for _ in range(2):
            told = json.loads(server.get("/set.php").text)
            self.assertRegex(told.pop(8), r"^Failed to set memory limit to 100 bytes \(Current memory usage is \d+ bytes\)$")
            self.assertEqual(told, ["7", "7", "9", True, "5", "64M", "20M", False, "20M", "128M"])


class AsPhpFpmTest(LauncherTest):
    """The same answers as nginx with PHP-FPM."""

    @staticmethod
    def plain(answer, root):
        text = answer.text.replace(str(root), "ROOT")
        return answer.status, re.sub(r"tried to allocate \d+", "tried to allocate N", text)

    @staticmethod
    def ours(server, name):
        try:
            return server.get(f"/{name}.php")
        except (Closed, OSError) as problem:
            raise AssertionError(f"{problem}\n{server.output()}") from problem

    def compare(self, names):
        write_scripts(self.write)
        nginx, fpm = fpm_site.start(self.folder / "site", self.addCleanup)
        server = self.run_served(str(fpm.root), "--port", "0", "--workers", "1", php=opcache())
        for name in names:
            with self.subTest(name):
                with Client(("127.0.0.1", nginx.port)) as client:
                    theirs = client.ask("GET", f"/{name}.php", [("Connection", "close")])
                self.assertEqual(self.plain(self.ours(server, name), fpm.root), self.plain(theirs, fpm.root))

    def test_fatal_errors(self):
        self.compare(FATAL)

    def test_time_is_over(self):
        """Not behind fatal errors that have the worker replaced: on a busy machine it would have to leave before the time is over."""
        self.compare(LATE)
