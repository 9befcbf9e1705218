"""A server that is process 1 of a container, or another one that adopts orphans: those that end do not stay as zombies."""
import signal
import sys
import unittest

from harness import ROOT, wait_until
from php_program import PhpFile
from processes import processes_where
from server_case import TestCase

ADOPTS = (sys.executable, str(ROOT / "tests/support/subreaper.py"))


class OrphansTest(TestCase):
    def test_orphans_of_workers_are_reaped(self):
        server = self.run_script(PhpFile("operate/orphans.php"), prefix=ADOPTS)
        own = self.children(server)
        for _ in range(5):
            self.assertEqual(server.get("/").text, "started")
        wait_until(lambda: self.children(server) <= own, lambda: f"no more than {own}: {self.children(server)}")

    def test_children_of_the_program_are_left_to_it(self):
        server = self.run_script(PhpFile("operate/orphans.php"), prefix=ADOPTS)
        server.wait_for("^MASTER 5$")
        server.send_signal(signal.SIGTERM)
        server.wait_exit()
        server.wait_for("^PROGRAM 7$")

    def children(self, server):
        """All of them, zombies, too."""
        return set(processes_where(lambda stat: stat["parent"] == server.pid))


if __name__ == "__main__":
    unittest.main()
