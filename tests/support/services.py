"""Real servers for the clients of PHP: MariaDB, PostgreSQL, Redis, memcached, RabbitMQ, sshd.

Each runs on a free port of 127.0.0.1 in a temporary folder of its own and ends with close(). The programs and the
extensions that this machine does not have come from scripts/clients, which unpacks them.
"""
import atexit
import copy
import functools
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import unittest

from harness import TIMEOUT_S, free_port, wait_until
from php_program import PHP, php_version
from prepared import prepared

NEEDS = {"mysqli": ["mysqlnd"], "pdo_mysql": ["pdo", "mysqlnd"], "pdo_pgsql": ["pdo"], "redis": ["igbinary"],
         "memcached": ["igbinary", "msgpack"]}

# RabbitMQ computes for ten seconds, and has to share the processors.
START_S = 120


class Packages:
    """What a script prints the folder of."""

    def __init__(self, script="clients"):
        self.folder = prepared(script)
        config = os.environ.get("PHP_CONFIG", "php-config")
        self.extensions = subprocess.run([config, "--extension-dir"], capture_output=True, text=True,
                                         check=True).stdout.strip()

    def for_user(self, user):
        """What this user can read, too: a copy, until the end of the tests, where the folder is below one that is closed."""
        if user is None or subprocess.run(["test", "-x", self.folder / "usr"], user=user, check=False).returncode == 0:
            return self
        again = copy.copy(self)
        again.folder = shared_copy(self.folder)
        return again

    def libraries(self):
        """What the environment needs, so that libraries beside the programs are found."""
        folders = [str(path) for path in (self.folder / "usr/lib").glob("*-linux-*")]
        return {"LD_LIBRARY_PATH": ":".join([*folders, os.environ.get("LD_LIBRARY_PATH", "")]).strip(":")}

    def environment(self):
        return {**os.environ, **self.libraries()}

    def extension_environment(self):
        """The same, and where ImageMagick finds its settings and coders."""
        found = {"MAGICK_CONFIGURE_PATH": "etc/ImageMagick-*", "MAGICK_CODER_MODULE_PATH": "usr/lib/*/ImageMagick-*/modules-*/coders"}
        paths = {name: ":".join(map(str, sorted(self.folder.glob(pattern)))) for name, pattern in found.items()}
        return {**self.environment(), **{name: path for name, path in paths.items() if path}}

    def find(self, pattern):
        """A file of the system or of the unpacked packages, the system's first."""
        for root in (pathlib.Path("/"), self.folder):
            for path in sorted(root.glob(pattern.lstrip("/"))):
                return path
        raise unittest.SkipTest(f"there is no {pattern}")

    def php(self, *names):
        """The options that load these extensions and what they need."""
        wanted = list(dict.fromkeys(one for name in names for one in (*NEEDS.get(name, ()), name)))
        paths = [self.find(f"{self.extensions}/{name}.so") for name in wanted]
        return [word for path in paths for word in ("-d", f"extension={path}")]


@functools.cache
def shared_copy(folder):
    """Of links to the same files where that can be."""
    place = pathlib.Path(tempfile.mkdtemp(prefix="tern-packages-"))
    atexit.register(shutil.rmtree, place, True)
    command = ["cp", "-aT", folder, place]
    if subprocess.run([*command, "--link"], stderr=subprocess.DEVNULL, check=False).returncode != 0:
        subprocess.run(command, check=True)
    place.chmod(0o755)
    return place


