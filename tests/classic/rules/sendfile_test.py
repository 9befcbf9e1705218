"""`tern serve --sendfile`: files that scripts of a classic site send by X-Sendfile and X-Accel-Redirect."""
import json
import os
import pathlib
import urllib.parse

from harness import wait_until
from launcher import LauncherTest, tern

SEND = pathlib.Path(__file__).with_name("sendfile.php")
LARGE = "0123456789" * 10_000


class SendfileTest(LauncherTest):
    def setUp(self):
        super().setUp()
        self.write("site/in/send.php", SEND.read_text())
        self.write("site/index.php", "<?php echo 'index';")
        self.write("site/a.txt", "0123456789", mtime=1_000_000_000)
        self.write("site/in/b & c.css", "style")
        self.write("site/.env", "secret")
        self.write("site/large.bin", LARGE)
        self.write("data/d.pdf", "data")
        self.write("data/.hidden.php", "<?php hidden")
        self.write("other/o.txt", "other")
        self.root = str(self.folder.resolve())

    def serve(self, *words, **more):
        return self.run_served("site", "--classic", "--port", "0", "--workers", "1", *words, **more)

    def send(self, server, *fields, code=(), headers=(), method="GET", body=b""):
        query = urllib.parse.urlencode({"fields": json.dumps(fields), "code": json.dumps(code)})
        return server.get(f"/in/send.php?{query}", list(headers), method, body)

    def test_a_file_in_place_of_what_is_printed(self):
        server = self.serve("--sendfile")
        for field in (f"X-Sendfile: {self.root}/site/a.txt", "x-sendfile: ../a.txt", "X-Accel-Redirect: /a.txt?x=y", "X-Accel-Redirect: /./in/../%61.txt"):
            for code in ([], ["echo str_repeat('x', 100_000);"], ["echo 'x'; flush();"], ["exit('x');"], ["fastcgi_finish_request();"],
                         ["ob_start('ob_gzhandler');"]):
                answer = self.send(server, field, code=code, headers=[("Accept-Encoding", "gzip")])
                self.assertEqual((answer.status, answer.text, answer.get("Content-Type"), answer.get("Content-Encoding"), answer.get("Last-Modified")),
                                 (200, "0123456789", "text/plain", None, "Sun, 09 Sep 2001 01:46:40 GMT"), (field, code))
                self.assertEqual((answer.get("X-Sendfile"), answer.get("X-Accel-Redirect")), (None, None))
                self.assertEqual(answer.all("ETag"), server.get("/a.txt").all("ETag"))
        self.assertEqual(self.send(server, "X-Sendfile: b & c.css").get("Content-Type"), "text/css")
        self.assertEqual(self.send(server, "X-Accel-Redirect: /in/b%20%26%20c.css").text, "style")
        self.assertEqual(self.send(server, "X-Accel-Redirect: /large.bin").text, LARGE)

    def test_the_script_ends_although_its_answer_is_sent(self):
        server = self.serve("--sendfile")
        code = [f"flush(); echo str_repeat('x', 1_000_000); file_put_contents('{self.root}/ran', connection_status());"]
        self.assertEqual(self.send(server, "X-Sendfile: ../a.txt", code=["echo 'x';", *code]).text, "0123456789")
        ran = self.folder / "ran"
        wait_until(lambda: ran.exists() and ran.read_text() == "0", "the script ends with an open connection")

    def test_scripts_in_php_workers(self):
        server = self.serve("--sendfile", "--isolation", "process")
        for field, kind in (("X-Sendfile: ../a.txt", "text/plain"), ("X-Accel-Redirect: /in/b%20%26%20c.css", "text/css")):
            for code in ([], ["echo str_repeat('x', 2_000_000);"], ["echo 'x'; flush();"]):
                answer = self.send(server, field, code=code)
                self.assertEqual((answer.status, answer.get("Content-Type"), answer.get("X-Tern-Default-Type")), (200, kind, None))
                self.assertIn(answer.text, ("0123456789", "style"))
        answer = self.send(server, "X-Sendfile: ../a.txt", "Content-Type: application/x-own", headers=[("Range", "bytes=2-3")])
        self.assertEqual((answer.status, answer.text, answer.get("Content-Type")), (206, "23", "application/x-own"))
        self.assertEqual(self.send(server, "X-Sendfile: ../../other/o.txt").status, 404)

    def test_fields_of_the_script(self):
        server = self.serve("--sendfile")
        answer = self.send(server, "X-Sendfile: ../a.txt", "Content-Type: application/x-own", "Content-Disposition: attachment", "Set-Cookie: a=b",
                           "Set-Cookie: c=d", "Cache-Control: private", "X-Own: 1", "Content-Length: 3", 'ETag: "own"', "Content-Encoding: br",
                           "Last-Modified: Sun, 09 Sep 2001 01:46:41 GMT", "Accept-Ranges: none")
        self.assertEqual((answer.status, answer.text, answer.get("Content-Type"), answer.get("Content-Disposition"), answer.get("Cache-Control"),
                          answer.get("X-Own"), answer.all("Set-Cookie"), answer.get("Content-Encoding")),
                         (200, "0123456789", "application/x-own", "attachment", "private", "1", ["a=b", "c=d"], None))
        self.assertEqual((answer.all("Content-Length"), answer.all("ETag"), answer.all("Accept-Ranges"), answer.all("Last-Modified")),
                         (["10"], server.get("/a.txt").all("ETag"), ["bytes"], ["Sun, 09 Sep 2001 01:46:40 GMT"]))
        answer = self.send(server, "X-Sendfile: b & c.css", "Content-Type: text/html; charset=UTF-8")
        self.assertEqual(answer.get("Content-Type"), "text/html; charset=UTF-8")
        self.assertEqual(self.send(server, "X-Sendfile: b & c.css", "Content-Type:").get("Content-Type"), "text/css")

    def test_conditions_and_ranges(self):
        server = self.serve("--sendfile")
        field = "X-Accel-Redirect: /a.txt"
        tag = self.send(server, field).get("ETag")
        for headers, expected in (([("If-None-Match", tag)], (304, "", None)), ([("If-Match", '"x"')], (412, "", None)),
                                  ([("Range", "bytes=2-4")], (206, "234", "bytes 2-4/10")), ([("Range", "bytes=10-")], (416, "", "bytes */10")),
                                  ([("Range", "bytes=2-4"), ("If-Range", '"x"')], (200, "0123456789", None))):
            answer = self.send(server, field, "Content-Disposition: attachment", headers=headers)
            self.assertEqual((answer.status, answer.text, answer.get("Content-Range")), expected, headers)
            self.assertEqual(answer.get("Content-Disposition"), "attachment")
        answer = self.send(server, field, "Content-Type: x/y", headers=[("Range", "bytes=0-1,5-6")])
        self.assertEqual(answer.status, 206)
        self.assertRegex(answer.get("Content-Type"), "^multipart/byteranges; boundary=")
        self.assertRegex(answer.text, r"(?s)^--\w+\r\nContent-Type: x/y\r\nContent-Range: bytes 0-1/10\r\n\r\n01\r\n--\w+\r\n.*\r\n\r\n56\r\n--\w+--\r\n$")
        answer = self.send(server, field, method="HEAD")
        self.assertEqual((answer.status, answer.get("Content-Length"), answer.get("Content-Type")), (200, "10", "text/plain"))
        answer = self.send(server, field, method="POST", body=b"x", headers=[("Range", "bytes=2-4"), ("If-None-Match", tag)])
        self.assertEqual((answer.status, answer.text), (200, "0123456789"))

    def test_what_may_be_sent(self):
        os.symlink(f"{self.root}/other/o.txt", f"{self.root}/site/in/link.txt")
        server = self.serve("--sendfile", "--sendfile-root", "data")
        for field, text in ((f"X-Sendfile: {self.root}/data/d.pdf", "data"), (f"X-Sendfile: {self.root}/data/x/../.hidden.php", "<?php hidden"),
                            ("X-Accel-Redirect: /in/link.txt", "other"), (f"X-Sendfile: {self.root}/site/in/link.txt", "other")):
            answer = self.send(server, field)
            self.assertEqual((answer.status, answer.text), (200, text), field)
        for field in (f"X-Sendfile: {self.root}/other/o.txt", f"X-Sendfile: {self.root}/data/../other/o.txt", "X-Sendfile: ../../other/o.txt",
                      f"X-Sendfile: {self.root}/database", f"X-Sendfile: {self.root}/data", "X-Sendfile: /dev/null", "X-Sendfile: ../.env",
                      "X-Sendfile: send.php", "X-Accel-Redirect: /none", "X-Accel-Redirect: /.env", "X-Accel-Redirect: /in/send.php",
                      "X-Accel-Redirect: /in/send.php/x", "X-Accel-Redirect: /%2e%2e/other/o.txt", "X-Accel-Redirect: /", "X-Accel-Redirect: a.txt",
                      "X-Accel-Redirect: http://x/a.txt"):
            answer = self.send(server, field, "Content-Disposition: attachment", "Set-Cookie: a=b")
            self.assertEqual((answer.status, answer.get("Content-Disposition"), answer.get("Content-Type"), answer.all("Set-Cookie")),
                             (404, None, "text/html; charset=utf-8", ["a=b"]), field)
            self.assertIn("<h1>404 Not Found</h1>", answer.text)
            self.assertIn(f"tern: /in/send.php: {field}: must be a file of {self.root}/site that is no script and not hidden, or a file in "
                          f"{self.root}/data, and readable", server.output())

    def test_a_hidden_folder_of_the_site(self):
        self.write("site/private/p.txt", "private")
        self.write("site/private/q.php", "<?php source")
        server = self.serve("--hide", "/private", "--sendfile-root", "site/private")
        self.assertEqual(server.get("/private/p.txt").status, 404)
        self.assertEqual(self.send(server, "X-Accel-Redirect: /private/p.txt").text, "private")
        self.assertEqual(self.send(server, "X-Sendfile: ../private/q.php").text, "<?php source")
        self.assertEqual(self.send(self.serve("--hide", "/private", "--sendfile"), "X-Accel-Redirect: /private/p.txt").status, 404)

    def test_links_that_must_stay_beneath(self):
        os.symlink("../data", f"{self.root}/site/linked")
        os.symlink("../other/o.txt", f"{self.root}/data/o.txt")
        server = self.serve("--sendfile", "--follow-symlinks", "no")
        self.assertEqual(self.send(server, "X-Accel-Redirect: /linked/d.pdf").status, 404)
        server = self.serve("--sendfile-root", "data", "--follow-symlinks", "no")
        self.assertEqual(self.send(server, "X-Accel-Redirect: /linked/d.pdf").text, "data")
        self.assertEqual(self.send(server, f"X-Sendfile: {self.root}/data/o.txt").status, 404)
        os.symlink("data", f"{self.root}/current")
        self.assertEqual(self.send(server, f"X-Sendfile: {self.root}/current/d.pdf").text, "data")

    def test_a_script_that_has_failed(self):
        server = self.serve("--sendfile")
        answer = self.send(server, "X-Sendfile: ../a.txt", code=["http_response_code(403);"])
        self.assertEqual((answer.status, answer.text, answer.get("X-Sendfile")), (403, "printed", None))
        answer = self.send(server, "X-Sendfile: ../a.txt", code=["throw new Exception('x');"])
        self.assertEqual((answer.status, answer.get("X-Sendfile")), (500, None))
        self.assertNotIn("0123456789", answer.text)

    def test_rules(self):
        self.write("site/.htaccess", "Header set X-Rule 1\nHeader set Content-Disposition inline\nErrorDocument 404 \"gone\"\n")
        self.write("site/in/data/.htaccess", "Require all denied\n")
        self.write("site/in/data/x.txt", "denied")
        server = self.serve("--htaccess", "--sendfile")
        self.assertEqual(server.get("/in/data/x.txt").status, 403)
        answer = self.send(server, "X-Sendfile: data/x.txt", "Content-Disposition: attachment")
        self.assertEqual((answer.status, answer.text, answer.get("Content-Disposition"), answer.get("X-Rule")), (200, "denied", "inline", "1"))
        self.assertEqual(self.send(server, "X-Sendfile: none", headers=[]).text, "gone")

    def test_without_the_option_they_are_fields_as_others(self):
        answer = self.send(self.serve(), "X-Accel-Redirect: /a.txt", "X-Sendfile: /b")
        self.assertEqual((answer.text, answer.get("X-Accel-Redirect"), answer.get("X-Sendfile")), ("printed", "/a.txt", "/b"))

    def test_requests_behind_it_on_the_connection(self):
        server = self.serve("--sendfile")
        query = urllib.parse.urlencode({"fields": json.dumps(["X-Sendfile: ../large.bin"])})
        with server.client() as client:
            for _ in range(3):
                self.assertEqual(client.ask("GET", f"/in/send.php?{query}").text, LARGE)

    def test_options(self):
        done = tern("serve", "site", "--classic", "--sendfile-root", "none", cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (2, 'tern: --sendfile-root must be a folder, "none" given\n'))
