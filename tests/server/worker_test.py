"""Workers as a set: connections are dealt out evenly; one that crashes says where it was."""
import json
import os
import signal
import unittest
import unittest.mock

from http_client import request
from php_program import IS_SANITIZED, SERVING, php_version, requires
from server_case import TestCase

POLICY = SERVING + "$response->end(policy());"
WHERE = SERVING + "$response->end((string) $server->worker_id);"
COUNT = SERVING + "$response->end(connections($server));"
FUNCTIONS = requires("server/worker_functions.php")


class WorkersTest(TestCase):
    def test_connections_are_dealt_out(self):
        server = self.serve(COUNT, {"worker_num": 4}, setup=FUNCTIONS)
        server.wait_serving(4)
        clients = [server.client() for _ in range(40)]
        for client in clients:
            self.assertEqual(client.ask().status, 200)
        shares = json.loads(clients[0].ask().body)
        self.assertEqual(sum(shares), 40)
        self.assertEqual(len(shares), 4)
        self.assertLessEqual(max(shares) - min(shares), 4)
        for client in clients:
            client.close()

    def test_requests_are_answered_where_the_connection_was_dealt_to(self):
        server = self.serve(WHERE, {"worker_num": 3})
        server.wait_serving(3)
        seen = set()
        clients = [server.client() for _ in range(12)]
        for client in clients:
            first = client.ask().body
            self.assertEqual(client.ask().body, first)
            seen.add(first)
        self.assertEqual(seen, {b"0", b"1", b"2"})
        for client in clients:
            client.close()

    def test_workers_that_outnumber_the_cpus_preempt_nobody(self):
        cpus = len(os.sched_getaffinity(0))
        for options, batch in (({"worker_num": cpus}, False), ({"worker_num": cpus + 1}, True),
                               ({"worker_num": cpus + 1, "batch_scheduling": 0}, False),
                               ({"worker_num": 1, "batch_scheduling": 1}, True)):
            with self.subTest(options):
                policy = os.SCHED_BATCH if batch else os.SCHED_OTHER
                self.assertEqual(int(self.serve(POLICY, options, setup=FUNCTIONS).get("/").text), policy)

    @unittest.mock.patch.dict(os.environ, ASAN_OPTIONS="handle_segv=0")
    def test_a_crash_leaves_the_php_stack_in_the_log(self):
        server = self.serve("crash();", {"worker_num": 1}, setup=FUNCTIONS)
        server.expect_crash(11)
        client = server.client()
        client.send(request())
        server.wait_for(r"crashed with signal 11; PHP stack:\n#0 exec\n#1 \S+: crash")
        server.wait_for(r"ended by signal 11")
        client.close()
        server.stop(checks=False)  # they would complain of the crash

    @unittest.skipIf(IS_SANITIZED, "the stack ends in code of the sanitizer")
    def test_endless_recursion_ends_the_request(self):
        server = self.serve("overflow(1);", {"worker_num": 1}, setup=FUNCTIONS)
        with server.client() as client:
            self.assertEqual(client.ask().status, 500)
        server.wait_for("Uncaught Error: Maximum call stack size" if php_version() >= (8, 3) else "The C stack of a coroutine is used up")
        server.stop(checks=False)  # they would complain of the fatal error

    def test_sigquit_logs_what_coroutines_wait_for(self):
        server = self.serve("if ($request->server['path_info'] === '/wait') { $response->write('x'); Co::yield(); } "
                            "$response->end((string) getmypid());", {"worker_num": 1})
        with server.client() as client, server.client() as other:
            other.send(request(path="/wait"))
            other.head()
            os.kill(int(client.ask().body), signal.SIGQUIT)
            server.wait_for(r"coroutines: 1\n\tcoroutine \d+, waits for resume\(\)\n\t#0 .*yield\(\)")

    def test_a_worker_start_that_fails_never_takes_over(self):
        flag = "__DIR__ . '/broken'"
        setup = f"$server->on('workerStart', function () {{ if (is_file({flag})) throw new Exception('broken'); }});"
        server = self.serve(f"touch({flag}); $response->end((string) getmypid());", setup=setup)
        with server.client() as client:
            before = client.ask().body
            server.send_signal(signal.SIGUSR1)
            server.wait_for(r"Uncaught Exception: broken")
            server.wait_for(r"the old one continues")
            self.assertEqual(client.ask().body, before)

    def test_a_worker_without_privileges_can_ask_for_a_reload(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give privileges away")
        server = self.serve("$response->end(var_export($server->reload(), true));", {"user": "nobody"})
        with server.client() as client:
            self.assertEqual(client.ask().body, b"true")
            server.wait_for(r"reloading all workers")


if __name__ == "__main__":
    unittest.main()
