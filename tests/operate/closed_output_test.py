"""Programs whose output nobody reads any more: what they print is dropped, and requests go on."""
import json
import sys
import unittest

from harness import ROOT
from http_client import request
from php_program import PhpFile
from server_case import TestCase

UNREAD = (sys.executable, str(ROOT / "tests/support/closed_output.py"))

POOL = r"""$pool = new Swoole\Process\Pool(1);
$pool->on('workerStart', function () { echo 'x'; file_put_contents('php://stderr', "PRINTED\n"); sleep(600); });
$pool->start();"""


class ClosedOutputTest(TestCase):
    def start(self, **options):
        return self.run_script(PhpFile("operate/closed_output.php", options), prefix=UNREAD)

    def test_requests_that_print(self):
        for coroutines in (True, False):
            with self.subTest(coroutines=coroutines):
                server = self.start(enable_coroutine=coroutines)
                answers = [server.get("/") for _ in range(6)]
                self.assertEqual([answer.status for answer in answers], [200] * 6)
                self.assertEqual({json.dumps(json.loads(answer.text)[1:]) for answer in answers}, {'[0, 0, "captured"]'})
                self.assertEqual(len({json.loads(answer.text)[0] for answer in answers}), 1, "one worker")
                self.assertEqual(server.get("/task").text, "done it")

    def test_a_request_that_waits_meanwhile(self):
        server = self.start()
        with server.client() as client:
            client.send(request("GET", "/wait"))
            server.wait_for("^WAITS$")
            self.assertEqual(server.get("/go").text, "ok")
            self.assertEqual(client.response().text, "waited")

    def test_workers_of_a_pool(self):
        server = self.run_script(POOL, prefix=UNREAD, wait=False)
        server.wait_for("^PRINTED$")


if __name__ == "__main__":
    unittest.main()
