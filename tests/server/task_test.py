"""Tasks: task(), taskwait(), taskWaitMulti(), taskCo(), finish(), Server\\Task."""
# Time limit: 180 s
import json
import os
import pathlib
import signal
import threading
import unittest

from harness import wait_until
from php_program import SERVING, http_script, requires
from server_case import TestCase

NOTE = "note('<task', $id, $from, json_encode($data), $server->worker_id, getmypid() . '>');"
FINISHED = "$server->on('finish', function ($server, $id, $data) { note('<finish', $id, json_encode($data) . '>'); });"
LOST = "$server->on('taskLost', function ($server, $id, $worker) { note('<lost', $id, $worker . '>'); });"
# Until somebody makes the file.
GATE = "while (!is_file(__DIR__ . '/open')) { clearstatcache(); usleep(1000); }"
ERROR = "swoole_last_error()"
FUNCTIONS = requires("server/task_functions.php")


def tasks(body="return $data;", more=FINISHED):
    return f"$server->on('task', function ($server, $id, $from, $data) {{ {body} }});\n{more}"


class Case(TestCase):
    def server(self, handler, body="return $data;", options=None, more=FINISHED):
        return self.serve(handler, {"task_worker_num": 1, **(options or {})}, setup=FUNCTIONS + tasks(body, more))

    def open_gate(self, server):
        pathlib.Path(server.folder, "open").touch()

    def answer(self, server, path="/"):
        return json.loads(server.get(path).body)


class Results(Case):
    def test_what_a_task_returns_comes_to_the_callback_of_finish(self):
        server = self.server("$response->end((string) $server->task(['x' => 1]));", NOTE + "return ['got' => $data];")
        self.assertEqual([server.get().text, server.get().text], ["0", "1"])
        server.wait_for(r'^<task 0 0 \{"x":1\} 1 \d+>')
        server.wait_for(r'^<finish 0 \{"got":\{"x":1\}\}>')
        server.wait_for(r'^<finish 1 ')

    def test_every_type(self):
        server = self.server("$response->end(json_encode(comes_back($server)));")
        self.assertEqual(self.answer(server), [True] * 10)

    def test_finish_sends_as_often_as_it_is_called(self):
        server = self.server("$response->end((string) $server->task('x'));",
                             "$server->finish('one'); $server->finish(['two']);")
        server.get()
        server.wait_for(r'^<finish 0 "one">')
        server.wait_for(r'^<finish 0 \["two"\]>')

    def test_a_callback_of_its_own(self):
        server = self.server("$response->end(json_encode(callback_of_a_task($server)));")
        self.assertEqual(self.answer(server), [True, True, "x"])
        self.assertNotIn("<finish", server.output())

    def test_with_event_objects(self):
        server = self.server(
            "$server->task('x'); $response->end();", options={"event_object": True},
            more="$server->on('task', fn($server, $task) => $task::class . $task->data);"
                 "$server->on('finish', function ($server, $result) { note('<' . $result::class, $result->task_id, "
                 "$result->task_worker_id, $result->data, $result->dispatch_time > 1e9 ? 'now>' : '>'); });")
        server.get()
        server.wait_for(r"^<Swoole\\Server\\TaskResult 0 1 Swoole\\Server\\Taskx now>")

    def test_an_exception_ends_its_task_only(self):
        server = self.server(f"$response->end(json_encode([$server->taskwait('throw', 5), {ERROR}, $server->taskwait('go', 5)]));",
                             "if ($data === 'throw') throw new Exception('of a task'); return $data;")
        self.assertEqual(self.answer(server), [False, 550, "go"])
        server.wait_for("of a task")

    def test_ten_megabytes_both_ways(self):
        server = self.server("$data = str_repeat(random_bytes(1000), 10000); $begin = memory_get_usage();"
                             "$back = $server->taskwait(['data' => $data], 20);"
                             "$response->end(json_encode($back['data'] === $data));")
        self.assertEqual(self.answer(server), True)

    def test_what_cannot_be_serialized_is_an_error_of_the_sender(self):
        server = self.server("try { $server->task(fn () => 1); } catch (Exception $e) { $got[] = $e->getMessage(); }"
                             "try { $server->taskCo([1, fn () => 1]); } catch (Exception $e) { $got[] = $e->getMessage(); }"
                             "$got[] = $server->taskwait('fine', 5); $response->end(json_encode($got));")
        got = self.answer(server)
        self.assertEqual(got, ["Serialization of 'Closure' is not allowed"] * 2 + ["fine"])


