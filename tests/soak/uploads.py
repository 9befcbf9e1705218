#!/usr/bin/env python3
"""Large uploads and many slow ones. Large: one upload each, read and discarded, moved to a file, and as a form, with the
peak of the worker's memory above what it had when idle. Slow: a normal load alone and beside connections that send 1
KB/s, half of them to a handler that reads meanwhile, in turns (A B A B), with the load's 99th percentile in each."""
import argparse
import pathlib
import re
import selectors
import shutil
import socket
import sys
import tempfile
import threading
import time

from http_client import request
from php_program import PhpFile
from server_process import Server

FORM_HEAD = b'--B\r\nContent-Disposition: form-data; name="f"; filename="n"\r\n\r\n'
FORM_END = b"\r\n--B--\r\n"


def status_kib(pid, what):
    return int(re.search(rf"{what}:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1])


def upload(server, path, size, fields=(), before=b"", behind=b""):
    with server.client() as client:
        client.send(request("POST", path, [*fields, ("Content-Length", len(before) + size + len(behind))]) + before)
        piece = memoryview(bytes(1 << 20))
        for left in range(size, 0, -len(piece)):
            client.socket.sendall(piece[:left])
        client.send(behind)
        answer = client.response()
    if answer.text != str(size):
        sys.exit(f"uploads: {path} answered {answer}")


def large(folder, size):
    for path, form in [("/s/discard", False), (f"/s/move?to={folder}/moved", False), ("/s/form", True)]:
        options = {"worker_num": 1, "http_stream_bodies": ["/s/"], "upload_max_filesize": size + (1 << 20), "upload_tmp_dir": str(folder)}
        server = Server(PhpFile("soak/uploads.php", options))
        pid = int(server.get("/pid").text)
        idle = status_kib(pid, "VmRSS")
        began = time.monotonic()
        if form:
            upload(server, path, size, [("Content-Type", "multipart/form-data; boundary=B")], FORM_HEAD, FORM_END)
        else:
            upload(server, path, size)
        seconds = time.monotonic() - began
        peak = status_kib(pid, "VmHWM")
        server.stop()
        print(f"uploads: {path.split('?')[0]} {size >> 20} MB in {seconds:.1f} s: {idle} KiB idle, {peak - idle} KiB more at the peak", flush=True)
        if peak - idle > 40 << 10:
            sys.exit("uploads: more than 40 MB above idle")


class Slow:
    """Connections that send 1 KB/s until stop()."""

    def __init__(self, server, count):
        self.clients = []
        for i in range(count):
            client = server.client()
            client.send(request("POST", "/s/slow" if i % 2 else "/slow", [("Content-Length", 1 << 20)]))
            self.clients.append(client)
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        share = max(1, len(self.clients) // 20)  # 20 times a second a part of them
        turn = 0
        while not self.over.wait(0.05):
            for client in self.clients[turn * share:(turn + 1) * share]:
                client.socket.sendall(b"x" * 1024)
            turn = (turn + 1) % 20

    def stop(self):
        self.over.set()
        self.thread.join()
        for client in self.clients:
            client.close()


def load(server, seconds, connections=16):
    """The times of requests one behind the other on each connection, in ms, sorted."""
    times, selector, text = [], selectors.DefaultSelector(), request(path="/normal")
    for _ in range(connections):
        one = socket.create_connection(("127.0.0.1", server.port))
        selector.register(one, selectors.EVENT_READ, time.monotonic())
        one.sendall(text)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for key, _ in selector.select(1):
            if not key.fileobj.recv(4096).endswith(b"hello"):
                sys.exit("uploads: a request of the load failed")
            times.append((time.monotonic() - key.data) * 1000)
            selector.modify(key.fileobj, selectors.EVENT_READ, time.monotonic())
            key.fileobj.sendall(text)
    for key in list(selector.get_map().values()):
        key.fileobj.close()
    return sorted(times)


def slow(count, seconds, rounds):
    server = Server(PhpFile("soak/uploads.php", {"worker_num": 1, "http_stream_bodies": ["/s/"]}))
    tails = {"alone": [], "beside": []}
    for _ in range(rounds):
        for kind in tails:
            others = Slow(server, count) if kind == "beside" else None
            times = load(server, seconds)
            if others:
                others.stop()
            tails[kind].append(times[len(times) * 99 // 100])
            print(f"uploads: {kind:6} {count} slow ones: {len(times)} requests, median {times[len(times) // 2]:.2f} ms, "
                  f"p99 {tails[kind][-1]:.2f} ms", flush=True)
    server.stop()
    ratio = sorted(tails["beside"])[rounds // 2] / sorted(tails["alone"])[rounds // 2]
    print(f"uploads: p99 beside / alone: {ratio:.2f}")
    if ratio > 2:
        sys.exit("uploads: slow uploads more than double the 99th percentile")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=2048)
    parser.add_argument("--slow", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=2)
    asked = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-uploads-"))
    try:
        large(folder, asked.megabytes << 20)
        slow(asked.slow, asked.seconds, asked.rounds)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
