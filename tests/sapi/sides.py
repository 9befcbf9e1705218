"""Those that answer the request of a test: php-cgi, which starts a process each time, and a Tern server."""
import contextlib
import functools
import json
import os
import signal
import subprocess

from harness import ROOT
from http_client import Client
from php_program import PhpFile, need_php, opcache
from phpt import Answer
from server_process import Server

TIMEOUT_S = 10
# As run-tests.php sets them for each test.
DEFAULTS = {
    "output_handler": "", "open_basedir": "", "disable_functions": "", "output_buffering": "Off", "error_reporting": "32767",
    "display_errors": "1", "display_startup_errors": "1", "log_errors": "0", "html_errors": "0", "report_memleaks": "1",
    "docref_root": "", "docref_ext": ".html", "error_prepend_string": "", "error_append_string": "", "auto_prepend_file": "",
    "auto_append_file": "", "ignore_repeated_errors": "0", "precision": "14", "serialize_precision": "-1",
    "memory_limit": "128M", "opcache.file_update_protection": "0", "opcache.revalidate_freq": "0", "zend.assertions": "1",
    "zend.exception_ignore_args": "0", "zend.exception_string_param_max_len": "15", "short_open_tag": "0",
    "session.auto_start": "0"}
# Both have opcache.
ALL = [*opcache(), "-d", "opcache.enable=1", "-d", "opcache.enable_cli=1"]
OF_REQUEST = ("CONTENT_TYPE", "CONTENT_LENGTH", "REQUEST_METHOD", "QUERY_STRING")
BARE = {"REDIRECT_STATUS": "", "QUERY_STRING": "", "PATH_TRANSLATED": "", "SCRIPT_FILENAME": "", "REQUEST_METHOD": "",
        "CONTENT_TYPE": "", "CONTENT_LENGTH": "", "TZ": ""}


class CannotAsk(Exception):
    """Why the test is not a request that this side can have."""


class Failed(Exception):
    """There was no answer."""


def options(settings):
    return [word for name, value in settings for word in ("-d", f"{name}={value}")]


def ini_line(name, value):
    """As php-cgi reads `-d name=value`: most values are words of an ini file, and may be constants."""
    is_word = value == "" or value[0].isalnum() or value[0] in "\"'"
    return f"{name}={value}\n" if is_word else f'{name}="{value}"\n'


class Cgi:
    """php-cgi as run-tests.php calls it."""

    def __init__(self, program, source):
        self.source = source
        extensions = subprocess.run([os.environ["PHP_CONFIG"], "--extension-dir"], capture_output=True, text=True, check=True)
        self.command = [str(program), "-C", "-n", "-d", f"extension_dir={extensions.stdout.strip()}", *ALL]

    def modules(self):
        """What it has without any setting."""
        done = subprocess.run([*self.command, "-m"], capture_output=True, text=True, check=True)
        return {line.lower() for line in done.stdout.split("\n")} | {"opcache"}

    def run(self, test, file, *more, settings=(), variables=None, body=b""):
        environment = {**os.environ, "TEST_PHP_EXECUTABLE": str(ROOT / "build/php-cgi/none"), "SKIP_SLOW_TESTS": "1",
                       "SKIP_ONLINE_TESTS": "1", **test.environment, **(variables or {})}
        every = [*DEFAULTS.items(), *settings]
        command = [*self.command, *more, *options(every), "-f", str(file)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=self.source,
                              env=environment, start_new_session=True) as process:
            try:
                return process.communicate(body, timeout=TIMEOUT_S)[0].decode("latin-1")
            finally:  # what the test has started may hold the pipe
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)

    def bare(self, test, section):
        """Runs the code of SKIPIF or CLEAN and returns what it prints."""
        file = test.path.with_suffix(f".{section.lower()}.php")
        test.write_as(file, test.sections[section].strip())
        try:
            return self.run(test, file, "-q").strip()
        finally:
            file.unlink()

    def ask(self, test):
        method, kind, body = test.request
        variables = {**BARE, **test.environment, "REDIRECT_STATUS": "1", "REQUEST_METHOD": method, "HTTP_COOKIE": test.sections.get("COOKIE", "").strip()}
        own = {"QUERY_STRING": test.query, "PATH_TRANSLATED": str(test.script), "SCRIPT_FILENAME": str(test.script)}
        if method != "GET":
            own.update(CONTENT_TYPE=kind or "", CONTENT_LENGTH=str(len(body)))
        variables.update((name, test.environment.get(name) or value) for name, value in own.items())
        try:
            printed = self.run(test, test.script, settings=test.settings, variables=variables, body=body)
        except subprocess.TimeoutExpired:
            raise Failed("timeout") from None
        head, _, text = printed.replace("\r\n", "\n", 1).partition("\r\n\r\n") if "\r\n\r\n" in printed else \
            printed.partition("\n\n")
        fields = [line.split(":", 1) for line in head.replace("\r\n", "\n").split("\n") if ":" in line]
        return Answer([(name.strip(), value.strip()) for name, value in fields], text)


