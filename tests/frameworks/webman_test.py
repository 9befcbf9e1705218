"""What Webman asks of the extension when its event loop is Swoole's, in the way that Workerman does."""
import concurrent.futures
import json
import os
import signal

from php_program import PhpFile
from server_case import SharedServer

WORKERS = 2


class WebmanTest(SharedServer):
    SCRIPT = PhpFile("frameworks/webman.php")

    def setUp(self):
        super().setUp()
        self.server.wait_for(r"^WORKER \d+$", WORKERS)

    def test_requests(self):
        self.assertIn(int(self.server.get("/").text), self.server.workers())
        self.assertEqual(json.loads(self.server.get("/channel").text), ["pushed", False])
        self.assertEqual(self.server.get("/timer").text, "from a timer")

    def test_coroutines_wait_at_a_time(self):
        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            answers = list(pool.map(lambda _: self.server.get("/sleep").text, range(20)))
        self.assertEqual(answers, ["slept in a coroutine"] * 20)

    def test_writes_wait_for_the_client(self):
        self.assertEqual(len(self.server.get("/large").text), 4 << 20)
        self.assertNotIn("ERROR", self.server.output())

    @classmethod
    def tearDownClass(cls):
        """Each worker leaves its loop when it is told to; then the master ends."""
        for pid in cls.server.workers():
            os.kill(pid, signal.SIGTERM)
        cls.server.wait_for(r"^ENDED \d+$", WORKERS)
        cls.server.wait_exit()
        super().tearDownClass()
