"""PHP's own server, RoadRunner and FrankenPHP: the last two where the reader has them."""
import pathlib
import shutil

import servers
from drivers.base import OPCACHE, FileServer, Server, php_command, said

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
        if not self.vendor or not (self.vendor / "autoload.php").exists():
            raise servers.Unusable("--vendor is to name a folder with autoload.php, spiral/roadrunner-http and nyholm/psr7")
        self.settings = f"{world.workers} workers, pipes, PSR-7, opcache, no JIT"

    def versions(self):
        return {"roadrunner": said(VERSION, self.binary, "--version")}

    def serves(self, test):
        return test.group not in ("static", "frameworks")

    def commands(self, test, world, place):
        command = php_command([*OPCACHE, *world.clients], world.programs(self.programs) / f"{test.program}.php")
        configuration = place.folder / ".rr.yaml"
        configuration.write_text(RR.format(rpc=servers.free_port(), port=place.port, workers=world.workers,
                                           command=" ".join(map(str, command))))
        return [([self.binary, "serve", "-w", place.folder, "-c", configuration], {"BENCH_VENDOR": str(self.vendor)})]


class FrankenPhp(FileServer):
    name, label, programs = "frankenphp", "FrankenPHP", "worker"

    def prepare(self, world):
        self.binary = on_path("frankenphp")
        self.settings = f"{world.workers} workers, its own PHP, opcache, no JIT"
        self.ini = [one for one in OPCACHE if one.startswith("opcache.")]  # another build: no extensions of ours

    def versions(self):
        return {"frankenphp": said(VERSION, self.binary, "version")}

    def commands(self, test, world, place):
        self.write_ini(place, self.ini)
        root = world.programs(self.programs)
        program = "01_basic" if test.group == "static" else test.program
        configuration = place.folder / "Caddyfile"
        configuration.write_text(CADDY.format(port=place.port, root=root, workers=world.workers,
                                              script=pathlib.Path(root) / f"{program}.php"))
        environment = {"PHPRC": str(place.folder), "PHP_INI_SCAN_DIR": "", "XDG_DATA_HOME": str(place.folder),
                       "XDG_CONFIG_HOME": str(place.folder)}
        return [([self.binary, "run", "--adapter", "caddyfile", "--config", configuration], environment)]