@functools.cache
def of_process():
    """Names of settings that only php.ini can have."""
    code = "echo json_encode(array_keys(array_filter(ini_get_all(), fn($one) => ($one['access'] & 3) === 0)));"
    done = subprocess.run([*need_php(), *ALL, "-r", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


class Tern:
    """A classic server. Another one for tests whose settings or environment only a process can have."""

    def __init__(self, source):
        self.source = source
        self.server = None
        self.key = None

    @staticmethod
    def is_of_process(test, name):
        """get_cfg_var() knows nothing but php.ini and the command line, and a site reads register_argc_argv once."""
        return name in ("extension", "zend_extension", "register_argc_argv") or name in of_process() or "get_cfg_var" in test.sections["FILE"]

    def needs(self, test):
        """What its server is started with: tests are sorted by it."""
        settings = tuple(pair for pair in test.settings if self.is_of_process(test, pair[0]))
        return settings, tuple(sorted((name, value) for name, value in test.environment.items() if name not in OF_REQUEST))

    def start(self, key):
        if self.server is not None and self.key == key:
            return
        self.stop()
        settings, environment = key
        php = [*options(DEFAULTS.items()), *ALL, *self.modules(), *options(settings)]
        try:
            self.server = Server(self.script(), php=php, cwd=self.source,
                                 env={**os.environ, "TZ": "", **self.environment(), **dict(environment)})
        except AssertionError as why:
            raise CannotAsk(f"no server with {settings}: {str(why)[:300]}") from None
        self.key = key

    def stop(self):
        if self.server is not None:
            self.server.kill()
            self.server = None

    def script(self):
        """The server, which is given what start() knows."""
        return PhpFile("sapi/serve.php", options={"worker_num": 1}, root=str(self.source))

    def modules(self):
        """The options that load what the tests need."""
        return []

    @staticmethod
    def environment():
        """What the server finds beside what all have."""
        return {}

    def settings(self, test):
        """Those of the request. What may be reported is known before a setting reports something."""
        own = sorted(test.settings, key=lambda pair: pair[0] != "error_reporting")
        return "".join(ini_line(name, value) for name, value in own if not self.is_of_process(test, name))

    def request(self, test):
        """(method, path, fields, body)"""
        method, kind, body = test.request
        fields = [("Host", "localhost"), ("Connection", "close")]
        fields += [("Content-Type", kind)] if kind else []
        fields += [("Cookie", test.sections["COOKIE"].strip())] if test.has("COOKIE") else []
        return method, "/" + str(test.script.relative_to(self.source)) + (f"?{test.query}" if test.query else ""), fields, body

    @contextlib.contextmanager
    def given(self, test):
        """What the server reads beside the script."""
        extra = test.script.with_suffix(".php.json")
        extra.write_text(json.dumps({"settings": self.settings(test), "variables": {**test.environment, "TERN": "1"}}))
        try:
            yield
        finally:
            extra.unlink()

    def ask(self, test):
        body = test.request[2]
        if test.environment.get("CONTENT_LENGTH", str(len(body))) != str(len(body)):
            raise CannotAsk("CONTENT_LENGTH is not that of the body")
        self.start(self.needs(test))
        try:
            with self.given(test), Client(("127.0.0.1", self.server.port), patience_s=TIMEOUT_S) as client:
                answer = client.ask(*self.request(test))
        except (AssertionError, OSError) as why:
            log = self.server.output()[-600:]
            self.stop()
            raise Failed(f"{why}\n{log}") from None
        status = [("Status", f"{answer.status} {answer.reason}")] if answer.status != 200 else []
        return Answer([*status, *answer.fields], answer.body.decode("latin-1"))
