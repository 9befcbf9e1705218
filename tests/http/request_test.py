"""What a handler finds in its Request, and what becomes of uploaded files."""
import base64
import hashlib
import json
import os
import random
import subprocess
import tempfile
import time
import unittest

from harness import need, wait_until
from http_client import request
from php_program import PhpFile
from server_case import SharedServer, TestCase


def bytes_of(size, seed=1):
    return random.Random(seed).randbytes(size)


def sha(data):
    return hashlib.sha256(data).hexdigest()


def part(name, data, file_name=None, media=None):
    head = f'Content-Disposition: form-data; name="{name}"'
    head += f'; filename="{file_name}"' if file_name is not None else ""
    head += f"\r\nContent-Type: {media}" if media else ""
    data = data.encode() if isinstance(data, str) else data
    return head.encode() + b"\r\n\r\n" + data + b"\r\n"


def multipart(*parts, boundary="----x1y2", end=True):
    mark = f"--{boundary}".encode()
    body = b"".join(mark + b"\r\n" + one for one in parts) + (mark + b"--\r\n" if end else b"")
    return {"Content-Type": f"multipart/form-data; boundary={boundary}"}, body


class Asking(SharedServer):
    OPTIONS = {}

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="tern-e2e-uploads-")
        cls.addClassCleanup(cls.folder.cleanup)
        super().setUpClass()

    @classmethod
    def script(cls):
        return PhpFile("http/request.php", {"upload_tmp_dir": cls.folder.name, **cls.OPTIONS})

    def ask(self, method="GET", path="/", fields=(), body=b""):
        answer = self.server.get(path, fields, method, body)
        self.assertEqual(answer.status, 200, answer)
        return json.loads(answer.text)

    # Behind the answer, with the request.
    def wait_until_removed(self):
        wait_until(lambda: not os.listdir(self.folder.name), lambda: f"the end of {os.listdir(self.folder.name)}")


