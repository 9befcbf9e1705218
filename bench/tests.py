"""The tests of the suite, each a program of bench/programs."""
import dataclasses

APPLICATIONS = {
    "01_basic": ("answers ok", False),
    "02_basic_class_load": ("answers ok; an autoloader is loaded", False),
    "03_basic_class_load_multiple": ("answers ok; 100 classes are loaded", False),
    "04_basic_query": ("a connection to the database and a query of two rows", True),
    "05_basic_query_with_pool": ("the query on a connection that is open", True),
    "06_basic_query_with_pool_and_caching": ("the result of the query, kept", True),
    "07_real_app_simulation": ("100 classes; the kept result 10,000 times", True),
    "08_real_app_simulation_with_files": ("7, and 10 files of 17 bytes written and read", True),
    "09_real_app_simulation_with_files_and_connections": ("8, and 20 times SELECT SLEEP(0.01) on one connection", True),
    "10_real_app_simulation_with_files_and_connections_simpler":
        ("the kept result 1,000 times, one file, 3 times SELECT SLEEP(0.01)", True),
    "11_simple_real_app_simulation": ("the kept result 1,000 times, two queries", True),
}
FRAMEWORKS = {
    "laravel": "a page of Laravel 12 that computes: kernel, middleware, session in memory",
    "symfony": "a page of Symfony 7.4 that computes: kernel, events",
    "slim": "a page of Slim 4: middleware and router",
    "wordpress": "the front page of WordPress 6.1, classic scripts: 25 queries or so",
}
PAUSES = {"09_real_app_simulation_with_files_and_connections": 20,
          "10_real_app_simulation_with_files_and_connections_simpler": 3}  # of one request, one after the other
# Times as long as others: what is on its way when ab ends is not counted, a tenth of what is answered in 2 seconds.
PATIENCE = {"09_real_app_simulation_with_files_and_connections": 3}
POOL = 5  # connections of a worker
STATIC_FILE = "100kb.pdf"
LOOK = "a page of 6.4 KB by middleware, a router and a template"


@dataclasses.dataclass(frozen=True)
class Reading:
    """How many connections to the database a server has in a test that waits for them most of the time."""
    name: str
    pools: int      # of all workers of a server that lends connections to coroutines
    processes: int  # of a server in which a process has one connection
    says: str


READINGS = {
    "": Reading("as published", 120, 250, "The numbers of the published comparison: 24 workers with 5 connections each beside "
                "Apache with 250 processes, each with one. Servers with a process for a request have twice as many connections."),
    "_20": Reading("20 connections each", 20, 20, "Every server may wait for 20 queries at once, so no server can be faster than "
                   "the test's own limit: the row says how little time a server adds to the wait."),
    "_120": Reading("120 connections each", 120, 120, "Every server may wait for 120 queries at once; here processors are the limit, "
                    "not connections."),
}


@dataclasses.dataclass(frozen=True)
class Test:
    name: str
    group: str      # what kind of load: applications, static, first_look, rate, frameworks, growth
    does: str
    program: str    # without .php; of frameworks: whose application it is
    database: bool = False
    reading: Reading | None = None

    @property
    def title(self):
        plain = (self.program if self.reading else self.name).lstrip("0123456789_").replace("_", " ")
        return f"{plain}: {self.reading.name}" if self.reading else plain

    def pool(self, workers):
        """Connections of a worker."""
        return max(1, round(self.reading.pools / workers)) if self.reading else POOL

    def processes(self, otherwise):
        """Of a server in which each has one connection."""
        return self.reading.processes if self.reading else otherwise

    def own_limit(self, workers, sleep_ms):
        """Requests per second that the connections allow; None: as many as the server can."""
        if not self.reading or not sleep_ms or self.reading.pools != self.reading.processes:
            return None
        connections = workers * self.pool(workers)
        return round(connections / (PAUSES[self.program] * sleep_ms[connections] / 1e3), 1)

    def document(self, workers, sleep_ms):
        reading = {"name": self.reading.name, "says": self.reading.says} if self.reading else None
        return {"name": self.name, "title": self.title, "group": self.group, "does": self.does,
                "own_limit": self.own_limit(workers, sleep_ms), "reading": reading}


def applications():
    for name, (does, database) in APPLICATIONS.items():
        for suffix, reading in (READINGS if name in PAUSES else {"": None}).items():
            yield Test(name + suffix, "applications", does, name, database, reading)


ALL = [*applications(),
       Test("static_100kb", "static", "a file of 100 KB by the server's own handler", "static_100kb"),
       Test("static_100kb_sendfile", "static", "the same file by a script that calls sendfile()", "static_100kb_sendfile"),
       Test("first_look", "first_look", LOOK, "first_look"),
       Test("rate_ok", "rate", "answers ok", "01_basic"),
       Test("rate_page", "rate", LOOK, "first_look"),
       *(Test(name, "frameworks", does, name) for name, does in FRAMEWORKS.items()),
       Test("growth", "growth", "answers ok on more and more connections", "01_basic")]
QUICK = ["01_basic", "03_basic_class_load_multiple", "05_basic_query_with_pool", "07_real_app_simulation",
         "11_simple_real_app_simulation", "static_100kb", "first_look", "rate_page", "growth"]
