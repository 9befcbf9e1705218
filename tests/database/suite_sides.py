"""The two servers that the tests of others run in: with connections of their own, and with a pool of two that another script has
filled with dirt before."""
import json
import os
import pathlib
import urllib.parse

from http_client import Client
from php_program import PhpFile
from sides import TIMEOUT_S, Failed, Tern

DIRT = pathlib.Path(__file__).with_name("suite_dirt.php")


class Direct(Tern):
    CONNECTIONS = 0

    def script(self):
        return PhpFile("sapi/serve.php", options={"worker_num": 1, "db_connections": self.CONNECTIONS, "db_connections_timeout": 1, "hook_flags": 0x7ffff7ff},
                       root=str(self.source))

    def modules(self):
        return os.environ["DATABASES"].split()

    def add(self, name, path):
        """A script of the site that is another one's."""
        script = self.source / name
        script.write_text(f"<?php require {str(path)!r};\n")
        script.with_suffix(".php.json").write_text(json.dumps({"settings": "", "variables": {}}))

    def page(self, name, patience_s=TIMEOUT_S, **query):
        """What it prints. A server that does not answer is stopped."""
        self.start(self.key or ((), ()))
        try:
            with Client(("127.0.0.1", self.server.port), patience_s=patience_s) as client:
                return client.ask("GET", f"/{name}?{urllib.parse.urlencode(query)}", [("Host", "localhost")]).text
        except (AssertionError, OSError) as why:
            log = self.server.output()[-600:]
            self.stop()
            raise Failed(f"{name}: {why}\n{log}") from None


class Pooled(Direct):
    CONNECTIONS = 2

    def __init__(self, source):
        super().__init__(source)
        self.seed = 0
        self.add("tern_dirt.php", DIRT)

    def start(self, key):
        super().start(key)
        self.seed += 1

    def fill(self, database, address=""):
        """`address`: for PDO, that of the connections; without it, both are as PHP's own tests have theirs."""
        printed = self.page("tern_dirt.php", seed=self.seed, database=database, address=address)
        if not printed.endswith("dirty"):
            raise Failed(f"no dirt: {printed}")
