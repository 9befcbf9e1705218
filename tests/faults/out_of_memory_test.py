"""The system gives a worker no more memory. The engine's heap reports a fatal error; where PHP allocates by malloc() it ends the process:
by exit() up to PHP 8.5, by abort() from 8.6 on. Both end one worker, and the master replaces it."""
import resource
import unittest

from http_client import Closed, request
from php_program import IS_SANITIZED, PhpFile, php_version
from server_case import TestCase

SPARE = 512 << 20  # stacks of coroutines take address space, too; the request wants 1 GB


@unittest.skipIf(IS_SANITIZED, "sanitizers need all of the address space")
class OutOfMemoryTest(TestCase):
    def serve(self):
        server = self.run_script(PhpFile("faults/out_of_memory.php", {"worker_num": 1, "enable_coroutine": True}),
                                 php=("-d", "memory_limit=-1"))
        server.workers_may_fail = True
        server.expected_signs.add("ended by signal 6")
        return server

    def limit(self, worker):
        """The address space that it has now, and a little more."""
        with open(f"/proc/{worker}/statm", encoding="ascii") as file:
            size = int(file.read().split()[0]) * resource.getpagesize()
        resource.prlimit(worker, resource.RLIMIT_AS, (size + SPARE, size + SPARE))

    def fill(self, server, path):
        """What the request that needs too much gets, and the one that waits beside it; the process of the next worker."""
        [worker] = server.wait_workers(1)
        waiting, filling = server.client(), server.client()
        self.addCleanup(waiting.close)
        self.addCleanup(filling.close)
        waiting.send(request("GET", "/wait"))
        server.wait_for("^WAITS")
        self.limit(worker)
        filling.send(request("GET", path))
        answers = [self.answer(client) for client in (filling, waiting)]
        successor = int(server.get("/").text)
        self.assertNotEqual(successor, worker)
        return answers

    def answer(self, client):
        try:
            return client.response().status
        except Closed:
            return None

    def test_the_heap(self):
        """PHP 8.2's ends the process as malloc() does."""
        server = self.serve()
        answers, told = self.fill(server, "/fill"), server.output()
        self.assertIn("Out of memory", told)
        if "Fatal error" in told or php_version() >= (8, 6):
            self.assertEqual(answers, [500, 503], told)
        else:
            self.assertEqual(answers, [None, None], told)
            self.assertRegex(told, "ended with exit code 1")

    def test_malloc(self):
        server = self.serve()
        self.assertEqual(self.fill(server, "/read"), [None, None])
        told = server.output()
        self.assertIn("Out of memory", told)
        self.assertRegex(told, "signal 6" if php_version() >= (8, 6) else "ended with exit code 1")


if __name__ == "__main__":
    unittest.main()
