"""WordPress with the drop-in object-cache.php: its cache is in the shared memory of the server."""
# Time limit: 240 s
import concurrent.futures
import contextlib
import json
import shutil

import hosts
import members
import sites
from harness import ROOT
from http_client import Client, Closed, request
from server_case import TestCase

DROP_IN = ROOT / "launcher/templates/wordpress/object-cache.php"
REQUESTS = 40


class ObjectCacheTest(TestCase):
    HOST = "tern"

    @classmethod
    def setUpClass(cls):
        cls.stack = contextlib.ExitStack()
        cls.addClassCleanup(cls.stack.close)
        cls.database = cls.stack.enter_context(contextlib.closing(sites.Database("--general-log", "--general-log-file=queries")))
        cls.site = members.Site(cls.database)
        cls.stack.callback(cls.site.remove)
        cls.host = hosts.HOSTS[cls.HOST](cls.site, workers=2)
        cls.site.prepare(cls.host.url(), 1)
        shutil.copy(sites.PROGRAMS / "object_cache.php", cls.site.public / "wp-content/mu-plugins")
        cls.host.start()
        cls.stack.callback(cls.host.stop)
        cls.drop_in = cls.site.public / "wp-content/object-cache.php"

    def setUp(self):
        shutil.copy(DROP_IN, self.drop_in)

    def get(self, name, **more):
        query = "".join(f"&{key}={value}" for key, value in more.items())
        with Client(("127.0.0.1", self.host.port)) as client:
            client.send(request(path=f"/?object-cache={name}{query}"))
            return client.response("GET")

    def json(self, name, **more):
        answer = self.get(name, **more)
        self.assertEqual(answer.status, 200, answer.text + self.site.complaints())
        return json.loads(answer.text)

    def at_once(self, *words, **more):
        with concurrent.futures.ThreadPoolExecutor(REQUESTS) as pool:
            return list(pool.map(lambda _: self.json(*words, **more), range(REQUESTS)))

    def test_same_as_the_cache_of_wordpress(self):
        found = self.json("contract")
        self.drop_in.unlink()
        expected = self.json("contract")
        for part, results in expected.items():
            self.assertEqual(found[part], results, part)

    def test_identical_reports_at_once_make_one_query(self):
        log = self.database.service.folder / "data/queries"
        found = self.at_once("report", requests=REQUESTS)
        self.assertEqual({report for report, _ in found}, {"wordpress"})
        self.assertEqual(len({pid for _, pid in found}), 2)
        self.assertEqual(log.read_text(errors="replace").count("SELECT 'wordpress' AS report"), 1)

    def check_kept(self, *expected):
        """In all workers."""
        found = self.at_once("get")
        self.assertEqual(len({pid for *_, pid in found}), 2)
        for *kept, _ in found:
            self.assertEqual(kept, list(expected))

    def test_values_are_there_in_all_workers_until_they_are_flushed(self):
        self.json("set", value="v")
        self.check_kept("v", "v")
        self.json("flush_group")
        self.check_kept(False, "v")
        self.json("set", value="w")
        self.check_kept("w", "w")
        self.json("flush")
        self.check_kept(False, False)

    def test_page_that_computes_ends(self):
        for how in ("exit", "error", "exception", "kill"):
            with self.subTest(how):
                if how == "kill":
                    self.host.served.expected_signs.add("ended by signal 9")
                    with self.assertRaises(Closed):
                        self.get("ends", how=how)
                else:
                    self.get("ends", how=how)
                self.assertEqual(self.json("ends", how=how), ["computed by the next one"])

    def test_pages_make_fewer_queries(self):
        self.json("queries")
        fewer, uses = self.json("queries")
        self.assertTrue(uses)
        self.drop_in.unlink()
        more, uses = self.json("queries")
        self.assertFalse(uses)
        self.assertLess(fewer, more)
