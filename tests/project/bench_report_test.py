"""bench/report and bench/compare: what they make of results of bench/suite, and of files that are none."""
import copy
import json
import pathlib
import struct
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree
import zlib

from bench_document import document, framework, growth, measurement, published, rate, server, test
from harness import ROOT

BENCH = ROOT / "bench"
PYTHON = "/usr/bin/python3"  # that of the system has matplotlib, others may not
HAS_MATPLOTLIB = subprocess.run([PYTHON, "-c", "import matplotlib"], capture_output=True).returncode == 0
TERN, APACHE = server("tern", "Tern"), server("apache", "Apache")
SHIPPED, LIMIT = server("shipped", "Tern, JIT", as_shipped=True), server("limit", "limit program", limit=True)


def chunks(png):
    """The names of a PNG's chunks; their checksums must be right."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, names = 8, []
    while at < len(png):
        length, = struct.unpack(">I", png[at:at + 4])
        checksum, = struct.unpack(">I", png[at + 8 + length:at + 12 + length])
        assert zlib.crc32(png[at + 4:at + 8 + length]) == checksum
        names.append(png[at + 4:at + 8].decode())
        at += 12 + length
    return names


def words(svg):
    """The texts of a graph."""
    texts = (text.strip() for text in xml.etree.ElementTree.parse(svg).getroot().itertext())
    return [text for text in texts if text]


class ToolTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tern-report-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, found):
        path = self.folder / name
        path.write_text(found if isinstance(found, str) else json.dumps(found))
        return path

    def run_tool(self, *words):
        return subprocess.run([str(word) for word in words], capture_output=True, text=True)


class PageTest(ToolTest):
    def page(self, found, *words):
        """results.md, by a Python without packages: so the tables need none, and the report says what is missing."""
        ran = self.run_tool(PYTHON, "-I", "-S", "-c", f"import runpy, sys; sys.path.insert(0, {str(BENCH)!r}); "
                            f"runpy.run_path({str(BENCH / 'report')!r}, run_name='__main__')",
                            self.write("result.json", found), "--out", self.folder / "out", *words)
        self.assertEqual(ran.returncode, 1, ran.stderr)
        self.assertIn("no graphs: No module named 'matplotlib': scripts/need bench installs it", ran.stderr)
        return (self.folder / "out" / "results.md").read_text()

    def test_published_form(self):
        page = self.page(published([TERN, APACHE, LIMIT], numbers=[1, 9]))
        self.assertIn("| 1 basic | 60000 / 60000 / 60000 | 30000 / 30000 / 30000 | 70000 / 70000 / 70000 |", page)
        self.assertIn("Of the limit program's rate:\n\n| test | Tern | Apache |\n| --- | --- | --- |\n"
                      "| 1 basic | 0.86 / 0.86 / 0.86 | 0.43 / 0.43 / 0.43 |\n\n", page)
        self.assertIn("Of the test's own limit:\n\n| test | Tern | Apache |\n| --- | --- | --- |\n"
                      "| 9 real_app_simulation_with_files_and_connections | 0.97 / 0.97 / 0.97 | 0.48 / 0.48 / 0.48 |\n", page)
        self.assertIn("CPUs of the servers: 0; of the load: 1.", page)
        self.assertIn("Xeon X5690, 2 cores, virtual, 8000 MB, Debian 12, Linux 6.18", page)
        self.assertIn("| php | 8.2.29 |", page)
        self.assertIn("| opcache | yes |", page)
        self.assertNotIn("![", page)
        self.assertNotIn("Quick mode", page)

    def test_details(self):
        page = self.page(published([TERN], numbers=[1], connections=[100]))
        self.assertIn("| test | server | 50 % | 75 % | 90 % | 99 % | max | CPU, us | memory, MB |", page)
        self.assertIn("| 1 basic | Tern | 1.68 | 1.85 | 2.19 | 3.37 | 8.5 | 6.73 | 21 |", page)

    def test_details_are_those_of_wrk_where_it_was_measured(self):
        rounds = [measurement("01_basic", "tern", 100, 50000, load=load) for load in ("ab", "wrk")]
        page = self.page(document([test(1)], [TERN], rounds))
        self.assertIn("<summary>Application tests, wrk, connections: 100</summary>", page)
        self.assertNotIn("<summary>Application tests, ab,", page)

    def test_failed_requests_and_errors(self):
        found = document([test(1), test(5)], [TERN, APACHE], [
            measurement("01_basic", "apache", 500, 1000, failed=251), measurement("01_basic", "apache", 500, 1706, round=2),
            measurement("05_basic_query_with_pool", "apache", 500, 1, error="reset by | peer\nonce", requests_per_s=None),
            measurement("01_basic", "tern", 500, 50000, errors={"read": 2, "timeout": 1, "connect": 0})])
        page = self.page(found)
        self.assertIn("| 1 basic | 50000 (3) | 1706 (251) |", page)
        self.assertIn("| 5 basic_query_with_pool | - | failed |", page)
        self.assertIn("- Apache, 5 basic_query_with_pool, ab, 500 connections: reset by | peer once\n", page)
        self.assertIn("- Tern, 1 basic, ab, 500 connections: 2 read errors, 1 timeout errors\n", page)
        self.assertNotIn("Of the limit program's rate:", page)

    def test_one_round_of_an_error_leaves_the_others(self):
        rounds = [measurement("01_basic", "tern", 100, 50000), measurement("01_basic", "tern", 100, 9e9, round=2, error="gone")]
        page = self.page(document([test(1)], [TERN], rounds))
        self.assertIn("| 1 basic | 50000 |", page)
        self.assertIn("100 connections: gone\n", page)

    def test_as_shipped_stands_apart(self):
        found = published([TERN, SHIPPED, LIMIT], numbers=[1, 7])
        found["measurements"] = [one for one in found["measurements"] if (one["server"], one["test"][:2]) != ("shipped", "01")]
        page = self.page(found)
        alike, apart = page.split("### Application tests, `ab`: as shipped")
        self.assertNotIn("Tern, JIT", alike)
        self.assertIn("| test | Tern, JIT | limit program |\n| --- | --- | --- |\n"
                      "| 7 real_app_simulation | 6000 / 6000 / 6000 | - / - / - |\n\n", apart)
        self.assertIn("- Tern, JIT: settings of shipped", apart)

    def test_the_page_says_who_is_ahead(self):
        found = published([TERN, APACHE, SHIPPED, LIMIT], numbers=[1, 9], connections=[100, 500])
        page = self.page(found)
        self.assertIn("**Tern is ahead in all 4 comparisons**", page)
        for one in found["measurements"]:
            if (one["test"][:2], one["server"], one["connections"]) == ("09", "apache", 500):
                one.update(requests_per_s=95.5, failed=3)
        page = self.page(found)
        self.assertIn("**Tern is ahead in 3 of 4 comparisons**", page)
        self.assertIn("It is not ahead here:\n\n- 9 real_app_simulation_with_files_and_connections, ab, 500 connections: Apache 95.5 requests per "
                      "second (of which 6 requests failed), Tern 93\n", page)
        self.assertNotIn("is ahead", self.page(published([APACHE, LIMIT], numbers=[1])))

    def test_readings_are_explained(self):
        found = published([TERN], numbers=[9])
        found["tests"][0]["reading"] = {"name": "as published", "says": "The numbers of the published comparison."}
        self.assertIn("- *as published*: The numbers of the published comparison.\n", self.page(found))

    def test_published_figures_stand_beside(self):
        page = self.page(published([TERN], numbers=[1]))
        self.assertIn("| 1 basic | 66308 / 59658 / 34923 | 25705 / 1847 / 1499 |", page)

    def test_latency_at_a_fixed_rate(self):
        added, measured = rate([TERN, APACHE])
        measured[-1].update(failed=7)
        page = self.page(document([added], [TERN, APACHE], measured))
        half, most = page.partition("### 80 % of each server's capacity")[::2]
        self.assertIn("## Latency at a fixed rate\n", half)
        self.assertIn("| rate ok | Tern | 10000 | 5000 | 0.1 | 1 | 5 | 20 | 50 | 25% |\n", half)
        self.assertIn("| rate ok | Apache | 5000 | 4000 (7) | 0.2 | 1.6 | 8 | 20 | 100 | 40% |\n", most)
        self.assertIn("coordinated omission", most)

    def test_a_run_of_its_own_beside(self):
        found = self.write("swoole-6.json", {**published([TERN, server("swoole", "Swoole 6")], numbers=[2], connections=[100]),
                                             "about": "Beside Swoole 6", "says": "Swoole 6 as it was then"})
        page = self.page(published([TERN], numbers=[1]), "--beside", found)
        first, other = page.split("## Beside Swoole 6\n\n")
        self.assertIn("Swoole 6 as it was then: compare only figures within it. Xeon X5690", other)
        self.assertIn("### Application tests, `ab`\n", other)
        self.assertIn("| 2 basic_class_load | 59000 | 29500 |", other)
        self.assertNotIn("basic_class_load", first)

    def test_skipped_and_quick(self):
        found = published([TERN], numbers=[1])
        found["skipped"] = [{"server": "roadrunner", "why": "rr is not on the PATH"}]
        found["settings"].update(mode="quick", no_database=None)
        page = self.page(found)
        self.assertIn("- roadrunner: rr is not on the PATH\n", page)
        self.assertIn("**Quick mode**", page)
        self.assertIn("| no_database | - |", page)

    def test_nothing_measured(self):
        self.assertIn("## Not measured, and errors\n\nNone.\n", self.page(document([test(1)], [TERN], [])))

    def test_no_result(self):
        whole = published([TERN], numbers=[1])
        for found, why in [("{", "Expecting property name"), ("[]", "its schema is None, and not 1"),
                           (dict(whole, schema=2), "its schema is 2, and not 1"),
                           (dict(whole, tests=None), 'it has no list "tests"'),
                           (dict(whole, machine=[]), 'it has no object "machine"'),
                           (dict(whole, servers=[]), "it measures 01_basic of tern, and does not list them")]:
            ran = self.run_tool(BENCH / "report", self.write("result.json", found), "--out", self.folder)
            self.assertEqual(ran.returncode, 1)
            self.assertIn(why, ran.stderr)
            self.assertNotIn("Traceback", ran.stderr)
        ran = self.run_tool(BENCH / "report", self.folder / "none.json", "--out", self.folder)
        self.assertIn("No such file", ran.stderr)


@unittest.skipUnless(HAS_MATPLOTLIB, "matplotlib is missing: install the package python3-matplotlib")
class GraphsTest(ToolTest):
    def draw(self, found, name="out"):
        ran = self.run_tool(BENCH / "report", self.write("result.json", found), "--out", self.folder / name)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        return self.folder / name

    def crowded(self):
        names = [server(f"server-{number}") for number in range(6)] + [SHIPPED, LIMIT]
        found = published(names)
        for added, measured in (framework(names[:2]), rate(names), growth(names)):
            found["tests"].append(added)
            found["measurements"] += measured
        found["measurements"] += [*(measurement("01_basic", one["name"], 100, 50000, load="wrk") for one in names)]
        for one in found["measurements"]:
            if one["server"] == "server-2" and one["connections"] >= 1000:
                one.update(failed=251) if one["round"] == 1 else one.update(error="reset", requests_per_s=None, latency_ms=None)
        return found

    def test_crowded(self):
        found = self.crowded()
        first, second = self.draw(found), self.draw(found, "again")
        names = {f"{name}.{ending}" for name in ("requests-100", "requests-500", "requests-1000", "latency", "rate_ok", "frameworks", "growth")
                 for ending in ("svg", "png")} | {"results.md"}
        self.assertEqual({path.name for path in first.iterdir()}, names)
        for name in names:
            self.assertEqual((first / name).read_bytes(), (second / name).read_bytes(), name)
        for path in first.glob("*.png"):
            self.assertLessEqual({"IHDR", "IDAT", "IEND"}, set(chunks(path.read_bytes())))
            self.assertNotIn("tIME", chunks(path.read_bytes()))
        for path in first.glob("*.svg"):
            root = xml.etree.ElementTree.parse(path).getroot()
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
            self.assertLess(path.stat().st_size, 300_000)
            self.assertIn("Xeon X5690, 2 cores, virtual, 8000 MB, Debian 12, Linux 6.18", words(path))
            self.assertIn(f"]({path.name})", (first / "results.md").read_text())
        self.assertLessEqual({"Requests per second, 1000 connections, ab (failed requests in brackets)", "19600 (251)", "60000",
                              "limit program", "the test's own limit", "requests per second, more is better (logarithmic)",
                              "Tern, JIT (as shipped)"}, set(words(first / "requests-1000.svg")))
        self.assertIn("with failed requests", words(first / "growth.svg"))
        self.assertLessEqual({"50 % of the server's own capacity", "80 % of the server's own capacity",
                              "ms: median (mark), 99 %, 99.9 % (strokes); less is better"},
                             set(words(first / "rate_ok.svg")))
        self.assertLessEqual({"laravel", "server CPU per request, us", "memory of the server, MB"}, set(words(first / "frameworks.svg")))
        self.assertIn("Latency in milliseconds, wrk: median (mark) to 99 % (end of the line)", words(first / "latency.svg"))

    def test_one_server_without_a_limit(self):
        folder = self.draw(published([TERN], numbers=[1], connections=[100]))
        self.assertEqual({path.name for path in folder.glob("*.svg")}, {"requests-100.svg", "latency.svg"})
        found = words(folder / "requests-100.svg")
        self.assertIn("requests per second, more is better", found)
        self.assertNotIn("limit program", found)

    def test_how_far_ahead(self):
        found = published([TERN, APACHE], numbers=[1, 9], connections=[100])
        for one in found["measurements"]:
            if (one["test"][:2], one["server"]) == ("09", "apache"):
                one["requests_per_s"] *= 4
        said = words(self.draw(found) / "lead.svg")
        self.assertLessEqual({"1 basic", "2.0x", "0.50x", "Apache"}, set(said))

    def test_nothing_to_draw(self):
        errors = [measurement("01_basic", "tern", 100, 1, error="gone", requests_per_s=None, latency_ms=None)]
        for measured in ([], errors):
            folder = self.draw(document([test(1)], [TERN], measured))
            self.assertEqual([path.name for path in folder.iterdir()], ["results.md"])


class CompareTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.before = published([TERN, LIMIT], numbers=[1, 2], connections=[100])
        self.after = copy.deepcopy(self.before)

    def compare(self, *words):
        return self.run_tool(BENCH / "compare", self.write("a.json", self.before), self.write("b.json", self.after), *words)

    def change(self, server, test="01_basic", **factors):
        for one in self.after["measurements"]:
            if (one["server"], one["test"]) == (server, test):
                one.update({name: one[name] * factor for name, factor in factors.items()})

    def test_nothing_changed(self):
        self.after["settings"]["sleep_ms"] = 10.6  # measured in each run
        ran = self.compare()
        self.assertEqual((ran.returncode, ran.stdout.splitlines()[-1]), (0, "No regressions."))
        self.assertIn("| 1 basic | Tern | ab | 100 | requests/s | 59400 (58800-60000) | 59400 (58800-60000) | "
                      "1.000 (0.980-1.020) |  |", ran.stdout)

    def test_regression(self):
        self.change("tern", requests_per_s=0.9)
        ran = self.compare()
        self.assertEqual(ran.returncode, 1)
        self.assertIn("Regressions:\n  1 basic, Tern, ab, 100 connections: requests/s 0.900 (0.882-0.918)\n", ran.stdout)
        self.assertEqual(self.compare("--threshold", "11%").returncode, 0)
        self.assertEqual(self.compare("--figure", "cpu").returncode, 0)

    def test_cost_is_better_when_it_is_less(self):
        self.change("tern", cpu_us=0.8)
        ran = self.compare()
        self.assertEqual(ran.returncode, 0)
        self.assertIn("0.800 (0.784-0.816) | better |", ran.stdout)
        self.change("tern", cpu_us=2)
        self.assertIn("CPU, us 1.600 (1.568-1.633)", self.compare().stdout)

    def test_one_round(self):
        for found in (self.before, self.after):
            found["measurements"] = [one for one in found["measurements"] if one["round"] == 1]
        self.assertIn("| 58800 (one round) | 58800 (one round) | 1.000 (1.000-1.000) |  |", self.compare().stdout)

    def test_ranges_that_overlap_are_no_regression(self):
        for one, figure in zip(self.before["measurements"], (50000, 60000)):
            one["requests_per_s"] = figure
        for one, figure in zip(self.after["measurements"], (40000, 51000)):
            one["requests_per_s"] = figure
        self.assertEqual(self.compare("--figure", "rate").returncode, 0)

    def test_new_failures_and_errors(self):
        self.after["measurements"][0]["failed"] = 7
        self.after["measurements"][-1]["error"] = "did not start"
        ran = self.compare()
        self.assertEqual(ran.returncode, 1)
        self.assertIn("  1 basic, Tern, ab, 100 connections: 7 failed requests, and none in A\n", ran.stdout)
        self.assertIn("  2 basic_class_load, Tern, ab, 100 connections: did not start\n", ran.stdout)

    def test_the_limit_program_tells_of_the_machine(self):
        self.change("limit", requests_per_s=0.5)
        ran = self.compare()
        self.assertEqual(ran.returncode, 0)
        self.assertIn("1 basic, limit program, ab, 100 connections: requests/s 0.500 (0.490-0.510): the machine changed",
                      ran.stdout)

    def test_missing_rows_and_versions_are_named(self):
        self.after["measurements"] = [one for one in self.after["measurements"] if one["test"] != "02_basic_class_load"]
        self.before["measurements"] = [one for one in self.before["measurements"] if one["server"] != "limit"]
        self.after["versions"]["tern"] = "1.0"
        ran = self.compare()
        self.assertEqual(ran.returncode, 0)
        self.assertIn("only in A: 2 basic_class_load, Tern, ab, 100 connections\n", ran.stdout)
        self.assertIn("only in B: 1 basic, limit program, ab, 100 connections\n", ran.stdout)
        self.assertIn("version of tern: 0.9.0 (git abc) in A, 1.0 in B\n", ran.stdout)

    def test_other_machines_and_settings(self):
        self.after["machine"]["cores"] = 8
        del self.after["settings"]["jit"]
        ran = self.compare()
        self.assertEqual((ran.returncode, ran.stdout), (2, ""))
        self.assertIn("these cannot be compared (--force does):\n  machine: cores is 2 in A and 8 in B\n"
                      "  settings: jit is False in A and None in B\n", ran.stderr)
        ran = self.compare("--force")
        self.assertEqual((ran.returncode, ran.stdout.splitlines()[0]), (0, "differs: machine: cores is 2 in A and 8 in B"))

    def test_wrong_arguments(self):
        for threshold in ("x", "-1%", "100", "nan"):
            ran = self.compare(f"--threshold={threshold}")
            self.assertEqual(ran.returncode, 2)
            self.assertIn(f"{threshold} must be from 0% to less than 100%", ran.stderr)
        self.before = "{}"
        ran = self.compare()
        self.assertEqual(ran.returncode, 2)
        self.assertIn("is no result of bench/suite: its schema is None, and not 1", ran.stderr)


if __name__ == "__main__":
    unittest.main()
