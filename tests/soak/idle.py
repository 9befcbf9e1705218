#!/usr/bin/env python3
"""10,000 idle keep-alive connections: what each costs, from the workers' PSS before and after; every one of them has to
answer again at the end."""
import argparse
import resource
import sys

from harness import wait_until
from mix import memory_kib
from php_program import http_script
from server_process import Server

HANDLER = """
$response->end($request->server['path_info'] === '/stats' ? (string) $server->stats()['connection_num'] : 'hello');
"""


def measure(server):
    return {what: sum(memory_kib(pid, what) for pid in server.workers()) for what in ("Pss", "Rss")}


def open_all(server, count):
    clients = []
    for _ in range(count):
        clients.append(server.client())
        if clients[-1].ask().text != "hello":
            sys.exit("idle: a connection was not answered")
    return clients


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < asked.connections + 100:
        sys.exit(f"idle: ulimit -n is {most}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (asked.connections + 100, most))
    server = Server(http_script(HANDLER, {"worker_num": asked.workers}))
    for client in open_all(server, 200):  # what is kept for reuse is there before it is measured
        client.close()
    wait_until(lambda: server.get("/stats").text == "1", "the first connections to be closed")
    before = measure(server)
    clients = open_all(server, asked.connections)
    wait_until(lambda: int(server.get("/stats").text) >= asked.connections, "all connections")
    after = measure(server)
    for client in clients:
        if client.ask().text != "hello":
            sys.exit("idle: a connection was lost")
        client.close()
    wait_until(lambda: server.get("/stats").text == "1", "the connections to be closed")
    closed = measure(server)
    server.stop()
    each = {what: (after[what] - before[what]) * 1024 / asked.connections for what in after}
    print(f"idle: {asked.connections} connections, {asked.workers} workers: {each['Pss']:.0f} bytes of PSS each ({each['Rss']:.0f} of RSS); "
          f"PSS {before['Pss']} KiB before, {after['Pss']} KiB with them, {closed['Pss']} KiB after they were closed")


if __name__ == "__main__":
    main()
