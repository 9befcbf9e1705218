"""PHP's own server, and those that the reader may have: RoadRunner, FrankenPHP, Workerman, TrueAsync's server."""
import os
import pathlib
import shutil

import servers
from drivers.base import OPCACHE, FileServer, Server, php, php_command, said

BLOCKED = 64  # processes, as many as php-fpm has
VERSION = r"v?(\d+\.\d+[\w.-]*)"
RR = """version: "3"
rpc: {{listen: "tcp://127.0.0.1:{rpc}"}}
server: {{command: "{command}", relay: pipes}}
http: {{address: "127.0.0.1:{port}", pool: {{num_workers: {workers}}}}}
logs: {{mode: production, level: error}}
"""
CADDY = """{{
    admin off
    auto_https off
    persist_config off
    frankenphp {{
        worker {script} {workers}
    }}
}}
http://:{port} {{
    bind 127.0.0.1
    root * {root}
    php_server
}}
"""


def on_path(program):
    if (found := shutil.which(program)) is None:
        raise servers.Unusable(f"{program} is not on the PATH")
    return found


def packages(vendor, names):
    """Of Composer, as the reader has them."""
    if not vendor or not (vendor / "autoload.php").exists():
        raise servers.Unusable(f"--vendor must name a folder of Composer with autoload.php and {names}")


class BuiltIn(Server):
    name, label, programs = "php-s", "php -S", "web"
    settings = "PHP's own server, one process, opcache; it closes each connection"

    def serves(self, test):
        return test.group == "first_look"

    def commands(self, test, world, place):
        root = world.programs(self.programs)
        return [(php_command(OPCACHE, "-S", f"127.0.0.1:{place.port}", "-t", root, root / f"{test.program}.php"), {})]


class RoadRunner(Server):
    name, label, programs = "roadrunner", "RoadRunner", "worker"

    def __init__(self, vendor):
        self.vendor = vendor

    def prepare(self, world):
        self.binary = on_path("rr")
        packages(self.vendor, "spiral/roadrunner-http and nyholm/psr7")
        self.settings = f"{world.workers} workers, pipes, PSR-7, opcache, no JIT; in tests 9 and 10 as many as connections"

    def versions(self):
        return {"roadrunner": said(VERSION, self.binary, "--version")}

    def serves(self, test):
        return test.group not in ("static", "frameworks")

    def commands(self, test, world, place):
        command = php_command([*OPCACHE, *world.clients], world.programs(self.programs) / f"{test.program}.php")
        configuration = place.folder / ".rr.yaml"
        configuration.write_text(RR.format(rpc=servers.free_port(), port=place.port, workers=test.processes(world.workers),
                                           command=" ".join(map(str, command))))
        return [([self.binary, "serve", "-w", place.folder, "-c", configuration], {"BENCH_VENDOR": str(self.vendor)})]


class FrankenPhp(FileServer):
    name, label, programs = "frankenphp", "FrankenPHP", "worker"

    def prepare(self, world):
        self.binary = on_path("frankenphp")
        self.settings = f"{world.workers} workers, its own PHP, opcache, no JIT; in tests 9 and 10 as many as connections"
        self.ini = [one for one in OPCACHE if one.startswith("opcache.")]  # another build: no extensions of ours

    def versions(self):
        return {"frankenphp": said(VERSION, self.binary, "version")}

    def commands(self, test, world, place):
        self.write_ini(place, self.ini)
        root = world.programs(self.programs)
        program = "01_basic" if test.group == "static" else test.program
        configuration = place.folder / "Caddyfile"
        configuration.write_text(CADDY.format(port=place.port, root=root, workers=test.processes(world.workers),
                                              script=pathlib.Path(root) / f"{program}.php"))
        environment = {"PHPRC": str(place.folder), "PHP_INI_SCAN_DIR": "", "XDG_DATA_HOME": str(place.folder),
                       "XDG_CONFIG_HOME": str(place.folder)}
        return [([self.binary, "run", "--adapter", "caddyfile", "--config", configuration], environment)]


class Workerman(Server):
    name, label, programs = "workerman", "Workerman", "workerman"

    def __init__(self, vendor):
        self.vendor = vendor

    def prepare(self, world):
        packages(self.vendor, "workerman/workerman")
        self.workers = os.cpu_count() or 1
        loop = said(r"(\w+)", php(), "-r", "echo extension_loaded('event') ? 'event' : 'select';")
        self.settings = (f"a process a CPU ({self.workers}), {BLOCKED} where it waits for the database, event loop: {loop}; "
                         "opcache, no JIT; in tests 9 and 10 as many as connections")

    def versions(self):
        return {"workerman": said(VERSION, php(), "-n", "-r", "require $argv[1]; echo Workerman\\Worker::VERSION;",
                                  self.vendor / "autoload.php")}

    def serves(self, test):
        return test.group not in ("static", "frameworks")

    def commands(self, test, world, place):
        """With php.ini: only there is an event loop that takes more than 1,000 connections."""
        settings = [word for one in [*OPCACHE[1:], *world.clients] for word in ("-d", one)]
        script = world.programs(self.programs) / f"{test.program}.php"
        workers = test.processes(BLOCKED if test.database else self.workers)
        return [([php(), *settings, script, "start"], {"BENCH_VENDOR": str(self.vendor), "BENCH_PORT": str(place.port),
                                                       "BENCH_WORKERS": str(workers)})]


class TrueAsync(Server):
    name, label, programs = "trueasync", "TrueAsync", "trueasync"

    def __init__(self, binary):
        self.binary = binary

    def prepare(self, world):
        if not self.binary:
            raise servers.Unusable("--true-async must name a PHP with TrueAsync's HTTP server")
        self.settings = f"a thread a CPU ({os.cpu_count()}), its own PHP, opcache, no JIT"

    def versions(self):
        return {"trueasync": said(r"(\S+)", self.binary, "-r", "echo PHP_VERSION;")}

    def serves(self, test):
        return not test.database and test.group not in ("static", "frameworks")

    def commands(self, test, world, place):
        settings = [word for one in OPCACHE[1:] for word in ("-d", one)]
        script = world.programs(self.programs) / f"{test.program}.php"
        return [([self.binary, *settings, script], {"BENCH_PORT": str(place.port), "BENCH_WORKERS": str(os.cpu_count() or 1)})]
