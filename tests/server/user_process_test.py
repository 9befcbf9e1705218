"""Processes of the program's own among the workers: Server::addProcess()."""
# Time limit: 120 s
import json
import os
import pathlib
import re
import signal
import unittest

from harness import wait_until
from php_program import SERVING, PhpFile
from processes import alive
from server_case import TestCase

PID = "note('<run', $process->id, getmypid() . '>');"
GLOBAL = "global $process;"
IDLE = PID + "while (true) sleep(100);"


def adding(body, make="false, SOCK_DGRAM, false", name="$process"):
    """PHP that adds a process whose callback is `body`."""
    return f"{name} = new Swoole\\Process(function ($process) use ($server) {{ {body} }}, {make});\n" \
           f"$server->addProcess({name});\n"


COROUTINE = "false, SOCK_DGRAM, true"

# PHP writes an error in several pieces, and the server writes LISTENING between them when it starts.
WHEN_ALL_LISTEN = "while (!is_file(__DIR__ . '/listens')) usleep(1000);"


class UserProcessTest(TestCase):
    def run_of(self, server, count=1):
        return int(server.wait_for(r"^<run \d+ (\d+)>$", count)[1])

    def test_it_is_a_worker_behind_the_others(self):
        server = self.serve(GLOBAL + "$response->end(json_encode([$server->getWorkerPid(2), $server->getWorkerStatus(2), "
                            "$server->getWorkerPid(3), $process->id, $server->stats()['user_worker_num'], "
                            "$server->stats()['idle_worker_num']]));",
                            {"worker_num": 2},
                            setup=adding("note('<self', json_encode([$server->getWorkerId(), $server->worker_id, "
                                         "$server->worker_pid === getmypid(), $process->pid === getmypid(), "
                                         "$server->getWorkerPid() === getmypid(), $server->stats()['worker_num']]) . '>');"
                                         + IDLE))
        pid = self.run_of(server)
        server.wait_for(r"^<self \[2,2,true,true,true,2\]>")
        server.wait_for(r"^<run 2 ")
        got = json.loads(server.get().body)
        self.assertEqual(got[:5], [pid, 2, False, 2, 1])
        self.assertLessEqual(got[5], 2)
        server.stop()
        self.assertFalse(alive(pid))

    def test_when_it_returns_it_is_started_again(self):
        server = self.serve("$response->end('ok');", setup=adding(PID))
        self.run_of(server, 4)
        self.assertEqual(server.get().text, "ok")
        self.assertNotIn("[WARNING]", server.output().upper())

    def test_when_it_is_killed_or_fails_it_is_started_again(self):
        server = self.serve("$response->end('ok');", setup="$server->on('workerError', function ($server, $id, $pid, $code, $signal) {"
                            "note('<error', $id, $pid, $code, $signal . '>'); });"
                            + adding(PID + WHEN_ALL_LISTEN + "if (!is_file(__DIR__ . '/failed')) { touch(__DIR__ . '/failed'); throw new Exception('broken'); }"
                                     "while (true) sleep(100);"))
        (server.folder / "listens").touch()
        first = self.run_of(server)
        server.wait_for(rf"^<error 1 {first} 255 0>")
        server.wait_for(r"Uncaught Exception: broken")
        pid = self.run_of(server, 2)
        os.kill(pid, signal.SIGKILL)
        server.wait_for(rf"^<error 1 {pid} 0 9>")
        self.assertNotEqual(self.run_of(server, 3), pid)
        self.assertEqual(server.get().text, "ok")

    def test_exit_code_and_fatal_error(self):
        server = self.serve("$response->end('ok');", setup="$server->on('workerError', function ($server, $id, $pid, $code) {"
                            "note('<error', $code . '>'); }); $n = new Swoole\\Atomic;"
                            + adding(WHEN_ALL_LISTEN + "if ($GLOBALS['n']->add() == 1) $process->exit(7); if ($GLOBALS['n']->get() == 2) "
                                     "ini_set('memory_limit', '32M') && str_repeat('x', 1 << 30);" + IDLE))
        (server.folder / "listens").touch()
        server.wait_for(r"^<error 7>")
        server.wait_for(r"^<error 255>")
        self.run_of(server)

    def test_it_may_become_another_program(self):
        """That has no channel to the master, which is no reason to end it; longer than the time that a worker would have."""
        server = self.serve("$response->end('ok');", setup=adding(
            PID + """$process->exec('/bin/sh', ['-c', 'for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1; done; echo "<end $$>"; exec sleep 100']);"""))
        pid = self.run_of(server)
        self.assertEqual(int(server.wait_for(r"^<end (\d+)>$")[1]), pid)
        server.stop()
        wait_until(lambda: not alive(pid), "the program is still there")

    def test_a_reload_leaves_it_alone(self):
        server = self.serve(SERVING + "$response->end((string) getmypid());", setup=adding(IDLE))
        pid = self.run_of(server)
        worker = server.get().text
        server.send_signal(signal.SIGUSR1)
        server.wait_for(r"the reload is finished")
        wait_until(lambda: not alive(int(worker)), "the old worker's end")
        self.assertTrue(alive(pid))
        self.assertEqual(len(server.workers()), 2)

    def test_stop_ends_and_renews_it(self):
        alone = "$file = fopen(__FILE__, 'r'); note('<alone', var_export(flock($file, LOCK_EX | LOCK_NB), true) . '>');"
        server = self.serve("$response->end(json_encode($server->stop(1)));", setup=adding(alone + IDLE))
        pid = self.run_of(server)
        self.assertEqual(server.get().text, "true")
        self.assertNotEqual(self.run_of(server, 2), pid)
        self.assertFalse(alive(pid))
        self.assertNotIn("<alone false>", server.output())

    def test_sigterm_ends_it_and_one_that_does_not_listen_is_killed(self):
        body = "Swoole\\Process::signal(SIGTERM, function () { note('<term>'); %s });" + PID + "while (true) Co::sleep(100);"
        server = self.serve("$response->end('ok');", setup=adding(body % "exit(0);", COROUTINE))
        self.run_of(server)
        server.stop()
        server = self.serve("$response->end('ok');", {"max_wait_time": 1}, setup=adding(body % "", COROUTINE))
        pid = self.run_of(server)
        server.send_signal(signal.SIGTERM)
        server.wait_exit()
        self.assertIn("<term>", server.output())
        self.assertIn("did not finish in time", server.output())
        self.assertFalse(alive(pid))

    def test_it_ends_with_the_master(self):
        server = self.serve("$response->end('ok');", setup=adding(IDLE) + adding(
            PID + "while (true) Co::sleep(100);", COROUTINE, "$other"))
        pids = [self.run_of(server), self.run_of(server, 2)]
        server.send_signal(signal.SIGKILL)
        wait_until(lambda: not any(map(alive, pids)), "the end of both")
        server.wait_exit()
        server.kill()

    def test_the_pipe_works_both_ways(self):
        echo = PID + "while (($text = $process->read()) !== false) $process->write(strrev($text));"
        handler = GLOBAL + "$process->write('<' . $request->rawContent() . '>'); $response->end($process->read());"
        for kind in ("SOCK_DGRAM, false", "SOCK_STREAM, false", "SOCK_DGRAM, true", "SOCK_STREAM, true"):
            with self.subTest(kind=kind):
                server = self.serve(handler, setup=adding(echo, "false, " + kind))
                self.assertEqual(server.get("/", body=b"abc", method="POST").text, ">cba<")
                os.kill(self.run_of(server), signal.SIGKILL)
                self.assertEqual(server.get("/", body=b"again", method="POST").text, ">niaga<")
                self.run_of(server, 2)
                server.stop()

    def test_messages(self):
        server = self.serve(GLOBAL + "try { $got = $server->sendMessage($request->getContent() ?: [], $process->id); } "
                            "catch (Error $e) { $got = $e->getMessage(); } $response->end(json_encode([$got, $server->worker_id]));",
                            {"worker_num": 2, "log_level": 4},
                            setup="$server->on('pipeMessage', function ($server, $from, $data) {"
                                  "note('<message', json_encode([$server->worker_id, $from, $data]) . '>'); });"
                                  + adding("while (true) $server->sendMessage(['got' => $process->read()], 1);"))
        self.assertEqual(server.get("/", body=b"hello", method="POST").text[:5], "[true")
        server.wait_for(r'^<message \[1,2,\{"got":"hello"\}\]>$')
        self.assertIn("must be a string", server.get().text)

    def test_the_exported_socket(self):
        echo = PID + "$socket = $process->exportSocket(); while (true) $socket->send('got ' . $socket->recv());"
        server = self.serve(GLOBAL + "$socket = $process->exportSocket(); $socket->send('x'); $response->end($socket->recv());",
                            setup=adding(echo, "false, SOCK_STREAM, true"))
        self.assertEqual(server.get().text, "got x")

    def test_the_pipe_as_standard_input_and_output(self):
        server = self.serve(GLOBAL + "$process->write(\"line\\n\"); $response->end($process->read());",
                            setup=adding("while (($line = fgets(STDIN)) !== false) echo 'got ' . $line;", "true"))
        self.assertEqual(server.get().text, "got line\n")

    def test_timers_and_coroutines_in_it(self):
        server = self.serve("$response->end('ok');", setup=adding(
            "$server->after(1, function () { note('<timer>'); });"
            "go(function () { Co::sleep(0.001); note('<coroutine>'); });" + PID)
            + adding("Swoole\\Coroutine\\run(function () { note('<in run ' . Co::getCid() . '>'); });" + PID, name="$other"))
        server.wait_for(r"^<timer>")
        server.wait_for(r"^<coroutine>")
        server.wait_for(r"^<in run 1>")
        self.run_of(server, 3)

    def test_it_sends_to_connections_of_workers(self):
        server = self.run_script(PhpFile("server/process_sends.php", {"worker_num": 2, "output_buffer_size": 4 << 20}))
        with server.client() as client:
            client.send(b"x")
            self.assertEqual(client.exactly(2000000), b"0123456789" * 200000)
            self.assertFalse(client.receive())
        server.wait_for(r"^<send \[true,true,true\]>")

    def test_it_reloads_and_ends_the_server(self):
        server = self.serve(SERVING + GLOBAL + "$process->write('reload'); $response->end('ok');",
                            setup=adding("$process->read(); $server->reload(); $process->read(); $server->shutdown();" + IDLE))
        server.get()
        server.wait_for(r"the reload is finished")
        server.get()
        server.wait_exit()

    def test_a_fork_of_it_is_no_part_of_the_server(self):
        server = self.serve("$response->end('ok');", setup=adding(
            "$child = new Swoole\\Process(function () use ($server) { note('<child', var_export(@$server->reload(), true) . '>'); });"
            "$child->start(); Swoole\\Process::wait();" + IDLE))
        server.wait_for(r"^<child false>")
        self.run_of(server)

    def test_privileges(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give privileges away")
        server = self.serve("$response->end('ok');", {"user": "nobody"}, setup=adding(
            PID + "while (true) Co::sleep(100);", COROUTINE))
        pid = self.run_of(server)
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
        self.assertNotEqual(re.search(r"^Uid:\t(\d+)", status, re.M)[1], "0")


if __name__ == "__main__":
    unittest.main()