class Waiting(Case):
    def test_results_have_the_keys_of_the_tasks(self):
        body = "if ($data === 'none') return; if ($data === 'wait') { " + GATE + "} return $data;"
        server = self.server("$tasks = ['a' => 1, 7 => 'none', 'c' => 'wait'];"
                             "$response->end(json_encode([$server->taskCo(['a' => 1, 'b' => [2]], 5),"
                             "$server->taskWaitMulti($tasks, 0.1), touch(__DIR__ . '/open'), $server->taskCo($tasks, 5)]));",
                             body)
        self.assertEqual(self.answer(server), [{"a": 1, "b": [2]}, {"a": 1}, True, {"a": 1, "7": False, "c": "wait"}])

    def test_after_a_timeout_the_result_goes_nowhere(self):
        server = self.server(f"$got = [$server->taskwait('x', 0.01), {ERROR}]; touch(__DIR__ . '/open');"
                             "$got[] = $server->taskwait('y', 5); $response->end(json_encode($got));",
                             GATE + "return $data;")
        self.assertEqual(self.answer(server), [False, 2003, "y"])
        self.assertNotIn("<finish", server.output())

    def test_other_coroutines_run_meanwhile(self):
        server = self.server("if ($request->server['path_info'] === '/open') return $response->end((string) touch(__DIR__ . '/open'));"
                             "note('<waits>'); $response->end($server->taskwait('x', 0));", GATE + "return $data;")
        answer = []
        thread = threading.Thread(target=lambda: answer.append(server.get().text))
        thread.start()
        server.wait_for("^<waits>")
        server.get("/open")
        thread.join()
        self.assertEqual(answer, ["x"])

    def test_without_coroutines_the_worker_waits_and_keeps_its_other_letters(self):
        # The task sends a message first: its callback runs when the wait is over.
        server = self.server(
            "$got = $server->taskwait('x', 5); note('<waited>'); $multi = $server->taskWaitMulti([1, 2], 5);"
            "$late = $server->taskwait('late', 0.01);"
            "$response->end(json_encode([$got, $multi, $late, Swoole\\Coroutine::getCid()]));",
            "if ($data === 'late') {" + GATE + "} else if ($data === 'x') $server->sendMessage('hello', 0); return $data;",
            {"enable_coroutine": False},
            FINISHED + "$server->on('pipeMessage', fn ($server, $from, $data) => note('<message', $from, $data . '>'));")
        self.assertEqual(self.answer(server), ["x", [1, 2], False, -1])
        server.wait_for("^<message 1 hello>")
        output = server.output()
        self.assertLess(output.index("<waited>"), output.index("<message"))
        self.open_gate(server)

    def test_without_coroutines_a_large_result_comes_too(self):
        server = self.server("$response->end((string) strlen($server->taskwait('x', 20)));",
                             "return str_repeat('y', 3000000);", {"enable_coroutine": False})
        self.assertEqual(server.get().text, "3000000")


