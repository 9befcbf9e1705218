"""PHP with Tern, or with another extension that has the same classes."""
import os
import subprocess

import servers
from drivers.base import OPCACHE, Server, php, php_command


CORES = os.cpu_count() or 1


class Extension(Server):
    settings = "SWOOLE_PROCESS, opcache, no JIT; frameworks: `tern serve`, a worker a processor, 25 contexts each"
    opcache = OPCACHE

    def __init__(self, path, name):
        self.file, self.name, self.label = path, name, name
        self.clients = []

    def prepare(self, world):
        if not self.file.exists():
            raise servers.Unusable(f"{self.file} does not exist")
        self.clients = world.clients

    def versions(self):
        """By the name of the extension: PHP numbers modules as they are loaded."""
        code = "$all = get_loaded_extensions(); echo phpversion(end($all));"
        done = subprocess.run(php_command([f"extension={self.file}"], "-r", code), capture_output=True, text=True)
        return {self.name: done.stdout.strip()}

    def commands(self, test, world, place):
        settings = [*self.opcache, *self.clients, f"extension={self.file}"]
        return [(php_command(settings, world.programs(self.programs) / f"{test.program}.php", place.port), {})]


class Tern(Extension):
    def __init__(self, path):
        super().__init__(path, "tern")
        self.label = "Tern"

    def prepare(self, world):
        if not self.file.exists():
            raise servers.Unusable(f"{self.file} does not exist: run scripts/build release tern")
        super().prepare(world)

    def versions(self):
        done = subprocess.run(["git", "-C", servers.ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
        version = super().versions()[self.name]
        return {"tern": f"{version} (git {done.stdout.strip()})" if done.returncode == 0 else version}

    def serves(self, test):
        return True

    def commands(self, test, world, place):
        if test.group != "frameworks":
            return super().commands(test, world, place)
        site = world.site(test.program)
        words = [site.public, "--port", place.port, "--workers", CORES, *site.words]
        return [(php_command([*self.opcache, *site.settings], servers.ROOT / "bin/tern", "serve", *words),
                 {**site.environment, "TERN_EXTENSION": str(self.file), "XDG_RUNTIME_DIR": str(place.folder)})]


class TernPlain(Tern):
    settings, opcache = "SWOOLE_PROCESS, no opcache", []

    def __init__(self, path):
        super().__init__(path)
        self.name, self.label = "tern-plain", "Tern without opcache"

    def versions(self):
        return {}

    def serves(self, test):
        return test.name.startswith("07_")


class TernShipped(Tern):
    as_shipped, settings = True, "SWOOLE_PROCESS, by `tern serve`: opcache and JIT"

    def __init__(self, path):
        super().__init__(path)
        self.name, self.label = "tern-shipped", "Tern as shipped"

    def versions(self):
        return {}

    def serves(self, test):
        return Server.serves(self, test)

    def commands(self, test, world, place):
        script = world.programs(self.programs) / f"{test.program}.php"
        words = [word for one in self.clients for word in ("-d", one)]
        return [([php(), "-n", *words, servers.ROOT / "bin/tern", "serve", script, "--", place.port],
                 {"TERN_EXTENSION": str(self.file), "XDG_RUNTIME_DIR": str(place.folder)})]
