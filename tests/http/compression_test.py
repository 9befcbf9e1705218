"""Compressed answers and requests as clients see them: curl, gzip, zlib, and the command lines of brotli and zstd."""
import concurrent.futures
import gzip
import hashlib
import json
import os
import subprocess
import unittest
import zlib

from harness import wait_until
from http_client import request
from php_program import PhpFile
from server_case import SharedServer, TestCase

TEXT = "".join(f"line {i * i % 977} of a text that is long enough\n" for i in range(400))


def tool(*command):
    def decode(data):
        return subprocess.run(command, input=data, capture_output=True, check=True).stdout
    return decode


DECODERS = {"gzip": gzip.decompress, "deflate": zlib.decompress, "br": tool("brotli", "-dc"), "zstd": tool("zstd", "-dcq")}
ENCODERS = {"gzip": gzip.compress, "deflate": zlib.compress, "br": tool("brotli", "-c"), "zstd": tool("zstd", "-cq")}


def accept(codings):
    return [("Accept-Encoding", codings)]


class Answers(SharedServer):
    """With the defaults."""

    @classmethod
    def script(cls):
        return PhpFile("http/compression.php")

    def plain(self, path, fields=accept("gzip"), **more):
        answer = self.server.get(path, fields, **more)
        self.assertIsNone(answer.get("Content-Encoding"), path)
        return answer

    def coded(self, path, codings="gzip", coding=None, body=TEXT, **more):
        answer = self.server.get(path, accept(codings), **more)
        self.assertEqual(answer.all("Content-Encoding"), [coding or codings], path)
        if body is not None:
            self.assertEqual(DECODERS[coding or codings](answer.body).decode(), body)
            self.assertLess(len(answer.body), len(body) // 2)
        return answer

    def test_every_coding_at_once_and_in_pieces(self):
        for coding in ("gzip", "br", "zstd"):
            self.assertEqual(self.coded("/text", coding).get("Vary"), "Accept-Encoding")
            streamed = self.coded("/stream", coding, body=TEXT + "the end")
            self.assertEqual((streamed.get("Vary"), streamed.get("Transfer-Encoding")), ("Accept-Encoding", "chunked"))

    def test_the_coding_that_the_client_wants_most(self):
        self.coded("/text", "gzip, deflate, br, zstd", "zstd")
        self.coded("/text", "gzip, deflate, br", "br")
        self.coded("/text", "zstd;q=0.5, gzip", "gzip")
        self.coded("/text", "*", "zstd")
        for codings in ("", "identity", "gzip;q=0", "*;q=0", "deflate", "gzip;q=0.5, identity"):
            answer = self.plain("/text", accept(codings))
            self.assertEqual((answer.text, answer.get("Vary")), (TEXT, "Accept-Encoding"), codings)
        self.assertEqual(self.plain("/text", []).get("Vary"), "Accept-Encoding")

    def test_curl_decodes_it(self):
        for coding in ("gzip", "br", "zstd"):
            for path, end in (("/text", ""), ("/stream", "the end")):
                shown = subprocess.run(["curl", "-s", "--compressed", "-H", f"Accept-Encoding: {coding}",
                                        self.server.url(path)], capture_output=True, text=True, check=True)
                self.assertEqual(shown.stdout, TEXT + end)

    def test_http_1_0(self):
        self.coded("/text", version="1.0")
        streamed = self.coded("/stream", version="1.0", body=TEXT + "the end")
        self.assertIsNone(streamed.get("Transfer-Encoding"))

    def test_only_text(self):
        self.coded("/text?Content-Type=application/json")
        self.coded("/text?Content-Type=image/svg%2bxml;charset=utf-8")
        for path in ("/text", "/stream"):
            answer = self.plain(path + "?Content-Type=image/png")
            self.assertIsNone(answer.get("Vary"))

    def test_what_is_small_or_would_grow_is_sent_as_it_is(self):
        self.assertEqual(self.plain("/short").text, "nineteen bytes long")
        self.assertEqual(len(self.plain("/noise").body), 500)

    def test_the_program_has_the_last_word(self):
        for path in ("/text", "/stream"):
            for field in ("Cache-Control=public,no-transform", "Content-Encoding=identity"):
                answer = self.plain(f"{path}?{field}")
                self.assertTrue(answer.text.startswith(TEXT), field)
        self.assertEqual(self.server.get("/text?Content-Encoding=x-own", accept("gzip")).all("Content-Encoding"), ["x-own"])

    def test_status(self):
        self.coded("/text?status=404")
        for status in (204, 304):
            self.assertEqual(self.plain(f"/text?status={status}").body, b"")
        self.assertEqual(self.plain("/text?status=206").text, TEXT)

    def test_vary_and_etag(self):
        answer = self.coded("/text?Vary=Cookie&Etag=%22a%22")
        self.assertEqual((answer.all("Vary"), answer.get("ETag")), (["Cookie, Accept-Encoding"], 'W/"a"'))
        answer = self.plain("/text?Vary=accept-encoding&Etag=%22a%22", [])
        self.assertEqual((answer.all("Vary"), answer.get("ETag")), (["accept-encoding"], '"a"'))
        answer = self.server.get("/text?Etag=%22a%22&status=304", [("If-None-Match", 'W/"a"')])
        self.assertEqual((answer.all("Vary"), answer.get("ETag")), (["Accept-Encoding"], 'W/"a"'))

    def test_head_says_what_get_says(self):
        for path in ("/text?Etag=%22a%22", "/stream", "/noise"):
            one = self.server.get(path, accept("gzip"))
            other = self.server.get(path, accept("gzip"), method="HEAD")

            def drop(fields):
                return [field for field in fields if field[0] != "Date"]
            self.assertEqual(drop(one.fields), drop(other.fields))

    def test_trailers(self):
        for coding in ("gzip", "br", "zstd"):
            answer = self.coded("/trailer", coding)
            self.assertEqual(answer.trailers[0][0], "X-Sum")

    def test_files_stay_as_they_are(self):
        answer = self.plain(f"/sendfile?file={__file__}")
        with open(__file__, "rb") as file:
            self.assertEqual(answer.body, file.read())

    def test_keep_alive(self):
        with self.server.client() as client:
            for coding in ("gzip", "br", None, "zstd", "gzip", None) * 3:
                for path, end in (("/text", ""), ("/stream", "the end"), ("/short", None)):
                    answer = client.ask("GET", path, accept(coding) if coding else [])
                    whole = "nineteen bytes long" if end is None else TEXT + end
                    found = answer.get("Content-Encoding")
                    self.assertEqual(found, coding if end is not None else None)
                    self.assertEqual((DECODERS[found] if found else bytes)(answer.body).decode(), whole)

    def test_many_at_the_same_time(self):
        def one(i):
            coding = ("gzip", "br", "zstd")[i % 3]
            self.coded("/stream", coding, body=TEXT + "the end")
            self.coded("/text", coding)
        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            list(pool.map(one, range(60)))


class Events(SharedServer):
    @classmethod
    def script(cls):
        return PhpFile("http/compression.php", ignore_user_abort=False)

    def open(self, gate):
        self.server.get(f"/open?gate={gate}")

    def test_an_event_is_there_before_the_next_is_sent(self):
        with self.server.client() as client:
            client.send(request("GET", "/events?gate=a", accept("gzip")))
            self.assertEqual(client.head().get("Content-Encoding"), "gzip")
            decoder = zlib.decompressobj(31)
            for i in (1, 2, 3):
                self.assertEqual(decoder.decompress(client.chunk()), f"data: event {i}\n\n".encode())
                self.open("a")
            self.assertEqual(decoder.decompress(client.chunk()), b"")
            self.assertTrue(decoder.eof)
            self.assertEqual(client.chunk(), b"")

    def test_curl_shows_them_as_they_come(self):
        for coding in ("gzip", "br", "zstd"):  # br is not used here
            command = ["curl", "-sN", "--compressed", "-H", f"Accept-Encoding: {coding}", self.server.url(f"/events?gate={coding}")]
            with subprocess.Popen(command, stdout=subprocess.PIPE) as curl:
                for i in (1, 2, 3):
                    self.assertEqual(curl.stdout.readline(), f"data: event {i}\n".encode())
                    self.assertEqual(curl.stdout.readline(), b"\n")
                    self.open(coding)
                self.assertEqual(curl.stdout.read(), b"")
            self.assertEqual(curl.returncode, 0)

    def test_clients_that_go_away_take_their_encoders_with_them(self):
        def pages():
            return int(self.server.get("/memory").text)

        def leave(i):
            with self.server.client() as client:
                client.send(request("GET", f"/events?gate={i}", accept("gzip, br")))
                self.assertEqual(client.head().get("Content-Encoding"), "gzip")
                client.chunk()
                client.reset()
        for i in range(100):
            leave(i)
        before = pages()
        for i in range(1000):  # more than there may be at a time
            leave(i)
        wait_until(lambda: pages() - before < 4096, "the memory of encoders to come back")
        self.assertEqual(self.server.get("/stream", accept("gzip")).get("Content-Encoding"), "gzip")


class Options(TestCase):
    def coding(self, options, codings="gzip, deflate, br, zstd", path="/text", **fields):
        answer = self.run_script(PhpFile("http/compression.php", options)).get(path, accept(codings))
        return answer.get("Content-Encoding"), answer

    def test_off(self):
        coding, answer = self.coding({"http_compression": False})
        self.assertEqual((coding, answer.get("Vary"), answer.text), (None, None, TEXT))

    def test_methods(self):
        self.assertEqual(self.coding({"http_compression_methods": ["deflate", "gzip"]})[0], "deflate")
        self.assertEqual(self.coding({"http_compression_methods": ["br", "zstd"]}, "gzip, zstd")[0], "zstd")
        self.assertEqual(self.coding({"http_compression_methods": []})[0], None)

    def test_types(self):
        options = {"compression_types": ["image/PNG"]}
        self.assertEqual(self.coding(options)[0], None)
        self.assertEqual(self.coding(options, path="/text?Content-Type=image/png")[0], "zstd")

    def test_min_length(self):
        self.assertEqual(self.coding({"compression_min_length": len(TEXT)})[0], "zstd")
        self.assertEqual(self.coding({"http_compression_min_length": len(TEXT) + 1})[0], None)

    def test_level(self):
        sizes = [len(self.coding({"http_gzip_level": level}, "gzip")[1].body) for level in (1, 9, 22)]
        self.assertGreater(sizes[0], sizes[1])
        self.assertEqual(sizes[1], sizes[2])


class Requests(SharedServer):
    @classmethod
    def script(cls):
        return PhpFile("http/compression.php", {"http_request_decompression": True, "http_compression": False,
                                                "package_max_length": 4 << 20, "http_body_memory_size": 64 << 10})

    def post(self, body, coding, fields=()):
        return self.server.get("/got", [("Content-Encoding", coding), *fields], method="POST", body=body)

    def body_of(self, answer):
        self.assertEqual(answer.status, 200)
        return subprocess.run(["base64", "-d"], input=json.loads(answer.text)["body"].encode(), capture_output=True, check=True).stdout

    def test_every_coding(self):
        for text in (TEXT.encode(), b"x", TEXT.encode() * 20):
            for coding, encode in ENCODERS.items():
                answer = self.post(encode(text), coding)
                self.assertEqual(self.body_of(answer), text, coding)
                fields = json.loads(answer.text)["header"]
                self.assertNotIn("content-encoding", fields)
                self.assertNotIn("content-length", fields)

    def test_forms(self):
        answer = self.post(gzip.compress(b"a=1&b[]=2"), "gzip", [("Content-Type", "application/x-www-form-urlencoded")])
        self.assertEqual(json.loads(answer.text)["post"], {"a": "1", "b": ["2"]})

    def test_refusals(self):
        whole = gzip.compress(TEXT.encode())
        cases = ((whole, "compress", 415), (whole, "gzip, gzip", 415), (whole[:-5], "gzip", 400), (whole + b"x", "gzip", 400),
                 (b"no gzip at all", "gzip", 400), (whole, "br", 400), (gzip.compress(bytes(5 << 20)), "gzip", 413),
                 (ENCODERS["zstd"](bytes(64 << 20)), "zstd", 413), (ENCODERS["br"](bytes(64 << 20)), "br", 413),
                 (gzip.compress(bytes(3 << 20)), "gzip", 413))  # within the size, but much more than 100 for one
        for body, coding, status in cases:
            answer = self.post(body, coding)
            self.assertEqual(answer.status, status, (coding, len(body)))
            self.assertEqual(answer.get("Accept-Encoding"), "gzip, deflate, br, zstd" if status == 415 else None)
        self.assertEqual(self.body_of(self.post(whole, "gzip")), TEXT.encode())

    def test_streams(self):
        handler = """$body = new Tern\\Http\\BodyStream($request);
            for ($text = ''; ($piece = $body->read(1000)) !== ''; $text .= $piece);
            $response->end(json_encode([md5($text), $body->length(), $body->received()]));"""
        server = self.serve(handler, {"http_request_decompression": True, "http_stream_bodies": ["/"], "http_compression": False,
                                      "upload_max_filesize": 64 << 20})
        # A large part is random, and pays for the rest.
        text = os.urandom(200_000) + bytes(4 << 20) + b"end"
        for coding, encode in ENCODERS.items():
            answer = server.get("/", [("Content-Encoding", coding)], method="POST", body=encode(text))
            self.assertEqual(json.loads(answer.text), [hashlib.md5(text).hexdigest(), None, len(text)], coding)

    def test_off_is_the_default(self):
        server = self.run_script(PhpFile("http/compression.php"))
        body = gzip.compress(TEXT.encode())
        answer = server.get("/got", [("Content-Encoding", "gzip")], method="POST", body=body)
        self.assertEqual(self.body_of(answer), body)
        self.assertEqual(json.loads(answer.text)["header"]["content-encoding"], "gzip")


if __name__ == "__main__":
    unittest.main()
