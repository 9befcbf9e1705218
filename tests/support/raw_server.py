"""Servers of protocols of one's own, for the tests of TCP, UDP and Redis\\Server."""
from php_program import PhpFile, to_php
from server_case import TestCase


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


class RawTest(TestCase):
    """Tests of such a server. Longer programs are scenarios of the file SCENARIOS."""
    SCENARIOS = None
    make_script = staticmethod(raw_script)

    def serve(self, *args, **more):
        return self.run_script(self.make_script(*args, **more))

    def scenario(self, name, options=None, **given):
        return self.run_script(PhpFile(self.SCENARIOS, options, scenario=name, **given))
