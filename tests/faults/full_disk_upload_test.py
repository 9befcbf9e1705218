"""A disk that is full under what clients send and what the program writes: one request is told so, all others go on."""
# Time limit: 120 s
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import fastcgi
from http2_wire import H2Client, Upload, post
from php_program import PhpFile
from server_case import TestCase

BIG = b"z" * (1 << 20)
FORM = b"--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\n%s\r\n--x--\r\n"
FORM_FIELDS = [("Content-Type", "multipart/form-data; boundary=x")]
OPTIONS = {"upload_tmp_dir": "DISK", "package_max_length": 8 << 20, "http_stream_bodies": ["/stream"]}


class FullDiskTest(TestCase):
    def on_small_disk(self, options, size="256k", wait=True, **given):
        """A server that has a file system of so many bytes at DISK, in a mount namespace of its own."""
        if os.geteuid() != 0 or subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode != 0:
            self.skipTest("only who may mount can make a small disk")
        disk = pathlib.Path(tempfile.mkdtemp(prefix="tern-disk-"))
        self.addCleanup(shutil.rmtree, disk, True)
        mount = f'mount -t tmpfs -o size={size} tern {disk} && exec "$@"'
        options = {name: one.replace("DISK", str(disk)) if isinstance(one, str) else one for name, one in options.items()}
        return self.run_script(PhpFile("faults/full_disk_upload.php", options, disk=str(disk), **given), wait=wait,
                               prefix=("unshare", "--mount", "sh", "-c", mount, "sh"))

    def test_bodies_forms_and_files(self):
        server = self.on_small_disk(OPTIONS)
        refused = server.get("/", method="POST", body=BIG)
        self.assertEqual((refused.status, refused.get("Connection")), (507, "close"))
        server.wait_for(r"NOTICE\t507 to 127\.0\.0\.1:\d+ \(connection \d+\): upload_tmp_dir has no room for the body")
        form = server.get("/form", FORM_FIELDS, "POST", FORM % BIG)
        self.assertEqual(json.loads(form.text), [7, 0, False])  # UPLOAD_ERR_CANT_WRITE
        said, size = json.loads(server.get("/stream", method="POST", body=BIG).text)
        self.assertIn("No space left on device", said)
        self.assertEqual(size, -1)
        self.assertEqual(json.loads(server.get("/write").text), [False, True])
        self.assertEqual(server.get("/", method="POST", body=b"small").text, "5")
        self.assertEqual(server.get("/free").text, "1")
        form = server.get("/form", FORM_FIELDS, "POST", FORM % (b"z" * 1000))
        self.assertEqual(json.loads(form.text), [0, 1000, True])
        self.assertEqual(server.get("/", method="POST", body=b"z" * 200_000).text, "200000")

    def test_a_body_of_http2(self):
        """One stream is told so; its connection goes on."""
        server = self.on_small_disk({**OPTIONS, "open_http2_protocol": True})
        with H2Client(("127.0.0.1", server.port)) as client:
            for stream in (1, 5):
                upload, left = Upload(client, stream, "/"), BIG
                while left and not client.on(stream).over():
                    left = upload.send(left, end=True)
                    client.until(lambda: upload.room() > 0 or client.on(stream).over(), "a WINDOW_UPDATE or the answer")
                self.assertEqual(client.answer(stream).status, 507, client.frames[-6:])
                client.send(post(stream + 2, b"small"))
                self.assertEqual(client.answer(stream + 2).text, "5")
        server.wait_for(r"507 .*upload_tmp_dir has no room for the body", 2)

    def test_a_body_of_fastcgi(self):
        """The log names the page: a web server's address says little."""
        server = self.on_small_disk({**OPTIONS, "open_fastcgi_protocol": True})
        with fastcgi.Client(("127.0.0.1", server.port)) as client:
            parameters = {"REQUEST_METHOD": "POST", "REQUEST_URI": "/upload?a=1", "SCRIPT_NAME": "/upload", "CONTENT_LENGTH": str(len(BIG))}
            self.assertEqual(client.ask(parameters, BIG).status, 507)
        server.wait_for(r"507 to 127\.0\.0\.1:\d+ \(connection \d+\) for /upload: upload_tmp_dir has no room for the body")

    def test_the_pid_file(self):
        server = self.on_small_disk({"pid_file": "DISK/pid"}, "4k", wait=False, filler=4096)
        server.wait_for(r"ERROR\tpid file \S+/pid cannot be written: No space left on device")
        self.assertEqual(server.wait_exit(), 3)
        server.stop(code=3)

    def test_a_limit_on_the_size_of_files(self):
        """`ulimit -f` is told by a signal that ends a process which does not expect it."""
        server = self.run_script(PhpFile("faults/full_disk_upload.php", {"package_max_length": 8 << 20}),
                                 prefix=("sh", "-c", 'ulimit -f 100; exec "$@"', "sh"))
        before = server.workers()
        self.assertEqual(server.get("/", method="POST", body=BIG).status, 507)
        self.assertEqual(server.get("/", method="POST", body=b"small").text, "5")
        self.assertEqual(server.workers(), before)


if __name__ == "__main__":
    unittest.main()
