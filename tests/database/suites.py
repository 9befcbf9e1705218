"""suites.py SOURCE PHP_CGI REPORT [PATH...]: PHP's own tests of its extensions for databases, as scripts of a Tern server: with connections
of their own, and with a pool of two that another script has filled with dirt before each test. Prints a table, and the tests that pass
with the first only. Fails when suites.list does not have one of them. Output that is not as expected is in the folder REPORT."""
import collections
import contextlib
import os
import pathlib
import re
import shutil
import sys

from environment import MACHINE
from phpt import Phpt
from sides import CannotAsk, Cgi, Failed
from suite_sides import Direct, Pooled

# Where the databases are, for the tests of PHP: databases.py.
os.environ.update({name: value for name, value in MACHINE.items() if name == "DATABASES" or "_TEST_" in name})

# Those of PDO are run with PostgreSQL.
FOLDERS = ("ext/pdo/tests", "ext/pdo_pgsql/tests", "ext/pgsql/tests", "ext/pdo_mysql/tests", "ext/mysqli/tests")
DIFFERENCES = pathlib.Path(__file__).with_name("suites.list")


class PooledTests(Pooled):
    def ask(self, test):
        self.start(self.needs(test))
        self.fill("mysql" if "mysql" in test.name else "pgsql")
        return super().ask(test)


class Suites:
    def __init__(self, cgi, report):
        self.cgi, self.report = cgi, report
        self.outcomes = {}

    def verdict(self, test, side, label):
        test.write()
        try:
            answer = side.ask(test)
        except CannotAsk as why:
            return f"skipped: {why}"
        except Failed as why:
            text = str(why)
        else:
            if test.accepts(answer):
                return "PASSED"
            text = answer.text
        finally:
            if test.has("CLEAN"):
                self.cgi.bare(test, "CLEAN")
            test.script.unlink(missing_ok=True)
        (self.report / f"{test.name.replace('/', '_')}.{label}").write_bytes(text.encode("latin-1", "replace"))
        return "FAILED"

    def why_not(self, test):
        """None: it can be run."""
        if (why := test.why_no_request()) is not None:
            return f"no request: {why}"
        if test.has("SKIPIF") and re.match("skip", said := self.cgi.bare(test, "SKIPIF"), re.I):
            return f"skipped: {said[:100]}"
        return None

    def run(self, tests, direct, pooled):
        for test in tests:
            why = self.why_not(test)
            self.outcomes[test.name] = [why or self.verdict(test, direct, "direct"), "-"]
        direct.stop()
        for test in tests:  # also those that fail: others use their tables
            if self.outcomes[test.name][0] in ("PASSED", "FAILED"):
                self.outcomes[test.name][1] = self.verdict(test, pooled, "pooled")

    def table(self):
        counts = collections.defaultdict(collections.Counter)
        for name, (own, shared) in self.outcomes.items():
            for folder in (name.rpartition("/")[0], "all"):
                counts[folder].update({"tests": 1, "own": own == "PASSED", "shared": shared == "PASSED",
                                       "differing": own == "PASSED" and shared != "PASSED"})
        yield f"{'folder':25} {'tests':>6} {'own':>6} {'shared':>7} {'differing':>10}"
        for folder, count in sorted(counts.items(), key=lambda one: (one[0] == "all", one[0])):
            yield f"{folder:25} {count['tests']:6} {count['own']:6} {count['shared']:7} {count['differing']:10}"


def find(source, paths):
    for path in paths:
        found = source / path
        yield from sorted(found.rglob("*.phpt")) if found.is_dir() else [found]


def main():
    source, program, report, *paths = sys.argv[1:]
    source, report = pathlib.Path(source), pathlib.Path(report)
    os.environ.update(PDOTEST_DSN=os.environ["PDO_PGSQL_TEST_DSN"], REDIR_TEST_DIR=f"{source}/ext/pdo/tests/")
    shutil.rmtree(report, ignore_errors=True)
    report.mkdir(parents=True)
    cgi = Cgi(program, source)
    cgi.command += os.environ["DATABASES"].split()
    modules = cgi.modules()
    tests = [Phpt(source, str(path.relative_to(source)), modules) for path in find(source, paths or FOLDERS)]
    suites = Suites(cgi, report)
    with contextlib.ExitStack() as stack:
        direct, pooled = Direct(source), PooledTests(source)
        stack.callback(direct.stop)
        stack.callback(pooled.stop)
        suites.run(tests, direct, pooled)
    (report / "outcomes").write_text("".join(f"{name}\t{own}\t{shared}\n" for name, (own, shared) in suites.outcomes.items()))
    print("\n".join(suites.table()))
    known = {line.split(" | ")[0] for line in DIFFERENCES.read_text().splitlines() if " | " in line and line[0] != "#"}
    differing = [name for name, (own, shared) in suites.outcomes.items() if own == "PASSED" and shared != "PASSED"]
    unexplained = [name for name in differing if name not in known]
    if unexplained:
        print("\nPassed with connections of their own only:", *(f"{name}\t{suites.outcomes[name][1]}" for name in unexplained), sep="\n")
    sys.exit(bool(unexplained))


main()
