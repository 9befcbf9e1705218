"""Pages that wait hold up no other page while pm.max_children allows more. With five children of php-fpm they do."""
import pathlib
import re
import unittest

import behind_nginx
import programs
from harness import wait_until
from http_client import Client, request
from server_case import TestCase

PAGES = pathlib.Path(__file__).with_name("pages")
WAITING = 40
PARTS = 4  # tables of functions, classes and constants, and the area of slots
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
        responses = [client.response() for client in clients]
        self.assertEqual([one.status for one in responses], [200] * WAITING)
        return {int(one.text.split()[-1]) for one in responses}

    def last_page(self):
        """Whether the event has happened before it."""
        return self.send(f"/exists.php?file={self.event}")

    def test_tern_fpm_serves_the_next_page(self):
        self.start(programs.tern_fpm, 50)
        clients = self.wait_for_pages(WAITING)
        self.assertEqual(self.last_page().response().text, "no")
        self.assertTrue(all(client.quiet() for client in clients))
        self.happen(clients)

    def start_pages(self, worker):
        """What a worker has of the memory that every page begins with: how often, and how many KB are changed."""
        try:
            parts = re.split(r"^(?=[0-9a-f]+-)", pathlib.Path(f"/proc/{worker}/smaps").read_text(), flags=re.M)
        except PermissionError:
            self.skipTest("no process of the pool may be looked at")
        ours = [part for part in parts if "memfd:tern-pages" in part]
        return len(ours), sum(int(found) for part in ours for found in re.findall(r"^Anonymous: +(\d+)", part, re.M))

    def test_pages_share_what_they_begin_with(self):
        """Its parts are of the next pages again, and none is a part of other memory."""
        self.start(programs.tern_fpm, 50)
        for _ in range(3):
            workers = self.happen(self.wait_for_pages(WAITING))
            for path in self.fpm.folder.glob("event*"):
                path.unlink()
        for worker in workers:
            count, changed = self.start_pages(worker)
            self.assertGreaterEqual(count, PARTS)
            self.assertLess(changed, 2 * count)  # most have no changed page

    def test_children_of_php_fpm_are_all_taken(self):
        self.start(programs.php_fpm, 5)
        clients = self.wait_for_pages(5)
        last = self.last_page()
        self.happen(clients)
        self.assertEqual(last.response().text, "yes")


if __name__ == "__main__":
    unittest.main()
