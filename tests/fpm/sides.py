"""Requests to a site under php-fpm and under `tern fpm`, behind the same web server: what is compared of the responses."""
import re

from http_client import Client

# They tell the time, or which server it was.
NOT_COMPARED = {"date", "server", "connection", "keep-alive", "etag", "last-modified"}


class Side:
    """One of them, with a web server in front of it."""

    def __init__(self, fpm, server):
        self.fpm, self.server = fpm, server

    def ask(self, method, target, fields=(), body=b""):
        """(status, reason, fields, body)"""
        with Client(("127.0.0.1", self.server.port)) as client:
            answer = client.ask(method, target, [*fields, ("Connection", "close")], body)
        head = [(name, value) for name, value in answer.fields if name.lower() not in NOT_COMPARED]
        return answer.status, answer.reason, [(name, self.neutral(value.encode("latin-1")).decode("latin-1")) for name, value in head], \
            self.neutral(answer.body)

    def neutral(self, text):
        """Without the names of this side's folders and ports, and numbers of objects and lines of the engine."""
        for name, word in ((str(self.fpm.folder), b"FOLDER"), (str(self.fpm.folder).replace("/", "\\/"), b"FOLDER"),
                           (str(self.server.folder), b"SERVER")):
            text = text.replace(name.encode(), word)
        for port, word in ((self.server.port, b"PORT"), (self.fpm.port, b"FPM")):
            text = re.sub(rb"\b%d\b" % port, word, text)  # not within a longer text
        text = re.sub(rb'("REMOTE_PORT": )"\d+"', rb'\1"N"', text)
        return re.sub(rb'("UNIQUE_ID": )"[^"]+"', rb'\1"N"', text)
