"""Tests of `tern fpm` with the pages of pages/."""
import contextlib
import pathlib
import signal
import threading

import tern_fpm
from fastcgi import Client
from harness import wait_until
from prepared import prepared
from server_case import TestCase

PAGES = pathlib.Path(__file__).with_name("pages")


class PoolTest(TestCase):
    def setUp(self):
        self.fpm = tern_fpm.Fpm()
        self.addCleanup(self.fpm.close)
        for page in PAGES.iterdir():
            if not page.name.startswith("."):
                self.fpm.write(f"site/{page.name}", page.read_text())
        (self.fpm.folder / "shared").mkdir()
        (self.fpm.folder / "shared").chmod(0o777)

    @staticmethod
    def packages():
        return prepared("web-servers")

    def start(self, pools, more="", *words, **options):
        self.fpm.configure(pools, more)
        return self.fpm.start(*words, **options)

    def reload(self):
        count = len(self.fpm.told("NOTICE", "^ready to handle connections$"))
        self.fpm.send(signal.SIGUSR2)
        self.fpm.wait_for("NOTICE", "^ready to handle connections$", count + 1)

    def ask(self, client, page, query="", **more):
        path = self.fpm.folder / "site" / page
        parameters = {"SCRIPT_FILENAME": str(path), "SCRIPT_NAME": f"/{page}", "REQUEST_METHOD": "GET", "QUERY_STRING": query,
                      "REQUEST_URI": f"/{page}?{query}", "DOCUMENT_ROOT": str(path.parent), "SERVER_PROTOCOL": "HTTP/1.1"}
        return client.ask({**parameters, **more}, keeps=False)

    def answer(self, page, address=None, query="", **more):
        with Client(self.fpm.address(address)) as client:
            return self.ask(client, page, query, **more)

    def get(self, page, address=None, query=""):
        """What a page prints."""
        answer = self.answer(page, address, query)
        assert answer.status == 200, answer
        return answer.text

    @contextlib.contextmanager
    def waiting(self, name, address=None):
        """While a request waits. What it yields lets the request end, and returns what its page prints."""
        until = self.fpm.folder / "shared" / name
        texts = []

        def ask():
            try:
                answer = self.answer("wait.php", address, f"until={until}")
                texts.append(answer.text if answer.output else "no response")
            except (OSError, EOFError) as error:
                texts.append(repr(error))
        client = threading.Thread(target=ask)
        client.start()

        def release():
            until.touch()
            client.join()
            return texts[0]
        wait_until(until.with_name(f"{name}.begun").exists, "the request to begin")
        try:
            yield release
        finally:
            until.touch() if until.parent.exists() else None
            client.join()