class RequestTest(Asking):
    def test_server(self):
        with self.server.client() as client:
            address = client.socket.getsockname()
            client.send(request("PUT", "/a%20b/c?x=1&y=%20", {}, b""))
            got = json.loads(client.response().text)
        server = got["server"]
        now = time.time()
        self.assertLess(abs(server.pop("request_time") - now), 60)
        self.assertLess(abs(server.pop("request_time_float") - now), 60)
        self.assertLess(abs(server.pop("master_time") - now), 60)
        self.assertEqual(server, {"request_method": "PUT", "request_uri": "/a%20b/c", "path_info": "/a b/c",
                                  "query_string": "x=1&y=%20", "server_protocol": "HTTP/1.1", "remote_addr": address[0],
                                  "remote_port": address[1], "server_addr": "127.0.0.1",
                                  "server_port": self.server.port})
        self.assertEqual((got["method"], got["complete"], got["stream"]), ("PUT", True, 0))
        self.assertGreater(got["fd"], 0)

    def test_no_query_string(self):
        self.assertNotIn("query_string", self.ask(path="/x")["server"])
        self.assertIsNone(self.ask(path="/x")["get"])
        self.assertIsNone(self.ask(path="/x?")["get"])

    def test_header(self):
        got = self.ask(fields=[("X-One", "a"), ("ACCEPT", "*/*"), ("X-empty", ""), ("X-Two", "a"), ("x-two", "b"),
                               ("User-Agent", " spaces\t")])
        self.assertEqual(got["header"], {"host": "test.example", "x-one": "a", "accept": "*/*", "x-empty": "", "x-two": "a, b",
                                         "user-agent": "spaces"})

    def test_cookie(self):
        got = self.ask(fields=[("Cookie", "a=1; b=%20x%3D; c=d=e; empty=; a=2"), ("Cookie", "last=z")])
        self.assertEqual(got["cookie"], {"a": "1", "b": " x=", "c": "d=e", "empty": "", "last": "z"})
        self.assertEqual(got["header"]["cookie"], "a=1; b=%20x%3D; c=d=e; empty=; a=2; last=z")
        self.assertIsNone(self.ask()["cookie"])

    def test_get(self):
        got = self.ask(path="/?a=1&b[]=2&b[]=3&c[x][y]=4&d=%C3%A9+e&f&g=&a.b=5")["get"]
        self.assertEqual(got, {"a": "1", "b": ["2", "3"], "c": {"x": {"y": "4"}}, "d": "é e", "f": "", "g": "", "a_b": "5"})

    def test_urlencoded(self):
        body = b"a=1&b[]=2&b[]=3&c[x][]=4&d=%26+e"
        for media in ("application/x-www-form-urlencoded", "Application/X-WWW-Form-Urlencoded; charset=utf-8"):
            got = self.ask("POST", fields={"Content-Type": media}, body=body)
            self.assertEqual(got["post"], {"a": "1", "b": ["2", "3"], "c": {"x": ["4"]}, "d": "& e"})
            self.assertEqual(self.decoded(got["raw"]), body)
            self.assertIsNone(got["files"])

    def test_other_media_types_are_not_parsed(self):
        got = self.ask("POST", fields={"Content-Type": "application/json"}, body=b'{"a": 1}')
        self.assertIsNone(got["post"])
        self.assertEqual(self.decoded(got["raw"]), b'{"a": 1}')
        self.assertEqual(got["raw"], got["content"])

    @staticmethod
    def decoded(text):
        return base64.b64decode(text)

    def test_data_is_what_was_sent(self):
        data = request("POST", "/x?y", {"X-A": "b"}, b"hello\0world")
        with self.server.client() as client:
            client.send(data)
            self.assertEqual(self.decoded(json.loads(client.response().text)["data"]), data)
            chunked = request("POST", "/x", {"Transfer-Encoding": "chunked"}, b"5\r\nhello\r\n0\r\n\r\n")
            client.send(chunked)
            self.assertEqual(self.decoded(json.loads(client.response().text)["data"]),
                             chunked.split(b"\r\n\r\n")[0] + b"\r\n\r\nhello")

    def test_requests_do_not_mix(self):
        with self.server.client() as client:
            client.ask("POST", "/?a=1", {"Cookie": "c=d", "Content-Type": "application/x-www-form-urlencoded"}, b"p=q")
            got = json.loads(client.ask(path="/").text)
        self.assertEqual([got[name] for name in ("cookie", "get", "post", "files", "raw")], [None, None, None, None, ""])


class UploadAsPhpTest(Asking):
    OPTIONS = {"http_parse_files": True}

    def test_shape(self):
        fields, body = multipart(part("one", b"1", "1.txt"), part("list[]", b"1", "1.txt"), part("list[]", b"22", "2.txt"),
                                 part("a[b][c]", b"333", "3.txt", "x/y"))
        files = self.ask("POST", fields=fields, body=body)["files"]
        self.assertEqual((files["one"]["name"], files["one"]["size"]), ("1.txt", 1))
        self.assertEqual((files["list"]["name"], files["list"]["size"]), (["1.txt", "2.txt"], [1, 2]))
        self.assertEqual((files["a"]["name"], files["a"]["type"], files["a"]["error"]),
                         ({"b": {"c": "3.txt"}}, {"b": {"c": "x/y"}}, {"b": {"c": 0}}))
        self.wait_until_removed()


