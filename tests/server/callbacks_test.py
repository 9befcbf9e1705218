"""Timers, coroutines, channels, tasks and messages in the callbacks around requests: in the master, and where workers end."""
# Time limit: 180 s
import json
import os
import re
import signal
import subprocess
import tempfile
import unittest

from harness import ROOT, wait_until
from php_program import PHP, PhpFile
from server_case import TestCase

MASTER_EVENTS = ("start", "managerStart", "workerError", "beforeReload", "afterReload", "beforeShutdown", "managerStop", "shutdown")
WORKER_EVENTS = ("workerExit", "workerStop")
WITHOUT_WORKERS = ("managerStop", "shutdown")
HOOKS = {"hook_flags": 2147479551}
PID = "$response->end((string) getmypid());"
# The master waits here, until somebody makes the file.
UNTIL_GO = "while (!is_file(__DIR__ . '/GO')) { clearstatcache(); Swoole\\Coroutine::sleep(0.002); }"


class Case(TestCase):
    def scenario(self, name, options=None, **given):
        return self.run_script(PhpFile("server/callbacks.php", options, scenario=name, **given))

    def count(self, server, pattern):
        return len(re.findall(pattern, server.output(), re.M))

    def kill_worker(self, server):
        pid = int(server.get().text)
        server.expect_crash(9)
        os.kill(pid, signal.SIGKILL)
        return pid

    def reload(self, server):
        mark = server.mark()
        server.send_signal(signal.SIGUSR1)
        server.wait_for("the reload is finished", since=mark)


class EveryCallback(Case):
    def run_all(self, **options):
        server = self.scenario("every_callback", {"worker_num": 2, "task_worker_num": 1, **HOOKS, **options},
                               master_events=MASTER_EVENTS, worker_events=WORKER_EVENTS)
        for event in MASTER_EVENTS[:2]:
            self.wait_for_uses(server, event)
        self.kill_worker(server)
        self.wait_for_uses(server, "workerError")
        self.reload(server)
        for event in ("beforeReload", "afterReload", "workerExit", "workerStop"):
            self.wait_for_uses(server, event, 1 if event in MASTER_EVENTS else 2)
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait_exit(), 0)
        for event in MASTER_EVENTS:
            self.check(server, event)
        for event in WORKER_EVENTS:
            self.check_worker(server, event)

    def wait_for_uses(self, server, event, count=1):
        for use in ("tick", "after", "go", "channel", "hooked", "task=true", "message=true"):
            server.wait_for(rf"^<{event} {use} \d+>", count)

    def check(self, server, event):
        can_send = event not in WITHOUT_WORKERS
        for use in ("tick", "after", "go", "channel", "hooked", f"task={json.dumps(can_send)}", f"message={json.dumps(can_send)}"):
            with self.subTest(event=event, use=use):
                self.assertEqual(re.findall(rf"^<{event} {use} (\d+)>", server.output(), re.M), [str(server.pid)])
        with self.subTest(event=event, what="what the task worker and the other worker got"):
            self.assertEqual(self.count(server, f"^<task {event} >"), int(can_send))
            self.assertEqual(self.count(server, f"^<message {event} -1 >"), int(can_send))

    # Of two workers that were replaced and two that left at the end.
    def check_worker(self, server, event):
        for use in ("tick", "after", "go", "channel", "hooked"):
            with self.subTest(event=event, use=use):
                pids = re.findall(rf"^<{event} {use} (\d+)>", server.output(), re.M)
                self.assertEqual((len(pids), len(set(pids)), str(server.pid) in pids), (4, 4, False))
        given = self.count(server, rf"^<{event} task=true")
        with self.subTest(event=event, use="task"):
            self.assertEqual((given, self.count(server, f"^<task {event} >")), (4, 4))

    def test_with_coroutines(self):
        self.run_all()

    def test_without_coroutines(self):
        self.run_all(enable_coroutine=False)

    def test_which_ones_are_coroutines(self):
        events = "".join(f"$server->on('{event}', fn () => note('<{event}', Swoole\\Coroutine::getCid() > 0 ? 'yes>' : 'no>'));\n"
                         for event in MASTER_EVENTS[1:] + WORKER_EVENTS) + "$server->on('workerStart', fn () => Swoole\\Timer::tick(60000, fn () => 0));"
        expected = {"start": "yes", "beforeShutdown": "yes"}
        for switched_on in (True, False):
            server = self.serve(PID, {"enable_coroutine": switched_on}, setup=events,
                                start="announce($server); note('<start', Swoole\\Coroutine::getCid() > 0 ? 'yes>' : 'no>');")
            self.reload(server)
            server.send_signal(signal.SIGTERM)
            self.assertEqual(server.wait_exit(), 0)
            found = dict(re.findall(r"^<(\w+) (yes|no)>", server.output(), re.M))
            self.assertEqual(found, {event: expected.get(event, "no") if switched_on else "no" for event in found})
            self.assertEqual(len(found), 9)


