"""Tern, and nginx with php-fpm, for an application of a framework: with the same extensions and settings of opcache."""
import contextlib
import signal

from applications import Fpm
from launcher import ADDRESS
from measure import cpu_of_tree, memory_of_tree

START_S = 300  # valgrind is slow

# What `tern serve` sets, for both; and php-fpm does not look for changes of files, as Tern does not. The limit of memory counts for
# all contexts of a worker.
SETTINGS = ["memory_limit=1G", "opcache.enable=1", "opcache.enable_cli=1", "opcache.validate_timestamps=0", "opcache.interned_strings_buffer=16"]
JIT = {True: ["opcache.jit=tracing", "opcache.jit_buffer_size=64M"], False: ["opcache.jit=disable", "opcache.jit_buffer_size=0"]}


def settings(has_jit):
    return [word for one in ["zend_extension=opcache", *SETTINGS, *JIT[has_jit]] for word in ("-d", one)]


class Running:
    """Where a server answers, and its processes."""

    def __init__(self, port, *roots):
        self.port, self.roots = port, roots

    def cpu_s(self):
        return sum(cpu_of_tree(*self.roots))

    def memory_mb(self):
        return memory_of_tree(*self.roots)


class Tern:
    def __init__(self, name, *words):
        self.name, self.words = f"Tern, {name}", words

    @contextlib.contextmanager
    def running(self, place, has_jit, environment, prefix=()):
        server = place.serve(*self.words, env=environment, php=settings(has_jit), prefix=prefix, wait=False)
        try:
            yield Running(int(server.wait_for(ADDRESS.pattern, patience_s=START_S)[2]), server.pid)
            server.stop()
        finally:
            server.kill()


class NginxFpm:
    def __init__(self, children):
        self.name, self.children = f"nginx, php-fpm, {children} children", children

    @contextlib.contextmanager
    def running(self, place, has_jit, environment, prefix=()):
        server = Fpm(place.app / "public", [*settings(has_jit), *place.modules], {**place.environment, **environment},
                     self.children, prefix)
        with contextlib.closing(server):
            yield Running(server.port, server.nginx.process.pid, server.fpm.process.pid)
            server.fpm.stop(signal.SIGQUIT)  # children that SIGTERM ends leave valgrind no time for its figures
