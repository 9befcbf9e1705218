"""campaign.py SOURCE REPORT [--count N] [--pairs N] [--seed N] [PATH...]: looks for state of PHP that contexts do not exchange.

Runs PHP's own tests in contexts of one worker, and compares
1. the writable memory of the worker before and after each of them: what stays changed,
2. the memory of a script that waits in the middle, before and after another script ran there: what it would see changed,
3. what a probe (probe.php) sees after each of them, with what it sees in a fresh process of php-fpm.
What differs must have a row in known.list. Prints what has none, and fails then."""
import argparse
import contextlib
import os
import pathlib
import random
import re
import shlex
import signal
import subprocess
import sys
import time

from dwarf import Structures
from fastcgi import Fpm
from findings import Findings
from known import Known
from memory import changes
from names import Names
from observed import Observed, Pausing
from phpt import Phpt
from sides import ALL, CannotAsk, Failed
from subjects import Subjects, copy_tests

HERE = pathlib.Path(__file__).parent
WARM_UP = 10


class Stopped(Exception):
    """A signal: what has been found until now is reported."""


def stop(*_):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise Stopped


class Campaign:
    def __init__(self, place, observed, fpm, structures):
        self.place, self.observed, self.fpm, self.structures = place, observed, fpm, structures
        self.known = Known()
        self.memory, self.pairs, self.seen, self.reference = (Findings(self.known) for _ in range(4))
        self.ran, self.paired, self.ended = 0, 0, []
        self.names = None
        self.empty, self.probe = self.own("empty"), self.own("probe")

    def own(self, name):
        """One of the scripts of this folder as a test."""
        path = self.place / f"audit-{name}.phpt"
        path.write_text(f"--TEST--\n{name}\n--FILE--\n{(HERE / f'{name}.php').read_text()}\n--EXPECT--\n")
        test = Phpt(self.place, path.name, set())
        test.write()
        return test

    def warm_up(self):
        """A worker that has made what it makes once. Returns its memory and what the probe sees in it."""
        for _ in range(WARM_UP):
            self.observed.ask(self.empty)
            self.observed.ask(self.probe)
        seen = self.observed.probe(self.probe)
        snapshot = self.observed.snapshot() or self.observed.snapshot()
        self.names = Names(self.observed.memory, self.structures, self.known.kind)
        return snapshot, seen

    def named(self, before, after):
        return [(self.names.of(change), change.before, change.after) for change in changes(before, after) if not self.names.is_unused(change, after)]

    def compare_with_fpm(self):
        if self.fpm is None:
            return
        self.observed.ask(self.empty)
        self.fpm.probe(self.probe)  # its file is not in opcache yet
        fresh = self.fpm.probe(self.probe)
        self.reference.add("a fresh context", differences("fpm", fresh, self.observed.probe(self.probe)))

    def not_in_fpm(self, test, found):
        """Without what the script changes for later requests of php-fpm, too."""
        if self.fpm is None or all(self.known.kind(name) for name, _, _ in found):
            return found
        before = self.fpm.probe(self.probe)
        self.fpm.ask(test)
        also = {name for name, _, _ in differences("probe", before, self.fpm.probe(self.probe))}
        return [one for one in found if one[0] not in also]

    def run(self, tests):
        snapshot, seen = self.warm_up()
        last = self.empty
        for test in tests:
            test.write()
            try:
                self.observed.ask(test)
                after = self.observed.snapshot()
                if after is None:
                    raise Failed(f"another worker answered: this script or {last.name} has ended the first one")
                self.memory.add(test.name, self.named(snapshot, after))
                now = self.observed.probe(self.probe)
                self.seen.add(test.name, self.not_in_fpm(test, list(differences("probe", seen, now))))
                snapshot, seen = self.observed.snapshot(), now
                self.ran += 1
            except (Failed, CannotAsk, ValueError) as why:
                self.ended.append((test.name, str(why).strip().splitlines()[-1][:160]))
                snapshot, seen = self.again()
            finally:
                test.script.unlink(missing_ok=True)
                last = test

    def again(self):
        self.observed.stop()
        self.observed.start(self.observed.needs(self.empty))
        return self.warm_up()

    def run_pairs(self, tests, count, seed):
        chance = random.Random(seed)
        for _ in range(count):
            one, other = chance.sample(tests, 2)
            try:
                self.run_pair(one, other)
            except (Failed, CannotAsk, OSError, AssertionError) as why:
                self.ended.append((f"{one.name} and {other.name}", str(why).strip().splitlines()[-1][:160]))
                self.again()

    def run_pair(self, one, other):
        """Both wait at their ends; the first one goes on, then the second."""
        with contextlib.ExitStack() as stack:
            scripts = [stack.enter_context(contextlib.closing(Pausing(self.observed, test))) for test in (one, other)]
            before = [script.begin() for script in scripts]
            for script, snapshot, neighbour in zip(scripts, before, (other, one)):
                if snapshot is not None and (after := script.resume()) is not None:
                    self.pairs.add(f"{neighbour.name} (seen by {script.test.name})", self.named(snapshot, after))
                    self.paired += 1

    def report(self):
        parts = (("stay changed after the script", self.memory, self.ran), ("change while another script waits", self.pairs, self.paired),
                 ("a later script sees", self.seen, self.ran), ("differ from a fresh php-fpm", self.reference, 1))
        for title, findings, runs in parts:
            explained = ", ".join(f"{count} {kind}" for kind, count in sorted(findings.explained.items()))
            yield f"\n== {title}: {len(findings.scripts)} names without a row, of {runs} runs; with a row: {explained or 'none'}"
            yield from findings.lines()
        yield f"\n== the worker ended, or did not answer: {len(self.ended)}"
        yield from (f"  {name}: {why}" for name, why in self.ended)

    def failed(self):
        return any(findings.scripts for findings in (self.memory, self.pairs, self.seen, self.reference))


