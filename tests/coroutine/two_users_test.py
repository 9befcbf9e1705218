"""A connection of a client extension is for one coroutine at a time: each call of a second one while the first waits in each
other call throws or does no harm, and the first gets what it gets alone. One of TERN_EVERY calls is made first; `make test-drivers` makes all."""
# Time limit: 400 s
import os
import pathlib
import re
import subprocess
import unittest

import services
from php_program import PHP, PhpFile
from server_case import TestCase
from server_process import Server

HERE = pathlib.Path(__file__).resolve().parent
EVERY = int(os.environ.get("TERN_EVERY", "25"))
LIMIT_S = 3000 // EVERY + 100
# Which server each driver needs, and its extensions.
DRIVERS = {
    "mysqli": (services.maria_db, "mysqli"),
    "mysqli_unbuffered": (services.maria_db, "mysqli"),
    "pdo_mysql": (services.maria_db, "pdo_mysql"),
    "pdo_mysql_emulated": (services.maria_db, "pdo_mysql"),
    "pdo_pgsql": (services.postgres, "pdo_pgsql"),
    "pdo_pgsql_lob": (services.postgres, "pdo_pgsql"),
    "pgsql": (services.postgres, "pgsql"),
    "redis": (services.redis, "redis"),
    "memcached": (services.memcached, "memcached"),
    "amqp": (services.rabbit_mq, "amqp"),
    "ssh2": (services.sshd, "ssh2"),
    "ssh2_streams": (services.sshd, "ssh2"),
    "curl": (None, "curl"),
    "soap": (None, "soap"),
}
PACKAGES = None
RUNNING = {}


def setUpModule():
    global PACKAGES
    PACKAGES = services.Packages()


def web_server(_packages):
    return Server(PhpFile(HERE / "two_users_server.php"))


def running(make):
    """The service, started when first needed."""
    make = make or web_server
    if make not in RUNNING:
        RUNNING[make] = make(PACKAGES)
        unittest.addModuleCleanup(RUNNING[make].stop if make is web_server else RUNNING[make].close)
    return RUNNING[make]


class TwoUsersTest(TestCase):
    def finds_no_harm(self, driver):
        make, extension = DRIVERS[driver]
        service = running(make)
        port = service.port if make else service.ports[0]
        key = {"SSH_KEY": f"{service.folder}/key"} if make is services.sshd else {}
        # Exceptions would keep what the calls were given.
        command = [*PHP, *PACKAGES.php(extension), "-d", "memory_limit=1G", "-d", "zend.exception_ignore_args=1", HERE / "two_users.php", driver,
                   str(port), str(EVERY)]
        # The extensions lose memory where a constructor is called twice.
        env = {**PACKAGES.environment(), **key, "ASAN_OPTIONS": "detect_leaks=0"}
        ran = subprocess.run(command, capture_output=True, text=True, env=env, timeout=LIMIT_S,
                             stdin=subprocess.DEVNULL, check=False)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""), ran.stdout)
        pairs, refused = re.search(r"(\d+) pairs, (\d+) refused, 0 failures", ran.stdout).groups()
        if EVERY == 1:
            self.assertGreater(int(refused), 0)
        print(f"{driver}: {pairs} pairs")


for _driver in DRIVERS:
    setattr(TwoUsersTest, f"test_{_driver}", lambda self, driver=_driver: self.finds_no_harm(driver))
