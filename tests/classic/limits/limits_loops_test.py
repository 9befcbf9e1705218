"""Loops without an end in files that opcache has cached, under each JIT: the time limit ends the one request, and its worker goes on."""
# Time limit: 900 s
import os
import re

from http_client import request
from launcher import LauncherTest
from php_program import opcache

ENDLESS = "while (true) { $i = ($i ?? 0) + 1; }"
# Each one computes until its time is over.
LOOPS = {
    "while": "while (true) {}",
    "for": "for ($i = 0; ; ) { $i++; if ($i % 7 == 0) { $i += 2; } }",
    "for_empty": "for (;;);",
    "do": "do { $x = 1; } while ($x);",
    "nested": "while (true) { for ($i = 0; $i < 50; ++$i) { for ($j = 0; $j < 50; ++$j) { $k = $i * $j; } } }",
    "goto": "again: $i = ($i ?? 0) + 1; goto again;",
    "goto_nested": "a: foreach ([1, 2, 3] as $x) { if ($x == 2) { goto a; } }",
    "continue": "while (true) { foreach ([1, 2] as $x) { continue 2; } }",
    "switch": "$i = 0; while (true) { switch ($i % 4) { case 0: $i++; break; case 1: $i += 3; break; default: $i = 0; } }",
    "match": "$i = 0; while (true) { $i = match ($i % 3) { 0 => $i + 1, 1 => $i + 4, default => 0 }; }",
    "generator": "function g() { while (true) { yield 1; } } foreach (g() as $x) { $y = $x; }",
    "generator_body": "function g() { yield 1; while (true) { $x = 1; } yield 2; } foreach (g() as $x);",
    "yield_from": "function a() { while (true) { yield 1; } } function b() { yield from a(); } foreach (b() as $x);",
    "iterator_count": "function g() { while (true) { yield 1; } } iterator_count(g());",
    "iterator": "class I implements Iterator { function current(): mixed { return 1; } function key(): mixed { return 1; } function next(): void {}"
                " function rewind(): void {} function valid(): bool { return true; } } foreach (new I as $x);",
    "inlined": "function f($x) { return $x + 1; } $i = 0; while (true) { $i = f($i) % 1000; }",
    "method": "class C { private int $n = 0; function run() { while (true) { $this->step(); } } function step() { $this->n ^= 1; } } (new C)->run();",
    "static_method": "class C { static int $n = 0; static function run() { while (true) { self::$n ^= 1; } } } C::run();",
    "closure": "(function () { while (true) { $f = fn($x) => $x + 1; $f(1); } })();",
    "recursion": "function f($n) { return $n == 0 ? 0 : f($n - 1) + 1; } while (true) { f(50); }",
    "recursion_only": "function f($n) { for ($i = 0; $i < 3; ++$i) { if ($n > 0) { f($n - 1); } } } f(40);",
    "array": "$a = []; $i = 0; while (true) { $a[$i++ & 1023] = [$i]; }",
    "string": "$s = ''; while (true) { $s .= 'x'; if (strlen($s) > 1000) { $s = ''; } }",
    "double": "$x = 1.5; while (true) { $x = $x * 1.1; if ($x > 1e9) { $x = 1.5; } }",
    "property": "$o = new stdClass; $o->n = 0; while (true) { $o->n++; }",
    "reference": "$i = 0; $r = &$i; while (true) { $r++; }",
    "global": "function f() { global $n; while (true) { $n = ($n ?? 0) + 1; } } f();",
    "internal": "$i = 0; while (true) { $i += strlen('abc') + preg_match('/b/', 'abc') + count([1]); }",
    "callbacks": "while (true) { array_map(fn($x) => $x + 1, [1, 2, 3]); }",
    "call_user_func": "function f() { return 1; } while (true) { call_user_func('f'); }",
    "finally": "function f() { try { return 1; } finally { while (true) { $x = 1; } } } f();",
    "catch": "while (true) { try { throw new Exception; } catch (Throwable) { continue; } }",
    "try": "try { while (true) { $x = 1; } } catch (Throwable) { echo 'never'; } finally { echo 'never'; }",
    "usort": "$a = range(1, 10); usort($a, function ($a, $b) { " + ENDLESS + " });",
    "to_string": "class S { function __toString(): string { " + ENDLESS + " } } $s = 'a' . new S;",
    "magic": "class M { function __get($n) { " + ENDLESS + " } } (new M)->x;",
    "array_access": "$o = new class extends ArrayObject { function offsetGet($k): mixed { " + ENDLESS + " } }; $o[1];",
    "include": "include __DIR__ . '/endless.inc';",
    "autoload": "spl_autoload_register(function ($c) { " + ENDLESS + " }); class_exists('Missing');",
    "error_handler": "set_error_handler(function () { " + ENDLESS + " }); echo $undefined;",
    "destructor": "class D { function __destruct() { " + ENDLESS + " } } $d = new D; unset($d);",
    "destructor_at_end": "class D { function __destruct() { " + ENDLESS + " } } $d = new D; exit;",
    "shutdown": "register_shutdown_function(function () { " + ENDLESS + " }); exit;",
    "output": "ob_start(function ($text) { " + ENDLESS + " }); echo 'x'; ob_end_flush();",
    "output_at_end": "ob_start(function ($text) { " + ENDLESS + " }); echo 'x';",
    "unserialize": "class W { function __wakeup() { " + ENDLESS + " } } unserialize('O:1:\"W\":0:{}');",
    "eval": "eval('while (true) { $i = ($i ?? 0) + 1; }');",
    "fiber": "(new Fiber(function () { while (true) { $x = 1; } }))->start();",
    "fibers": "$f = new Fiber(function () { while (true) { Fiber::suspend(1); } }); $f->start(); while (true) { $f->resume(); }",
    "coroutine": "go(function () { while (true) { $x = 1; } }); exit;",
    "set_time_limit_inside": "$i = 0; while (true) { if ($i++ == 100) { set_time_limit(1); } }",
    "ini_set_inside": "$i = 0; while (true) { if ($i++ == 100) { ini_set('max_execution_time', '1'); } }",
    "collect": "while (true) { $a = new stdClass; $a->b = new stdClass; $a->b->a = $a; }",
    "declare_ticks": "declare(ticks=1); register_tick_function(fn() => 1); while (true) { $x = 1; }",
}
UNSEEN = {"output", "output_at_end"}  # PHP loses the message in the buffer that ends
# Each one allocates until its memory is used up.
GROWS = {
    "concatenation": "$s = ''; while (true) { $s .= 'xxxxxxxxxxxxxxxx'; }",
    "array": "$a = []; while (true) { $a[] = 1; }",
    "objects": "$last = null; while (true) { $o = new stdClass; $o->last = $last; $last = $o; }",
    "method": "class C { private $a = []; function run() { while (true) { $this->a[] = [1]; } } } (new C)->run();",
    "generator": "function g() { while (true) { yield 1; } } iterator_to_array(g(), false);",
    "closure": "$all = []; while (true) { $all[] = function () use (&$all) {}; }",
    "usort": "$a = [2, 1]; usort($a, function () { $s = []; while (true) { $s[] = [1]; } });",
    "try": "$a = []; try { while (true) { $a[] = [1]; } } catch (Throwable) { echo 'never'; } finally { echo 'never'; }",
}
JITS = {"tracing": ("-d", "opcache.jit=tracing"), "function": ("-d", "opcache.jit=function"), "off": ("-d", "opcache.jit=off")}
AGE = 3600