class InTheMaster(Case):
    # Laravel Octane: the numbers of the processes into a file, a task every second, and a look at requests that take too long.
    def test_what_octane_does_at_start(self):
        server = self.scenario("does_what_octane_does", {"task_worker_num": 1})
        self.assertEqual(json.loads((server.folder / "state").read_text()), [server.pid] * 2)
        server.wait_for("^<tick -1 >", 3)
        server.wait_for("^<told look >", 3)
        self.reload(server)
        self.kill_worker(server)
        mark = server.mark()
        server.wait_for("^<tick -1 >", 3, since=mark)
        server.wait_for("^<told look >", 3, since=mark)
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait_exit(), 0)
        self.assertNotIn("<finished>", server.output())

    def test_a_timer_reloads(self):
        server = self.scenario("reloads_by_a_timer")
        first = server.get().text
        (server.folder / "GO").touch()
        server.wait_for("the reload is finished")
        self.assertNotEqual(server.get().text, first)

    def test_a_timer_shuts_down(self):
        server = self.serve(PID, start="announce($server); $server->tick(1, fn () => is_file(__DIR__ . '/GO') && $server->shutdown());")
        server.get()
        (server.folder / "GO").touch()
        self.assertEqual(server.wait_exit(), 0)

    def test_a_callback_that_waits_holds_up_nothing(self):
        server = self.serve(PID, setup="$server->on('managerStart', fn () => note('<managerStart>'));",
                            start="announce($server); try { (new Swoole\\Coroutine\\Channel(1))->pop(); } finally { note('<ended>'); }")
        server.wait_for("^<managerStart>")
        killed = self.kill_worker(server)
        self.assertNotEqual(server.get().text, str(killed))
        self.reload(server)
        self.assertNotIn("<ended>", server.output())
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait_exit(), 0)
        self.assertEqual(self.count(server, "^<ended>"), 1)

    def test_workers_never_run_what_waits_in_the_master(self):
        server = self.scenario("waits_in_the_master")
        server.wait_for(r"^<tick \d+>", 2)
        # These have copies of it: whoever replaces a worker, and the processes of a reload.
        self.kill_worker(server)
        self.reload(server)
        self.assertEqual(server.get("/push").text, "of a worker")
        server.get()
        self.reload(server)
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait_exit(), 0)
        output = server.output()
        self.assertEqual(set(re.findall(r"^<tick (\d+)>", output, re.M)), {str(server.pid)})
        self.assertEqual(re.findall(r"^<finally (\d+)>", output, re.M), [str(server.pid)])
        for name in ("timer", "coroutine"):
            self.assertEqual(re.findall(rf"^<gone {name} (\d+)>", output, re.M), [str(server.pid)])
        self.assertNotIn("<got", output)

    def test_results_of_its_tasks(self):
        server = self.scenario("takes_results", {"task_worker_num": 1})
        for line in (f"<finish cba {server.pid} >", f"<callback fed {server.pid} >", r'<waited ihg \["kj","ml"\] >', "<long 3000000 >",
                     "<timer on >"):
            server.wait_for("^" + line)
        server.wait_for("^<long 3000000 >", 2)

    def test_results_without_coroutines(self):
        server = self.serve(
            PID, {"task_worker_num": 1, "enable_coroutine": False},
            setup="$server->on('task', fn ($server, $id, $from, $data) => strrev($data));"
                  "$server->on('finish', fn ($server, $id, $result) => note('<finish', $result, (string) getmypid(), '>'));",
            start="announce($server); $server->task('abc');"
                  "note('<waited', json_encode(@$server->taskwait('x')), error_get_last()['message'], '>');")
        server.wait_for(f"^<finish cba {server.pid} >")
        server.wait_for(r"^<waited false .*the master waits for results in coroutines only >")

    def test_a_task_of_it_that_is_lost(self):
        server = self.serve(PID, {"task_worker_num": 1},
                            setup="$server->on('task', fn () => Swoole\\Process::kill(getmypid(), SIGKILL));"
                                  "$server->on('taskLost', fn ($server, $id) => note('<lost', $id, (string) getmypid(), '>'));",
                            start="announce($server); $server->task('x');")
        server.expect_crash(9)
        server.wait_for(f"^<lost 0 {server.pid} >")

    # It holds for processes that were forked while the master waited for something of the kind, too.
    def test_processes_read_what_comes_for_them(self):
        server = self.scenario("asks_workers")
        server.wait_for('^<asked "worker" >')
        server.wait_for('^<got "worker" >', 4)
        self.assertNotIn("<got false", server.output())

    def test_workers_do_not_wait_for_its_tasks(self):
        gate = "while (!is_file(__DIR__ . '/GO')) { clearstatcache(); usleep(1000); }"
        server = self.serve(
            PID, {"task_worker_num": 1, "max_wait_time": 600},
            setup=f"$server->on('task', function () {{ note('<task>'); {gate} return 'x'; }});"
                  "$server->on('workerStop', fn ($server, $id) => note('<stop', $id, '>'));",
            start="announce($server); $server->task(1, -1, fn () => note('<callback', (string) getmypid(), '>'));")
        server.wait_for("^<task>")
        self.reload(server)
        server.wait_for("^<stop 0 >")
        self.reload(server)
        server.wait_for("^<stop 0 >", 2)
        (server.folder / "GO").touch()
        server.wait_for(f"^<callback {server.pid} >")

    def test_what_fails_there_is_logged_and_the_server_goes_on(self):
        server = self.scenario("fails_in_the_master")
        for what in ("start", "managerStart", "a timer", "a coroutine"):
            server.wait_for(f"Uncaught Exception: of {what}")
        server.wait_for("^<exits>")
        server.wait_for("^<later>")
        self.assertEqual(server.get().status, 200)

    def test_a_fatal_error_there_shuts_down(self):
        fatal = "trigger_error('it fails', E_USER_ERROR);"
        for where in (f"go(function () {{ Swoole\\Coroutine::sleep(0.001); {fatal} }});", f"Swoole\\Timer::after(1, function () {{ {fatal} }});",
                      f"go(function () {{ {fatal} }});", fatal):
            for switched_on in (True, False):
                with self.subTest(where=where, enable_coroutine=switched_on):
                    server = self.serve(PID, {"enable_coroutine": switched_on}, start=f"announce($server); {where}",
                                        setup="$server->on('shutdown', fn () => note('<shutdown>'));",
                                        php=("-d", "memory_limit=128M"))
                    self.assertEqual(server.wait_exit(), 255)
                    self.assertNotIn("<shutdown>", server.output())
                    server.stop(code=255)

    def test_its_signals_are_its_own(self):
        server = self.scenario("takes_signals")
        server.wait_for("^<taken false >")
        server.wait_for("^<mine true >")
        server.wait_for("^<alarm>")
        server.wait_for(r'^<ran "hello\\n" >')
        killed = self.kill_worker(server)
        self.assertNotEqual(server.get().text, str(killed))

    def test_handlers_of_the_program_replace_those_of_the_server(self):
        for event in ("start", "manager_start"):
            with self.subTest(event):
                server = self.scenario(f"handles_signals_from_{event}")
                server.wait_for("^<set true >", 5)
                worker = server.get().text
                for number in (signal.SIGINT, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2):
                    server.send_signal(number)
                    server.wait_for(f"^<signal {int(number)}>")
                server.wait_for("^<given back true >")
                self.assertEqual(server.get().text, worker)
                server.send_signal(signal.SIGUSR1)
                server.wait_for("the reload is finished")
                self.assertNotEqual(server.get().text, worker)
                server.send_signal(signal.SIGTERM)
                server.wait_for(f"^<signal {int(signal.SIGTERM)}>")
                self.assertEqual(server.wait_exit(), 0)
                self.assertEqual(server.output().count(f"<signal {int(signal.SIGUSR1)}>"), 1)

    def test_processes_that_it_forks_are_none_of_the_server(self):
        server = self.scenario("forks")
        for line in ("<child 1>", "<own>", "<waited>", f"<tick {server.pid}>"):
            server.wait_for("^" + line)
        self.assertEqual(server.get().status, 200)
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait_exit(), 0)
        self.assertEqual(set(re.findall(r"^<tick (\d+)>", server.output(), re.M)), {str(server.pid)})


