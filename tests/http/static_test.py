"""Static files as clients see them: RFC 9110 sections 13 and 14 as a table, paths that want out of the root, compressed
neighbours, files that change."""
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import unittest
import urllib.parse

from harness import wait_until
from http_client import Closed, request
from php_program import PhpFile
from server_process import Server
from static_files import MODIFIED, Files, pairs

THEN = "Sun, 06 Nov 1994 08:49:37 GMT"
BEFORE = "Sun, 06 Nov 1994 08:49:36 GMT"
AFTER = "Sun, 06 Nov 1994 08:49:38 GMT"
SMALL = bytes(range(100))
LARGE = bytes(i * 7 % 251 for i in range(200_000))


def parts_of(answer):
    """What a multipart/byteranges answer has, as (Content-Range, bytes)."""
    boundary = re.fullmatch(r"multipart/byteranges; boundary=(\w+)", answer.get("Content-Type"))[1].encode()
    body = answer.body
    assert body.startswith(b"--" + boundary + b"\r\n") and body.endswith(b"\r\n--" + boundary + b"--\r\n"), body
    found = []
    for piece in body[len(boundary) + 4:-len(boundary) - 8].split(b"\r\n--" + boundary + b"\r\n"):
        head, data = piece.split(b"\r\n\r\n", 1)
        fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
        assert fields["Content-Type"] == "application/octet-stream", fields
        found.append((fields["Content-Range"], data))
    return found