class LoopsTest(LauncherTest):
    def write_old(self, name, text):
        """opcache does not cache files of the last seconds."""
        self.write(f"site/{name}", text)
        file = self.folder / "site" / name
        before = file.stat().st_mtime - AGE
        os.utime(file, (before, before))

    def serve(self, jit):
        self.write("site/.user.ini", "display_errors = 1\nhtml_errors = 0\nmemory_limit = 32M\n")
        self.write_old("index.php", "<?php echo getmypid();")
        self.write_old("endless.inc", "<?php " + ENDLESS)
        for name, code in LOOPS.items():
            self.write_old(f"{name}.php", "<?php set_time_limit(1); echo 'begin '; " + code + " echo 'never';")
        for name, code in GROWS.items():
            self.write_old(f"grows_{name}.php", "<?php echo 'begin '; " + code + " echo 'never';")
        self.write_old("waits.php", "<?php echo 'waits '; while (ob_get_level()) { ob_end_flush(); } flush();"
                                    " while (!file_exists(__DIR__ . '/go')) { usleep(10_000); } echo getmypid();")
        return self.run_served("site", "--port", "0", "--workers", "1", php=(*opcache(), "-d", "opcache.jit_buffer_size=16M", *JITS[jit]))

    def end_each(self, jit, prefix, names, message, may_be_replaced=False):
        """Another request waits in the same worker all the time."""
        server = self.serve(jit)
        pid = server.get("/").text
        with server.client() as other:
            other.send(request(path="/waits.php"))
            other.head()
            self.assertEqual(other.chunk(), b"waits ")
            for name in names:
                with self.subTest(name):
                    text = server.get(f"/{prefix}{name}.php").text
                    self.assertRegex(text, "^(begin )?$" if name in UNSEEN else message)
                    self.assertNotIn("never", text)
                    if not may_be_replaced:
                        self.assertEqual(server.get("/").text, pid)
            (self.folder / "site/go").touch()
            self.assertEqual(other.chunk(), pid.encode())

    def end_loops(self, jit):
        self.end_each(jit, "", LOOPS, "Maximum execution time of 1 second exceeded")

    def test_tracing(self):
        self.end_loops("tracing")

    def test_function(self):
        self.end_loops("function")

    def test_without_jit(self):
        self.end_loops("off")

    def test_memory(self):
        for jit in JITS:
            with self.subTest(jit):
                self.end_each(jit, "grows_", GROWS, re.escape("Allowed memory size of 33554432 bytes exhausted"), may_be_replaced=True)
