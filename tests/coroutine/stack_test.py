"""C stacks of coroutines: what recurses outside of coroutines recurses inside; what uses up its stack harms nothing else."""
import os
import pathlib
import subprocess
import unittest

from harness import wait_until
from http_client import request
from php_program import IS_SANITIZED, PHP, PhpFile, http_script
from server_case import TestCase

PROBE = pathlib.Path(os.environ.get("TERN_SO", "")).parent / "stack_probe.so"


class StackCase(TestCase):
    def start(self, options=None, **more):
        return self.run_script(PhpFile("coroutine/stack.php", options), **more)

    def wait(self, server):
        """A client whose request waits."""
        client = server.client()
        self.addCleanup(client.close)
        client.send(request(path="/wait"))
        self.assertEqual(client.head().status, 200)
        self.assertEqual(client.chunk(), b"waits")
        return client

    def check_unharmed(self, server, clients):
        self.assertEqual(server.get("/wake").text, "woken")
        for client in clients:
            self.assertEqual(client.chunk(), b" 385")
            self.assertEqual(client.chunk(), b"")


class DepthTest(StackCase):
    def test_what_recurses_outside_of_coroutines_recurses_in_a_request(self):
        server = self.start()
        clients = [self.wait(server) for _ in range(3)]
        for levels in (600, 5000):
            text = "(" * levels + "x" * (10_000 - 2 * levels) + ")" * levels
            self.assertEqual(server.get("/post", method="POST", body=text).text, str(levels))
        for path, answer in (("/linked/50000", "50000"), ("/values/2900", "5801"), ("/level/10000", "10000")):
            with self.subTest(path):
                self.assertEqual(server.get(path).text, answer)
        self.check_unharmed(server, clients)

    def test_a_thousand_nested_templates(self):
        options = [word for name in ("dom", "xsl") for word in ("-d", f"extension={name}")]
        found = subprocess.run([*PHP, *options, "-m"], capture_output=True, text=True, check=False).stdout.split()
        if "xsl" not in found:
            self.skipTest("there is no php-xsl")
        self.assertEqual(self.start(php=options).get("/xslt/1000").text, "1000")

    @unittest.skipIf(IS_SANITIZED, "its shadow needs terabytes")
    def test_a_server_says_that_addresses_are_limited(self):
        server = self.run_script(http_script("$response->end('ok');"), prefix=("sh", "-c", 'ulimit -v 4000000 && exec "$@"', "sh"))
        server.wait_for(r"WARNING\taddresses are limited .*: coroutines have 512 KB of C stack \(option c_stack_size\)$")
        self.assertEqual(server.get().text, "ok")

    def test_where_addresses_are_limited_stacks_are_smaller(self):
        script = "<?php Co\\run(function () { echo Co::stats()['c_stack_size']; });"
        for limit, size in (("ulimit -v 4000000", "524288"), (":", "8388608")):
            if IS_SANITIZED and limit != ":":
                continue  # its shadow needs terabytes
            told = subprocess.run(["sh", "-c", f'{limit} && exec "$@"', "sh", *PHP], input=script, capture_output=True,
                                  text=True, check=True)
            self.assertEqual(told.stdout, size)


class OverflowTest(StackCase):
    @unittest.skipIf(IS_SANITIZED, "the stack ends in code of the sanitizer")
    def test_no_depth_harms_others(self):
        """Just below the limit a C function with a large frame may step over a small guard, into its neighbour's stack."""
        server = self.start({"c_stack_size": "512K"})
        low, high = 400, 3000
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.deep(server, f"/level/{middle}", []) else (low, middle)
        ended = []
        for depth in range(low - 30, low + 4):
            clients = [self.wait(server) for _ in range(4)]
            if self.deep(server, f"/copying/{depth}", clients):
                self.check_unharmed(server, clients)
            else:
                ended.append(depth)
        self.assertTrue(ended)
        self.assertLess(len(ended), 34)
        self.assertNotIn("ended by signal", server.output())
        server.stop(checks=False)  # they would complain of the fatal errors

    def deep(self, server, path, clients):
        """False when it was an error."""
        answer = server.get(path)
        if answer.status == 200:
            return True
        self.assertEqual(answer.status, 500)
        self.check_unharmed(server, clients)
        return False

    @unittest.skipIf(IS_SANITIZED, "the probe is preloaded, as the sanitizer is")
    def test_a_stack_that_is_used_up_in_a_library_ends_like_a_fatal_error(self):
        for pattern in ("library", "libc"):
            with self.subTest(pattern):
                server, answer = self.overflow(pattern)
                self.assertEqual(answer, [500, 503])
                server.wait_for("Fatal error.*The C stack of a coroutine is used up.*stack.php")
                server.wait_for("ended with exit code 255")
                self.assertEqual(server.get("/waiting").text, "0")
                server.stop(checks=False)  # they would complain of the fatal error

    @unittest.skipIf(IS_SANITIZED, "the probe is preloaded, as the sanitizer is")
    def test_a_lock_that_the_library_holds_does_not_keep_the_worker(self):
        server, answer = self.overflow("lock")
        self.assertEqual(answer, [None, None])
        server.wait_for("ended by signal 14")
        self.assertEqual(server.get("/waiting").text, "0")
        server.stop(checks=False)

    def overflow(self, pattern):
        """A server, and the status of the request that uses up its stack and of another one in flight."""
        server = self.run_script(PhpFile("coroutine/stack.php"), env=dict(os.environ, LD_PRELOAD=str(PROBE)))
        self.assertEqual(server.get("/matches", method="POST", body="x").text, "true")
        with server.client() as other, server.client() as client:
            other.send(request(path="/silent"))
            wait_until(lambda: server.get("/waiting").text == "1", "the other request")
            client.send(request("POST", "/matches", body=pattern))
            answers = [next(iter(one.responses()), None) for one in (client, other)]
        server.wait_for(r"process \d+: the C stack of coroutine \d+ is used up in stack_probe.so \(option c_stack_size\)$")
        return server, [answer and answer.status for answer in answers]


if __name__ == "__main__":
    unittest.main()
