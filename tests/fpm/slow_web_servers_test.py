"""Web servers that are slow or silent: they hold up no request of others, and a slow one has its response."""
import json
import pathlib
import unittest

import fastcgi
import programs
from harness import wait_until
from server_case import TestCase

PAGES = pathlib.Path(__file__).with_name("pages")
SILENT = 3  # in each state
POOL = """[global]
error_log = {folder}/error.log
[www]
listen = {folder}/socket
listen.mode = 0666
pm = static
pm.max_children = 16
pm.status_path = /status
"""


class SlowWebServersTest(TestCase):
    def setUp(self):
        self.fpm = programs.tern_fpm(scripts=PAGES, configuration=POOL + programs.TCP_POOL)
        self.addCleanup(self.fpm.close)

    def connect(self):
        client = fastcgi.Client(str(self.fpm.socket))
        self.addCleanup(client.close)
        return client

    def parameters(self, page, **more):
        return {"SCRIPT_FILENAME": f"{self.fpm.root}/{page}", "SCRIPT_NAME": f"/{page}", "REQUEST_URI": f"/{page}", "REQUEST_METHOD": "GET",
                "SERVER_PROTOCOL": "HTTP/1.1", **more}

    def request(self, page, body=b"", **more):
        method = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": "text/plain", "CONTENT_LENGTH": str(len(body))} if body else {}
        return fastcgi.request(self.parameters(page, **method, **more), body, keeps=False)

    def check_others(self):
        """More requests than the pool serves at a time."""
        for _ in range(20):
            self.assertEqual(fastcgi.ask(str(self.fpm.socket), self.parameters("hello.php")).text, "hello")

    def active(self):
        """Requests that the pool has now, without this one."""
        status = self.parameters("status", QUERY_STRING="json")
        return json.loads(fastcgi.ask(str(self.fpm.socket), status).text)["active processes"] - 1

    def test_one_byte_at_a_time(self):
        client, data = self.connect(), self.request("body.php", b"a body")
        for at, _ in enumerate(data):
            client.send(data[at:at + 1])
            if at == len(data) // 2:
                self.check_others()
        self.assertEqual(json.loads(client.reply().text)[1], len(b"a body"))

    def test_silent_ones(self):
        data = self.request("body.php", b"a body")
        body = data.index(b"a body")
        clients = []
        for end in (0, 16, 30, body - 20, body + 3):
            for _ in range(SILENT):
                clients.append(self.connect())
                clients[-1].send(data[:end])
        self.check_others()
        self.assertEqual(self.active(), 0)
        clients[-1].send(data[body + 3:])
        self.assertEqual(json.loads(clients.pop().reply().text)[1], len(b"a body"))
        for client in clients:
            client.close()
        self.check_others()

    def test_one_that_does_not_read(self):
        client = self.connect()
        client.send(self.request("pieces.php", QUERY_STRING="count=1000000"))
        wait_until(lambda: self.active() == 1, "the page")
        self.check_others()
        self.assertEqual(client.reply().text, "begin " + "0123456789" * 1_000_000)
        wait_until(lambda: self.active() == 0, "its end")


if __name__ == "__main__":
    unittest.main()
