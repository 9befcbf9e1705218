"""campaign.py SOURCE PHP_FPM REPORT [--only SIDE] [TEST...]: PHP's own tests of php-fpm, with that program and with `tern fpm`. Prints a
table, and the tests that pass with php-fpm only. Fails when differences.list does not have one of them. What each side printed
is in the folder REPORT."""
import argparse
import collections
import contextlib
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

from environment import MACHINE
from harness import ROOT

DIFFERENCES = pathlib.Path(__file__).with_name("differences.list")
TESTS = "sapi/fpm/tests"
SIDES = ("php-fpm", "tern")
TIME_LIMIT_S = 900
# What the name of a test says it is about; the first that fits.
TOPICS = (("configuration", ("config", "conf-", "invalid-parameters", "main-", "cpuaffinity", "ini")), ("reload", ("reload", "signal")),
          ("logs", ("log", "stdio", "stderr", "stdout")), ("status", ("status", "ping")),
          ("requests", ("fcgi", "fastcgi", "env", "php-value", "path-info", "header", "getallheaders", "finish", "multipart")),
          ("pools", ("pool", "pm-", "max_children", "proc-idle", "socket", "ipv", "uds", "listen")))


def user():
    """Tests of php-fpm skip more where they run as root."""
    return "nobody" if os.geteuid() == 0 else None


def apart():
    """The beginning of the command that runs the tests: as their user, and with a loopback interface of their own, as they listen at fixed
    ports. Who is not root runs them as they are."""
    if user() is None:
        return []
    return ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", "setpriv", f"--reuid={user()}", "--regid=nogroup", "--clear-groups"]


