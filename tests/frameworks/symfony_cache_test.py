"""Pools of symfony/cache in the shared memory of the server, with and without tags."""
import json

from applications import ApplicationTest, World
from harness import ROOT, wait_until
from places import Symfony

WORLD = World("symfony", "--general-log", "--general-log-file=queries")
REQUESTS = 40


def tearDownModule():
    WORLD.close()


class CacheTest(ApplicationTest):
    WORLD = WORLD
    PLACE = Symfony
    NAME = "cache"
    WORDS = ("--workers", "2", "--concurrency", "50")  # all may come to one of them

    def get(self, path):
        answer = self.browser().get(path)
        self.assertEqual(answer.status, 200, answer.text[:500] + self.place.log()[:2000])
        return answer.text

    def json(self, path):
        return json.loads(self.get(path))

    def reports(self, how, requests):
        found = self.at_a_time(lambda _: self.json(f"/cache/report/{how}/{requests}"), REQUESTS)
        self.assertEqual({report for report, _ in found}, {how})
        self.assertEqual(len({pid for _, pid in found}), 2)

    def check_has(self, *expected):
        """In all workers."""
        seen = set()

        def both():
            for *has, pid in self.at_a_time(lambda _: self.json("/cache/has"), 20):
                self.assertEqual(has, list(expected))
                seen.add(pid)
            return len(seen) == 2

        wait_until(both, "responses of both workers")

    def test_documentation_has_this_configuration(self):
        configuration = (ROOT / "tests/frameworks/symfony/config/packages/cache.yaml").read_text()
        self.assertIn(f"```yaml\n{configuration}```", (ROOT / "docs/frameworks/symfony.md").read_text())

    def test_identical_reports_at_once_make_one_query(self):
        log = WORLD.database.folder / "data/queries"

        def queries(how):
            return sum(f"SELECT '{how}' AS report" in line for line in log.read_text(errors="replace").splitlines())

        for how in ("plain", "tagged"):
            self.reports(how, REQUESTS)
            self.assertEqual(queries(how), 1)
        self.check_has(True, True)
        self.get("/cache/invalidate")
        self.check_has(True, False)
        self.reports("tagged", 2 * REQUESTS)
        self.assertIn(queries("tagged"), (2, 3))  # rarely twice, see docs/frameworks/symfony.md
        self.get("/cache/clear")
        self.check_has(False, True)
        self.reports("plain", 2 * REQUESTS)
        self.assertEqual(queries("plain"), 2)
