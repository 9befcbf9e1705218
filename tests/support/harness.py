"""What all tests and the other modules here need: the root of the repository, waiting with a deadline, programs and ports.

Whatever is waited for has an event and a deadline; nothing here waits for a time to pass.
"""
import errno
import pathlib
import shutil
import socket
import time
import unittest

from environment import leave_machine

leave_machine()

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIMEOUT_S = 30
POLL_S = 0.01


class Timeout(AssertionError):
    pass


def wait_until(condition, what, patience_s=TIMEOUT_S):
    """The first true value of condition(), which is asked again and again."""
    deadline = time.monotonic() + patience_s
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise Timeout(f"waited {patience_s} s for {what() if callable(what) else what}")
        time.sleep(POLL_S)


def refuses(address):
    """Whether nothing accepts there any more. While the end of the handshake is refused, connect() says "reset"."""
    with socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET) as probe:
        probe.settimeout(TIMEOUT_S)
        return probe.connect_ex(address) == errno.ECONNREFUSED


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def need(program):
    """The path of a program, or a skipped test."""
    path = shutil.which(program)
    if path is None:
        raise unittest.SkipTest(f"{program} is not installed")
    return path
