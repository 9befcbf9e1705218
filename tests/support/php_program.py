"""PHP programs that tests run, and the PHP that runs them.

They are files beside their tests. PhpFile("http/response.php", options={...}, delay=3) is one of them, and what it
is given: values go as JSON in the environment, never into its text, and it reads them with given('delay') of server.php,
which also makes its server with the options. A handler of at most three lines may be a string: serve("$response->end('x');").
A longer one is a function of a file that requires() loads. PhpFile.run() runs a program that is no server.
"""
import functools
import json
import os
import re
import shlex
import subprocess
import unittest

from harness import ROOT, TIMEOUT_S

PHP = shlex.split(os.environ.get("TERN_PHP", ""))
IS_SANITIZED = "/build/asan" in os.environ.get("TERN_PHP", "")


def need_php():
    """The command of PHP with Tern, or a skipped test."""
    if not PHP:
        raise unittest.SkipTest("TERN_PHP is not set: run scripts/e2e")
    return PHP


@functools.cache
def php_version():
    """Of the PHP under test: (8, 2, 30)."""
    done = subprocess.run([*PHP, "-r", "echo PHP_VERSION;"], stdout=subprocess.PIPE, text=True, check=True)
    return tuple(int(number) for number in re.findall(r"\d+", done.stdout)[:3])


@functools.cache
def need_delayed_errors():
    """A skipped test where this PHP reports an exhausted memory limit in the middle of C code, which cannot go on then: a new worker
    takes the place. 8.2.36 and the newest of later versions wait for the next interrupt."""
    done = subprocess.run([*need_php(), "-r", "echo (int) (ini_get('memory_hard_limit_percent') !== false);"], stdout=subprocess.PIPE, text=True,
                          check=True)
    if done.stdout != "1":
        raise unittest.SkipTest("this PHP does not delay the report of an exhausted memory limit")


def opcache():
    """The options that load it; from PHP 8.5 on it is a part of PHP."""
    return [] if php_version() >= (8, 5) else ["-d", "zend_extension=opcache"]


def requires(path):
    """PHP source that loads a file below tests/: for handlers of more than a few lines, which are functions there."""
    return f"require '{ROOT}/tests/{path}';\n"


# The beginning of a program that is a string here.
PRELUDE = "<?php\n" + requires("support/server.php")
# What wait_serving() asks for.
SERVING = "if (answers_serving($request, $response, $server)) { return; }\n"


def to_php(value):
    """A Python value as PHP source."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, dict):
        return "[" + ", ".join(f"{to_php(key)} => {to_php(one)}" for key, one in value.items()) + "]"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(to_php, value)) + "]"
    return "'" + str(value).replace("\\", "\\\\").replace("'", "\\'") + "'"


def http_script(handler, options=None, setup="", start="announce($server);", make=None):
    """An HTTP server on a free port of 127.0.0.1. `handler` is the body of the request callback, `setup` runs before
    start(), `start` in the start event."""
    options = {"worker_num": 1, **(options or {})}
    make = make or "new Swoole\\Http\\Server('127.0.0.1', 0)"
    return "\n".join([
        f"$server = {make};",
        f"$server->set({to_php(options)});",
        f"$server->on('start', function ($server) {{ {start} }});",
        setup,
        f"$server->on('request', function ($request, $response) use ($server) {{ {handler} }});",
        "run();"])


class PhpFile:
    """A PHP program below tests/, and the values it is given."""

    def __init__(self, path, options=None, **given):
        self.path = ROOT / "tests" / path
        self.given = {**given, **({} if options is None else {"options": options})}

    def environment(self, env):
        return {**(os.environ if env is None else env), "TERN_TEST_GIVEN": json.dumps(self.given, default=str)}

    def run(self, *php, env=None):
        """Runs a program that ends by itself and returns its output. It must end with exit code 0 and print no error."""
        done = subprocess.run([*need_php(), "-d", "display_errors=stderr", *php, str(self.path)], stdin=subprocess.DEVNULL,
                              env=self.environment(env), capture_output=True, text=True, timeout=4 * TIMEOUT_S, check=False)
        if (done.returncode, done.stderr) != (0, ""):
            raise AssertionError(f"{self.path.name} {self.given} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout
