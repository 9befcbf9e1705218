"""Test cases that start servers, and stop them with their checks."""
import os
import unittest

from php_program import http_script
from server_process import Server


class TestCase(unittest.TestCase):
    """Starts servers and stops them, with their checks, at the end of the test."""

    def serve(self, handler, options=None, *, php=(), **script):
        return self.run_script(http_script(handler, options, **script), php=php)

    def run_script(self, script, **more):
        server = Server(script, **more)
        self.addCleanup(server.stop)
        return server


class SharedServer(TestCase):
    """One server for all tests of a class: SCRIPT is the script, or a PhpFile, PHP_OPTIONS goes to the command line,
    ENVIRONMENT beside what is there."""
    SCRIPT = ""
    PHP_OPTIONS = ()
    ENVIRONMENT = {}

    @classmethod
    def setUpClass(cls):
        cls.server = Server(cls.script(), php=cls.PHP_OPTIONS, env={**os.environ, **cls.ENVIRONMENT})

    @classmethod
    def script(cls):
        return cls.SCRIPT

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
