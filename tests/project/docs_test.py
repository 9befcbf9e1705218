"""The documentation keeps its word: every complete server in it runs and answers, every example does what its comment
says, every link leads somewhere."""
import json
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest
import urllib.parse

from harness import ROOT, wait_until
from http_client import request
from php_program import PHP, opcache
from programs import Program

CONTEXTS = [*opcache(), "-d", "opcache.enable_cli=1", "-d", "opcache.file_update_protection=0"]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


def programs(page):
    """The complete servers in a page."""
    blocks = re.findall(r"^```php\n(.*?)^```$", page.read_text(), re.M | re.S)
    return [block for block in blocks if "->start()" in block]


def scripts(page):
    """The programs in a page that end, each with what the page says they print."""
    lines = r"((?:(?!```).*\n)*)"
    return re.findall(f"^```php\n{lines}```\n\n```text\n{lines}```$", page.read_text(), re.M)


class PagesTest(Program):
    def test_programs_print_what_the_pages_say(self):
        found = [(page.name, *one) for page in PAGES for one in scripts(page)]
        self.assertGreaterEqual(len(found), 4)
        for page, source, said in found:
            with self.subTest(page=page, source=source):
                out = subprocess.run([*PHP, "-d", "html_errors=0"], input=source, capture_output=True, text=True)
                self.assertEqual(out.stdout + out.stderr, said)

    def test_program_of_the_page_about_contexts(self):
        source = re.search(r"^```php\n(.*?)^```$", (ROOT / "docs/contexts.md").read_text(), re.M | re.S)[1]
        out = subprocess.run([*PHP, *CONTEXTS], input=source, capture_output=True, text=True)
        self.assertEqual(sorted((out.stdout + out.stderr).splitlines()), ["Hello Ann", "Hello Bob"])

    def test_server_of_the_page_about_contexts(self):
        source = programs(ROOT / "docs/contexts.md")[0].replace("/srv/shop/public/index.php", str(ROOT / "tests/frameworks/users.php"))
        self.assertEqual(self.start(source, php=CONTEXTS).get("/?user=Ann").text, "Ann")

    def check_page(self, name, at_least):
        found = programs(ROOT / name)
        self.assertGreaterEqual(len(found), at_least)
        for number, source in enumerate(found):
            with self.subTest(page=name, number=number):
                with self.start(source).client() as client:
                    head = client.send(request()).head()
                    while head.status < 200:
                        head = client.head()
                    answer = client.body(head)
                self.assertEqual(answer.status, 200)
                self.assertTrue(answer.body)

    def test_readme(self):
        self.check_page("README.md", 1)

    def test_http(self):
        self.check_page("docs/http.md", 3)
        self.check_page("docs/http-reference.md", 1)

    def test_streaming(self):
        self.check_page("docs/streaming.md", 5)

    def test_websocket(self):
        self.check_page("docs/websocket.md", 3)
        self.check_page("docs/websocket-rooms.md", 2)
        self.check_page("docs/broadcasting.md", 1)

    def test_server_processes(self):
        self.check_page("docs/server-processes.md", 2)

    def test_cache(self):
        self.check_page("docs/cache.md", 2)

    def test_tasks(self):
        self.check_page("docs/tasks.md", 3)

    def test_admin(self):
        self.check_page("docs/admin.md", 1)

    def test_threads(self):
        self.check_page("docs/threads.md", 1)

    def test_program_with_threads(self):
        source = re.search(r"^```php\n(.*?)^```$", (ROOT / "docs/threads.md").read_text(), re.M | re.S)[1]
        with tempfile.NamedTemporaryFile("w", suffix=".php") as script:
            script.write(source)
            script.flush()
            out = subprocess.run([*PHP, script.name], capture_output=True, text=True)
        self.assertEqual(out.stdout + out.stderr, "10")

    def test_coroutine_servers(self):
        self.check_page("docs/coroutine-servers.md", 1)

    def test_static(self):
        self.check_page("docs/static.md", 1)

    def test_tracing(self):
        self.check_page("docs/tracing.md", 1)

    def test_links(self):
        for page in PAGES:
            for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
                if urllib.parse.urlparse(target).scheme == "":
                    self.assertTrue((page.parent / target).exists(), f"{page.name} links to {target}")

    def test_options_exist(self):
        """What a page calls a limit is an option."""
        known = set(re.findall(r"`(\w+)`", (ROOT / "docs/options.md").read_text()))
        table = (ROOT / "docs/limits.md").read_text().split("## Limits", 1)[1].split("\n\n")[1]
        named = re.findall(r"`(\w+)`", " ".join(row.split("|")[1] for row in table.splitlines()[2:]))
        self.assertGreater(len(named), 10)
        self.assertEqual(set(named) - known, set())


