"""Servers of protocols of one's own, for the tests of TCP, UDP and Redis\\Server."""
from php_program import to_php


def raw_script(receive, options=None, setup="", make=None, start="announce($server);"):
    """A TCP server on a free port of 127.0.0.1. `receive` is the body of the receive callback; None: there is none."""
    options = {"worker_num": 1, **(options or {})}
    make = make or "new Swoole\\Server('127.0.0.1', 0)"
    callback = "" if receive is None else \
        f"$server->on('receive', function ($server, $fd, $reactor, $data) {{ {receive} }});"
    return "\n".join([
        f"$server = {make};",
        f"$server->set({to_php(options)});",
        f"$server->on('start', function ($server) {{ {start} }});",
        setup,
        callback,
        "run();"])
