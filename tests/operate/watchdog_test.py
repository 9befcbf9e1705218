"""What keeps a worker's loop from turning is in the log, with its PHP stack, what would help, and a count."""
import os
import subprocess
import unittest

from harness import need
from php_program import PhpFile
from server_case import TestCase

LINE = r"\tWARNING\tnothing else runs here for \d+ ms: blocked"

SCRIPT = "operate/watchdog_server.php"
THRESHOLD = {"blocking_threshold": 0.2}
OFF = {"hook_flags": 0}
ON = {"hook_flags": 0x7fffffff}


class WatchdogTest(TestCase):
    def blocks(self, path, options):
        server = self.run_script(PhpFile(SCRIPT, {**THRESHOLD, **options}))
        with server.client() as client:
            counts = client.ask(path=path).body
        return server, counts

    def lines(self, server):
        return [line for line in server.output().splitlines() if "nothing else runs here" in line]

    def test_a_call_that_blocks_is_reported_once_with_its_stack_and_the_setting(self):
        server, counts = self.blocks("/nap", OFF)
        server.wait_for(LINE + r" in (clock_)?nanosleep\(\); it would suspend only its coroutine with "
                        r"hook_flags => SWOOLE_HOOK_ALL\n\t#0 usleep\n\t#1 \S+server\.php\(\d+\): nap\n\t#2 ")
        self.assertEqual(counts, b"1 1")
        self.assertEqual(len(self.lines(server)), 1)

    def test_the_call_takes_as_long_as_ever(self):
        server = self.serve("$begin = hrtime(true); usleep(600000); $response->end((string) (hrtime(true) - $begin));",
                            OFF)
        with server.client() as client:
            self.assertGreaterEqual(int(client.ask().body), 600_000_000)
        self.assertEqual(len(self.lines(server)), 1)

    def test_a_call_that_suspends_is_not_reported(self):
        server, counts = self.blocks("/nap", ON)
        self.assertEqual(counts, b"0 0")
        self.assertEqual(self.lines(server), [])

    def test_php_code_that_computes_is_reported_without_a_setting(self):
        server, counts = self.blocks("/busy", ON)
        server.wait_for(r"\tWARNING\tnothing else runs here for \d+ ms: the code computes\n(\t#\d (getrusage|intdiv|\S+: processor_ms)\n)*"
                        r"\t#\d \S+server\.php\(\d+\): busy\n\t#\d ")
        self.assertEqual(counts, b"1 1")

    def test_a_wait_for_a_processor_is_not_reported(self):
        need("taskset")
        if not os.path.exists("/proc/thread-self/schedstat"):
            self.skipTest("this kernel does not count such waits")
        processor = ("taskset", "-c", str(min(os.sched_getaffinity(0))))
        burning = [subprocess.Popen([*processor, "timeout", "30", "sh", "-c", "while :; do :; done"]) for _ in range(8)]
        try:
            server = self.run_script(PhpFile(SCRIPT, {**THRESHOLD, **ON}), prefix=processor)
            with server.client() as client:
                self.assertEqual(client.ask(path="/short").body, b"0 0")
        finally:
            for process in burning:
                process.terminate()
                process.wait()
        self.assertEqual(self.lines(server), [])

    def test_within_an_include_once_the_reason_is_told(self):
        server, counts = self.blocks("/include", ON)
        server.wait_for(LINE + r" in (clock_)?nanosleep\(\) because a file is being included once, .*\n"
                        r"\t#0 usleep\n\t#1 \S+slow\.php\(1\): \{main\}\n")
        self.assertEqual(counts, b"1 1")

    def test_outside_of_coroutines_no_setting_helps(self):
        server, counts = self.blocks("/nap", {**ON, "enable_coroutine": False})
        server.wait_for(LINE + r" in (clock_)?nanosleep\(\), outside of coroutines, ")
        self.assertEqual(counts, b"1 1")

    def test_a_child_that_is_waited_for(self):
        server, counts = self.blocks("/child", OFF)
        server.wait_for(LINE + r" in read\(\); it would suspend only its coroutine with .*\n\t#0 exec\n")
        self.assertEqual(counts, b"1 1")

    def test_the_threshold_is_an_option(self):
        server, counts = self.blocks("/nap", {**OFF, "blocking_threshold": 0})
        self.assertEqual(counts, b"0 0")
        self.assertEqual(self.lines(server), [])
        server, counts = self.blocks("/nap", {**OFF, "blocking_threshold": 60})
        self.assertEqual(counts, b"0 0")

    def test_log_level_drops_the_line_and_counts(self):
        server, counts = self.blocks("/nap", {**OFF, "log_level": 5})
        self.assertEqual(counts, b"1 1")
        self.assertEqual(self.lines(server), [])

    def test_an_idle_server_reports_nothing(self):
        server = self.run_script(PhpFile(SCRIPT, THRESHOLD))
        with server.client() as client:
            self.assertEqual(client.ask(path="/nothing").body, b"0 0")
        # Takes longer than a report would.
        _, counts = self.blocks("/nap", OFF)
        self.assertEqual(counts, b"1 1")
        with server.client() as client:
            self.assertEqual(client.ask(path="/nothing").body, b"0 0")
        self.assertEqual(self.lines(server), [])

    def test_a_worker_without_privileges(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give privileges away")
        server, counts = self.blocks("/nap", {**OFF, "user": "nobody"})
        server.wait_for(LINE + r" in (clock_)?nanosleep\(\); .*\n\t#0 usleep\n")
        self.assertEqual(counts, b"1 1")

    def test_the_counts_of_workers_that_left_stay(self):
        server = self.run_script(PhpFile(SCRIPT, {**THRESHOLD, **OFF, "max_request": 1, "max_request_grace": 0}))
        with server.client() as client:
            self.assertEqual(client.ask(path="/nap").body, b"1 1")
        server.wait_for(LINE)
        with server.client() as client:
            self.assertEqual(client.ask(path="/nap").body[:1], b"2")


if __name__ == "__main__":
    unittest.main()
