"""library_suites.py PLACE REPORT [LIBRARY-DATABASE...] [FILE...]: Laravel's and Doctrine's own tests of databases, with MariaDB and
PostgreSQL, as pages of a Tern server: with connections of their own, and with a pool of two that another script has filled with dirt before
each file or folder of tests. A test that fails with the pool only runs again, alone. Prints a table, and the tests that pass with the first
only. Fails when suites.list does not have one of them. PLACE is what scripts/database-libraries prints. FILEs are names such as
QueryBuilderTest.php, or of folders. The outcomes, and what failed, are in the folder REPORT."""
import collections
import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

from environment import MACHINE
from php_program import PHP
from sides import Failed
from suite_sides import Direct, Pooled

os.environ.update({name: value for name, value in MACHINE.items() if name == "DATABASES" or "_TEST_" in name})

HERE = pathlib.Path(__file__).parent
DIFFERENCES = HERE / "suites.list"
TIMEOUT_S = 300
EXTENSIONS = ("ctype", "mbstring", "tokenizer", "fileinfo", "iconv", "dom", "posix", "pcntl", "xml", "xmlreader", "xmlwriter", "simplexml", "phar")
TESTS = {"laravel": "laravel-source/tests/Integration/Database", "doctrine": "doctrine-source/tests/Doctrine/Tests/ORM/Functional"}
OTHER_DATABASES = {"mysql": {"Postgres", "Sqlite", "SqlServer"}, "pgsql": {"MySql", "Sqlite", "SqlServer"}}
# As each library connects.
ADDRESSES = {("laravel", "mysql"): "mysql:host=127.0.0.1;port={};dbname=library", ("doctrine", "mysql"): "mysql:host=127.0.0.1;port={};dbname=library;",
             ("laravel", "pgsql"): "pgsql:host=127.0.0.1;dbname='library';port={};sslmode=prefer",
             ("doctrine", "pgsql"): "pgsql:host=127.0.0.1;port={};dbname=library;"}


class Site:
    """What both servers have."""

    def modules(self):
        loaded = subprocess.run([*PHP, "-m"], capture_output=True, text=True, check=True).stdout.lower().split()
        return [*super().modules(), *(word for name in EXTENSIONS if name not in loaded for word in ("-d", f"extension={name}"))]


class DirectSite(Site, Direct):
    pass


class PooledSite(Site, Pooled):
    pass


class Suites:
    def __init__(self, place, report, root, direct, pooled):
        self.place, self.report, self.root, self.direct, self.pooled = place, report, root, direct, pooled
        self.outcomes = collections.defaultdict(dict)  # by (library, database): {test: [own, shared]}
        direct.add("library.php", HERE / "libraries/run.php")

    def make_database(self, database):
        subprocess.run([PHP[0], "-n", *os.environ["DATABASES"].split(), HERE / "libraries/make.php", database], check=True, env={**os.environ, **libraries()})

    def run_file(self, library, database, path, side, column, method=""):
        """Of one method, or of all."""
        self.make_database(database)
        results = self.root / "results.xml"
        results.unlink(missing_ok=True)
        try:
            if side is self.pooled:
                side.fill(database, ADDRESSES[library, database].format(os.environ[f"{database.upper()}_TEST_PORT"]))
            printed = side.page("library.php", TIMEOUT_S, library=library, database=database, test=path, results=results,
                                filter=f"::{re.escape(method)}$" if method else ".")
            found = dict(outcomes(results))
            printed += results.read_text()
        except (Failed, FileNotFoundError, xml.etree.ElementTree.ParseError) as why:
            printed, found = str(why), {f"{path.stem}::": "no results"}
        if set(found.values()) - {"PASSED", "skipped"}:
            (self.report / f"{library}-{database}-{path.stem}.{column}").write_text(printed)
        for name, outcome in found.items():
            self.outcomes[library, database].setdefault(name, ["-", "-"])[column] = outcome

    def run_alone(self, library, database, path, known):
        """The tests that may have failed because of the connections that those before them still have."""
        for name, (own, shared) in list(self.outcomes[library, database].items()):
            if name not in known and own == "PASSED" != shared:
                self.run_file(library, database, path, self.pooled, 1, name.partition("::")[2])

    def run(self, library, database, paths):
        tests = self.outcomes[library, database]
        for path in paths:
            known = set(tests)
            for column, side in enumerate((self.direct, self.pooled)):
                self.run_file(library, database, path, side, column)
            self.run_alone(library, database, path, known)
            with open(self.report / "outcomes", "a") as report:
                report.write("".join(f"{library} {database} {name}\t{own}\t{shared}\n" for name, (own, shared) in tests.items() if name not in known))

    def differing(self):
        for (library, database), tests in self.outcomes.items():
            for name, (own, shared) in tests.items():
                if own == "PASSED" and shared != "PASSED":
                    yield f"{library} {database} {name}", shared

    def table(self):
        yield f"{'tests':25} {'tests':>6} {'own':>6} {'shared':>7} {'differing':>10}"
        for (library, database), tests in self.outcomes.items():
            own, shared = (sum(one[column] == "PASSED" for one in tests.values()) for column in (0, 1))
            differing = sum(one[0] == "PASSED" != one[1] for one in tests.values())
            yield f"{library + ', ' + database:25} {len(tests):6} {own:6} {shared:7} {differing:10}"


