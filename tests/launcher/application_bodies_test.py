"""Bodies for an application behind `tern serve FOLDER`: php.ini's numbers count, as under php-fpm."""
import json

from launcher import LauncherTest
from php_program import opcache

INDEX = """<?php return static fn(Swoole\\Http\\Request $q) => json_encode([strlen((string) $q->getContent()), $q->post,
    array_map(static fn(array $file): array => [$file['error'], $file['size'], $file['tmp_name'] !== '' && is_file($file['tmp_name'])], $q->files ?? [])]);
"""
FORM = [("Content-Type", "multipart/form-data; boundary=x")]


def part(name, text, more=""):
    return f'--x\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n{text}\r\n'


class ApplicationBodiesTest(LauncherTest):
    def serve(self, *settings, words=()):
        self.write("public/index.php", INDEX)
        php = [word for setting in settings for word in ("-d", setting)]
        self.server = self.run_served("public", "--port", "0", "--workers", "1", *words, php=(*opcache(), *php))

    def send(self, body, fields=FORM):
        return self.server.get("/", fields, "POST", body)

    def check_form(self, words=()):
        self.serve("upload_max_filesize=3M", "post_max_size=5M", words=words)
        field, large = part("a", "b"), "x" * 3_000_000
        fits = json.loads(self.send(field + part("f", large, '; filename="f"') + "--x--\r\n").text)
        self.assertEqual(fits[1:], [{"a": "b"}, {"f": [0, len(large), True]}])
        too_large = json.loads(self.send(field + part("f", large * 2, '; filename="f"')[:4_500_000] + "\r\n--x--\r\n").text)
        self.assertEqual(too_large[1:], [{"a": "b"}, {"f": [1, 0, False]}])
        beyond = json.loads(self.send(field + part("f", large * 2, '; filename="f"') + "--x--\r\n").text)
        self.assertEqual(beyond[1:], [None, []])
        self.assertEqual(json.loads(self.send(field + "--x--\r\n").text)[1:], [{"a": "b"}, []])

    def test_forms(self):
        self.check_form()

    def test_forms_in_contexts(self):
        self.check_form(("--concurrency", "2"))

    def test_a_form_beyond_post_max_size_that_is_no_multipart(self):
        self.serve("post_max_size=3M")
        fields = [("Content-Type", "application/x-www-form-urlencoded")]
        self.assertEqual(json.loads(self.send("a=" + "x" * 2_500_000, fields).text)[1], {"a": "x" * 2_500_000})
        self.assertIsNone(json.loads(self.send("a=" + "x" * 3_200_000, fields).text)[1])

    def test_other_bodies(self):
        self.serve()
        fields = [("Content-Type", "application/json")]
        self.assertEqual(json.loads(self.send("1" * 15_000_000, fields).text)[0], 15_000_000)
        self.assertEqual(self.send("1" * (16 * 1024 * 1024 + 1), fields).status, 413)