class Objects(Case):
    def test_the_task_object(self):
        body = "note('<' . $task::class, $task->id, $task->worker_id, $task->data, $task->flags, " \
               "$task->dispatch_time > 1e9 ? 'now>' : '>'); $task->finish($task->data . '!');"
        server = self.serve("$response->end($server->taskwait('x', 5));",
                            {"task_worker_num": 1, "task_use_object": True},
                            setup=f"$server->on('task', function ($server, $task) {{ {body} }});")
        self.assertEqual(server.get().text, "x!")
        server.wait_for(r"^<Swoole\\Server\\Task 0 0 x 36 now>")

    def test_in_coroutines_tasks_wait_for_each_other(self):
        server = self.serve("$response->end(json_encode($server->taskCo(['pop', 'push'], 5)));",
                            {"task_worker_num": 1, "task_enable_coroutine": True},
                            setup=FUNCTIONS + "meets($server);")
        self.assertEqual(self.answer(server), ["met", True])

    def test_a_task_ends_with_its_object(self):
        server = self.serve("$response->end(json_encode([$server->taskwait('kept', 5), $server->stats()['tasking_num']]));",
                            {"task_worker_num": 1, "task_enable_coroutine": True},
                            setup="$server->on('task', function ($server, $task) {"
                                  "Swoole\\Timer::after(1, fn () => $task->finish('later')); });")
        self.assertEqual(self.answer(server)[0], "later")
        wait_until(lambda: self.answer(server)[1] <= 1, "the tasks to end")

    def test_more_than_may_run_wait_in_the_box(self):
        server = self.serve("$ids = []; for ($i = 0; $i < 50; ++$i) $tasks[] = $i;"
                            "$response->end(json_encode($server->taskCo($tasks, 10) === $tasks));",
                            {"task_worker_num": 1, "task_enable_coroutine": True, "max_coroutine": 3},
                            setup="$server->on('task', function ($server, $task) { Swoole\\Coroutine::sleep(0.001);"
                                  "$task->finish($task->data); });")
        self.assertEqual(self.answer(server), True)

    def test_pack_and_unpack(self):
        server = self.server("$packed = Swoole\\Server\\Task::pack(['a' => 1]);"
                             "$response->end(json_encode([Swoole\\Server\\Task::unpack($packed), Swoole\\Server\\Task::unpack(''),"
                             "Swoole\\Server\\Task::unpack(\"\\xfe\"), (new Swoole\\Server\\Task)->finish(1)]));")
        self.assertEqual(self.answer(server), [{"a": 1}, False, False, False])


class Dispatch(Case):
    def test_an_index_names_the_worker_else_it_is_the_one_with_the_least_to_do(self):
        body = "if ($data === 'wait') {" + GATE + "} return $server->worker_id;"
        server = self.server("$response->end(json_encode(workers_of_tasks($server)));", body, {"task_worker_num": 3})
        got = self.answer(server)
        self.assertEqual(got[4:], [3, 2])
        self.assertTrue(set(got[:4]) <= {1, 3}, got)

    def test_misuse(self):
        server = self.server(
            "$response->end(json_encode(misused_tasks($server)));",
            f"return [@$server->task('y'), {ERROR}, @$server->taskwait('y'), $server->taskworker];")
        self.assertEqual(self.answer(server), [
            "Swoole\\Server::task(): Argument #2 ($taskWorkerIndex) must be between -1 and 0, -2 given",
            "Swoole\\Server::task(): Argument #2 ($taskWorkerIndex) must be between -1 and 0, 1 given",
            "Swoole\\Server::taskCo(): Argument #1 ($tasks) must have 1 to 1024 tasks, has 0",
            False, 509, [False, 509, False, True]])

    def test_without_task_workers(self):
        server = self.serve(f"$response->end(json_encode([@$server->task('x'), {ERROR}]));")
        self.assertEqual(self.answer(server), [False, 509])

    def test_stats(self):
        server = self.server("$server->task('x'); $stats = $server->stats(); touch(__DIR__ . '/open');"
                             "$response->end(json_encode(array_map(fn ($name) => $stats[$name], ['task_worker_num', 'tasking_num', 'worker_num'])));",
                             GATE, {"task_worker_num": 2})
        self.assertEqual(self.answer(server), [2, 1, 1])

    def test_when_the_box_is_full(self):
        fill = "$n = 0; while (@$server->task(str_repeat('x', 1000)) !== false) ++$n; "
        server = self.server(fill + "$got = [$n, swoole_last_error()]; touch(__DIR__ . '/open'); $response->end(json_encode($got));",
                             GATE + "static $n = 0; if (++$n > 900) note('<n', $n . '>');", {"enable_coroutine": False})
        n, error = self.answer(server)
        self.assertGreater(n, 900)
        self.assertEqual(error, 9006)
        server.wait_for(rf"^<n {n}>")

    def test_a_coroutine_waits_while_the_box_is_full(self):
        server = self.server("for ($i = 0; $i < 3000; ++$i) { $server->task(str_repeat('x', 1000)); }"
                             "$response->end('given');",
                             GATE + "static $n = 0; if (++$n === 3000) note('<all>');")
        reader = threading.Thread(target=server.get)
        reader.start()
        # It hangs before the 2000th: the gate is opened from outside.
        self.open_gate(server)
        reader.join()
        server.wait_for("^<all>")

    def test_processes_of_the_program_give_tasks(self):
        server = self.server("$response->end();", NOTE,
                             more="$server->addProcess(new Swoole\\Process(function () use ($server) {"
                                  "note('<gave', json_encode([$server->task('from a process'), @$server->taskwait('x')]) . '>');"
                                  "while (true) sleep(100); }));")
        server.wait_for(r"^<gave \[0,false\]>")
        server.wait_for(r'^<task 0 2 "from a process" 1')