def libraries():
    """Of the programs that are unpacked: where MACHINE has them."""
    return {name: MACHINE[name] for name in ("LD_LIBRARY_PATH",) if name in MACHINE}


def outcomes(path):
    """The tests of a file in JUnit's form, and what became of them."""
    for test in xml.etree.ElementTree.parse(path).iter("testcase"):
        kinds = {child.tag for child in test}
        name = f"{test.get('class', '').rpartition(chr(92))[2]}::{test.get('name')}"
        yield name, "FAILED" if kinds & {"failure", "error"} else "skipped" if "skipped" in kinds else "PASSED"


def files(place, library, database):
    """Each file of tests, and the folders that have any."""
    folder = place / TESTS[library]
    for path in sorted(folder.iterdir()):
        if path.name.endswith("Test.php") or path.is_dir() and path.name not in OTHER_DATABASES[database] and any(path.rglob("*Test.php")):
            yield path


def main():
    place, report = map(pathlib.Path, sys.argv[1:3])
    all_names = {"-".join(one) for one in ADDRESSES}
    chosen, names = set(sys.argv[3:]) & all_names, set(sys.argv[3:]) - all_names
    shutil.rmtree(report, ignore_errors=True)
    report.mkdir(parents=True)
    os.environ.update(DATABASE_LIBRARIES=str(place), PGSQL_TEST_PORT=re.search(r"port=(\d+)", os.environ["PGSQL_TEST_CONNSTR"])[1])
    with contextlib.ExitStack() as stack:
        root = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tern-libraries-")))
        direct, pooled = DirectSite(root), PooledSite(root)
        stack.callback(direct.stop)
        stack.callback(pooled.stop)
        suites = Suites(place, report, root, direct, pooled)
        for library, database in ADDRESSES:
            if not chosen or f"{library}-{database}" in chosen:
                suites.run(library, database, [path for path in files(place, library, database) if not names or path.name in names])
        reused = int(pooled.page("library.php"))
    print("\n".join(suites.table()))
    print(f"{reused} connections of the pool were used again")
    known = {line.split(" | ")[0] for line in DIFFERENCES.read_text().splitlines() if " | " in line and line[0] != "#"}
    unexplained = [f"{name}\t{shared}" for name, shared in suites.differing() if name not in known]
    if unexplained:
        print("\nPassed with connections of their own only:", *unexplained, sep="\n")
    sys.exit(bool(unexplained))


main()