class AtTheEnd(Case):
    # Each of its timers is younger than the callback that is waited for.
    def test_a_timer_that_starts_itself_again_holds_up_nothing(self):
        server = self.scenario("has_timers_that_start_again", {"max_wait_time": 600})
        self.assertEqual(server.get().status, 200)
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait_exit(), 0)
        for event in ("beforeShutdown", "shutdown", "workerExit"):
            self.assertEqual(self.count(server, f"^<{event}>"), 1)

    def test_the_server_serves_until_beforeshutdown_is_over(self):
        server = self.serve(PID, {"max_wait_time": 60}, setup="$server->on('beforeShutdown', function () { note('<begun>');" + UNTIL_GO
                            + "note('<over>'); }); $server->on('workerStop', fn () => note('<workerStop>'));")
        server.send_signal(signal.SIGTERM)
        server.wait_for("^<begun>")
        self.assertEqual(server.get().status, 200)
        (server.folder / "GO").touch()
        self.assertEqual(server.wait_exit(), 0)
        self.assertLess(server.output().index("<over>"), server.output().index("<workerStop>"))

    def test_max_wait_time_ends_what_does_not_end(self):
        pending = "$server->on('workerStart', fn () => Swoole\\Timer::tick(60000, fn () => 0));"
        server = self.serve(PID, {"max_wait_time": 2}, setup=pending + "".join(
            f"$server->on('{event}', fn () => go(function () {{ try {{ (new Swoole\\Coroutine\\Channel(1))->pop(); }} "
            f"finally {{ note('<{event} ended>'); }} }}));" for event in ("beforeShutdown", "managerStop", "shutdown", "workerStop", "workerExit")))
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait_exit(), 0)
        self.assertEqual(sorted(re.findall(r"^<(\w+) ended>", server.output(), re.M)),
                         ["beforeShutdown", "managerStop", "shutdown", "workerExit", "workerStop"])

    def test_who_insists_does_not_wait(self):
        server = self.serve(PID, {"max_wait_time": 600}, setup="$server->on('beforeShutdown', function () { note('<begun>'); "
                            "(new Swoole\\Coroutine\\Channel(1))->pop(); }); $server->on('shutdown', fn () => Swoole\\Timer::tick(1, fn () => 0));")
        server.send_signal(signal.SIGTERM)
        server.wait_for("^<begun>")
        wait_until(lambda: "asked to stop again" in server.output() or server.send_signal(signal.SIGTERM), "the log")
        self.assertEqual(server.wait_exit(), 0)

    def test_timers_of_the_master_end_before_shutdown(self):
        server = self.serve(PID, setup="$server->on('shutdown', fn () => note('<shutdown', json_encode(Swoole\\Timer::stats()['num']), '>'));",
                            start="announce($server); $server->tick(1, fn () => note('<tick>'));")
        server.wait_for("^<tick>")
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait_exit(), 0)
        self.assertIn("<shutdown 0 >", server.output())
        self.assertNotIn("<tick>", server.output()[server.output().index("<shutdown"):])

    def test_co_run(self):
        events = ("managerStart", "managerStop", "shutdown", "workerStop")
        server = self.scenario("runs_coroutines", events=events)
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait_exit(), 0)
        for event in events:
            self.assertEqual(re.findall(rf"^<{event} (\d)>", server.output(), re.M), ["1", "2", "3"])

    def test_the_script_may_use_coroutines_behind_start(self):
        server = self.run_script(PhpFile("server/coroutines_behind_start.php"))
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait_exit(), 0)
        self.assertIn("<behind>", server.output())

    def test_tasks_of_a_worker_that_stops(self):
        server = self.scenario("gives_tasks_at_the_end", {"task_worker_num": 1})
        server.get()
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait_exit(), 0)
        for line in ("<task abc >", "<callback cba >", "<waited fed >", "<blocked ihg >", "<refused false >"):
            self.assertEqual(self.count(server, "^" + line), 1, line + server.output())

    def test_messages_to_a_worker_that_stops_are_its_successors(self):
        server = self.scenario("sends_to_a_worker_that_stops", {"max_wait_time": 60})
        server.send_signal(signal.SIGUSR1)
        stopping = server.wait_for(r"^<stops (\d+) >")[1]
        (server.folder / "TELL").touch()
        self.assertNotEqual(server.wait_for(r"^<message (\d+) >")[1], stopping)
        (server.folder / "GO").touch()


class Pools(unittest.TestCase):
    def test_timers_and_coroutines_in_the_master(self):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([*PHP, ROOT / "tests/server/pool_callbacks.php"], cwd=folder, capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertIn("<tick master>", run.stdout)
        self.assertNotIn("<tick worker>", run.stdout)
        for line in ("<worker>", "<after>", "<ran>", "<over>"):
            self.assertIn(line, run.stdout)
