"""Pages that wait hold up no other page while pm.max_children allows more. With five children of php-fpm they do."""
import pathlib
import unittest

import behind_nginx
import programs
from harness import wait_until
from http_client import Client, request
from server_case import TestCase

PAGES = pathlib.Path(__file__).with_name("pages")
WAITING = 40
# The rest is as in the pool file of Debian's package.
POOL = """[global]
error_log = {{folder}}/error.log
[www]
listen = {{folder}}/socket
listen.mode = 0666
pm = dynamic
pm.max_children = {children}
pm.start_servers = 2
pm.min_spare_servers = 1
pm.max_spare_servers = 3
"""


class WaitingTest(TestCase):
    def start(self, program, children):
        self.fpm = program(scripts=PAGES, configuration=POOL.format(children=children) + programs.TCP_POOL)
        self.addCleanup(self.fpm.close)
        self.event = self.fpm.folder / "event"
        self.nginx = behind_nginx.start(self.fpm, self.addCleanup)

    def send(self, path):
        client = Client(("127.0.0.1", self.nginx.port))
        self.addCleanup(client.close)
        return client.send(request(path=path))

    def wait_for_pages(self, count):
        """Sends the requests, until so many pages wait for the event."""
        clients = [self.send(f"/wait.php?until={self.event}&number={number}") for number in range(WAITING)]
        wait_until(lambda: len(list(self.fpm.folder.glob("event.begun*"))) == count, f"{count} pages")
        return clients

    def happen(self, clients):
        self.event.touch()
        self.assertEqual([client.response().status for client in clients], [200] * WAITING)

    def last_page(self):
        """Whether the event has happened before it."""
        return self.send(f"/exists.php?file={self.event}")

    def test_tern_fpm_serves_the_next_page(self):
        self.start(programs.tern_fpm, 50)
        clients = self.wait_for_pages(WAITING)
        self.assertEqual(self.last_page().response().text, "no")
        self.assertTrue(all(client.quiet() for client in clients))
        self.happen(clients)

    def test_children_of_php_fpm_are_all_taken(self):
        self.start(programs.php_fpm, 5)
        clients = self.wait_for_pages(5)
        last = self.last_page()
        self.happen(clients)
        self.assertEqual(last.response().text, "yes")


if __name__ == "__main__":
    unittest.main()
