"""Large bodies from a web server: php-fpm and `tern fpm` give them to pages whole, and the worker's memory does not grow with them. They are of
64 MB, or TERN_BODY_MB."""
# Time limit: 400 s
import contextlib
import json
import os
import pathlib
import re
import shutil
import tempfile
import unittest
import zlib

import fastcgi
import programs
from harness import wait_until
from processes import children_of
from server_case import TestCase

PAGES = pathlib.Path(__file__).with_name("pages")
MB = 1 << 20
SIZE = int(os.environ.get("TERN_BODY_MB", "64")) * MB
BLOCK = bytes(range(256)) * (MB // 256)
MOST_MEMORY = 24 * MB
BEYOND = 20  # MB; php.ini's post_max_size are 8
# php.ini has less.
LIMITS = "php_admin_value[post_max_size] = 4G\nphp_admin_value[upload_max_filesize] = 4G\nphp_admin_value[memory_limit] = 32M"
HEAD = b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nvalue\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'
END = b"\r\n--x--\r\n"


def checksum():
    found = 0
    for _ in range(SIZE // MB):
        found = zlib.crc32(BLOCK, found)
    return f"{found:08x}"


class LargeBodyTest(TestCase):
    def start(self, program, limits=LIMITS):
        fpm = program(limits, scripts=PAGES)
        self.addCleanup(fpm.close)
        return fpm

    @staticmethod
    def send_part(client, fpm, method, kind, pieces, size):
        """A request without its end."""
        script = {"SCRIPT_FILENAME": f"{fpm.root}/body.php", "SCRIPT_NAME": "/body.php", "REQUEST_URI": "/body.php"}
        parameters = {**script, "REQUEST_METHOD": method, "CONTENT_TYPE": kind, "CONTENT_LENGTH": str(size), "SERVER_PROTOCOL": "HTTP/1.1"}
        client.send(fastcgi.begin(keeps=False) + fastcgi.stream(fastcgi.PARAMS, 1, fastcgi.pairs(parameters.items())))
        for piece in pieces:
            client.send(fastcgi.stream(fastcgi.STDIN, 1, piece)[:-8])

    def send(self, fpm, *request):
        """The response to a body that is sent piece by piece."""
        with fastcgi.Client(str(fpm.socket), 300) as client:
            self.send_part(client, fpm, *request)
            client.send(fastcgi.record(fastcgi.STDIN, 1))
            return client.reply()

    def ask(self, *request):
        """What the page says of a body."""
        reply = self.send(*request)
        self.assertEqual((reply.status, reply.error), (200, b""), reply)
        pid, *told = json.loads(reply.text)
        return pid, told

    def check(self, program, method, kind, head=b"", end=b"", fields=0):
        fpm = self.start(program)
        before = [self.ask(fpm, "PUT", "", [b"small"], 5)[0] for _ in range(10)]
        peak = max(map(self.peak, before))
        pid, told = self.ask(fpm, method, kind, (head, *(BLOCK for _ in range(SIZE // MB)), end), len(head) + SIZE + len(end))
        self.assertEqual(told, [SIZE, checksum(), fields])
        self.assertLess(self.peak(pid) - peak, MOST_MEMORY)

    @staticmethod
    def peak(pid):
        return int(re.search(r"VmHWM:\s+(\d+) kB", pathlib.Path(f"/proc/{pid}/status").read_text())[1]) * 1024

    def test_a_body_of_php_fpm(self):
        self.check(programs.php_fpm, "PUT", "application/octet-stream")

    def test_a_body(self):
        self.check(programs.tern_fpm, "PUT", "application/octet-stream")

    def test_a_file_of_a_form_of_php_fpm(self):
        self.check(programs.php_fpm, "POST", "multipart/form-data; boundary=x", HEAD, END, 1)

    def test_a_file_of_a_form(self):
        self.check(programs.tern_fpm, "POST", "multipart/form-data; boundary=x", HEAD, END, 1)

    def test_a_body_that_arrives_is_in_upload_tmp_dir(self):
        uploads = tempfile.mkdtemp(prefix="tern-uploads-")
        self.addCleanup(shutil.rmtree, uploads)
        os.chmod(uploads, 0o777)
        fpm = self.start(programs.tern_fpm, f"php_admin_value[upload_tmp_dir] = {uploads}")
        with fastcgi.Client(str(fpm.socket)) as client:
            self.send_part(client, fpm, "PUT", "", [BLOCK], 2 * MB)
            wait_until(lambda: self.has_open(fpm, uploads), "the file")

    @staticmethod
    def has_open(fpm, folder):
        """Whether a worker has an open file there."""
        for file in (one for server in children_of(fpm.process.pid) for worker in children_of(server) for one in pathlib.Path(f"/proc/{worker}/fd").glob("*")):
            with contextlib.suppress(FileNotFoundError):
                if os.readlink(file).startswith(f"{folder}/"):
                    return True
        return False

    def test_a_form_beyond_post_max_size(self):
        theirs, ours = (self.send(self.start(program, ""), "POST", "application/x-www-form-urlencoded", [b"a=", BLOCK * BEYOND], 2 + BEYOND * MB)
                        for program in programs.both())
        self.assertIn("exceeds the limit", theirs.text)
        self.assertEqual((ours.status, self.without_pid(ours.text), ours.error), (theirs.status, self.without_pid(theirs.text), theirs.error))

    @staticmethod
    def without_pid(text):
        return re.sub(r"\[\d+,", "[", text)


if __name__ == "__main__":
    unittest.main()
