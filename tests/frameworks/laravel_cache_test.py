"""Laravel's cache in the shared memory of the server: the driver `tern`, beside Laravel's own driver `array`."""
import http.client
import json
import re
import signal

from applications import ApplicationTest, World
from harness import ROOT, wait_until
from places import Laravel

WORLD = World("laravel", "--general-log", "--general-log-file=queries")
REQUESTS = 40


def tearDownModule():
    WORLD.close()


class CacheTest(ApplicationTest):
    WORLD = WORLD
    PLACE = Laravel
    NAME = "cache"
    WORDS = ("--workers", "2", "--concurrency", "50")  # all may come to one of them
    ENVIRONMENT = {"SESSION_DRIVER": "array"}
    maxDiff = None

    def get(self, path):
        browser = self.browser()
        answer = browser.get(path)
        self.assertEqual(answer.status, 200, answer.text[:500] + self.place.log()[:1000])
        return answer.text

    def json(self, path):
        return json.loads(self.get(path))

    def test_documentation_has_this_configuration(self):
        blocks = re.findall(r"^```php\n(.*?)^```$", (ROOT / "docs/frameworks/laravel.md").read_text(), re.M | re.S)
        for name in ("bootstrap/providers.php", "config/cache.php"):
            text = (ROOT / "tests/frameworks/laravel" / name).read_text()
            self.assertTrue(any(block in text for block in blocks), name)

    def test_same_as_the_driver_array(self):
        expected = self.json("/cache/contract?store=array")
        found = self.json("/cache/contract?store=tern")
        for part, results in expected.items():
            self.assertEqual(found[part], results, part)

    def test_identical_reports_at_once_make_one_query(self):
        log = WORLD.database.folder / "data/queries"
        for how in ("remember", "forever", "flexible", "tags"):
            with self.subTest(how):
                self.get("/cache/forget")
                found = self.at_a_time(lambda _: self.json(f"/cache/report?how={how}&requests={REQUESTS}"), REQUESTS)
                self.assertEqual({report for report, _ in found}, {how})
                self.assertEqual(len({pid for _, pid in found}), 2)
                queries = [line for line in log.read_text(errors="replace").splitlines() if f"SELECT '{how}' AS report" in line and "Prepare" not in line]
                self.assertEqual(len(queries), 1, queries)

    def test_values_are_there_in_all_workers_and_after_a_reload(self):
        self.get("/cache/put?value=shared")
        before = self.both_workers()
        self.server.send_signal(signal.SIGUSR1)
        wait_until(lambda: not self.workers() & before, "new workers")
        self.both_workers()

    def both_workers(self):
        return wait_until(lambda: len(found := self.workers()) == 2 and found, "responses of both workers")

    def workers(self):
        """All of them have the value: their pids."""
        found = self.at_a_time(lambda _: self.json("/cache/get"), 20)
        self.assertEqual({value for value, _ in found}, {"shared"})
        return {pid for _, pid in found}

    def test_process_that_computes_is_killed(self):
        self.server.expected_signs.add("ended by signal 9")
        with self.assertRaises(http.client.RemoteDisconnected):
            self.browser().get("/cache/dies")
        self.assertEqual(self.get("/cache/dies"), "computed by the next one")