class Conformance(Files):
    """Each row: the fields of the request, the status, and of what is sent the ranges (None: all of it)."""

    def fill(self):
        self.write("small.bin", SMALL)
        self.write("large.bin", LARGE)
        self.write("empty.bin", b"")

    # `E` stands for the entity tag of the file.
    CONDITIONS = [
        ({}, 200),
        ({"If-None-Match": "E"}, 304),
        ({"If-None-Match": "W/E"}, 304),
        ({"If-None-Match": "*"}, 304),
        ({"If-None-Match": '"x", E'}, 304),
        ({"If-None-Match": '"x",E,"y"'}, 304),
        ({"If-None-Match": ' , "x" ,, E '}, 304),
        ({"If-None-Match": '"x"'}, 200),
        ({"If-None-Match": '"x", "y"'}, 200),
        ({"If-None-Match": "x"}, 200),
        ({"If-None-Match": '"'}, 200),
        ({"If-None-Match": ""}, 200),
        ({"If-Match": "E"}, 200),
        ({"If-Match": "*"}, 200),
        ({"If-Match": '"x", E'}, 200),
        ({"If-Match": "W/E"}, 412),
        ({"If-Match": '"x"'}, 412),
        ({"If-Match": '"x", "y"'}, 412),
        ({"If-Match": "x"}, 412),
        ({"If-Modified-Since": THEN}, 304),
        ({"If-Modified-Since": AFTER}, 304),
        ({"If-Modified-Since": "Sunday, 06-Nov-94 08:49:37 GMT"}, 304),
        ({"If-Modified-Since": "Sun Nov  6 08:49:37 1994"}, 304),
        ({"If-Modified-Since": BEFORE}, 200),
        ({"If-Modified-Since": "yesterday"}, 200),
        ({"If-Modified-Since": "Sun, 31 Feb 2026 08:49:37 GMT"}, 200),
        ({"If-Unmodified-Since": THEN}, 200),
        ({"If-Unmodified-Since": AFTER}, 200),
        ({"If-Unmodified-Since": BEFORE}, 412),
        ({"If-Unmodified-Since": "yesterday"}, 200),
        ({"If-None-Match": '"x"', "If-Modified-Since": AFTER}, 200),
        ({"If-None-Match": "E", "If-Modified-Since": BEFORE}, 304),
        ({"If-Match": "E", "If-Unmodified-Since": BEFORE}, 200),
        ({"If-Match": '"x"', "If-Unmodified-Since": AFTER}, 412),
        ({"If-Match": '"x"', "If-None-Match": "E"}, 412),
        ({"If-Match": "E", "If-None-Match": "E"}, 304),
        ({"If-Match": "E", "If-None-Match": '"x"'}, 200),
        ({"If-Unmodified-Since": BEFORE, "If-None-Match": "E"}, 412),
        ({"If-None-Match": "E", "Range": "bytes=0-1"}, 304),
        ({"If-Match": '"x"', "Range": "bytes=0-1"}, 412),
    ]

    RANGES = [
        ("bytes=0-0", [(0, 0)]),
        ("bytes=0-9", [(0, 9)]),
        ("bytes=50-59", [(50, 59)]),
        ("bytes=50-", [(50, -1)]),
        ("bytes=-10", [(-10, -1)]),
        ("bytes=0-", [(0, -1)]),
        ("bytes=90-1000000", [(90, -1)]),
        ("bytes=-1000000", [(0, -1)]),
        ("BYTES=0-0", [(0, 0)]),
        ("bytes= 0-0", [(0, 0)]),
        ("bytes=0-0,", [(0, 0)]),
        ("bytes=0-0,1000000-", [(0, 0)]),
        ("bytes=0-0,-1", [(0, 0), (-1, -1)]),
        ("bytes=0-1,10-11", [(0, 1), (10, 11)]),
        ("bytes=10-11, 0-1", [(10, 11), (0, 1)]),
        ("bytes=0-1,10-11,20-21,30-31", [(0, 1), (10, 11), (20, 21), (30, 31)]),
        ("bytes=0-5,3-9", [(0, 9)]),
        ("bytes=0-5,6-9", [(0, 9)]),
        ("bytes=20-21,0-5,3-9", [(0, 9), (20, 21)]),
        ("bytes=0-,0-,0-,0-", [(0, -1)]),
        (",".join(["bytes=0-0", *(f"{i}-{i}" for i in range(2, 32, 2))]), [(i, i) for i in range(0, 32, 2)]),
        (",".join(["bytes=0-0", *(f"{i}-{i}" for i in range(2, 34, 2))]), None),
        ("bytes=1000000-", 416),
        ("bytes=1000000-1000001", 416),
        ("bytes=-0", 416),
        ("bytes=9-0", 416),
        ("bytes=abc", 416),
        ("bytes=", 416),
        ("bytes=1", 416),
        ("bytes=0-0,x", 416),
        ("bytes=99999999999999999999999-", 416),
        ("bytes=0-99999999999999999999999", [(0, -1)]),
        ("lines=0-1", None),
        ("abc", None),
        ("bytes 0-1", None),
        ("", None),
    ]

    IF_RANGES = [
        ("E", True),
        (THEN, True),
        ("Sunday, 06-Nov-94 08:49:37 GMT", True),
        ("W/E", False),
        ('"x"', False),
        (BEFORE, False),
        (AFTER, False),
        ("test", False),
        ("*", False),
        ("", False),
    ]

    def test_the_table_has_the_size_it_should(self):
        self.assertGreaterEqual(len(self.CONDITIONS) + len(self.RANGES) + len(self.IF_RANGES), 80)

    def with_etag(self, path, fields):
        etag = self.get(path).get("ETag")
        self.assertRegex(etag, r'^"[^"]+"$')
        return etag, [f"{name}: {value.replace('E', etag) if 'E' in value and 'GMT' not in value else value}"
                      for name, value in fields.items()]

    def test_conditions(self):
        for path, content in (("/small.bin", SMALL), ("/large.bin", LARGE)):
            for fields, status in self.CONDITIONS:
                for method in ("GET", "HEAD"):
                    with self.subTest(path=path, fields=fields, method=method):
                        etag, lines = self.with_etag(path, fields)
                        with self.server.client() as client:
                            answer = client.ask(method, path, pairs(lines))
                            self.assertEqual(answer.status, status)
                            self.assertEqual(answer.get("ETag"), etag)
                            self.assertEqual(answer.get("Last-Modified"), THEN)
                            if status == 200:
                                self.assertEqual(answer.body, content if method == "GET" else b"")
                                self.assertEqual(answer.get("Content-Length"), str(len(content)))
                            elif status == 304:
                                self.assertIsNone(answer.get("Content-Length"))
                                self.assertIsNone(answer.get("Content-Type"))
                            # The connection goes on.
                            self.assertEqual(client.ask(path="/x").text, "handler GET /x")

    def check_range(self, path, content, client, answer, expected):
        size = len(content)
        if expected is None:
            self.assertEqual((answer.status, answer.body), (200, content))
            self.assertEqual(answer.get("Accept-Ranges"), "bytes")
        elif expected == 416:
            self.assertEqual((answer.status, answer.get("Content-Range")), (416, f"bytes */{size}"))
        else:
            spans = [(first % size, last % size) for first, last in expected]
            named = [(f"bytes {first}-{last}/{size}", content[first:last + 1]) for first, last in spans]
            self.assertEqual(answer.status, 206)
            found = [(answer.get("Content-Range"), answer.body)] if len(named) == 1 else parts_of(answer)
            self.assertEqual(found, named)
        self.assertEqual(client.ask(path="/x").text, "handler GET /x")

    def test_ranges(self):
        for path, content in (("/small.bin", SMALL), ("/large.bin", LARGE)):
            for field, expected in self.RANGES:
                with self.subTest(path=path, field=field), self.server.client() as client:
                    self.check_range(path, content, client, client.ask(path=path, fields=pairs([f"Range: {field}"])), expected)

    def test_if_range(self):
        for path, content in (("/small.bin", SMALL), ("/large.bin", LARGE)):
            for value, holds in self.IF_RANGES:
                with self.subTest(path=path, value=value), self.server.client() as client:
                    _, lines = self.with_etag(path, {"If-Range": value})
                    answer = client.ask(path=path, fields=pairs(["Range: bytes=1-2", *lines]))
                    self.check_range(path, content, client, answer, [(1, 2)] if holds else None)

    def test_a_second_range_field_makes_none(self):
        answer = self.get("/small.bin", ["Range: bytes=0-0", "Range: bytes=1-1"])
        self.assertEqual((answer.status, answer.body), (200, SMALL))

    def test_head_has_no_ranges(self):
        answer = self.get("/small.bin", ["Range: bytes=0-0"], method="HEAD")
        self.assertEqual((answer.status, answer.get("Content-Length")), (200, "100"))

    def test_an_empty_file(self):
        self.assertEqual(self.served("/empty.bin", b"").get("Content-Length"), "0")
        self.assertEqual(self.get("/empty.bin", ["Range: bytes=0-"]).status, 416)
        self.assertEqual(self.get("/empty.bin", ["If-None-Match: *"]).status, 304)

    def test_http_1_0(self):
        for path, content in (("/small.bin", SMALL), ("/large.bin", LARGE)):
            with self.server.client() as client:
                client.send(f"GET {path} HTTP/1.0\r\n\r\n")
                self.assertEqual(client.response().body, content)
                self.assertEqual(client.rest(), b"")
            with self.server.client() as client:
                for _ in range(2):
                    client.send(f"GET {path} HTTP/1.0\r\nConnection: keep-alive\r\nRange: bytes=5-6\r\n\r\n")
                    self.assertEqual(client.response().body, content[5:7])

    def test_pipelined(self):
        with self.server.client() as client:
            client.send(b"".join(request("GET", path) for path in ("/small.bin", "/large.bin", "/x", "/small.bin")))
            self.assertEqual(client.response().body, SMALL)
            self.assertEqual(client.response().body, LARGE)
            self.assertEqual(client.response().text, "handler GET /x")
            self.assertEqual(client.response().body, SMALL)

    def test_other_methods_are_the_handlers(self):
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            self.assertEqual(self.get("/small.bin", method=method).text, f"handler {method} /small.bin")