def differences(kind, before, after):
    """(name, before, after) of the values that differ, and of parts of them."""
    for name in {**before, **after}:
        one, other = before.get(name), after.get(name)
        if isinstance(one, dict) and isinstance(other, dict):
            yield from differences(f"{kind}:{name}", one, other)
        elif isinstance(one, list) and isinstance(other, list) and one != other:
            yield f"{kind}:{name}", [each for each in one if each not in other], [each for each in other if each not in one]
        elif one != other:
            yield f"{kind}:{name}", one, other


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("report", type=pathlib.Path)
    parser.add_argument("--fpm", type=pathlib.Path, help="the program; without it nothing is compared with it")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("paths", nargs="*")
    return parser.parse_intermixed_args()


def modules(command):
    done = subprocess.run([*command, "-m"], capture_output=True, text=True, check=True)
    return {line.lower() for line in done.stdout.split("\n")} | {"opcache"}


def php_config(option):
    return subprocess.run([os.environ["PHP_CONFIG"], option], capture_output=True, text=True, check=True).stdout.strip()


def is_source_of(source, version):
    """False for the source of another version, whose structures have other fields."""
    found = re.search(r'PHP_VERSION "(\d+\.\d+)', (source / "main/php_version.h").read_text())
    return version.startswith(f"{found[1]}.")


def main():
    given = arguments()
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    command = shlex.split(os.environ["TERN_PHP"])
    includes, version = php_config("--includes").split(), php_config("--version")
    place = given.report / "src"
    given.report.mkdir(parents=True, exist_ok=True)
    copy_tests(given.source, place)
    php = shlex.split(os.environ["AUDIT_PHP"])
    observed = Observed(place)
    subjects = Subjects(place, observed, [command[0], "-n", *php], modules(command))
    with contextlib.ExitStack() as stack:
        stack.callback(observed.stop)
        fpm = stack.enter_context(contextlib.closing(Fpm(given.fpm, [*php, *ALL], place))) if given.fpm else None
        campaign = Campaign(place, observed, fpm, Structures(includes, given.source if is_source_of(given.source, version) else place))
        tests = take(subjects.tests(given.seed, given.paths), max(given.count, 2 * given.pairs))
        observed.start(observed.needs(campaign.empty))
        began = time.monotonic()
        with contextlib.suppress(Stopped):
            campaign.compare_with_fpm()
            campaign.run(tests[:given.count])
            campaign.run_pairs(tests, given.pairs, given.seed)
    lines = [f"PHP {version}: {campaign.ran} scripts and {campaign.paired} pairs in {time.monotonic() - began:.0f} s", *campaign.report()]
    (given.report / "audit.txt").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))
    sys.exit(campaign.failed())


def take(iterator, count):
    return [one for _, one in zip(range(count), iterator)]


main()
