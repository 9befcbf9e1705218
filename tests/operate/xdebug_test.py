"""Beside Xdebug: its step debugger, stack traces, coverage and the rest in coroutines, of scripts and of servers."""
import json
import pathlib
import re
import signal
import subprocess
import tempfile
import unittest

from dbgp import Editor
from harness import PATIENCE_S, PHP, PRELUDE, ROOT, Server, TestCase, http_script, request

XDEBUG = []


def setUpModule():
    found = subprocess.run([ROOT / "scripts/xdebug"], capture_output=True, text=True, check=False)
    if found.returncode != 0:
        raise unittest.SkipTest(found.stderr.strip().splitlines()[-1])
    XDEBUG[:] = ["-d", f"zend_extension={found.stdout.strip()}"]


def line_of(script, text):
    """The number of the only line of a script that has this text."""
    numbers = [number for number, line in enumerate(script.read_text().splitlines(), 1) if text in line]
    assert len(numbers) == 1, numbers
    return numbers[0]


class Program(TestCase):
    """Scripts and servers with Xdebug loaded."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-xdebug-"))
        self.addCleanup(subprocess.run, ["rm", "-rf", self.folder], check=False)

    def write(self, body):
        path = self.folder / "script.php"
        path.write_text(PRELUDE + body)
        return path

    def command(self, path, mode, *options):
        return [*PHP, *XDEBUG, "-d", f"xdebug.mode={mode}", "-d", "xdebug.log_level=0", "-d", "html_errors=0", "-d",
                "display_errors=1", "-d", "log_errors=0", "-d", f"xdebug.output_dir={self.folder}", *options, path]

    def run_php(self, body, mode, *options, code=0):
        ran = subprocess.run(self.command(self.write(body), mode, *options), capture_output=True, text=True,
                             timeout=PATIENCE_S, stdin=subprocess.DEVNULL, check=False)
        self.assertEqual(ran.returncode, code, ran.stdout + ran.stderr)
        return ran.stdout

    def make_editor(self):
        editor = Editor()
        self.addCleanup(editor.close)
        return editor

    def debug_server(self, handler, options=None, php=()):
        return Server(http_script(handler, options), php=[*XDEBUG, *php], wait=False)


WORK = r"""
function work(string $name): string {
    $before = "$name before";
    Co::sleep(0.001);
    $after = "$name after";
    return strtoupper($after);
}
"""

ONE = WORK + r"""
Co\run(function () {
    $result = work('one');
    echo $result, "\n";
});
echo "end\n";
"""

TWO = WORK + r"""
Co\run(function () {
    foreach (['one', 'two'] as $name) {
        go(function () use ($name) {
            $result = work($name);
            echo $result, "\n";
        });
    }
});
echo "end\n";
"""

HANDLER = r"""
$name = $request->get['name'];
Co::sleep(0.001);
$text = "hello $name";
$response->end($text);
"""


class StepDebuggerTest(Program):
    def debug(self, body):
        """The session of a script, its path and its process."""
        editor = self.make_editor()
        path = self.write(body)
        process = subprocess.Popen(self.command(path, "debug", *editor.options()), stdout=subprocess.PIPE, text=True,
                                   stdin=subprocess.DEVNULL)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return editor.accept(), path, process

    def end(self, session, process):
        session.close()
        output, _ = process.communicate(timeout=PATIENCE_S)
        self.assertEqual(process.returncode, 0)
        return output

    def functions(self, session):
        return [re.sub(r"[:.].*", "", where) for where, _ in session.stack()]

    def test_breakpoint_behind_a_wait(self):
        session, path, process = self.debug(TWO)
        stop = line_of(path, "$after = ")
        session.break_at(path, stop)
        for name in ("one", "two"):
            self.assertEqual(session.go(), stop)
            self.assertEqual(self.functions(session), ["work", "{closure", "{fiber"])
            self.assertEqual([line for _, line in session.stack()][:2], [stop, line_of(path, "$result = ")])
            self.assertEqual(session.locals(), {"$name": name, "$before": f"{name} before", "$after": None})
            self.assertEqual(session.locals(depth=1), {"$name": name, "$result": None})
        self.assertIsNone(session.go())
        self.assertEqual(self.end(session, process), "ONE AFTER\nTWO AFTER\nend\n")

    def test_steps(self):
        session, path, process = self.debug(ONE)
        session.break_at(path, line_of(path, "Co::sleep"))
        self.assertEqual(session.go(), line_of(path, "Co::sleep"))
        self.assertEqual(session.go("step_over"), line_of(path, "$after = "))
        self.assertEqual(session.go("step_over"), line_of(path, "strtoupper"))
        self.assertEqual(session.locals()["$after"], "one after")
        self.assertEqual(session.go("step_out"), line_of(path, "echo $result"))
        self.assertEqual(session.locals(), {"$result": "ONE AFTER"})
        self.assertIsNone(session.go())
        self.assertEqual(self.end(session, process), "ONE AFTER\nend\n")

    def test_step_into_another_coroutine(self):
        session, path, process = self.debug(TWO)
        start = session.break_at(path, line_of(path, "go(function"))
        self.assertEqual(session.go(), line_of(path, "go(function"))
        self.assertEqual(session.go("step_into"), line_of(path, "$result = "))
        self.assertEqual(session.go("step_into"), line_of(path, "$before = "))
        self.assertEqual(self.functions(session), ["work", "{closure", "{fiber"])
        self.assertEqual(session.locals()["$name"], "one")
        session.ask("breakpoint_remove", "-d", start)
        self.assertIsNone(session.go())
        self.assertEqual(self.end(session, process), "ONE AFTER\nTWO AFTER\nend\n")

    def test_stop_at_an_exception(self):
        body = TWO.replace("$after = ", "if ($name == 'two') throw new DomainException; $after = ")
        session, path, process = self.debug(body)
        session.ask("breakpoint_set", "-t", "exception", "-x", "DomainException")
        self.assertEqual(session.go(), line_of(path, "throw new"))
        self.assertEqual(session.locals()["$before"], "two before")
        session.close()
        process.communicate(timeout=PATIENCE_S)
        self.assertEqual(process.returncode, 255)


class DebuggedServerTest(Program):
    def start(self, handler, workers=1):
        """A server whose workers all run; its sessions: the master's and, by pid, the workers'."""
        editor = self.make_editor()
        server = self.debug_server(handler, {"worker_num": workers}, php=editor.options())
        self.addCleanup(server.kill)
        master = editor.accept()
        self.assertEqual(master.pid, server.pid)
        master.send("run")
        return editor, server, master

    def end(self, server, master):
        server.send_signal(signal.SIGTERM)
        self.assertIsNone(master.stopped())
        master.close()
        server.wait_exit()
        server.stop()

    def test_requests_in_flight(self):
        editor, server, master = self.start(HANDLER)
        worker = editor.accept()
        stop = line_of(server.script, "$text = ")
        worker.break_at(server.script, stop)
        worker.send("run")
        server.wait_ready()
        clients = {name: server.client().send(request(path=f"/?name={name}")) for name in ("anna", "bert")}
        seen = set()
        for _ in clients:
            self.assertEqual(worker.stopped(), stop)
            found = worker.locals()
            self.assertIsNone(found["$text"])
            seen.add(found["$name"])
            self.assertEqual(worker.value("$request->get['name']"), found["$name"])
            self.assertEqual([re.sub(r"[:.].*", "", where) for where, _ in worker.stack()], ["{closure", "{fiber"])
            worker.send("run")
        self.assertEqual(seen, set(clients))
        for name, client in clients.items():
            self.assertEqual(client.response().text, f"hello {name}")
            client.close()
        self.end(server, master)

    def test_each_worker_has_a_session(self):
        editor, server, master = self.start(HANDLER, workers=2)
        workers = {}
        for _ in range(2):
            session = editor.accept()
            workers[session.pid] = session
            session.send("run")
        server.wait_ready()
        self.assertEqual(sorted(workers), server.wait_workers(2))
        server.send_signal(signal.SIGUSR1)
        for _ in range(2):
            session = editor.accept()
            self.assertNotIn(session.pid, workers)
            session.send("run")
        server.wait_for("the reload is finished")
        self.assertEqual(server.get("/?name=x").text, "hello x")
        self.end(server, master)

    def test_stop_and_gone(self):
        """The stop button ends the worker, an editor that goes away only its session."""
        editor, server, master = self.start(HANDLER)
        for stops in (True, False):
            worker = editor.accept()
            worker.break_at(server.script, line_of(server.script, "$text = "))
            worker.send("run")
            server.wait_ready()
            with server.client() as client:
                client.send(request(path="/?name=x"))
                worker.stopped()
                if stops:
                    worker.ask("stop")
                worker.close()
                self.assertEqual(client.response().status, 500 if stops else 200)
        self.assertEqual(server.get("/?name=x").text, "hello x")
        self.end(server, master)

    def test_traces_of_workers(self):
        setup = """
            $server->on('workerStart', fn($server, $id) => xdebug_start_trace("$id"));
            $server->on('workerStop', fn() => xdebug_stop_trace());
        """
        server = Server(http_script(HANDLER, {"worker_num": 2}, setup), php=[
            *XDEBUG, "-d", "xdebug.mode=trace", "-d", "xdebug.start_with_request=no", "-d", "xdebug.use_compression=0"])
        self.addCleanup(server.kill)
        self.assertEqual(server.get("/?name=x").text, "hello x")
        server.send_signal(signal.SIGTERM)
        server.wait_exit()
        traces = [path.read_text() for path in sorted(server.folder.glob("*.xt"))]
        self.assertEqual([trace.count("TRACE END") for trace in traces], [1, 1])
        self.assertEqual(sum(trace.count("-> Swoole\\Http\\Response->end") for trace in traces), 1)
        server.stop()

    def test_connect_on_demand(self):
        editor = self.make_editor()
        options = [*editor.options(), "-d", "xdebug.start_with_request=trigger"]
        server = self.debug_server("if (isset($request->get['debug'])) xdebug_break();\n" + HANDLER, php=options)
        self.addCleanup(server.stop)
        server.wait_ready()
        self.assertEqual(server.get("/?name=plain").text, "hello plain")
        with server.client() as client:
            client.send(request(path="/?name=asked&debug"))
            worker = editor.accept()
            self.assertEqual(worker.pid, *server.workers())
            self.assertEqual(worker.go(), line_of(server.script, "$name = "))
            self.assertEqual(worker.go("step_over"), line_of(server.script, "Co::sleep"))
            self.assertEqual(worker.locals()["$name"], "asked")
            worker.send("detach")
            self.assertEqual(client.response().text, "hello asked")
        self.assertEqual(server.get("/?name=after").text, "hello after")

    def test_nobody_listens(self):
        editor = Editor()
        editor.close()
        server = self.debug_server(HANDLER, php=[*editor.options(), "-d", "xdebug.log_level=0"])
        self.addCleanup(server.stop)
        server.wait_ready()
        self.assertEqual(server.get("/?name=x").text, "hello x")


FRAMES = r"""
function frames(): string {
    $names = preg_replace('/[:.].*/', '', array_column(xdebug_get_function_stack(), 'function'));
    return implode(' ', array_slice($names, 0, -1));
}
function outer(string $name): void { inner($name); }
function inner(string $name): void { Co::sleep(0.001); echo $name, ': ', frames(), "\n"; }
"""


class DevelopTest(Program):
    def test_function_stack(self):
        output = self.run_php(FRAMES + r"""
            Co\run(function () {
                for ($round = 0; $round < 2; ++$round) {
                    go(fn() => outer("first"));
                    go(fn() => inner("second"));
                    Co::sleep(0.02);
                }
                echo frames(), "\n";
            });
            echo frames(), "\n";
            """, "develop")
        a_round = ["first: {fiber {closure outer inner", "second: {fiber {closure inner"]
        self.assertEqual(output.splitlines(), [*a_round, *a_round, "{fiber {closure", "{main}"])

    def call_stack(self, output):
        """The functions of the last stack that Xdebug printed."""
        text = output.rsplit("Call Stack:\n", 1)[1]
        return [re.sub(r"[:.(].*", "", name) for name in re.findall(r"^ +[\d.]+ +\d+ +\d+\. (\S+)", text, re.M)]

    def test_uncaught_exception(self):
        output = self.run_php(FRAMES + r"""
            function fails(): void { Co::sleep(0.001); throw new DomainException('what happened'); }
            function caller(): void { fails(); }
            Co\run(function () {
                go(fn() => outer('first'));
                go(fn() => caller());
            });
            """, "develop", code=255)
        self.assertIn("first: {fiber {closure outer inner\n", output)
        self.assertIn("DomainException: what happened in ", output)
        self.assertEqual(self.call_stack(output), ["{fiber", "{closure", "caller", "fails"])

    def test_warning(self):
        output = self.run_php(FRAMES + r"""
            function warns(): void { Co::sleep(0.001); $unknown .= 'x'; }
            Co\run(function () {
                go(fn() => outer('first'));
                go(fn() => warns());
            });
            echo "end\n";
            """, "develop")
        self.assertIn("Warning: Undefined variable $unknown in ", output)
        self.assertEqual(self.call_stack(output), ["{fiber", "{closure", "warns"])
        self.assertTrue(output.endswith("end\n"))

    def test_coroutines_without_a_frame_below(self):
        """Nothing of PHP runs where they start: Xdebug asks for a file all the same."""
        script = http_script("$response->end(frames());", setup=FRAMES, start="announce($server);")
        script = script.replace("$started = $server->start();", "$started = register_shutdown_function([$server, 'start']) ?? true;")
        server = Server(script, php=[*XDEBUG, "-d", "xdebug.mode=develop"])
        self.addCleanup(server.stop)
        for _ in range(2):
            self.assertEqual(server.get().text, "{fiber {closure")


RECURSION = r"""
function endless(int $n): int { return endless($n + 1); }
function mapped(int $n): array { return array_map('mapped', [$n]); }
final class Asks { public function __get($name) { return $this->{$name . 'x'}; } }
function generated(): iterable { foreach (generated() as $one) yield $one; }
$ways = [fn() => endless(0), fn() => mapped(0), fn() => (new Asks)->x, fn() => iterator_to_array(generated())];
Co\run(function () use ($ways) {
    foreach ([...$ways, ...$ways] as $way) {
        go(function () use ($way) {
            Co::sleep(0.001);
            try {
                $way();
            } catch (Error $error) {
                echo preg_match('/possible infinite loop|is used up/', $error->getMessage()), "\n";
            }
        });
    }
});
echo "end\n";
"""

MANY = r"""
function step(int $n): int { Co::sleep(0.001); return strlen(str_repeat('x', $n % 7)); }
function many(int $count): int {
    $sum = 0;
    for ($n = 0; $n < $count; ++$n) go(function () use ($n, &$sum) { $sum += step($n); });
    while (Co::stats()['coroutine_num'] > 1) Co::sleep(0.001);
    return $sum;
}
function resident(): int { return 4096 * (int) explode(' ', file_get_contents('/proc/self/statm'))[1]; }
"""

MODES = ("develop", "debug", "coverage", "gcstats", "trace", "profile", "develop,debug,coverage,gcstats,trace,profile")


class EveryModeTest(Program):
    def test_recursion(self):
        for mode in MODES:
            with self.subTest(mode=mode):
                # What a trace writes for each call is not the point.
                output = self.run_php(RECURSION, mode, "-d", "xdebug.start_with_request=no", "-d", "memory_limit=1G")
                self.assertEqual(output, "1\n" * 8 + "end\n")

    def test_many(self):
        for mode in MODES:
            with self.subTest(mode=mode):
                output = self.run_php(MANY + "Co\\run(function () { echo many(1000), ' ', many(1000); });", mode, "-d",
                                      "xdebug.start_with_request=yes", "-d", "xdebug.client_port=1")
                self.assertEqual(output, "2997 2997")

    def test_no_growth(self):
        output = self.run_php(MANY + r"""
            Co\run(function () {
                for ($round = 0; $round < 3; ++$round) many(1500);
                $before = resident();
                for ($round = 0; $round < 10; ++$round) many(1500);
                echo resident() - $before;
            });
            """, "develop,debug", "-d", "xdebug.start_with_request=no")
        self.assertLess(int(output), 4 << 20)

    def test_coverage(self):
        output = self.run_php(r"""
            function covered(): string {
                Co::sleep(0.001);
                return 'behind a wait';
            }
            xdebug_start_code_coverage(XDEBUG_CC_UNUSED | XDEBUG_CC_DEAD_CODE);
            Co\run(function () {
                go(function () {
                    $text = covered();
                    if ($text === '') {
                        echo "never";
                    }
                });
                go(fn() => covered());
            });
            echo json_encode(xdebug_get_code_coverage()[__FILE__]);
            """, "coverage")
        script = self.folder / "script.php"
        lines = {int(number): state for number, state in json.loads(output).items()}
        for text, state in (("Co::sleep", 1), ("return 'behind", 1), ("$text = covered", 1), ('echo "never"', -1)):
            self.assertEqual(lines[line_of(script, text)], state, text)

    def test_trace(self):
        self.run_php(MANY + "Co\\run(function () { many(3); });", "trace", "-d", "xdebug.start_with_request=yes", "-d",
                     "xdebug.trace_output_name=trace", "-d", "xdebug.use_compression=0")
        calls = re.findall(r"-> (\w+)\(", (self.folder / "trace.xt").read_text())
        self.assertEqual([calls.count("step"), calls.count("str_repeat")], [3, 3])

    def test_profile(self):
        self.run_php(MANY + "Co\\run(function () { many(3); });", "profile", "-d", "xdebug.start_with_request=yes",
                     "-d", "xdebug.profiler_output_name=profile", "-d", "xdebug.use_compression=0")
        functions = re.findall(r"^fn=\(\d+\) (\S+)", (self.folder / "profile").read_text(), re.M)
        self.assertIn("step", functions)
        self.assertIn("php::str_repeat", functions)