class UploadTest(Asking):
    OPTIONS = {"package_max_length": "8M"}

    def test_fields_and_files(self):
        small, large = b"small\r\n--not\r\n", bytes_of(700_000)
        fields, body = multipart(part("a[b][]", "1"), part("a[b][]", "2"), part("text", "é\r\nline"), part("empty", ""),
                                 part("one", small, "s.txt", "text/plain"), part("two", large, "C:\\dir\\l.bin", "x/y"),
                                 part("list[]", b"1", "1.txt"), part("list[]", b"22", "2.txt"), part("none", b"", ""))
        got = self.ask("POST", fields=fields, body=body)
        self.assertEqual(got["post"], {"a": {"b": ["1", "2"]}, "text": "é\r\nline", "empty": ""})
        self.assertEqual(got["raw"], "")
        files = got["files"]
        self.assertEqual(set(files), {"one", "two", "list", "none"})
        one = files["one"]
        self.assertEqual((one["name"], one["type"], one["size"], one["error"]), ("s.txt", "text/plain", len(small), 0))
        self.assertEqual((files["two"]["type"], files["two"]["size"]), ("x/y", len(large)))
        self.assertEqual([one["name"] for one in files["list"]], ["1.txt", "2.txt"])
        self.assertEqual(files["none"], {"name": "", "type": "", "tmp_name": "", "error": 4, "size": 0})
        self.assertEqual(got["hashes"], [sha(small), sha(large), sha(b"1"), sha(b"22")])
        self.assertEqual(set(got["modes"]), {"600"})
        for path in got["tmpfiles"]:
            self.assertEqual(os.path.dirname(path), self.folder.name)
        self.assertEqual(got["tmpfiles"][0], one["tmp_name"])
        self.wait_until_removed()

    def test_in_pieces(self):
        data = bytes_of(5000)
        fields, body = multipart(part("a", "b"), part("f", data, "f"))
        whole = request("POST", "/", fields, body)
        for size in (1, 7, 1000):
            with self.server.client() as client:
                client.send(*(whole[at:at + size] for at in range(0, len(whole), size)))
                got = json.loads(client.response().text)
            self.assertEqual((got["post"], got["hashes"]), ({"a": "b"}, [sha(data)]))

    def test_chunked(self):
        data = bytes_of(50_000)
        fields, body = multipart(part("f", data, "f"))
        chunks = b"".join(b"%x\r\n%s\r\n" % (len(body[at:at + 999]), body[at:at + 999]) for at in range(0, len(body), 999))
        got = self.ask("POST", fields={**fields, "Transfer-Encoding": "chunked"}, body=chunks + b"0\r\n\r\n")
        self.assertEqual(got["hashes"], [sha(data)])

    def test_quoted_boundary(self):
        _, body = multipart(part("a", "1"), boundary="x y")
        got = self.ask("POST", fields={"Content-Type": 'multipart/form-data; charset=x; boundary="x y"'}, body=body)
        self.assertEqual(got["post"], {"a": "1"})

    def test_malformed(self):
        good_fields, good = multipart(part("a", "1"))
        bad = [multipart(part("f", b"x", "f"), end=False), (good_fields, b"no boundary at all"), (good_fields, good[:-6]),
               (good_fields, good.replace(b"\r\n\r\n", b"\r\nX\r\n\r\n")), (good_fields, good.replace(b'"a"', b'"a'))]
        for fields, body in bad:
            with self.server.client() as client:
                answer = client.ask("POST", "/", fields, body)
                self.assertEqual((answer.status, answer.get("Connection")), (400, "close"), body)
                client.expect_closed()
        self.wait_until_removed()

    def test_a_part_without_a_name_is_dropped(self):
        fields, body = multipart(part("a", "1"), part("b", "2"))
        got = self.ask("POST", fields=fields, body=body.replace(b'; name="b"', b""))
        self.assertEqual(got["post"], {"a": "1"})

    def test_too_many_parts(self):
        fields, body = multipart(*(part(f"p{n}", "") for n in range(1001)))
        self.assertEqual(self.server.get("/", fields, "POST", body).status, 413)

    def test_a_client_that_leaves_within_a_file(self):
        fields, body = multipart(part("f", bytes_of(300_000), "f"))
        client = self.server.client()
        client.send(request("POST", "/", {**fields, "Content-Length": len(body)}) + body[:200_000])
        client.reset()
        self.ask()
        with self.server.client() as other:  # one worker: what arrived first is done first
            other.ask()
        self.wait_until_removed()

    def test_a_file_that_was_moved_stays(self):
        target = self.folder.name + "/kept"
        server = self.serve(f"rename($request->files['f']['tmp_name'], '{target}'); $response->end('ok');",
                            {"upload_tmp_dir": self.folder.name})
        fields, body = multipart(part("f", b"content", "f"))
        self.assertEqual(server.get("/", fields, "POST", body).text, "ok")
        with open(target, "rb") as kept:
            self.assertEqual(kept.read(), b"content")
        os.unlink(target)

    def test_curl(self):
        data = bytes_of(123_456)
        path = os.path.join(self.folder.name, "source.bin")
        with open(path, "wb") as source:
            source.write(data)
        done = subprocess.run([need("curl"), "-sS", "-F", "a[b][]=1", "-F", "a[b][]=2", "-F", f"f=@{path};type=x/y", "-F",
                               "g=@/dev/null", self.server.url()], capture_output=True, check=True, timeout=60)
        got = json.loads(done.stdout)
        self.assertEqual(got["post"], {"a": {"b": ["1", "2"]}})
        self.assertEqual(got["hashes"], [sha(data), sha(b"")])
        self.assertEqual(got["files"]["f"]["name"], "source.bin")
        os.unlink(path)
        self.wait_until_removed()