class Paths(Files):
    TRAVERSAL = [
        "/../secret.txt", "/../../secret.txt", "/../../../../../../../../etc/passwd", "/a/../../secret.txt",
        "/a/b/../../../secret.txt", "/./../secret.txt", "/a/./../../secret.txt", "//../secret.txt", "/..//secret.txt",
        "/%2e%2e/secret.txt", "/%2E%2E/secret.txt", "/.%2e/secret.txt", "/%2e./secret.txt", "/a/%2e%2e/%2e%2e/secret.txt",
        "/%2e%2e%2fsecret.txt", "/..%2fsecret.txt", "/..%2Fsecret.txt", "/a%2f..%2f..%2fsecret.txt", "/%2fetc%2fpasswd",
        "/%2e%2e%5csecret.txt", "/..%5csecret.txt", "/..%5Csecret.txt", "/..\\secret.txt", "/..\\..\\secret.txt",
        "/a\\..\\..\\secret.txt", "/%5c..%5csecret.txt",
        "/%252e%252e/secret.txt", "/%252e%252e%252fsecret.txt", "/..%252fsecret.txt", "/..%255csecret.txt",
        "/%c0%ae%c0%ae/secret.txt", "/%c0%ae%c0%ae%c0%afsecret.txt", "/..%c0%afsecret.txt", "/..%c1%9csecret.txt",
        "/%e0%80%ae%e0%80%ae/secret.txt", "/%e0%40%ae/secret.txt", "/%uff0e%uff0e/secret.txt", "/%u002e%u002e/secret.txt",
        "/%00", "/a.txt%00", "/a.txt%00.html", "/%00/../secret.txt", "/..%00/secret.txt", "/../secret.txt%00.html",
        "/%", "/%2", "/%zz", "/a.txt%", "/a.txt%2", "/a.txt%0a", "/a.txt%0d%0aX-A:%20b", "/a.txt%09", "/a.txt%7f",
        "/outer", "/up/secret.txt", "/up/root/../secret.txt", "/absolute/passwd", "/chain", "/magic/secret.txt", "/loop",
        "/proc", "/device", "/pipe", "/a.txt/", "/a.txt/.", "/a.txt/..;/secret.txt", "/..;/secret.txt",
        "/.../secret.txt", "/....//secret.txt", "/..././secret.txt", "/~/secret.txt", "/file:///etc/passwd",
        "/.env", "/.git/config", "/a/.htaccess", "/%2eenv", "/.%67it/config", "/a/%2ehtaccess", "/.well-known/.hidden",
        "/index.php", "/INDEX.PHP", "/index.ph%70", "/tool.phar", "/page.phtml", "/%69ndex.php",
    ]

    HIDDEN = ["index.php~", "index.php.bak", "index.PHP.Bak", "index.php5", "index.php7", "index.phps", "index.pht", "x.phtml", "x.phar.gz",
              "index.php.txt", "index.php.1", "index.php_old", "index.php-2", "index.php copy", "index.php.", "wp-config.php.save",
              "index.php.swp", ".index.php.swp", "#index.php#", "page.html~", "page.html.orig", "data.OLD", "app.dist",
              "settings.inc", "settings.INC", "composer.json", "Composer.Lock", "auth.json", ".env", ".env.local",
              "old.bak/readme.txt", "lib.inc/readme.txt", "a/.htaccess"]
    SHOWN = ["Cart.php.html", "x.phpx", "php", "phpinfo.txt", "x.include.css", "x.inc.css", "old", "bold", "x.saved", "package.json",
             "a#b.txt", "a~b.txt", "manifest.webmanifest"]
    options = {"http_index_files": ["index.html"], "static_follow_symlinks": False}

    def test_programs_and_copies_of_them(self):
        for name in [*self.HIDDEN, *self.SHOWN]:
            self.write(f"files/{name}", "source" if name in self.HIDDEN else "shown")
        for name in self.HIDDEN:
            for path in (urllib.parse.quote(name), "".join(f"%{byte:02x}" if byte != 47 else "/" for byte in name.encode())):
                answer = self.get(f"/files/{path}")
                self.assertTrue(answer.body.startswith(b"handler GET /"), (name, answer.body))
        for name in self.SHOWN:
            self.served(f"/files/{urllib.parse.quote(name)}", "shown")
        self.start(static_handler_locations=["/files"])
        for name in self.HIDDEN:
            self.assertEqual(self.get(f"/files/{urllib.parse.quote(name)}").status, 404, name)

    def test_more_hidden_names_and_others(self):
        for name in ("dump.SQL", "private/x.txt", "index.php~", "privateer.txt"):
            self.write(name, "content")
        self.start(static_hidden_names=["*.sql", "private"], http_autoindex=True)
        for name in ("dump.SQL", "private/x.txt", "index.php~"):
            self.handled(f"/{name}")
        self.served("/privateer.txt", "content")
        self.assertNotRegex(self.get("/").text, "dump|private/|php")
        self.start(static_hidden_names=["*.sql", "private"], static_hidden_files=True)
        for name in ("dump.SQL", "private/x.txt"):
            self.handled(f"/{name}")
        self.served("/index.php~", "content")

    def test_a_list_has_what_is_sent(self):
        names = [name for name in (*self.HIDDEN, *self.SHOWN) if "/" not in name]
        for name in (*names, "control\ncharacter", "back\\slash", "known/x"):
            self.write(f"list/{name}", "x")
        for name, target in (("in", "known/x"), ("directory", "known"), ("out", "../../secret.txt"), ("absolute", "/etc/passwd"),
                             ("nowhere", "missing"), ("loop", "loop")):
            (self.root / "list" / name).symlink_to(target)
        os.mkfifo(self.root / "list/pipe")
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(self.root / "list/socket"))
        self.start(http_autoindex=True)
        listed = re.findall(r'<a href="\./([^"]*)">', self.get("/list/").text)
        self.assertEqual(sorted(map(urllib.parse.unquote, listed)), sorted([*self.SHOWN, "known/", "in", "directory/"]))
        for path in listed:
            self.assertEqual(self.get(f"/list/{path}").status, 200, path)

    def fill(self):
        self.write("a.txt", "a")
        self.write("a b&'\".txt", "odd")
        self.write("a/b/c.txt", "c")
        self.write("a/.htaccess", "hidden")
        self.write(".env", "hidden")
        self.write(".git/config", "hidden")
        self.write(".well-known/acme", "known")
        self.write(".well-known/.hidden", "hidden")
        for name in ("index.php", "INDEX.PHP", "tool.phar", "page.phtml"):
            self.write(name, "source")
        self.write("site/index.html", "page")
        for name, target in (("inner", "a/b/c.txt"), ("outer", "../secret.txt"), ("up", ".."), ("absolute", "/etc"),
                             ("chain", "outer"), ("magic", "/proc/self/cwd/.."), ("loop", "loop"), ("proc", "/proc/self/environ"),
                             ("device", "/dev/zero")):
            (self.root / name).symlink_to(target)
        (self.root / "within").symlink_to(self.root / "a/b")
        os.mkfifo(self.root / "pipe")

    def test_nothing_gets_out(self):
        self.assertGreaterEqual(len(self.TRAVERSAL), 60)
        for path in self.TRAVERSAL:
            with self.subTest(path=path):
                answer = self.get(path)
                if answer.status == 200:
                    self.assertTrue(answer.body.startswith(b"handler GET /"), answer)
                else:
                    self.assertIn(answer.status, (400, 404))
                    self.assertNotRegex(answer.text, "secret|hidden|source|root:")

    def test_names_that_are_files(self):
        for path, body in (("/a.txt", "a"), ("//a.txt", "a"), ("/./a.txt", "a"), ("/a/../a.txt", "a"), ("/%61.txt", "a"),
                           ("/a/b/%2e%2e/../a.txt", "a"), ("/a%20b%26'%22.txt", "odd"), ("/a.txt?x=../secret.txt", "a"),
                           ("/inner", "c"), ("/within/c.txt", "c"), ("/up/root/a.txt", "a"), ("/.well-known/acme", "known")):
            with self.subTest(path=path):
                self.served(path, body)

    def test_directories(self):
        self.served("/site/", "page")
        answer = self.get("/site?a=b")
        self.assertEqual((answer.status, answer.get("Location")), (301, "/site/?a=b"))
        # Not to the server "site".
        self.assertEqual(self.get("//site").get("Location"), "/site/")
        for path in ("/", "/a", "/a/", "/site/b/"):
            self.handled(path)

    def test_links_lead_anywhere(self):
        """As public/storage of Laravel does."""
        self.options = {"http_index_files": ["index.html"]}
        self.start()
        for path, body in (("/outer", "secret"), ("/up/secret.txt", "secret"), ("/chain", "secret"), ("/within/c.txt", "c")):
            self.served(path, body)
        for path in ("/device", "/pipe", "/../secret.txt", "/loop", "/up/../secret.txt", "/.env", "/index.php"):
            self.handled(path)

    def test_with_hidden_files_and_links(self):
        self.start(static_hidden_files=True, static_follow_symlinks=True)
        for path, body in (("/.env", "hidden"), ("/.git/config", "hidden"), ("/index.php", "source"), ("/outer", "secret"),
                           ("/up/secret.txt", "secret"), ("/chain", "secret")):
            self.served(path, body)
        for path in ("/device", "/pipe", "/../secret.txt", "/loop"):
            self.handled(path)

    def test_locations(self):
        self.start(static_handler_locations=["/a", "/site/"])
        self.served("/a/b/c.txt", "c")
        self.served("/site/", "page")
        self.handled("/a.txt")
        self.handled("/inner")
        self.handled("/a/../a.txt")
        self.handled("/a/x", method="POST")
        for path in ("/a/x", "/a/b", "/site/x", "/a/.htaccess"):
            answer = self.get(path)
            self.assertEqual((answer.status, answer.text), (404, "Not Found"))

    def test_rewritten(self):
        self.start(url_rewrite_rules={r"~^/view/(\w+)$~": "/a/b/$1.txt?id=$1", "/old/": "/a/", "/out/": "/../"})
        self.served("/view/c", "c")
        self.served("/old/b/c.txt", "c")
        for path in ("/view/d", "/view/", "/out/secret.txt", "/old/../secret.txt"):
            self.handled(path)

    def test_lists(self):
        self.write("list/<b>&.txt", "x")
        self.write("list/b:c", "x")
        self.write("list/.hidden", "x")
        (self.root / "list/sub").mkdir()
        self.start(http_autoindex=True)
        self.assertEqual(self.get("/list").get("Location"), "/list/")
        answer = self.get("/list/")
        self.assertEqual(answer.get("Content-Type"), "text/html; charset=utf-8")
        self.assertEqual(re.findall(r'<a href="([^"]*)">(.*?)</a>', answer.text), [
            ("../", "../"), ("./%3Cb%3E%26.txt", "&lt;b&gt;&amp;.txt"), ("./b%3Ac", "b:c"), ("./sub/", "sub/")])
        self.served("/site/", "page")
        self.assertEqual(self.get("/list/%3Cb%3E%26.txt").text, "x")
        self.assertEqual(self.get("/list/", method="HEAD").status, 200)


