"""tern serve --db-connections: pages of classic sites and applications in contexts."""
import concurrent.futures
import json
import pathlib
import shutil
import unittest

from harness import ROOT
from launcher import LauncherTest
from php_program import opcache
from world import WORLD

ENDS = ("", "exit", "error", "cycle", "static")


def setUpModule():
    WORLD.open()


class SitesTest(LauncherTest):
    def serve_site(self, connections, *words, php=()):
        shutil.copytree(ROOT / "tests/database/site", self.folder / "site")
        (self.folder / "site/application.php").unlink()
        return self.serve_folder(connections, *words, php=php)

    def serve_folder(self, connections, *words, php=()):
        env = {**WORLD.packages.libraries(), "DATABASE_PORT": str(WORLD.database.port)}
        return self.run_served("site", "--port", "0", "--workers", "1", "--db-connections", str(connections), *words,
                               php=(*opcache(), *WORLD.php, *php), env=env)

    def ask(self, server, path):
        answer = server.get(path)
        self.assertEqual(answer.status, 200, server.output())
        return json.loads(answer.text)


class PagesTest(SitesTest):
    def check_pages(self, server):
        ids = set()
        for end in ENDS:
            for kind in ("pdo", "mysqli"):
                answer = server.get(f"/page.php?kind={kind}&end={end}")
                self.assertEqual(answer.status, 500 if end == "error" else 200, server.output())
                if answer.status == 200:
                    number, left = json.loads(answer.text)
                    self.assertIsNone(left, end)
                    ids.add(number)
        return ids

    def test_pages_share_one_session(self):
        server = self.serve_site(1)
        kinds_differ = 2  # PDO and mysqli ask for other capabilities
        self.assertLessEqual(len(self.check_pages(server)), len(ENDS) * kinds_differ)
        ids = {self.ask(server, "/page.php")[0] for _ in range(10)}
        self.assertEqual(len(ids), 1)

    def test_pages_that_share_between_their_statements(self):
        server = self.serve_site(1, "--db-connections-min", "1", "--db-multiplex", "transaction")
        self.check_pages(server)
        self.assertEqual(len({self.ask(server, "/page.php")[0] for _ in range(10)}), 1)

    def test_pages_with_heaps_of_their_own(self):
        server = self.serve_site(2, php=("-d", "tern.own_heaps=all"))
        self.check_pages(server)
        self.assertLessEqual(len({self.ask(server, "/page.php")[0] for _ in range(10)}), 2)

    def check_page_without_memory(self, *php):
        server = self.serve_site(1, php=("-d", "memory_limit=32M", *php))
        for kind in ("pdo", "mysqli"):
            self.ask(server, f"/page.php?kind={kind}")
            self.assertEqual(server.get(f"/page.php?end=memory&kind={kind}").status, 500)
            self.assertIsNone(self.ask(server, f"/page.php?kind={kind}")[1])

    def test_page_without_memory(self):
        self.check_page_without_memory()

    def test_page_without_memory_in_its_heap(self):
        self.check_page_without_memory("-d", "tern.own_heaps=all")

    def test_many_at_a_time(self):
        server = self.serve_site(2)
        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            seen = list(pool.map(lambda n: self.ask(server, "/page.php?kind=pdo"), range(60)))
        self.assertEqual({left for _, left in seen}, {None})
        self.assertLessEqual(len({number for number, _ in seen}), 2)


class ApplicationTest(SitesTest):
    def serve_application(self, connections, contexts):
        (self.folder / "site").mkdir()
        shutil.copy(pathlib.Path(ROOT / "tests/database/site/application.php"), self.folder / "site/index.php")
        return self.serve_folder(connections, "--concurrency", str(contexts))

    def test_requests_that_connect(self):
        server = self.serve_application(1, 4)
        seen = [self.ask(server, "/") for _ in range(10)]
        self.assertEqual(len({number for number, _ in seen}), 1)
        self.assertEqual({left for _, left in seen}, {None})

    def test_objects_that_are_kept_share_connections(self):
        """Ten contexts have an object each."""
        server = self.serve_application(2, 10)
        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            seen = list(pool.map(lambda n: self.ask(server, f"/?rest={n}"), range(200)))
        self.assertEqual([[one[1], one[2], one[3]] for one in seen], [["+03:00", "ANSI_QUOTES", str(n)] for n in range(200)])
        self.assertLessEqual(len({one[0] for one in seen}), 2)

    def test_object_that_is_pinned(self):
        """It is as without the option: its session is its own."""
        server = self.serve_application(1, 1)
        first = self.ask(server, "/?keep=1")
        second = self.ask(server, "/?keep=1")
        self.assertEqual((first[0], second[1]), (second[0], 1))


if __name__ == "__main__":
    unittest.main()