class UploadOptionsTest(TestCase):
    def ask(self, options, fields, body, php=()):
        with tempfile.TemporaryDirectory(prefix="tern-e2e-uploads-") as folder:
            server = self.run_script(PhpFile("http/request.php", {"upload_tmp_dir": folder, **options}), php=php)
            answer = server.get("/", fields, "POST", body)
            server.stop()
            self.assertEqual(os.listdir(folder), [])
        return answer.status, json.loads(answer.text) if answer.status == 200 else None

    def test_the_body_limit_holds_for_files(self):
        fields, body = multipart(part("f", bytes_of(5000), "f"))
        self.assertEqual(self.ask({"package_max_length": 4096}, fields, body)[0], 413)

    def test_upload_max_filesize(self):
        options = {"package_max_length": 4096, "upload_max_filesize": 10_000}
        fields, body = multipart(part("a", "x" * 100), part("f", bytes_of(9000), "f"))
        status, got = self.ask(options, fields, body)
        self.assertEqual((status, got["files"]["f"]["size"]), (200, 9000))
        self.assertEqual(self.ask(options, *multipart(part("a", "x" * 5000), part("f", b"", "f")))[0], 413)
        self.assertEqual(self.ask(options, *multipart(part("f", bytes_of(20_000), "f")))[0], 413)

    def test_not_parsed_when_told_so(self):
        fields, body = multipart(part("a", "1"), part("f", b"x", "f"))
        status, got = self.ask({"http_parse_files": False}, fields, body)
        self.assertEqual((status, got["files"], got["tmpfiles"]), (200, None, None))
        status, got = self.ask({"http_parse_post": False, "http_parse_cookie": False},
                               {"Content-Type": "application/x-www-form-urlencoded", "Cookie": "a=b"}, b"p=q")
        self.assertEqual((status, got["post"], got["cookie"]), (200, None, None))

    def test_max_input_vars(self):
        body = "&".join(f"a{n}=1" for n in range(20)).encode()
        _, got = self.ask({}, {"Content-Type": "application/x-www-form-urlencoded"}, body, ("-d", "max_input_vars=10"))
        self.assertEqual(len(got["post"]), 10)

    def test_a_folder_that_is_not_there(self):
        server = self.run_script(PhpFile("http/request.php", {"upload_tmp_dir": "/does/not/exist", "http_body_memory_size": 1000}))
        fields, body = multipart(part("f", b"content", "f"))
        got = json.loads(server.get("/", fields, "POST", body).text)
        self.assertEqual((got["files"]["f"]["error"], got["tmpfiles"]), (7, []))
        self.assertEqual(server.get("/", {}, "POST", b"x" * 100_000).status, 500)


if __name__ == "__main__":
    unittest.main()
