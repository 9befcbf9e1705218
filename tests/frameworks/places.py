"""An application of a framework, ready to be served: with a database of its own, and folders for what it writes. A framework is a
row of PLACES."""
import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile

import services
from applications import installed, shared_modules
from launcher import Served
from php_program import need_php


class Place:
    FRAMEWORK = ""
    COMMAND = ""  # the program of the application for the command line
    FIELDS = {}  # names of the fields of forms that differ: {(path, name): name}
    WITHOUT_DATABASE = {}  # settings with which a page that needs nothing of the database does not use it

    def __init__(self, app, modules, database, name, has_tern=True):
        self.app, self.modules = app, modules
        self.php = need_php() if has_tern else need_php()[:2]
        self.storage = pathlib.Path(tempfile.mkdtemp(prefix=f"tern-{self.FRAMEWORK}-"))
        database.run("mkdir", "-p", f"data/{name}")
        self.environment = self.settings(database.port, name)
        self.prepare()

    def settings(self, port, name):
        """The environment variables that the application is configured by."""
        raise NotImplementedError

    def prepare(self):
        """Makes the tables."""
        raise NotImplementedError

    def optimize(self, settings):
        """Does what the framework recommends for production, with these settings beside its own."""
        raise NotImplementedError

    def command(self, *words):
        return [*self.php, *self.modules, str(self.app / self.COMMAND), *words]

    def console(self, *words, env=None):
        """What a command of the application has printed."""
        return self.run(self.command(*words), env)

    def run(self, command, env=None):
        done = subprocess.run(command, env={**os.environ, **self.environment, **(env or {})}, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stdout + done.stderr)
        return done.stdout

    def serve(self, *words, env=None, php=(), **more):
        return Served([str(self.app / "public"), "--port", "0", *words], self.app, php=(*self.modules, *php),
                      env={**self.environment, **(env or {})}, **more)

    def programs(self, server):
        """The commands of the application that a server runs: {pid: command}."""
        found = {}
        for pid in pathlib.Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it ends meanwhile
                words = pathlib.Path(f"/proc/{pid}/cmdline").read_text().split("\0")
                if self.COMMAND in words:
                    found[int(pid)] = words[words.index(self.COMMAND) + 1]
        return found

    def remove(self):
        shutil.rmtree(self.storage, True)


class Laravel(Place):
    FRAMEWORK, COMMAND = "laravel", "artisan"
    WITHOUT_DATABASE = {"SESSION_DRIVER": "array"}
    CACHES = ("config", "routes", "events", "services", "packages")

    def settings(self, port, name):
        for folder in ("app/private", "framework/cache/data", "framework/sessions", "framework/views", "logs", "cache"):
            (self.storage / folder).mkdir(parents=True)
        caches = {f"APP_{name.upper()}_CACHE": str(self.storage / f"cache/{name}.php") for name in self.CACHES}
        return {"LARAVEL_STORAGE_PATH": str(self.storage), "DB_HOST": "127.0.0.1", "DB_USERNAME": "root", "DB_PORT": str(port),
                "DB_DATABASE": name, **caches}

    def prepare(self):
        self.console("migrate", "--force")

    def optimize(self, settings):
        for what in ("config", "route", "view", "event"):
            self.console(f"{what}:cache", env=settings)

    def log(self):
        path = self.storage / "logs/laravel.log"
        return path.read_text() if path.exists() else ""


class Symfony(Place):
    FRAMEWORK, COMMAND = "symfony", "bin/console"
    FIELDS = {**{("/register", name): f"registration[{name}]" for name in ("name", "email", "password")},
              ("/login", "email"): "_username", ("/login", "password"): "_password", ("/notes", "text"): "note[text]"}

    def settings(self, port, name):
        (self.storage / "sessions").mkdir()
        (self.storage / "cache").mkdir()
        address = f"mysql://root@127.0.0.1:{port}/{name}?serverVersion=10.11.2-MariaDB&charset=utf8mb4"
        return {"APP_STORAGE": str(self.storage), "APP_CACHE_DIR": str(self.storage / "cache"), "DATABASE_URL": address}

    def prepare(self):
        self.console("cache:warmup")
        self.console("doctrine:schema:create")

    def optimize(self, settings):
        """A warm cache is all."""

    def log(self):
        path = self.storage / "notes.log"
        return path.read_text() if path.exists() else ""


PLACES = {one.FRAMEWORK: one for one in (Laravel, Symfony)}


@contextlib.contextmanager
def made(framework, *options, has_tern=True):
    """The Place of an application, and a MariaDB with these options, until the end of the block. Without Tern its commands make caches that
    php-fpm can use, too."""
    app = installed(framework)
    packages = services.Packages()
    modules = packages.php(*shared_modules(), "pdo_mysql")
    with contextlib.closing(services.maria_db(packages, *options)) as database:
        place = PLACES[framework](app, modules, database, "tern", has_tern)
        try:
            yield place
        finally:
            place.remove()
