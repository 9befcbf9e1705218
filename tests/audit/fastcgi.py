"""php-fpm with one child, and requests to it: the reference of what a fresh process of PHP shows."""
import json
import os
import socket
import struct

import services
from phpt import Answer
from sides import DEFAULTS, Failed, ini_line, options

CONFIGURATION = """[global]
error_log = {folder}/log
[www]
{user}
listen = 127.0.0.1:{port}
pm = static
pm.max_children = 1
clear_env = no
"""
BEGIN, END, PARAMS, INPUT, OUTPUT = 1, 3, 4, 5, 6
LARGEST = 65535
TIMEOUT_S = 10


def record(kind, content=b""):
    return struct.pack(">BBHHBx", 1, kind, 1, len(content), 0) + content


def pair(name, value):
    name, value = name.encode("latin-1"), value.encode("latin-1")
    return b"".join(struct.pack(">B", len(one)) if len(one) < 128 else struct.pack(">I", len(one) | 1 << 31) for one in (name, value)) + name + value


def stream(kind, content):
    pieces = [content[at:at + LARGEST] for at in range(0, len(content), LARGEST)]
    return b"".join(record(kind, piece) for piece in [*pieces, b""])


class Fpm:
    """Its child lives as long as this object: each answer may depend on what was asked before, as everywhere with php-fpm."""

    def __init__(self, program, php, source):
        self.source = source
        self.service = services.Service(services.Packages())
        as_root = os.geteuid() == 0
        place = self.service.folder / "fpm.conf"
        place.write_text(CONFIGURATION.format(folder=self.service.folder, port=self.service.port, user="user = root\ngroup = root" if as_root else ""))
        self.service.start(program, "-n", "-F", *(["-R"] if as_root else []), *php, *options(DEFAULTS.items()), "-y", place,
                           answers=lambda _: True)

    def close(self):
        self.service.close()

    def variables(self, test):
        method, kind, body = test.request
        path = "/" + str(test.script.relative_to(self.source))
        settings = "".join(ini_line(name, value) for name, value in test.settings)
        return {"SCRIPT_FILENAME": str(test.script), "SCRIPT_NAME": path, "DOCUMENT_URI": path, "DOCUMENT_ROOT": str(self.source),
                "REQUEST_URI": path + (f"?{test.query}" if test.query else ""), "QUERY_STRING": test.query, "REQUEST_METHOD": method,
                "CONTENT_TYPE": kind or "", "CONTENT_LENGTH": str(len(body)) if body else "", "HTTP_COOKIE": test.sections.get("COOKIE", "").strip(),
                "HTTP_HOST": "localhost", "SERVER_NAME": "127.0.0.1", "SERVER_PROTOCOL": "HTTP/1.1", "SERVER_ADDR": "127.0.0.1", "SERVER_PORT": "80",
                "REMOTE_ADDR": "127.0.0.1", "REMOTE_PORT": "1", "GATEWAY_INTERFACE": "CGI/1.1", "REQUEST_SCHEME": "http", "REDIRECT_STATUS": "200",
                "SERVER_SOFTWARE": "audit", "PHP_VALUE": settings, **test.environment}

    def ask(self, test):
        parameters = b"".join(pair(name, value) for name, value in self.variables(test).items() if value != "")
        request = record(BEGIN, struct.pack(">HB5x", 1, 0)) + stream(PARAMS, parameters) + stream(INPUT, test.request[2])
        with socket.create_connection(("127.0.0.1", self.service.port), TIMEOUT_S) as client:
            client.sendall(request)
            with client.makefile("rb") as file:
                printed = b"".join(read_output(file))
        head, _, text = printed.decode("latin-1").partition("\r\n\r\n")
        fields = [line.split(":", 1) for line in head.split("\r\n") if ":" in line]
        return Answer([(name.strip(), value.strip()) for name, value in fields], text)

    def probe(self, test):
        """What the script of probe.php sees there."""
        return json.loads(self.ask(test).text)


def read_output(file):
    while True:
        head = file.read(8)
        if len(head) < 8:
            raise Failed("php-fpm closed the connection")
        _, kind, _, size, padding = struct.unpack(">BBHHBx", head)
        content = file.read(size)
        file.read(padding)
        if kind == OUTPUT:
            yield content
        if kind == END:
            return
