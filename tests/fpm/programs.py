"""php-fpm and `tern fpm` with the same configuration and the same scripts."""
import os
import pathlib
import shutil

import services
from harness import ROOT
from php_program import need_php

SITE = pathlib.Path(__file__).with_name("site")
# {folder}, {port} and {more} are replaced. This pool is what a start waits for.
TCP_POOL = """[tcp]
listen = 127.0.0.1:{port}
pm = ondemand
pm.max_children = 2
"""
CONFIGURATION = """[global]
error_log = {folder}/error.log
[www]
listen = {folder}/socket
listen.mode = 0666
pm = static
pm.max_children = 4
pm.status_path = /fpm-status
ping.path = /fpm-ping
access.log = {folder}/access.log
{more}
""" + TCP_POOL
# What both have of php.ini.
SETTINGS = {"expose_php": "1", "log_errors": "1", "display_errors": "1", "html_errors": "0", "error_reporting": "32767", "variables_order": "EGPCS",
            "post_max_size": "8M", "upload_max_filesize": "4M", "session.save_path": "/tmp", "session.use_strict_mode": "0"}


class Fpm(services.Service):
    """One that runs, with a copy of the scripts as its `root`."""

    def __init__(self, packages, more="", scripts=SITE, configuration=CONFIGURATION):
        super().__init__(packages, services.unprivileged())
        self.folder.chmod(0o755)
        self.root = self.folder / "root"
        shutil.copytree(scripts, self.root)
        self.socket = self.folder / "socket"
        self.configuration = self.folder / "fpm.conf"
        self.configuration.write_text(configuration.format(folder=self.folder, port=self.port, more=more))
        (self.folder / "php.ini").write_text("".join(f"{name}={value}\n" for name, value in SETTINGS.items()))

    def serve(self, program):
        return self.start(*program, "-F", "-y", self.configuration, "-c", self.folder / "php.ini", answers=lambda client: True,
                          env={"PHP_INI_SCAN_DIR": ""})

    def log(self, name="error.log"):
        path = self.folder / name
        return path.read_text(errors="replace") if path.exists() else ""


def php_fpm(more="", **given):
    packages = services.Packages("web-servers").for_user(services.unprivileged())
    return Fpm(packages, more, **given).serve([services.same_php_fpm(packages)])


class NoPackages:
    def environment(self):
        return services.os.environ


def tern_fpm(more="", **given):
    return Fpm(NoPackages(), more, **given).serve([*need_php(), ROOT / "bin/tern", "fpm"])


def both():
    """What starts each of the two sides of a comparison. With TERN_BOTH=php-fpm both are php-fpm: then nothing may differ."""
    return php_fpm, php_fpm if os.environ.get("TERN_BOTH") == "php-fpm" else tern_fpm
