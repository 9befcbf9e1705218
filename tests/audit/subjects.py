"""Which of PHP's own tests are run: those that are requests, need no settings of a process, and end no process but their own."""
import os
import random
import re
import shutil
import subprocess

from phpt import Phpt
from sides import DEFAULTS, options

FOLDERS = ("tests", "Zend/tests", "ext")
# They start or end processes, wait, need a terminal or a server, or change what nobody can undo.
UNFIT = re.compile(r"pcntl_|posix_kill|posix_set|proc_open|\bexec\(|shell_exec|popen|passthru|php_cli_server|SIGKILL|readline\(|"
                   r"STDIN|php://stdin|sleep\(|set_time_limit|\bdl\(|chroot|memory_limit|opcache_reset|/etc/")
TIMEOUT_S = 5


def copy_tests(source, place):
    """The tests of PHP's source in a folder of their own: they write beside themselves."""
    if (place / ".complete").exists():
        return
    shutil.rmtree(place, ignore_errors=True)
    for folder in [source / "tests", source / "Zend/tests", *sorted(source.glob("ext/*/tests"))]:
        shutil.copytree(folder, place / folder.relative_to(source), symlinks=True)
    (place / ".complete").touch()


class Subjects:
    def __init__(self, source, observed, php, modules):
        """`php` is the command that runs SKIPIF."""
        self.source, self.observed, self.php, self.modules = source, observed, php, modules
        self.skipped = {}

    def tests(self, seed, paths):
        """All that fit, in an order that takes one of each folder in turn."""
        folders = {}
        for path in sorted(one for name in paths or FOLDERS for one in self.found(name)):
            folders.setdefault(path.relative_to(self.source).parts[:2], []).append(path)
        chance = random.Random(seed)
        for each in folders.values():
            chance.shuffle(each)
        while folders:
            for name in list(folders):
                if (test := self.read(folders[name].pop())) is not None:
                    yield test
                if not folders[name]:
                    del folders[name]

    def found(self, name):
        path = self.source / name
        return path.rglob("*.phpt") if path.is_dir() else [path]

    def read(self, path):
        """None: it does not fit."""
        try:
            test = Phpt(self.source, str(path.relative_to(self.source)), self.modules)
        except OSError:
            return None  # a file that it names is not there
        return test if self.fits(test) else None

    def fits(self, test):
        return (test.why_no_request() is None and not any(self.observed.needs(test)) and not UNFIT.search(test.sections["FILE"])
                and not self.is_skipped(test))

    def is_skipped(self, test):
        if not test.has("SKIPIF"):
            return False
        key = test.path.parent, test.sections["SKIPIF"].strip()
        if key not in self.skipped:
            self.skipped[key] = self.says_skip(test)
        return self.skipped[key]

    def says_skip(self, test):
        file = test.path.with_suffix(".skipif.php")
        test.write_as(file, test.sections["SKIPIF"].strip())
        try:
            done = subprocess.run([*self.php, *options(DEFAULTS.items()), str(file)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  errors="replace", timeout=TIMEOUT_S, cwd=self.source, check=False,
                                  env={**os.environ, "SKIP_SLOW_TESTS": "1", "SKIP_ONLINE_TESTS": "1"})
            return done.returncode != 0 or done.stdout.strip().lower().startswith("skip")
        except subprocess.TimeoutExpired:
            return True
        finally:
            file.unlink()