def executable(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


class Side:
    """A copy of PHP's tests beside a program php-fpm, as the tests look for one, in a folder that their user can write to."""

    def __init__(self, name, place, source, php):
        self.name, self.place, self.php = name, place / name, php
        shutil.copytree(source / TESTS, self.place / TESTS)
        shutil.copy(source / "run-tests.php", self.place)
        executable(self.place / "sapi/cli/php", f'#!/bin/sh\nexec {shlex.join(php)} "$@"\n')
        (self.place / "php.ini").write_text("expose_php=1\n")

    def have(self, text):
        executable(self.place / "sapi/fpm/php-fpm", text)
        if user() is not None:
            subprocess.run(["chown", "-R", user(), self.place], check=True)

    def environment(self):
        kept = {name: MACHINE[name] for name in ("PATH", "LD_LIBRARY_PATH", "TERN_DEBUG") if name in MACHINE}
        return {**kept, "HOME": str(self.place), "LANG": "C", "TEST_PHP_EXECUTABLE": str(self.place / "sapi/cli/php"), "NO_INTERACTION": "1",
                "PHPRC": str(self.place), "PHP_INI_SCAN_DIR": "", "TMPDIR": str(self.place)}

    def run(self, tests):
        """{test: outcome}. A test that finds no process to signal signals its own group, and so ends the runner: ENDED."""
        left = sorted(tests or (path.stem for path in (self.place / TESTS).glob("*.phpt")))
        found = {}
        while left:
            found.update(self.run_once(left))
            left = [test for test in left if test not in found]
            if left:
                found[left.pop(0)] = "ENDED"
        return found

    def run_once(self, tests):
        outcome = self.place / "outcome"
        outcome.unlink(missing_ok=True)
        options = [word for module in ("posix", "sockets") for word in self.extension(module)]
        command = [*apart(), *self.php, "-n", "run-tests.php", "-n", "-q", "-g", "FAIL,XFAIL,BORK,WARN,LEAK", "--no-color", "--no-progress", "--show-diff",
                   "--set-timeout", "30", "-W", str(outcome), *options, *(f"{TESTS}/{test}.phpt" for test in tests)]
        with open(self.place / "log", "wb") as log:
            subprocess.run(command, cwd=self.place, env=self.environment(), stdin=subprocess.DEVNULL,
                           stdout=log, stderr=subprocess.STDOUT, timeout=TIME_LIMIT_S, check=False)
        self.end_processes()
        rows = [] if not outcome.exists() else [line.split("\t", 1) for line in outcome.read_text().splitlines()]
        return {pathlib.Path(path).stem: status for status, path in rows}

    def end_processes(self):
        """What tests have left: their arguments have a name in this folder."""
        for arguments in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                if f"{self.place}/".encode() in arguments.read_bytes():
                    os.kill(int(arguments.parent.name), signal.SIGKILL)

    def extension(self, name):
        """For the tests themselves, if it is no part of this PHP."""
        done = subprocess.run([*self.php, "-n", "-d", f"extension={name}", "-r", "exit((int) (error_get_last() !== null));"],
                              capture_output=True, check=False)
        return ["-d", f"extension={name}"] if done.returncode == 0 else []

    def keep(self, report):
        """What the tests printed, and the differences to what they should."""
        for path in [self.place / "log", *sorted((self.place / TESTS).glob("*.diff")), *sorted((self.place / TESTS).glob("*.out"))]:
            shutil.copyfile(path, report / f"{self.name}.{path.name}")


def tern(side):
    """The program php-fpm, which executes `tern fpm` of a copy of the launcher."""
    copy = side.place / "tern"
    for folder in ("bin", "launcher"):
        shutil.copytree(ROOT / folder, copy / folder)
    library = shutil.copy(os.environ["TERN_SO"], copy)
    return f'#!/bin/sh\nTERN_EXTENSION={library} exec {shlex.join(side.php)} {copy}/bin/tern fpm "$@"\n'


def php_fpm(program, side):
    copy = shutil.copy(program, side.place / "sapi/php-fpm-program")
    return f'#!/bin/sh\nexec {copy} "$@"\n'


def topic(test):
    return next((name for name, parts in TOPICS if any(part in test for part in parts)), "others")


def table(outcomes):
    counts = collections.defaultdict(collections.Counter)
    for test, (theirs, ours) in outcomes.items():
        for name in (topic(test), "all"):
            count = counts[name]
            count["tests"] += 1
            count["php-fpm"] += theirs == "PASSED"
            count["tern"] += ours == "PASSED"
            count["both"] += (theirs, ours) == ("PASSED", "PASSED")
            count["skipped"] += theirs == "SKIPPED"
    yield f"{'topic':16} {'tests':>6} {'skipped':>8} {'php-fpm':>8} {'tern':>6} {'both':>6}"
    for name in sorted(counts, key=lambda one: (one == "all", one)):
        count = counts[name]
        yield f"{name:16} {count['tests']:6} {count['skipped']:8} {count['php-fpm']:8} {count['tern']:6} {count['both']:6}"


def explained():
    return {line.split(" | ")[0] for line in DIFFERENCES.read_text().splitlines() if " | " in line and line[0] != "#"}


def results(given, place):
    """{side: {test: outcome}}"""
    php = shlex.split(os.environ["TERN_PHP"])
    found = {}
    for name in given.only or SIDES:
        side = Side(name, place, given.source, php)
        side.have(tern(side) if name == "tern" else php_fpm(given.program, side))
        found[name] = side.run(given.tests)
        side.keep(given.report)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("report", type=pathlib.Path)
    parser.add_argument("--only", action="append", choices=SIDES)
    parser.add_argument("tests", nargs="*")
    given = parser.parse_intermixed_args()
    shutil.rmtree(given.report, ignore_errors=True)
    given.report.mkdir(parents=True)
    with contextlib.ExitStack() as stack:
        place = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tern-fpm-")))
        place.chmod(0o755)
        found = results(given, place)
    tests = sorted({test for one in found.values() for test in one})
    outcomes = {test: tuple(found.get(side, {}).get(test, "-") for side in SIDES) for test in tests}
    (given.report / "outcomes").write_text("".join(f"{test}\t{theirs}\t{ours}\n" for test, (theirs, ours) in outcomes.items()))
    print("\n".join(table(outcomes)))
    if len(found) < len(SIDES):
        print(*(f"{test}\t{outcome}" for side in found.values() for test, outcome in sorted(side.items()) if outcome != "PASSED"), sep="\n")
        return 0
    differing = [test for test, (theirs, ours) in outcomes.items() if theirs == "PASSED" and ours != "PASSED"]
    unexplained = sorted(set(differing) - explained())
    print(f"\nPassed with php-fpm and not here, for reasons in {DIFFERENCES.name}: {len(differing) - len(unexplained)}")
    if unexplained:
        print("\nPassed with php-fpm and not here:", *(f"{test}\t{outcomes[test][1]}" for test in unexplained), sep="\n")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