class Lives(Case):
    def test_task_max_request_replaces_workers_and_loses_nothing(self):
        server = self.server("for ($i = 0; $i < 500; ++$i) $server->task($i); $response->end();", NOTE + "usleep(1000);",
                             {"task_max_request": 50, "task_max_request_grace": 0})
        server.get()
        server.wait_for("^<task ", 500)
        pids = {line.split()[-1] for line in server.output().splitlines() if line.startswith("<task ")}
        self.assertGreater(len(pids), 2)

    def check_reload(self, number, event_workers_change):
        handler = SERVING + "for ($i = 0; $i < 20; ++$i) $server->task($i); $response->end((string) getmypid());"
        server = self.server(handler, "note('<t>'); return 1;", {"worker_num": 2, "task_worker_num": 2})
        server.wait_serving(2)
        before = set(server.workers())
        given, pids, stop = [], set(), threading.Event()

        def load():
            while not stop.is_set():
                pids.add(int(server.get().text))
                given.append(20)
        threads = [threading.Thread(target=load) for _ in range(3)]
        for thread in threads:
            thread.start()
        for n in range(3):
            mark = server.mark()
            server.send_signal(number)
            server.wait_for("the reload is finished", since=mark)
        stop.set()
        for thread in threads:
            thread.join()
        server.wait_for("^<t>", sum(given))
        server.wait_for("^<finish ", sum(given))
        self.assertEqual(server.output().count("<t>"), sum(given))
        wait_until(lambda: len(before & set(server.workers())) == (0 if event_workers_change else 2), "the end of the old workers")

    def test_a_reload_loses_no_task(self):
        self.check_reload(signal.SIGUSR1, True)

    def test_a_reload_of_task_workers_only_loses_no_task(self):
        self.check_reload(signal.SIGUSR2, False)

    def test_reload_of_task_workers_by_method(self):
        server = self.server("$response->end(json_encode([$server->taskwait(0, 5), getmypid(), $server->reload(true)]));",
                             "return getmypid();")
        first, own, done = self.answer(server)
        self.assertTrue(done)
        server.wait_for("the reload is finished")
        second, same, _ = self.answer(server)
        self.assertEqual(own, same)
        self.assertNotEqual(first, second)

    def test_a_killed_worker_costs_what_it_ran_and_that_is_reported(self):
        body = "if ($data === 'die') { note('<runs', getmypid() . '>'); " + GATE + "} return $data;"
        server = self.server("$server->task(1); $server->task('die'); for ($i = 2; $i < 50; ++$i) $server->task($i); $response->end();",
                             body, more=FINISHED + LOST)
        server.get()
        pid = int(server.wait_for(r"^<runs (\d+)>")[1])
        server.expect_crash(9)
        os.kill(pid, signal.SIGKILL)
        server.wait_for("^<finish ", 49)
        server.wait_for("^<lost 1 1>")
        server.wait_for(rf"task 1 of worker 0 is lost: worker 1 \(pid {pid}\) ended while it ran")
        self.assertEqual(server.output().count("<lost"), 1)
        self.assertEqual(server.output().count("<runs"), 1)

    def test_what_had_sent_a_result_is_not_lost(self):
        server = self.server("$response->end($server->taskwait('x', 10));",
                             "$server->finish($data); Swoole\\Process::kill(getmypid(), 9);", more=FINISHED + LOST)
        server.expect_crash(9)
        self.assertEqual(server.get().text, "x")
        server.wait_for("ended by signal 9")
        self.assertEqual(server.get().text, "x")
        self.assertNotIn("lost", server.output())

    def test_in_coroutines_it_costs_all_that_it_ran(self):
        server = self.serve("$response->end(json_encode([$server->taskCo(['x', 'y', 'die'], 10), swoole_last_error(), $server->taskwait('z', 10)]));",
                            {"task_worker_num": 1, "task_enable_coroutine": True},
                            setup="$server->on('task', function ($server, $task) { if ($task->data === 'z') return $task->finish('z');"
                                  "if ($task->data === 'die') Swoole\\Process::kill(getmypid(), 9); Swoole\\Coroutine::sleep(100); });")
        server.expect_crash(9)
        self.assertEqual(self.answer(server)[0], [False, False, False])
        self.assertEqual(server.output().count("is lost: worker 1"), 3)

    def test_in_coroutines_what_has_no_time_left_is_lost(self):
        server = self.serve("$response->end(json_encode([$server->taskwait('x', 30), swoole_last_error()]));",
                            {"task_worker_num": 1, "task_enable_coroutine": True, "max_wait_time": 1},
                            setup="$server->on('task', function ($server, $task) { note('<runs>'); Swoole\\Coroutine::sleep(100); });")
        with server.client() as client:
            client.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            server.wait_for("^<runs>")
            server.send_signal(signal.SIGUSR2)
            self.assertEqual(json.loads(client.response().body), [False, 9003])
        server.wait_for(r"task 0 of worker 0 is lost: worker 1 \(pid \d+\) ended while it ran")

    def test_the_successor_of_who_gave_a_task_gets_its_result(self):
        server = self.server("if ($request->server['path_info'] === '/die') { $server->task('x', -1, fn () => note('<callback>')); "
                             "Swoole\\Process::kill(getmypid(), 9); }"
                             "$response->end();", GATE + "return $data;")
        server.expect_crash(9)
        with server.client() as client:
            client.send(b"GET /die HTTP/1.1\r\nHost: x\r\n\r\n")
            server.wait_for("ended by signal 9")
        server.wait_for("ended by signal 9")
        server.get()
        self.open_gate(server)
        server.wait_for('^<finish 0 "x">')

    def test_shutdown_runs_what_was_given(self):
        server = self.server("for ($i = 0; $i < 100; ++$i) $server->task($i); $server->shutdown(); $response->end('ok');", NOTE)
        self.assertEqual(server.get().text, "ok")
        self.assertEqual(server.wait_exit(), 0)
        self.assertEqual(server.output().count("<task "), 100)

    def test_a_server_with_task_workers_needs_their_callback(self):
        server = self.run_script(http_script("$response->end();", {"task_worker_num": 1}), wait=False)
        self.assertEqual(server.wait_exit(), 255)
        self.assertIn("there is no callback for the task event", server.output())
        server.stop(code=255, checks=False)


