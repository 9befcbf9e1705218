"""Logs on a disk that is full: requests go on, standard error says so, and what was lost is counted."""
# Time limit: 120 s
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from harness import wait_until
from php_program import PhpFile
from server_case import TestCase

SCRIPT = "faults/full_disk.php"


class FullDiskTest(TestCase):
    def wait_lost(self, server, log):
        def look():
            told = json.loads(server.get().text)
            self.assertEqual(told["stats"], int(told["log_file"]) + int(told["slow_request_file"]))
            return int(told[log])
        return wait_until(look, f"lost lines of {log}")

    def test_the_log_file(self):
        server = self.run_script(PhpFile(SCRIPT, {"log_file": "/dev/full", "log_level": 1, "worker_num": 2}))
        server.wait_for(r"ERROR\tlog_file /dev/full cannot be written, lines lost by now: 1: No space left on device")
        before = self.wait_lost(server, "log_file")
        self.assertEqual(server.get("/throw").status, 500)
        wait_until(lambda: self.wait_lost(server, "log_file") > before, "one more")
        self.assertEqual(server.output().count("cannot be written"), 1)
        self.assertNotIn("thrown on purpose", server.output())

    def test_the_file_of_slow_requests(self):
        server = self.run_script(PhpFile(SCRIPT, {"slow_request_file": "/dev/full", "slow_request_ms": 1}))
        self.assertEqual(server.get("/slow").status, 200)
        server.wait_for(r"slow_request_file /dev/full cannot be written, .*: No space left on device\. The last one:\n.*slow request: GET /slow")
        self.wait_lost(server, "slow_request_file")

    def test_a_disk_with_room_again(self):
        """A file system of two pages, in a mount namespace of its own."""
        if os.geteuid() != 0 or subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode != 0:
            self.skipTest("only who may mount can make a small disk")
        disk = pathlib.Path(tempfile.mkdtemp(prefix="tern-disk-"))
        self.addCleanup(shutil.rmtree, disk, True)
        mount = f'mount -t tmpfs -o size=8k tern {disk} && head -c 4096 /dev/zero >{disk}/filler && exec "$@"'
        script = PhpFile(SCRIPT, {"log_file": f"{disk}/log", "access_log": f"{disk}/access"})
        server = self.run_script(script, prefix=("unshare", "--mount", "sh", "-c", mount, "sh"))
        inside = pathlib.Path(f"/proc/{server.pid}/root{disk}")

        def is_full():
            self.assertEqual(server.get("/throw").status, 500)
            return "cannot be written" in server.output()
        wait_until(is_full, "a full disk")
        lost = self.wait_lost(server, "log_file")
        (inside / "filler").write_bytes(b"")
        (inside / "filler").unlink()
        self.assertEqual(server.get("/throw").status, 500)
        wait_until(lambda: len((inside / "log").read_bytes()) > 4096, "a line that has room")
        self.assertNotRegex((inside / "log").read_text(), r"[^\n]\[20\d\d-")  # behind a line that was cut off
        self.assertEqual(self.wait_lost(server, "log_file"), lost)


if __name__ == "__main__":
    unittest.main()