class ExamplesTest(Program):
    def test_every_example_is_tested(self):
        tested = {"hello.php", "stream.php", "events.php", "upload.php", "reload.php", "wait.php", "site.php",
                  "chat.php", "fastcgi_proxy.php", "proxy.php"}  # the last one by reverse_proxy_test.py
        self.assertEqual({path.name for path in (ROOT / "examples").glob("*.php")}, tested)

    def test_hello(self):
        self.assertEqual(self.example("hello.php").get("/").text, "Hello, 127.0.0.1\n")

    def test_stream(self):
        answer = self.example("stream.php").get("/?count=1")
        self.assertEqual(answer.get("Content-Type"), "text/event-stream")
        self.assertEqual(answer.text, "data: 1 of 1\n\n")

    def test_events(self):
        server = self.example("events.php")
        self.assertIn("new EventSource('/events')", server.get("/").text)
        say = {"Content-Type": "application/x-www-form-urlencoded"}
        self.assertEqual(server.get("/say", say, "POST", "text=before").status, 204)
        with server.client() as first, server.client() as second:
            for client, seen in ((first, ()), (second, {"Last-Event-ID": "1"})):
                client.send(request(path="/events", fields=seen))
                self.assertEqual(client.head().get("Content-Type"), "text/event-stream")
            self.assertEqual(first.chunk(), b'event: said\nid: 1\ndata: "before"\n\n')
            server.get("/say", say, "POST", "text=a+%22b%22")
            for client in (first, second):
                self.assertEqual(client.chunk(), b'event: said\nid: 2\ndata: "a \\"b\\""\n\n')
            server.send_signal(signal.SIGTERM)
            for client in (first, second):
                self.assertEqual(client.chunk(), b"")

    def test_upload(self):
        server = self.example("upload.php")
        self.assertEqual(server.get("/").status, 422)
        part = "--limit\r\nContent-Disposition: form-data; name={}\r\n\r\n{}\r\n"
        form = part.format("title", "Notes") + part.format('"document"; filename="a.txt"', "text") + "--limit--\r\n"
        answer = server.get("/", {"Content-Type": "multipart/form-data; boundary=limit"}, "POST", form)
        told = json.loads(answer.text)
        self.assertEqual((told["title"], told["name"], told["bytes"]), ("Notes", "a.txt", 4))

    def test_site(self):
        server = self.example("site.php")  # browser_test.py looks at it with a browser
        self.assertIn("<title>", server.get("/").text)
        self.assertEqual(server.get("/nothing").status, 404)
        self.assertEqual(server.get("/upload", method="POST").status, 422)

    def test_wait(self):
        told = json.loads(self.example("wait.php").get("/").text)
        self.assertEqual(told["parts"], ["user", "orders", "news"])


class ReloadExampleTest(Program):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-docs-"))
        self.addCleanup(shutil.rmtree, self.folder)
        shutil.copytree(ROOT / "examples" / "reload", self.folder / "reload")
        self.app = self.folder / "reload" / "app.php"
        self.server = self.start((ROOT / "examples" / "reload.php").read_text(), self.folder)
        self.assertIn("version 1,", self.server.get("/").text)

    def version(self, client):
        client.send(request())
        return client.response().text.split(",")[0]

    def load_first_version_everywhere(self):
        """After a reload every worker is known to have loaded it."""
        self.server.send_signal(signal.SIGUSR1)
        self.server.wait_for("the reload is finished")

    def test_new_code_without_a_lost_connection(self):
        self.load_first_version_everywhere()
        self.app.write_text(self.app.read_text().replace("version 1", "version 2"))
        with self.server.client() as client:
            self.assertEqual(self.version(client), "version 1")
            self.server.send_signal(signal.SIGUSR1)
            wait_until(lambda: self.version(client) == "version 2", self.server.output)

    def test_code_that_does_not_load_never_takes_over(self):
        self.load_first_version_everywhere()
        self.server.wait_workers(2)
        self.app.write_text("<?php return function (")
        old = self.server.workers()
        self.server.send_signal(signal.SIGUSR1)
        self.server.wait_for("the old one continues")
        self.assertEqual(self.server.workers(), old)
        self.assertIn("version 1,", self.server.get("/").text)


if __name__ == "__main__":
    unittest.main()
