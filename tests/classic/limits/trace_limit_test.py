"""The JIT compiler of `tern serve` has room for the traces of a large site. Where it has none, PHP changes the wrong instruction when
a compiled function calls another one than before (php-src issue 17626)."""
import pathlib

from launcher import LauncherTest
from php_program import opcache

HERE = pathlib.Path(__file__).parent
FUNCTIONS = 1100
OLD = 3600


class TraceLimitTest(LauncherTest):
    def test_a_function_that_is_another_one(self):
        for name, place in (("index", "trace_limit"), ("calls", "trace_limit_calls")):
            self.write(f"site/{name}.php", (HERE / f"{place}.php").read_text(), OLD)
        for number in (1, 2):
            self.write(f"site/f{number}.php", f"<?php function f(int $x): int {{ return $x + {number}; }}", OLD)
        functions = "".join(f"function filled{number}(int $x): int {{ return $x & 1; }}\n" for number in range(FUNCTIONS))
        self.write("site/functions.php", f"<?php\n{functions}", OLD)
        server = self.run_served("site", "--port", "0", "--workers", "1", php=opcache())
        self.assertRegex(server.output(), "(?m)^on: opcache, JIT tracing")
        for path, text in (("f=1", "45150"), ("f=1", "45150"), ("fill=1", "165000"), ("f=2", "45450"), ("f=2", "45450"), ("f=1", "45150")):
            self.assertEqual(server.get(f"/?{path}").text, text)
