"""A server in a bare Debian, kept as systemd keeps one with a socket unit, and clients that never let it rest."""
import ctypes
import http.client
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading

from harness import TIMEOUT_S, wait_until

FIRST_DESCRIPTOR = 3
PR_SET_CHILD_SUBREAPER = 36  # <linux/prctl.h>


def get(port, path="/"):
    """The status and the body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


class Service:
    """The socket outlives the server: a client that comes while one takes the place of another waits."""

    def __init__(self, root, command):
        self.root, self.command = pathlib.Path(root), command
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=4096)
        self.port = self.socket.getsockname()[1]
        self.child = self.group = None
        # The new process of an upgrade becomes a child of this one, when the old one has ended.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)

    def _enter(self):
        os.dup2(self.socket.fileno(), FIRST_DESCRIPTOR)
        os.set_inheritable(FIRST_DESCRIPTOR, True)  # also where it had that number already
        os.environ.clear()
        os.environ.update(PATH="/usr/bin:/bin", LISTEN_FDS="1", LISTEN_PID=str(os.getpid()), XDG_RUNTIME_DIR="/run")
        os.chroot(self.root)
        os.chdir("/")
        words = [*self.command, "--host", "127.0.0.1", "--port", str(self.port)]
        os.execv(words[0], words)

    def start(self):
        log = open(self.root / "server.log", "ab")
        self.child = self.group = os.fork()
        if self.child == 0:
            os.setsid()
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
            self._enter()
        log.close()

    def stop(self):
        """As `systemctl stop`: SIGTERM to the master, which lets requests end."""
        os.kill(self.child, signal.SIGTERM)
        _, status = os.waitpid(self.child, 0)
        self.child = None
        return os.waitstatus_to_exitcode(status)

    def upgrade(self):
        """A new process takes over, and is the service from then on."""
        report = inside(self.root, "tern", "upgrade", XDG_RUNTIME_DIR="/run").stdout
        os.waitpid(self.child, 0)
        self.child = int(re.search(r"the new server is process (\d+)", report)[1])

    def log(self):
        return (self.root / "server.log").read_text(errors="replace")

    def get(self, path="/"):
        return get(self.port, path)

    def close(self):
        if self.child is not None:
            os.killpg(self.group, signal.SIGKILL)
            os.waitpid(self.child, 0)
        self.socket.close()


class Load:
    """Clients in threads: half of them open a connection for each request, the others keep theirs. A kept connection that
    the server closes between two requests is opened again, as HTTP says; everything else that goes wrong is a failure."""

    def __init__(self, port, clients=8):
        self.port, self.answers, self.reopened, self.failures = port, 0, 0, []
        self.bodies = set()
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._run, args=(index % 2 == 0,)) for index in range(clients)]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        self.wait_for(len(self._threads))
        return self

    def __exit__(self, *_):
        self._over.set()
        for thread in self._threads:
            thread.join()

    def wait_for(self, more):
        """Until so many more requests are answered, or one has failed."""
        wanted = self.answers + more
        wait_until(lambda: self.answers >= wanted or self.failures, f"{more} more answers")

    def _run(self, keeps):
        connection, used = None, False
        while not self._over.is_set():
            if connection is None:
                connection, used = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_S), False
            try:
                connection.request("GET", "/")
                answer = connection.getresponse()
                body = answer.read().decode()
            except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError) as error:
                connection.close()
                connection = None
                self._note(error if not used else None, reopened=used)
                continue
            except OSError as error:
                self._note(error)
                return
            used = True
            self._note(None if answer.status == 200 else f"{answer.status} {body}", body=body)
            if not keeps or answer.will_close:
                connection.close()
                connection = None
        if connection is not None:
            connection.close()

    def _note(self, failure, body=None, reopened=False):
        with self._lock:
            if failure is not None:
                self.failures.append(repr(failure))
            elif reopened:
                self.reopened += 1
            else:
                self.answers += 1
                self.bodies.add(body)


def inside(root, *command, check=True, **environment):
    """A command in the root, with nothing of our environment but the proxies."""
    kept = {name: value for name, value in os.environ.items() if name.endswith("_proxy")}
    done = subprocess.run(["chroot", root, *command], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8",
                               "DEBIAN_FRONTEND": "noninteractive", **kept, **environment})
    if check and done.returncode != 0:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done