class Messages(Case):
    ON = "$server->on('pipeMessage', function ($server, $from, $data) { %s });"

    def test_a_message_to_another_worker_and_to_a_task_worker(self):
        server = self.server("$response->end(json_encode([$server->sendMessage(['x' => 1], 1 - $server->worker_id), $server->sendMessage('text', 2)]));",
                             options={"worker_num": 2},
                             more=self.ON % "note('<message', $from, $server->worker_id, json_encode($data) . '>');")
        server.get()
        server.wait_for(r'^<message (0 1|1 0) \{"x":1\}>')
        server.wait_for(r'^<message [01] 2 "text">')

    def test_in_order_and_complete_between_all_workers(self):
        each = 3000
        server = self.serve(
            SERVING + f"foreach ([0, 1, 2] as $to) if ($to !== $server->worker_id) for ($i = 0; $i < {each}; ++$i) "
            "while (!$server->sendMessage($i, $to)) Swoole\\Coroutine::sleep(0.001); $response->end((string) $server->worker_id);",
            {"worker_num": 3},
            setup=self.ON % f"static $next = []; if (($next[$from] ?? 0) !== $data) note('<wrong', $from, $data . '>');"
                            f"$next[$from] = $data + 1; if ($data === {each - 1}) {{ $next[$from] = 0; note('<last', $from, $server->worker_id . '>'); }}")
        server.wait_serving(3)
        senders = set()
        while senders != {"0", "1", "2"}:
            senders.add(server.get().text)
        for sender in "012":
            for receiver in "012":
                if sender != receiver:
                    server.wait_for(rf"^<last {sender} {receiver}>")
        self.assertNotIn("<wrong", server.output())

    def test_large_ones(self):
        server = self.server("$response->end(json_encode($server->sendMessage(str_repeat('x', 5000000), 1)));",
                             more=self.ON % "note('<message', strlen($data) . '>');")
        self.assertEqual(self.answer(server), True)
        server.wait_for("^<message 5000000>")

    def test_large_ones_are_not_overtaken(self):
        server = self.server("for ($i = 0; $i < 300; ++$i) while (!$server->sendMessage($i . str_repeat('x', $i % 3 === 0 ? 300000 : 3), 1)) "
                             "Swoole\\Coroutine::sleep(0.001); $response->end();",
                             more=self.ON % "static $next = 0; if ((int) $data !== $next++) note('<wrong', (int) $data . '>');"
                                            "if ($next === 300) note('<last>');")
        server.get()
        server.wait_for("^<last>")
        self.assertNotIn("<wrong", server.output())

    def test_what_came_while_the_last_event_waited_for_a_task(self):
        server = self.server("$response->end();", "$server->sendMessage('last', 0); return 'done';", {"enable_coroutine": False},
                             more="$server->on('workerStart', fn () => Swoole\\Timer::tick(60000, fn () => 0));"
                                  "$server->on('workerExit', function ($server) { "
                                  "if (!$server->taskworker) note('<exit', $server->taskwait('x', 30) . '>'); });"
                                  + self.ON % "note('<message', $data . '>');")
        server.get()
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait_exit(), 0)
        self.assertIn("<exit done>", server.output())
        self.assertIn("<message last>", server.output())

    def test_with_event_objects(self):
        server = self.server("$response->end(json_encode($server->sendMessage([1], 1)));", options={"event_object": True},
                             more="$server->on('pipeMessage', function ($server, $message) { note('<' . $message::class, "
                                  "$message->source_worker_id, json_encode($message->data), $message->dispatch_time > 1e9 ? 'now>' : '>'); });")
        server.get()
        server.wait_for(r"^<Swoole\\Server\\PipeMessage 0 \[1\] now>")

    def test_waits_while_the_box_is_full(self):
        server = self.server("for ($n = 0; $n < 3000 && $server->sendMessage(str_repeat('x', 1000), 1); ++$n) $n === 900 && note('<many>');"
                             "$response->end((string) $n);",
                             more=self.ON % (GATE + "static $n = 0; if (++$n === 3000) note('<all>');"))
        answers = []
        sender = threading.Thread(target=lambda: answers.append(server.get().text))
        sender.start()
        server.wait_for("^<many>")
        self.open_gate(server)
        sender.join()
        self.assertEqual(answers, ["3000"])
        server.wait_for("^<all>")

    def test_misuse(self):
        server = self.server("$response->end(json_encode(misused_messages($server)));", more=self.ON % "")
        what = "Swoole\\Server::sendMessage(): "
        self.assertEqual(self.answer(server), [[False, what + "there is no worker -1, only 0 to 1"],
                                               [False, what + "there is no worker 2, only 0 to 1"],
                                               [False, what + "can't send messages to self: worker 0 is this one"],
                                               "Serialization of 'Closure' is not allowed"])

    def test_without_a_callback(self):
        server = self.server(f"$response->end(json_encode([@$server->sendMessage('x', 1), {ERROR}]));")
        self.assertEqual(self.answer(server), [False, 9015])


if __name__ == "__main__":
    unittest.main()