class Fields(Files):
    options = {"static_cache_control": {"*.css": "max-age=60", "/app/*": "no-cache", "*": "private"},
               "static_precompressed": True}
    types = {"moc": "application/x-mocha"}

    def fill(self):
        self.write("app/x.css", "x")
        self.write("app/x.js", "plain")
        self.write("app/x.js.br", "brotli")
        self.write("app/x.js.gz", "gzip")
        self.write("y.moc", "y")
        self.write("z.zst", "z")
        self.write("only.txt", "plain")
        self.write("only.txt.zst", "zstd")

    def test_types_and_cache_control(self):
        for path, media_type, cache in (("/app/x.css", "text/css", "max-age=60"), ("/app/x.js", "text/javascript", "no-cache"),
                                        ("/y.moc", "application/x-mocha", "private")):
            answer = self.get(path)
            self.assertEqual((answer.get("Content-Type"), answer.get("Cache-Control")), (media_type, cache))
            again = self.get(path, [f"If-None-Match: {answer.get('ETag')}"])
            self.assertEqual((again.status, again.get("Cache-Control")), (304, cache))

    def test_neighbours(self):
        for accept, coding in ((None, None), ("", None), ("gzip", "gzip"), ("br", "br"), ("gzip, br", "br"),
                               ("gzip;q=1, br;q=0.5", "gzip"), ("br;q=0", None), ("*", "br"), ("*;q=0.5, br;q=0", "gzip"),
                               ("zstd", None), ("zstd, gzip;q=0.1", "gzip"), ("identity, gzip;q=0.5", None),
                               ("x-gzip", "gzip"), ("GZIP", "gzip"), ("deflate", None), ("identity;q=0, br", "br")):
            with self.subTest(accept=accept):
                answer = self.get("/app/x.js", [] if accept is None else [f"Accept-Encoding: {accept}"])
                body = {None: "plain", "br": "brotli", "gzip": "gzip"}[coding]
                self.assertEqual((answer.status, answer.text, answer.get("Content-Encoding")), (200, body, coding))
                self.assertEqual((answer.get("Vary"), answer.get("Content-Type")), ("Accept-Encoding", "text/javascript"))
        self.assertEqual(self.get("/only.txt", ["Accept-Encoding: br, zstd, gzip"]).get("Content-Encoding"), "zstd")
        self.assertIsNone(self.get("/app/x.js.gz", ["Accept-Encoding: gzip"]).get("Content-Encoding"))

    def test_each_neighbour_has_a_tag_and_ranges_of_its_own(self):
        tags = {accept: self.get("/app/x.js", [f"Accept-Encoding: {accept}"]).get("ETag") for accept in ("x", "br", "gzip")}
        self.assertEqual(len(set(tags.values())), 3)
        for accept, tag in tags.items():
            answer = self.get("/app/x.js", [f"Accept-Encoding: {accept}", f"If-None-Match: {tag}"])
            self.assertEqual((answer.status, answer.get("Vary")), (304, "Accept-Encoding"))
            self.assertEqual(self.get("/app/x.js", ["Accept-Encoding: gzip, br", f"If-None-Match: {tag}"]).status,
                             304 if accept == "br" else 200)
        answer = self.get("/app/x.js", ["Accept-Encoding: br", "Range: bytes=0-2"])
        self.assertEqual((answer.status, answer.body, answer.get("Content-Encoding")), (206, b"bro", "br"))


