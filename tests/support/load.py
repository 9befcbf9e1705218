"""Clients that keep their connections and count precisely: every request is answered, or is one Failure."""
import collections
import socket
import threading
import time

from http_client import Closed, request

# pid: the worker that gave the connection's last answer, 0 before the first. error: what happened instead of an answer.
Failure = collections.namedtuple("Failure", "error pid sent_at failed_at answers")


class Load:
    """`connections` threads, each with one connection at a time, asking until stop(). An answer is the worker's pid,
    perhaps with more words behind it. With `per_connection` answers a thread makes a new connection, so that all
    workers come to have some."""

    def __init__(self, server, connections=8, path="/pid", per_connection=0):
        self.server = server
        self.request = request(path=path)
        self.per_connection = per_connection
        self.stopping = threading.Event()
        self.lock = threading.Lock()
        self.answered = 0
        self.reconnects = 0
        self.pids = collections.Counter()
        self.words = collections.Counter()
        self.failures = []
        self.threads = [threading.Thread(target=self.ask_until_stopped, daemon=True) for _ in range(connections)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join()

    def ask_until_stopped(self):
        client, pid, answers = None, 0, 0
        while not self.stopping.is_set():
            sent_at = time.monotonic()
            try:
                # A server may close an idle connection: who notices before asking has lost nothing.
                if client is None or not client.quiet():
                    if client is not None:
                        self.count_reconnect(client)
                    client, pid, answers = self.server.client(), 0, 0
                client.send(self.request)
                answer = client.response()
                if answer.status != 200:
                    raise Closed(f"status {answer.status}")
                pid = int(answer.text.split()[0])
                answers += 1
                self.count(pid, answer.text)
                if answers == self.per_connection:
                    client.close()
                    client = None
            except (OSError, AssertionError) as error:
                self.fail(Failure(f"{type(error).__name__}: {error}", pid, sent_at, time.monotonic(), answers))
                if client is not None:
                    client.close()
                client = None
                if isinstance(error, socket.timeout):
                    return
        if client is not None:
            client.close()

    def count(self, pid, text):
        with self.lock:
            self.answered += 1
            self.pids[pid] += 1
            self.words[text.partition(" ")[2]] += 1

    def count_reconnect(self, client):
        client.close()
        with self.lock:
            self.reconnects += 1

    def fail(self, failure):
        with self.lock:
            self.failures.append(failure)
        if len(self.failures) > 10_000:
            self.stopping.set()

    def more(self, count):
        """A condition: `count` more answers than now."""
        goal = self.answered + count
        return lambda: self.answered >= goal


class Kills:
    """Which failures are owed to killed workers: the request was sent to one, or was under way while one was killed."""

    def __init__(self):
        self.killed = []  # (pid, time before, time after the signal)

    def explains(self, failure):
        return any(failure.failed_at >= before and (failure.pid == pid or failure.sent_at <= after)
                   for pid, before, after in self.killed)

    def split(self, failures):
        """Failures in flight on a killed worker, and the others."""
        explained = [failure for failure in failures if self.explains(failure)]
        return explained, [failure for failure in failures if failure not in explained]
