"""The button of the admin page that upgrades a server, and what the page tells of an upgrade."""
# Time limit: 120 s
import os
import pathlib

from admin_page_test import InBrowser
from admin_test import TOKEN
from harness import free_port
from http_client import Client, request
from upgrade_test import UpgradeCase


class UpgradePageTest(InBrowser, UpgradeCase):
    def setUp(self):
        super().setUp()
        self.port = free_port()
        self.server = self.start({"admin": f"127.0.0.1:{self.port}", "admin_token": TOKEN, "hook_flags": 0})
        self.begin_page()

    def open(self):
        self.open_at(self.port)
        self.shows("one('state').textContent === 'ready'")

    def upgrade(self):
        self.page.evaluate("one('upgrade').click()")
        self.shows("one('confirm').open && one('confirm-what').textContent === 'Upgrade'")
        self.page.evaluate("one('confirm-yes').click()")

    def picture(self, name):
        """For who looks."""
        if "TERN_PICTURES" in os.environ:
            pathlib.Path(os.environ["TERN_PICTURES"], f"{name}.png").write_bytes(self.page.screenshot(1280))

    def test_it_asks_first_and_tells_how_far_it_is(self):
        self.open()
        self.page.evaluate("one('upgrade').click()")
        self.shows("one('confirm').open")
        self.page.evaluate("document.querySelector('#confirm [value=no]').click()")
        self.shows("!one('confirm').open")
        self.assertNotIn("upgrade:", self.server.output())
        self.version("slow")
        self.upgrade()
        self.server.wait_for("^<starts>$", count=2)
        self.shows("/^Upgrade: process \\d+ starts the new server/.test(one('upgrade-state').textContent)")
        self.assertTrue(self.page.evaluate("one('upgrade').disabled"))
        self.picture("upgrade-starting")
        old = self.server.pid
        new = self.server.upgrade(self.open_gate)
        self.server.wait_alone()
        self.shows(f"one('upgrade-state').textContent === 'Process {new} serves now, in the place of process {old}.'")
        self.shows("!one('upgrade').disabled && one('notice').hidden")
        self.picture("upgrade-done")

    def test_a_failure_is_told(self):
        self.open()
        self.version("no worker")
        self.upgrade()
        self.shows("one('upgrade-state').textContent === 'The last upgrade failed, and this server continues: its log says why.'")
        self.assertFalse(self.page.evaluate("one('upgrade').disabled"))
        self.assertEqual(self.server.get().status, 200)

    def test_only_who_may_reload_may_upgrade(self):
        token, intent = ("Authorization", f"Bearer {TOKEN}"), ("X-Tern-Admin", "1")
        for path in ("/reload", "/upgrade"):
            for fields, status in (([intent], 401), ([token], 403), ([token, intent, ("Origin", "http://example.org")], 403)):
                with Client(("127.0.0.1", self.port)) as client:
                    client.send(request("POST", path, [("Host", "localhost"), *fields]))
                    self.assertEqual(client.response().status, status, (path, fields))
        self.assertNotIn("upgrade:", self.server.output())


if __name__ == "__main__":
    import unittest
    unittest.main()