class Service:
    """A program that runs until close()."""

    def __init__(self, packages, user=None):
        self.packages = packages
        self.user = user
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-service-"))
        self.port = free_port()
        self.process = None
        self.helpers = []  # other services that end with this one
        self.again = None
        if user:
            shutil.chown(self.folder, user)

    def own(self, path, mode=0o600):
        """A copy that belongs to whoever runs the program."""
        copy = shutil.copy(path, self.folder)
        os.chmod(copy, mode)
        if self.user:
            shutil.chown(copy, self.user)
        return copy

    def run(self, *command):
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, user=self.user,
                       cwd=self.folder, env=self.packages.environment())

    def start(self, *command, answers, env=None, **more):
        """Until answers(socket) is true for a new connection."""
        self.again = lambda: self.start(*command, answers=answers, env=env, **more)
        with open(self.folder / "log", "wb") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, user=self.user,
                                            cwd=self.folder, env={**self.packages.environment(), **(env or {})}, **more)
        try:
            wait_until(lambda: self.try_it(answers), lambda: f"{command[0]}: {(self.folder / 'log').read_text()}", START_S)
        except BaseException:
            self.close()
            raise
        return self

    def try_it(self, answers):
        if self.process.poll() is not None:
            raise AssertionError((self.folder / "log").read_text())
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as client:
                return answers(client)
        except OSError:
            return False

    def stop(self, how=signal.SIGTERM):
        """Until again()."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(TIMEOUT_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def close(self):
        self.stop()
        for helper in self.helpers:
            helper.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def unprivileged():
    """Who runs what refuses to run as root; None: whoever we are."""
    return "nobody" if os.geteuid() == 0 else None


def with_files(files, user=None):
    """The beginning of a command that finds these files where the system has its own: {path of the system: ours}."""
    mounts = " && ".join(f"mount --bind {ours} {theirs}" for theirs, ours in files.items())
    space = [] if os.geteuid() == 0 and user is None else ["--map-current-user", "--keep-caps"]
    command = ["unshare", "--mount", *space, "sh", "-c", mounts + ' && exec "$@"', "sh"]
    try:
        tried = subprocess.run([*command, "true"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                               user=user)
    except OSError as error:
        raise unittest.SkipTest(f"unshare: {error}") from None
    if tried.returncode != 0:
        raise unittest.SkipTest(tried.stderr.strip())
    return command


def maria_db(packages, *options, certificate=None, accounts=None):
    """A MariaDB without accounts: whoever comes is root. With `accounts`, queries that make some, those are all that there is."""
    service = Service(packages)
    (service.folder / "data/test").mkdir(parents=True)
    tls = [f"--ssl-cert={certificate}", f"--ssl-key={certificate}"] if certificate else []
    # One that starts removes what others have in its temporary folder.
    program = [packages.find("usr/sbin/mariadbd"), "--no-defaults", f"--datadir={service.folder}/data", f"--tmpdir={service.folder}",
               "--user=root", "--innodb-log-file-size=4M", f"--lc-messages-dir={packages.find('usr/share/m*/english').parent}",
               f"--character-sets-dir={packages.find('usr/share/m*/charsets')}"]
    if accounts is not None:
        make_accounts(service, program, accounts)
    return service.start(
        *program, f"--socket={service.folder}/socket", "--bind-address=127.0.0.1", f"--port={service.port}",
        *(["--skip-grant-tables"] if accounts is None else []), "--skip-networking=0", "--skip-name-resolve", "--max-connections=500",
        *tls, "--innodb-buffer-pool-size=16M", *options, answers=lambda client: client.recv(1))


def make_accounts(service, program, accounts):
    """The tables of accounts, as the packages of MariaDB would make them, and these accounts."""
    folder = service.packages.find("usr/share/m*/m*_system_tables.sql").parent
    tables = "".join(next(folder.glob(f"m*_{name}.sql")).read_text()
                     for name in ("system_tables", "performance_tables", "system_tables_data"))
    (service.folder / "data/mysql").mkdir()
    queries = f"USE mysql;\nSET @auth_root_socket = NULL;\n{tables}\nFLUSH PRIVILEGES;\n{accounts}"
    done = subprocess.run([*program, "--bootstrap", "--skip-networking"], input=queries, capture_output=True, text=True,
                          env=service.packages.environment(), check=False)
    if done.returncode != 0 or "ERROR" in done.stderr:
        service.close()
        raise AssertionError(done.stderr)


def postgres(packages, certificate=None, *options, access=None):
    """A PostgreSQL, which refuses to run as root. `access`: the lines of its pg_hba.conf, in place of one that trusts everybody."""
    user = unprivileged()
    packages = packages.for_user(user)
    service = Service(packages, user)
    folder = packages.find("usr/lib/postgresql/*/bin/initdb").parent
    try:
        service.run(folder / "initdb", "-D", service.folder / "data", "-U", "tern", "-A", "trust", "--no-sync",
                    "--no-instructions", "-E", "UTF8", "--locale=C")
    except PermissionError:
        service.close()
        raise unittest.SkipTest(f"{service.user} may not run what is below {folder}") from None
    if access is not None:
        (service.folder / "data/pg_hba.conf").write_text(access)
    parameters = b"user\0tern\0database\0postgres\0\0"
    login = struct.pack("!II", 8 + len(parameters), 3 << 16) + parameters
    pem = service.own(certificate) if certificate else ""
    tls = ["-c", "ssl=on", "-c", f"ssl_cert_file={pem}", "-c", f"ssl_key_file={pem}"] if certificate else []
    return service.start(folder / "postgres", "-D", service.folder / "data", "-h", "127.0.0.1", "-p", str(service.port),
                         "-k", service.folder, "-F", *tls, *options,
                         # It listens before it lets anybody in: an error then, not an R, "authenticated".
                         answers=lambda client: client.send(login) and client.recv(1) == b"R")


def redis(packages):
    """The program is the one that checks dumps, by another name."""
    service = Service(packages)
    return service.start("redis-server", "--port", str(service.port), "--bind", "127.0.0.1", "--save", "",
                         executable=packages.find("usr/bin/redis-check-rdb"),
                         answers=lambda client: client.send(b"PING\r\n") and client.recv(1))


def memcached(packages):
    service = Service(packages)
    return service.start(packages.find("usr/bin/memcached"), "-l", "127.0.0.1", "-p", str(service.port), "-u", "root",
                         answers=lambda client: client.send(b"version\r\n") and client.recv(1))


SSHD = """HostKey {0}/key
AuthorizedKeysFile {0}/key.pub
StrictModes no
UsePAM no
PidFile none
MaxStartups 200
Subsystem sftp internal-sftp
HostKeyAlgorithms +ssh-rsa
PubkeyAcceptedAlgorithms +ssh-rsa
"""


def sshd(packages):
    """Lets in a user named tern, who is whoever runs it, with the key in its folder; libssh2 knows RSA with SHA-1 only."""
    user = unprivileged()
    packages = packages.for_user(user)
    service = Service(packages, user)
    folder = service.folder
    uid = folder.stat().st_uid
    (folder / "passwd").write_text(f"tern:x:{uid}:{os.getegid()}::/:/bin/sh\n")
    (folder / "config").write_text(SSHD.format(folder))
    try:
        service.run(packages.find("usr/bin/ssh-keygen"), "-q", "-t", "rsa", "-m", "PEM", "-N", "", "-f", folder / "key")
        as_tern = with_files({"/etc/passwd": folder / "passwd"}, user)
        return service.start(*as_tern, packages.find("usr/sbin/sshd"), "-D", "-e", "-f", folder / "config", "-p",
                             str(service.port), "-o", "ListenAddress=127.0.0.1", answers=lambda client: client.recv(1))
    except BaseException:
        service.close()
        raise


def rabbit_mq(packages):
    """Started as its own script would, which looks for Erlang in one place only."""
    home = packages.find("usr/lib/rabbitmq/lib/rabbitmq_server-*")
    programs = packages.find("usr/lib/erlang/erts-*/bin/erlexec").parent
    epmd = Service(packages)
    service = Service(packages)
    service.helpers.append(epmd)
    folder = service.folder
    epmd.start(programs / "epmd", "-port", str(epmd.port), "-address", "127.0.0.1", answers=lambda client: True)
    settings = {
        "ROOTDIR": programs.parents[1], "BINDIR": programs, "EMU": "beam", "PROGNAME": "erl", "HOME": folder,
        "PATH": f"{programs}:{os.environ['PATH']}", "ERL_LIBS": home / "plugins", "ERL_EPMD_PORT": epmd.port,
        "ERL_EPMD_ADDRESS": "127.0.0.1", "RABBITMQ_HOME": home, "RABBITMQ_NODENAME": "tern@localhost",
        "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1", "RABBITMQ_NODE_PORT": service.port, "RABBITMQ_DIST_PORT": free_port(),
        "RABBITMQ_MNESIA_BASE": folder / "mnesia", "RABBITMQ_LOG_BASE": folder, "RABBITMQ_LOGS": "-",
        "RABBITMQ_ENABLED_PLUGINS_FILE": folder / "plugins", "RABBITMQ_CONFIG_FILE": folder / "none",
        "RABBITMQ_ADVANCED_CONFIG_FILE": folder / "none", "RABBITMQ_CONF_ENV_FILE": folder / "none",
        "RABBITMQ_PID_FILE": folder / "pid"}
    return service.start(programs / "erlexec", "-noinput", "-s", "rabbit", "boot", "-boot", "start_sasl",
                         env={name: str(value) for name, value in settings.items()},
                         answers=lambda client: client.send(b"not AMQP") and client.recv(4) == b"AMQP")


def make_certificate(path):
    """A key and a certificate for localhost and 127.0.0.1 that signed itself."""
    subprocess.run([*PHP, pathlib.Path(__file__).with_name("certificate.php"), path], check=True, stdin=subprocess.DEVNULL)
    return path


FPM = """[global]
error_log = {0}/fpm.log
[www]
listen = 127.0.0.1:{1}
pm = static
pm.max_children = 4
[unix]
listen = {0}/socket
listen.mode = 0666
pm = static
pm.max_children = 1
"""


def same_php_fpm(packages):
    """The program of a PHP-FPM that prints what the PHP under test prints. Others are of another version, or differ where it is compiled."""
    program = packages.find("usr/sbin/php-fpm*")
    done = subprocess.run([program, "-n", "-v"], capture_output=True, text=True, env=packages.environment(), check=True)
    version = ".".join(map(str, php_version()))
    if not done.stdout.startswith(f"PHP {version} "):
        raise unittest.SkipTest(f"{program} is not of PHP {version}")
    return program


def php_fpm(packages, scripts):
    """A PHP-FPM with a copy of these scripts as its root, and a pool at the unix socket `socket` in its folder. It needs not be of
    the version that is tested."""
    user = unprivileged()
    packages = packages.for_user(user)
    service = Service(packages, user)
    service.folder.chmod(0o755)
    service.root = service.folder / "root"
    shutil.copytree(scripts, service.root)
    (service.folder / "fpm.conf").write_text(FPM.format(service.folder, service.port))
    return service.start(packages.find("usr/sbin/php-fpm*"), "-n", "-F", "-y", service.folder / "fpm.conf", "-d",
                         "log_errors=1", "-d", "display_errors=0", answers=lambda client: True)
