"""What the tests need besides a server: a database, classes, files, and the programs where every server may read them."""
import contextlib
import functools
import itertools
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

import framework_sites
import servers
import tests
from drivers.base import php_command

sys.path.append(str(servers.ROOT / "tests/support"))
import services  # noqa: E402  what starts the real servers of the tests starts the database

PROGRAMS = servers.ROOT / "bench" / "programs"
FOLDERS = [PROGRAMS / name for name in ("applications", "first_look", "static")]
LAYERS = {"extension": [], "web": ["web"], "worker": ["web", "worker"], "workerman": ["web", "workerman"],
          "trueasync": ["web", "trueasync"]}  # later ones replace files of earlier ones
CLASSES = 100


def run(command, environment):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          env={**os.environ, **environment})
    if done.returncode != 0:
        raise servers.Unusable(f"{command[0]}: {(done.stderr or done.stdout).strip()[-500:]}")
    return done.stdout


def packages(script):
    try:
        return services.Packages(script)
    except unittest.SkipTest as missing:
        raise servers.Unusable(str(missing)) from None


class World:
    """`settings`: what the result says about it. Without a database `no_database` says why."""

    def __init__(self, stack, wanted, dsn):
        self.stack = stack
        self.folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tern-bench-")))
        self.folder.chmod(0o755)  # servers drop their rights
        (self.folder / "classes").mkdir()
        self.workers = 2 * (os.cpu_count() or 1)  # as the programs have it
        self.sleep_ms, self.no_database = {}, None
        self.versions, self.clients, self.bodies = {}, [], {}
        self.numbers = itertools.count()
        self.static = bytes(range(256)) * 400
        self.environment = {"BENCH_CLASSES": str(self.folder / "classes"), "BENCH_FILES": str(self.make_files(self.folder))}
        self.framework = self.make_classes()
        if any(test.database for test in wanted):
            try:
                self.start_database(stack, dsn, {test.pool(self.workers) for test in wanted if test.reading})
            except servers.Unusable as why:
                self.no_database = str(why)

    def new_folder(self, name):
        folder = self.folder / f"{name}-{next(self.numbers)}"
        folder.mkdir(mode=0o755)
        return folder

    def make_files(self, folder):
        """A folder that the programs write to, whoever runs them, with the static file."""
        files = folder / "files"
        files.mkdir()
        files.chmod(0o777)
        (files / tests.STATIC_FILE).write_bytes(self.static)
        return files

    @functools.cache
    def web_servers(self):
        return packages("web-servers")

    def settings(self, found, *extensions):
        """Lines of a php.ini that load these extensions."""
        try:
            return found.php(*extensions)[1::2]
        except unittest.SkipTest as missing:
            raise servers.Unusable(str(missing)) from None

    @functools.cache
    def programs(self, kind):
        """A folder with every program of a kind of server, and the static file."""
        folder = self.folder / kind
        folder.mkdir(mode=0o755)
        (folder / tests.STATIC_FILE).write_bytes(self.static)
        for layer in ["", *LAYERS[kind]]:
            for source in FOLDERS:
                for path in (source / layer).glob("*.ph*"):
                    shutil.copy(path, folder)
        return folder

    @functools.cache
    def site(self, name):
        """What the test of a framework is served."""
        return framework_sites.make(self.stack, name)

    def body(self, test):
        """What the test is to be answered with: what plain PHP says."""
        if test.group == "static":
            return self.static
        if test.group == "frameworks":
            return None  # it has parts that differ from one server to another
        if test.program not in self.bodies:
            script = self.programs("web") / f"{test.program}.php"
            self.bodies[test.program] = run(php_command(self.clients, script), self.environment).encode()
        return self.bodies[test.program]

    def is_right(self, test, answer):
        """Whether that is the page of the test."""
        return self.site(test.program).shows in answer if test.group == "frameworks" else answer == self.body(test)

    def make_classes(self):
        """Those of a framework, or generated ones; says which."""
        folder = self.folder / "classes"
        try:
            source = packages("frameworks").find("usr/share/php/Symfony/Component/HttpKernel/autoload.php").parents[3]
            shutil.copytree(source, folder / "php", ignore_dangling_symlinks=True)
            names = [str(path.relative_to(folder / "php").with_suffix("")).replace("/", "\\")
                     for path in (folder / "php" / "Symfony" / "Component").rglob("[A-Z]*.php")]
            autoload = "<?php\nrequire_once __DIR__ . '/php/Symfony/Component/HttpKernel/autoload.php';\n"
            (folder / "autoload.php").write_text(autoload)
            picked = run(php_command([], FOLDERS[0] / "pick_classes.php", folder / "autoload.php", CLASSES, *names), {})
            if len(found := json.loads(picked)) < CLASSES:
                raise servers.Unusable(f"only {len(found)} classes load")
            said = f"{CLASSES} classes of Symfony (php-symfony-http-kernel)"
        except (servers.Unusable, unittest.SkipTest, OSError, ValueError) as why:
            found, said = self.generate_classes(folder), f"{CLASSES} generated classes: {why}"
        names = ",\n".join(f"    '{name}'" for name in found)
        (folder / "list.php").write_text(f"<?php\nreturn [\n{names},\n];\n")
        return said

    def generate_classes(self, folder):
        return json.loads(run(php_command([], FOLDERS[0] / "generate_classes.php", folder, CLASSES), {}))

    def start_database(self, stack, dsn, pools):
        found = packages("clients")
        self.clients = self.settings(found, "mysqli")
        if dsn:
            self.environment.update(of_dsn(dsn))
        else:
            try:
                database = services.maria_db(found, "--max-connections=2500")
            except (unittest.SkipTest, AssertionError) as why:
                raise servers.Unusable(str(why)) from None
            stack.callback(database.close)
            self.environment.update(BENCH_HOST="127.0.0.1", BENCH_PORT=str(database.port), BENCH_USER="root",
                                    BENCH_PASSWORD="", BENCH_DATABASE="test")
        script = FOLDERS[0] / "prepare.php"
        self.versions["mariadb"] = run(php_command(self.clients, script), self.environment)
        stack.callback(lambda: run(php_command(self.clients, script, "drop"), self.environment))
        for connections in sorted(self.workers * pool for pool in pools):
            self.sleep_ms[connections] = self.measure_sleep(php_command(self.clients, script, "sleep"), connections)

    def measure_sleep(self, command, connections):
        """How long a query that sleeps takes, on as many connections as the pools of the programs have together."""
        with contextlib.ExitStack() as stack:
            clients = [stack.enter_context(subprocess.Popen(
                [str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                env={**os.environ, **self.environment})) for _ in range(connections)]
            for one in clients:
                one.stdout.readline()
            for one in clients:
                one.stdin.write("\n")
                one.stdin.flush()
            took = [one.stdout.readline() for one in clients]
        if not all(took):
            raise servers.Unusable("a query that sleeps failed")
        return round(statistics.mean(map(float, took)), 3)


def of_dsn(dsn):
    parts = urllib.parse.urlsplit(dsn)
    if parts.scheme != "mysql" or not parts.hostname or not parts.path.strip("/"):
        raise servers.Unusable(f"--dsn {dsn}: is to be mysql://USER:PASSWORD@HOST:PORT/DATABASE")
    return {"BENCH_HOST": parts.hostname, "BENCH_PORT": str(parts.port or 3306),
            "BENCH_USER": urllib.parse.unquote(parts.username or ""),
            "BENCH_PASSWORD": urllib.parse.unquote(parts.password or ""), "BENCH_DATABASE": parts.path.strip("/")}


@contextlib.contextmanager
def world(wanted, dsn=None):
    with contextlib.ExitStack() as stack:
        yield World(stack, wanted, dsn)
