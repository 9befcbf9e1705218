"""databases.py COMMAND...: runs it while a MariaDB and a PostgreSQL are where PHP's own tests look for them. DATABASES
holds the options that load the extensions; it is empty where any of that cannot be had."""
import contextlib
import ctypes
import os
import pathlib
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import services  # noqa: E402

FAST = ["--innodb-flush-method=nosync", "--innodb-flush-log-at-trx-commit=0"]


def start(stack):
    """The environment of the tests."""
    packages = services.Packages()
    options = packages.php("mysqli", "pdo_mysql", "pgsql", "pdo_pgsql")
    maria_db = stack.enter_context(contextlib.closing(services.maria_db(packages, *FAST)))
    postgres = stack.enter_context(contextlib.closing(services.postgres(packages)))
    mysql = {"HOST": "127.0.0.1", "PORT": str(maria_db.port), "USER": "root", "DB": "test",
             "SOCKET": f"{maria_db.folder}/socket"}
    pgsql = f"host=127.0.0.1 port={postgres.port} dbname=postgres user=tern"
    return {
        **packages.environment(), "DATABASES": " ".join(options), "PGSQL_TEST_CONNSTR": pgsql,
        **{f"{prefix}_TEST_{name}": value for name, value in mysql.items() for prefix in ("MYSQL", "PDO_MYSQL")},
        "PDO_MYSQL_TEST_PASS": "", "PDO_MYSQL_TEST_DSN": f"mysql:host=127.0.0.1;port={maria_db.port};dbname=test",
        "PDO_PGSQL_TEST_DSN": f"pgsql:{pgsql}"}


PR_SET_CHILD_SUBREAPER = 36


def children():
    return set(map(int, pathlib.Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()))


def end_orphans(known):
    """Processes that tests leave behind, in sessions of their own: they become our children, and then theirs do."""
    while left := children() - known:
        for pid in left:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def run(command, environment):
    """Its exit status. Of what tests leave behind nothing stays."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    known = children()
    try:
        return run_group(command, environment)
    finally:
        end_orphans(known)


def run_group(command, environment):
    """Its exit status. Its process group ends with it."""
    with subprocess.Popen(command, env=environment, start_new_session=True) as process:
        try:
            return process.wait()
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)


def stop(*_):
    """Once: a second signal would leave the servers behind."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(1)


def main():
    signal.signal(signal.SIGTERM, stop)
    with contextlib.ExitStack() as stack:
        try:
            environment = start(stack)
        except unittest.SkipTest as why:
            print(f"upstream: without databases, {why}", file=sys.stderr)
            environment = {**os.environ, "DATABASES": ""}
        sys.exit(run(sys.argv[1:], environment))


main()
