"""How large what processes send each other may be: nothing, one byte, up to each limit, above it. What is too large is refused
where it is sent, and the processes stay."""
# Time limit: 200 s
import json
import unittest

from php_program import PhpFile
from server_case import TestCase

SHARED = 256 << 10   # bytes that go through shared memory; more goes through a file in memory
MOST = 1 << 30       # of a task, a result or a message
SIZES = [0, 1, SHARED - 300, SHARED - 1, SHARED, SHARED + 1, 5_000_000]
TOO_LONG = 1203      # SWOOLE_ERROR_DATA_LENGTH_TOO_LARGE


class SizesTest(TestCase):
    def start(self):
        return self.run_script(PhpFile("server/sizes.php", {"worker_num": 2, "task_worker_num": 1, "log_level": 5}))

    def ask(self, server, path):
        answer = server.get(path)
        self.assertEqual(answer.status, 200, answer)
        return json.loads(answer.text)

    def test_what_comes_back(self):
        server = self.start()
        for way in ("taskwait", "task", "finish", "message", "object"):
            for size in SIZES:
                with self.subTest(way=way, size=size):
                    self.assertEqual(self.ask(server, f"/{way}?size={size}"), [True, size])

    def test_above_the_limit(self):
        server = self.start()
        workers = server.workers()
        for way in ("taskwait", "task", "message"):
            for size in (MOST + 1, 1 << 31):
                with self.subTest(way=way, size=size):
                    self.assertEqual(self.ask(server, f"/refused/{way}?size={size}"), [False, TOO_LONG])
        self.assertEqual(self.ask(server, f"/refused/finish?size={MOST + 1}"), [False, TOO_LONG])
        self.assertEqual(self.ask(server, "/taskwait?size=1"), [True, 1])
        self.assertEqual(server.workers(), workers)


if __name__ == "__main__":
    unittest.main()
