"""Beside Xdebug: its step debugger, stack traces, coverage and the rest in coroutines, of scripts and of servers."""
import json
import pathlib
import re
import signal
import subprocess
import tempfile

from dbgp import Editor
from harness import TIMEOUT_S
from http_client import request
from php_program import PHP, PhpFile, opcache
from prepared import prepared
from server_case import TestCase
from server_process import Server

XDEBUG = []


def setUpModule():
    XDEBUG[:] = ["-d", f"zend_extension={prepared('xdebug')}"]


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

    def program(self, name, **given):
        return PhpFile(f"operate/xdebug/{name}.php", **given)

    def command(self, path, mode, *options):
        return [*PHP, *XDEBUG, "-d", f"xdebug.mode={mode}", "-d", "xdebug.log_level=0", "-d", "html_errors=0", "-d",
                "display_errors=1", "-d", "log_errors=0", "-d", f"xdebug.output_dir={self.folder}", *options, path]

    def run_php(self, program, mode, *options, code=0):
        ran = subprocess.run(self.command(program.path, mode, *options), capture_output=True, text=True, timeout=TIMEOUT_S,
                             stdin=subprocess.DEVNULL, check=False, env=program.environment(None), cwd=self.folder)
        self.assertEqual(ran.returncode, code, ran.stdout + ran.stderr)
        return ran.stdout

    def make_editor(self):
        editor = Editor()
        self.addCleanup(editor.close)
        return editor

    def debug_server(self, options=None, php=()):
        return Server(self.program("server", options=options or {}), php=[*XDEBUG, *php], wait=False)


class StepDebuggerTest(Program):
    def debug(self, name):
        """The session of a script, its path and its process."""
        editor = self.make_editor()
        path = self.program(name).path
        process = subprocess.Popen(self.command(path, "debug", *editor.options()), stdout=subprocess.PIPE, text=True,
                                   stdin=subprocess.DEVNULL)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return editor.accept(), path, process

    def end(self, session, process):
        session.close()
        output, _ = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 0)
        return output

    def functions(self, session):
        return [re.sub(r"[:.].*", "", where) for where, _ in session.stack()]

    def test_breakpoint_behind_a_wait(self):
        session, path, process = self.debug("two")
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
        session, path, process = self.debug("one")
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
        session, path, process = self.debug("two")
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
        session, path, process = self.debug("two_and_an_exception")
        session.ask("breakpoint_set", "-t", "exception", "-x", "DomainException")
        self.assertEqual(session.go(), line_of(path, "throw new"))
        self.assertEqual(session.locals()["$before"], "two before")
        session.close()
        process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 255)