class Changes(Files):
    def fill(self):
        self.write("a.txt", "one")
        self.write("large.bin", LARGE)

    def test_replaced_truncated_deleted(self):
        for name, first in (("a.txt", b"one"), ("large.bin", LARGE)):
            with self.subTest(name=name), self.server.client() as client:
                etag = client.ask(path="/" + name).get("ETag")
                self.write("new", first[::-1], MODIFIED)
                os.rename(self.root / "new", self.root / name)
                answer = client.ask(path="/" + name, fields=[("If-None-Match", etag)])
                self.assertEqual((answer.status, answer.body), (200, first[::-1]))
                os.truncate(self.root / name, 2)
                self.assertEqual(client.ask(path="/" + name).body, first[::-1][:2])
                os.truncate(self.root / name, 100_000)
                self.assertEqual(client.ask(path="/" + name).body, first[::-1][:2] + bytes(99_998))
                os.remove(self.root / name)
                self.assertEqual(client.ask(path="/" + name).text, f"handler GET /{name}")
                self.write(name, "back")
                self.assertEqual(client.ask(path="/" + name).text, "back")

    def test_within_its_validity_a_name_is_trusted(self):
        self.start(static_cache_valid=86400)
        self.served("/a.txt", "one")
        self.handled("/later.txt")
        self.write("a.txt", "two", MODIFIED + 1)
        self.write("later.txt", "there")
        self.served("/a.txt", "one")
        self.handled("/later.txt")
        # An open file shows its size at once.
        self.served("/large.bin", LARGE)
        self.write("large.bin", LARGE[:150_000], MODIFIED + 1)
        self.served("/large.bin", LARGE[:150_000])

    def test_a_reload_forgets(self):
        self.start(static_cache_valid=86400, worker_num=1)
        self.served("/a.txt", "one")
        self.write("a.txt", "two", MODIFIED + 1)
        worker = self.server.workers()
        self.server.send_signal(signal.SIGUSR1)
        wait_until(lambda: worker[0] not in self.server.workers(), "another worker")
        self.served("/a.txt", "two")

    def test_without_descriptors(self):
        [worker] = self.server.wait_workers(1)
        self.write("new.txt", "new")
        with self.server.client() as client:
            client.ask(path="/x")
            limits = resource.prlimit(worker, resource.RLIMIT_NOFILE, (3, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
            answer = client.ask(path="/new.txt")
            resource.prlimit(worker, resource.RLIMIT_NOFILE, limits)
            self.assertEqual((answer.status, answer.get("Retry-After")), (503, "1"))
            self.assertEqual(client.ask(path="/new.txt").text, "new")

    def test_a_file_that_shrinks_while_it_is_sent_ends_the_connection(self):
        path = self.root / "huge.bin"
        with open(path, "wb") as file:
            file.truncate(1 << 30)
        with self.server.client(receive_buffer=4096) as client:
            client.send(request("GET", "/huge.bin"))
            head = client.head()
            self.assertEqual(head.get("Content-Length"), str(1 << 30))
            os.truncate(path, 1 << 20)
            with self.assertRaises(Closed):
                while client.exactly(1 << 20):
                    pass
        self.handled("/x")

    def test_sendfile_sees_what_was_just_written(self):
        for size in (10, 100_000):
            for round in range(3):
                path = self.write("s.bin", bytes([65 + round]) * (size + round))
                answer = self.get(f"/x?sendfile={path}")
                self.assertEqual(answer.body, bytes([65 + round]) * (size + round))
        path = self.write("s.txt", "0123456789")
        for query, body in (("&offset=3", "3456789"), ("&offset=3&length=4", "3456"), ("&offset=10", ""), ("&length=10", "0123456789")):
            self.assertEqual(self.get(f"/x?sendfile={path}{query}").text, body)
        self.assertEqual(self.get(f"/x?sendfile={path}", method="HEAD").get("Content-Length"), "10")
        for query in ("&offset=11", "&offset=5&length=6"):
            self.assertEqual(self.get(f"/x?sendfile={path}{query}").text, "failed")
        for other in ("/nothing/there", str(self.root), "/dev/zero"):
            self.assertEqual(self.get(f"/x?sendfile={other}").text, "failed")

    def test_a_worker_ends_where_there_is_no_root(self):
        server = Server(PhpFile("http/static.php", {"enable_static_handler": True, "document_root": str(self.top / "none")}), wait=False)
        self.assertEqual(server.wait_exit(), 3)
        self.assertIn("document_root", server.output())
        server.kill()

    def test_many_connections_at_once(self):
        if shutil.which("wrk") is None:
            self.skipTest("wrk is missing")
        self.write("100k.bin", LARGE[:102_400])
        done = subprocess.run(["wrk", "-t1", "-c1000", "-d2s", self.server.url("/100k.bin")], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotRegex(done.stdout, r"read [1-9]|write [1-9]|connect [1-9]|Non-2xx")


if __name__ == "__main__":
    unittest.main()
