"""campaign.py SOURCE PHP_CGI REPORT [PATH...]: PHP's own tests of the SAPI as web requests, to php-cgi and to a Tern server. Prints
a table, and the tests that pass under php-cgi only. Fails when differences.list does not have one of them. Answers that are
not as expected are in the folder REPORT."""
import collections
import contextlib
import pathlib
import re
import shutil
import sys

from phpt import Phpt
from sides import CannotAsk, Cgi, Failed, Tern

FOLDERS = ("tests/basic", "tests/output", "ext/session/tests", "ext/standard/tests/general_functions", "ext/filter/tests")
DIFFERENCES = pathlib.Path(__file__).with_name("differences.list")


def find(source, paths):
    for path in paths:
        found = source / path
        yield from sorted(found.rglob("*.phpt")) if found.is_dir() else [found]


class Campaign:
    def __init__(self, source, cgi, tern, report):
        self.source, self.cgi, self.tern, self.report = source, cgi, tern, report
        self.outcomes = {}

    def verdict(self, test, side, label):
        """PASSED, FAILED, or why there is no verdict."""
        test.write()
        try:
            answer = side.ask(test)
        except CannotAsk as why:
            return f"skipped: {why}"
        except Failed as why:
            self.keep(test, label, str(why))
            return "FAILED"
        finally:
            if test.has("CLEAN"):
                self.cgi.bare(test, "CLEAN")
            test.script.unlink(missing_ok=True)
        if test.accepts(answer):
            return "PASSED"
        self.keep(test, label, "\n".join(f"{name}: {value}" for name, value in answer.fields) + f"\n\n{answer.text}")
        return "FAILED"

    def keep(self, test, label, text):
        path = self.report / test.name.replace("/", "_").replace(".phpt", f".{label}")
        path.write_bytes(text.encode("latin-1", "replace"))

    def first(self, test):
        """The verdict of php-cgi."""
        if (why := test.why_no_request()) is not None:
            return f"no request: {why}"
        if test.has("SKIPIF") and re.match("skip", said := self.cgi.bare(test, "SKIPIF"), re.I):
            return f"skipped: {said[:100]}"
        return self.verdict(test, self.cgi, "cgi")

    def run(self, tests):
        for test in tests:
            self.outcomes[test.name] = [self.first(test), "-"]
        passed = [test for test in tests if self.outcomes[test.name][0] == "PASSED"]
        for test in sorted(passed, key=self.tern.needs):
            self.outcomes[test.name][1] = self.verdict(test, self.tern, "tern")
        self.tern.stop()

    def table(self):
        counts = collections.defaultdict(collections.Counter)
        for name, (theirs, ours) in self.outcomes.items():
            for folder in (next((one for one in FOLDERS if name.startswith(f"{one}/")), "others"), "all"):
                count = counts[folder]
                count["tests"] += 1
                count["cgi"] += theirs == "PASSED"
                count["tern"] += ours == "PASSED"
                count["differing"] += ours == "FAILED"
                count["not asked"] += theirs == "PASSED" and ours.startswith("skipped")
        yield f"{'folder':40} {'tests':>6} {'php-cgi':>8} {'tern':>6} {'differing':>10} {'not asked':>10}"
        for folder in sorted(counts, key=lambda one: (one == "all", one)):
            count = counts[folder]
            yield (f"{folder:40} {count['tests']:6} {count['cgi']:8} {count['tern']:6} {count['differing']:10} "
                   f"{count['not asked']:10}")

    def differing(self):
        """Not asked counts: it has to be explained as well."""
        return [name for name, (theirs, ours) in self.outcomes.items() if theirs == "PASSED" and ours != "PASSED"]


def explained():
    return {line.split(" | ")[0] for line in DIFFERENCES.read_text().splitlines() if " | " in line and line[0] != "#"}


def main():
    source, program, report, *paths = sys.argv[1:]
    source, report = pathlib.Path(source), pathlib.Path(report)
    shutil.rmtree(report, ignore_errors=True)
    report.mkdir(parents=True)
    cgi = Cgi(program, source)
    modules = cgi.modules()
    tests = [Phpt(source, str(path.relative_to(source)), modules) for path in find(source, paths or FOLDERS)]
    campaign = Campaign(source, cgi, Tern(source), report)
    with contextlib.ExitStack() as stack:
        stack.callback(campaign.tern.stop)
        campaign.run(tests)
    (report / "outcomes").write_text("".join(f"{name}\t{theirs}\t{ours}\n" for name, (theirs, ours) in campaign.outcomes.items()))
    print("\n".join(campaign.table()))
    known = explained()
    differing = campaign.differing()
    print("\nPassed under php-cgi and not here, for reasons in differences.list:", sum(name in known for name in differing))
    unexplained = [name for name in differing if name not in known]
    if unexplained:
        print("\nPassed under php-cgi and not here:", *(f"{name}\t{campaign.outcomes[name][1]}" for name in unexplained), sep="\n")
    sys.exit(bool(unexplained))


main()
