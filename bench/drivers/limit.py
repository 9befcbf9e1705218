"""The limit: a bare epoll program that does not look at what it is asked."""
import argparse

import servers
from drivers.base import Server


class Limit(Server):
    name, label, limit = "limit", "limit", True
    settings = "one process on epoll that answers as many bytes and parses nothing"

    def serves(self, test):
        return test.group not in ("static", "frameworks") and not test.reading  # its answers are small, and nothing waits

    def commands(self, test, world, place):
        program = argparse.Namespace(answer=world.body(test).decode())
        return [(servers.Limit().command(program, place.port), {})]
