"""Endless recursion: it ends the one request with an error that names the cause, and the others of its worker go on."""
# Time limit: 400 s
import os
import re

from http_client import request
from launcher import LauncherTest
from php_program import need_delayed_errors, opcache

AGE = 3600
# Through callbacks of the engine: each level uses C stack.
CALLBACKS = {
    "autoload": "spl_autoload_register(function ($c) { class_exists($c . 'x'); }); class_exists('A');",
    "autoload_new": "spl_autoload_register(function ($c) { $n = $c . 'x'; new $n; }); new A;",
    "to_string": "class S { function __toString(): string { return 'a' . new S; } } echo new S;",
    "array_access": "class A implements ArrayAccess { function offsetGet($k): mixed { return (new A)[$k]; } function offsetSet($k, $v): void {}"
                    " function offsetExists($k): bool { return true; } function offsetUnset($k): void {} } (new A)[1];",
    "usort": "function compare($a, $b) { $list = [2, 1]; usort($list, 'compare'); return 0; } $list = [1, 2]; usort($list, 'compare');",
    "error_handler": "function handle() { set_error_handler('handle'); echo $undefined; return true; } set_error_handler('handle'); echo $undefined;",
    "get": "class G { function __get($n) { return (new G)->x; } } (new G)->x;",
    "iterator": "class I implements IteratorAggregate { function getIterator(): Iterator { return new ArrayIterator(iterator_to_array(new I));"
                " } } foreach (new I as $x);",
    "serialize": "class S { function __serialize(): array { return [serialize(new S)]; } } serialize(new S);",
    "unserialize": "class U { function __wakeup() { unserialize('O:1:\"U\":0:{}'); } } unserialize('O:1:\"U\":0:{}');",
    "json": "class J implements JsonSerializable { function jsonSerialize(): mixed { return json_encode(new J); } } json_encode(new J);",
    "array_map": "function f($x) { return array_map('f', [$x]); } f(1);",
    "preg": "function f($m) { return preg_replace_callback('/a/', 'f', 'a'); } f([]);",
    "destructor": "class D { function __destruct() { $d = new D; unset($d); } } $d = new D; unset($d);",
    "clone": "class C { function __clone() { clone new C; } } clone new C;",
    "compare": "class F extends SplHeap { function compare($a, $b): int { $f = new F; $f->insert(1); $f->insert(2); return 0; } } $f = new F;"
               " $f->insert(1); $f->insert(2);",
    "reflection": "class R { function run() { (new ReflectionMethod('R', 'run'))->invoke(new R); } } (new R)->run();",
    "generator": "function g() { foreach (g() as $x) { yield $x; } } foreach (g() as $x);",
    "generator_sent": "function g() { $x = yield; $g = g(); $g->current(); $g->send(strrev($x)); yield; } $g = g(); $g->current(); $g->send('xy');",
    "first_operation": "class S { function __toString(): string { return (string) new S . $GLOBALS['x']; } } $x = 'x'; strlen(new S);",
    "static_call": "class M { static function __callStatic($n, $a) { return array_map('M::x', [1]); } } M::x();",
    "magic_call": "class M { function __call($n, $a) { return array_map([$this, $n], $a); } } (new M)->x(1);",
    "handler": "set_exception_handler(function () { array_map('f', [1]); }); function f() { array_map('f', [1]); } throw new Exception;",
}
# PHP functions that call PHP functions use memory only.
CALLS = {
    "call_itself": "function f($x) { return f($x + 1) + 1; } f(1);",
    "methods": "class C { function f($x) { return $this->g([$x]); } function g($x) { return $this->f($x) + 1; } } (new C)->f(1);",
    "call": "class C { function __call($n, $a) { return (new C)->x(); } } (new C)->x();",
    "call_user_func": "function f() { call_user_func('f'); } f();",
    "shutdown": "function f() { call_user_func('f'); } register_shutdown_function('f');",
    "finally": "function f() { try { call_user_func('f'); } finally { strlen('x'); } } f();",
}
AGAIN = ("<?php function f() { array_map('f', [1]); } $n = 0;"
         " for ($i = 0; $i < 50; ++$i) { try { f(); } catch (Error $e) { ++$n; $e = null; } } echo $n;")
JITS = {"tracing": ("-d", "opcache.jit=tracing"), "function": ("-d", "opcache.jit=function"), "off": ("-d", "opcache.jit=off")}


class RecursionTest(LauncherTest):
    @classmethod
    def setUpClass(cls):
        need_delayed_errors()

    def write_old(self, name, text):
        """opcache does not cache files of the last seconds."""
        self.write(f"site/{name}.php", text)
        file = self.folder / f"site/{name}.php"
        os.utime(file, (file.stat().st_mtime - AGE,) * 2)

    def serve(self, jit, kinds, memory):
        self.write("site/.user.ini", f"display_errors = 0\nmemory_limit = {memory}\n")
        self.write_old("index", "<?php echo getmypid();")
        self.write_old("again", AGAIN)
        self.write_old("waits", "<?php echo 'waits '; while (ob_get_level()) { ob_end_flush(); } flush();"
                                " while (!file_exists(__DIR__ . '/go')) { usleep(10_000); } echo getmypid();")
        for name, code in kinds.items():
            self.write_old(name, "<?php " + code)
        return self.run_served("site", "--port", "0", "--workers", "1",
                               php=(*opcache(), "-d", "opcache.jit_buffer_size=16M", *JITS[jit]))

    def end_each(self, jit, kinds, memory, cause, may_be_replaced=False):
        """Another request waits in the same worker all the time."""
        server = self.serve(jit, kinds, memory)
        pid = server.get("/").text
        with server.client() as other:
            other.send(request(path="/waits.php"))
            other.head()
            self.assertEqual(other.chunk(), b"waits ")
            for name in list(kinds) * 2:
                with self.subTest(name):
                    since = server.mark()
                    answer = server.get(f"/{name}.php")
                    self.assertEqual((answer.status, answer.text), (500, ""))
                    server.wait_for(cause, since=since)
                    if not may_be_replaced:
                        self.assertEqual(server.get("/").text, pid)
            if not may_be_replaced:
                self.assertEqual(server.get("/again.php").text, "50")
            (self.folder / "site/go").touch()
            self.assertEqual(other.chunk(), pid.encode())

    def test_callbacks(self):
        for jit in JITS:
            with self.subTest(jit):
                self.end_each(jit, CALLBACKS, "256M", "C stack of a coroutine is used up|Maximum call stack size")

    def test_calls(self):
        """The function JIT looks for no interrupt there: the engine's code is left by a jump, and the worker replaced afterwards."""
        for jit in JITS:
            with self.subTest(jit):
                self.end_each(jit, CALLS, "32M", re.escape("Allowed memory size of 33554432 bytes exhausted"),
                              may_be_replaced=jit == "function")