class ContextsTest(Program):
    """Tern\\Context."""
    OPCACHE = ("-d", "opcache.enable_cli=1", "-d", "opcache.file_update_protection=0", "-d", "opcache.optimization_level=0")

    def options(self):
        return (*opcache(), *self.OPCACHE)

    def test_breakpoints_and_steps(self):
        editor = self.make_editor()
        work = self.program("contexts_work").path
        process = subprocess.Popen(self.command(self.program("contexts").path, "debug", *self.options(), *editor.options()),
                                   stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        session = editor.accept()
        stop = line_of(work, "$after = ")
        session.break_at(work, stop)
        for name in ("one", "two"):
            self.assertEqual(session.go(), stop)
            self.assertEqual(session.locals()["$name"], name)
            self.assertEqual(session.go("step_over"), line_of(work, "strtoupper"))
            self.assertEqual(session.locals()["$after"], f"{name}1")
        self.assertIsNone(session.go())
        session.close()
        self.assertEqual(process.communicate(timeout=TIMEOUT_S)[0], "ONE1ONE1one\nTWO1TWO1two\nend\n")
        self.assertEqual(process.returncode, 0)

    def test_every_mode(self):
        for mode in MODES:
            with self.subTest(mode=mode):
                output = self.run_php(self.program("contexts"), mode, *self.options(), "-d", "xdebug.start_with_request=yes", "-d",
                                      "xdebug.client_port=1")
                stack = " stack" if "develop" in mode else ""
                self.assertEqual(output, f"ONE1ONE1one{stack}\nTWO1TWO1two{stack}\nend\n")


class DebuggedServerTest(Program):
    def start(self, workers=1):
        """A server whose workers all run; its sessions: the master's and, by pid, the workers'."""
        editor = self.make_editor()
        server = self.debug_server({"worker_num": workers}, php=editor.options())
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
        editor, server, master = self.start()
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
        editor, server, master = self.start(workers=2)
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
        editor, server, master = self.start()
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
        server = Server(self.program("server", options={"worker_num": 2}, traces=True), php=[
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
        server = self.debug_server(php=options)
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
        server = self.debug_server(php=[*editor.options(), "-d", "xdebug.log_level=0"])
        self.addCleanup(server.stop)
        server.wait_ready()
        self.assertEqual(server.get("/?name=x").text, "hello x")


class DevelopTest(Program):
    def test_function_stack(self):
        output = self.run_php(self.program("function_stack"), "develop")
        a_round = ["first: {fiber {closure outer inner", "second: {fiber {closure inner"]
        self.assertEqual(output.splitlines(), [*a_round, *a_round, "{fiber {closure", "{main}"])

    def call_stack(self, output):
        """The functions of the last stack that Xdebug printed."""
        text = output.rsplit("Call Stack:\n", 1)[1]
        return [re.sub(r"[:.(].*", "", name) for name in re.findall(r"^ +[\d.]+ +\d+ +\d+\. (\S+)", text, re.M)]

    def test_uncaught_exception(self):
        output = self.run_php(self.program("uncaught_exception"), "develop", code=255)
        self.assertIn("first: {fiber {closure outer inner\n", output)
        self.assertIn("DomainException: what happened in ", output)
        self.assertEqual(self.call_stack(output), ["{fiber", "{closure", "caller", "fails"])

    def test_warning(self):
        output = self.run_php(self.program("warning"), "develop")
        self.assertIn("Warning: Undefined variable $unknown in ", output)
        self.assertEqual(self.call_stack(output), ["{fiber", "{closure", "warns"])
        self.assertTrue(output.endswith("end\n"))

    def test_coroutines_without_a_frame_below(self):
        """Nothing of PHP runs where they start: Xdebug asks for a file all the same."""
        server = Server(self.program("without_a_frame_below"), php=[*XDEBUG, "-d", "xdebug.mode=develop"])
        self.addCleanup(server.stop)
        for _ in range(2):
            self.assertEqual(server.get().text, "{fiber {closure")


MODES = ("develop", "debug", "coverage", "gcstats", "trace", "profile", "develop,debug,coverage,gcstats,trace,profile")


class EveryModeTest(Program):
    def test_recursion(self):
        for mode in MODES:
            with self.subTest(mode=mode):
                # What a trace writes for each call is not the point.
                output = self.run_php(self.program("recursion"), mode, "-d", "xdebug.start_with_request=no", "-d", "memory_limit=1G")
                self.assertEqual(output, "1\n" * 8 + "end\n")

    def test_many(self):
        for mode in MODES:
            with self.subTest(mode=mode):
                output = self.run_php(self.program("many", counts=[1000, 1000]), mode, "-d",
                                      "xdebug.start_with_request=yes", "-d", "xdebug.client_port=1")
                self.assertEqual(output, "2997 2997")

    def test_no_growth(self):
        output = self.run_php(self.program("growth"), "develop,debug", "-d", "xdebug.start_with_request=no")
        self.assertLess(int(output), 4 << 20)

    def test_coverage(self):
        program = self.program("coverage")
        output = self.run_php(program, "coverage")
        lines = {int(number): state for number, state in json.loads(output).items()}
        for text, state in (("Co::sleep", 1), ("return 'behind", 1), ("$text = covered", 1), ('echo "never"', -1)):
            self.assertEqual(lines[line_of(program.path, text)], state, text)

    def test_trace(self):
        self.run_php(self.program("many", counts=[3]), "trace", "-d", "xdebug.start_with_request=yes", "-d",
                     "xdebug.trace_output_name=trace", "-d", "xdebug.use_compression=0")
        calls = re.findall(r"-> (\w+)\(", (self.folder / "trace.xt").read_text())
        self.assertEqual([calls.count("step"), calls.count("str_repeat")], [3, 3])

    def test_profile(self):
        self.run_php(self.program("many", counts=[3]), "profile", "-d", "xdebug.start_with_request=yes",
                     "-d", "xdebug.profiler_output_name=profile", "-d", "xdebug.use_compression=0")
        functions = re.findall(r"^fn=\(\d+\) (\S+)", (self.folder / "profile").read_text(), re.M)
        self.assertIn("step", functions)
        self.assertIn("php::str_repeat", functions)
