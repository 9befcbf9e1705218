"""Slow pages of `tern fpm`: slowlog, request_terminate_timeout; and fpm_get_status()."""
import json
import re
import threading
import unittest

from harness import wait_until
from pools import PoolTest

STACK = re.compile(r"\n\[\d\d-\w{3}-\d{4} [\d:]{8}\]  \[pool (\w+)\] pid (\d+)\nscript_filename = (.*)\n((?:\[0x[0-9a-f]{16}\] .*\n)*)")


class OverdueTest(PoolTest):
    def slow(self):
        path = self.fpm.folder / "shared/slow.log"
        return STACK.findall(path.read_text()) if path.exists() else []

    def frames(self, entry):
        """function() file:line"""
        return [line.split("] ", 1)[1].replace(f"{self.fpm.folder}/site/", "") for line in entry[3].splitlines()]

    def start_with_slowlog(self, more=""):
        self.start({"www": f"slowlog = {self.fpm.folder}/shared/slow.log\nrequest_slowlog_timeout = 1\n{more}"})

    def test_slowlog_of_a_page_that_waits(self):
        self.start_with_slowlog()
        with self.waiting("slow") as release:
            wait_until(self.slow, "the stack")
            release()
        entry, = self.slow()
        self.assertEqual(("www", str(self.fpm.folder / "site/wait.php")), (entry[0], entry[2]))
        self.assertRegex(self.frames(entry)[0], r"^u?sleep\(\) wait\.php:\d+$")
        text = self.fpm.wait_for("WARNING", "executing too slow")
        self.assertTrue(text)
        told = [text for _, text in self.fpm.log() if "trac" in text or "slow" in text]
        pid = entry[1]
        self.assertRegex(told[0], rf"^\[pool www\] child {pid}, script '.*/site/wait\.php' \(request: \"GET /wait\.php\?until=.*\"\) "
                                  r"executing too slow \(\d\.\d{6} sec\), logging$")
        self.assertEqual([f"child {pid} stopped for tracing", f"about to trace {pid}", f"finished trace of {pid}"], told[1:])
        self.fpm.stop()

    def test_slowlog_of_a_page_that_computes(self):
        self.start_with_slowlog()
        until = self.fpm.folder / "shared/computed"
        texts = []
        client = threading.Thread(target=lambda: texts.append(self.get("busy.php", None, f"until={until}")))
        client.start()
        wait_until(self.slow, "the stack")
        until.touch()
        client.join()
        self.assertEqual(["computed"], texts)
        entry, = self.slow()
        self.assertIn("compute() busy.php:11", self.frames(entry))
        self.fpm.stop()

    def test_depth_of_the_slowlog(self):
        self.start_with_slowlog("request_slowlog_trace_depth = 1")
        with self.waiting("slow") as release:
            wait_until(self.slow, "the stack")
            release()
        self.assertEqual(1, len(self.frames(self.slow()[0])))
        self.fpm.stop()

    def test_a_page_that_takes_too_long_ends(self):
        self.start({"www": "request_terminate_timeout = 1"})
        with self.waiting("long") as release:
            text = self.fpm.wait_for("WARNING", "execution timed out")
            self.assertRegex(text, r"^\[pool www\] child \d+, script '.*/site/wait\.php' \(request: \"GET /wait\.php\?until=.*\"\) "
                                   r"execution timed out \(\d\.\d{6} sec\), terminating$")
            self.assertEqual("hello", self.get("hello.php"))
            self.assertEqual("no response", release())
        self.assertEqual(1, len(self.fpm.told("WARNING", "execution timed out")))
        self.fpm.stop()

    ONE_WORKER = "request_terminate_timeout = 1\nphp_admin_value[tern.pool_processes] = 1"

    def ask_aside(self, page, until):
        """Sends a request, and waits until its page computes. What it returns waits for the end of the response."""
        texts = []

        def ask():
            try:
                texts.append(self.answer(page, None, f"until={until}").text)
            except (OSError, EOFError, ValueError, IndexError):
                texts.append("no response")
        client = threading.Thread(target=ask)
        client.start()
        wait_until(until.with_name(f"{until.name}.begun").exists, "the page to begin")

        def end():
            client.join()
            return texts[0]
        return end

    def test_a_page_that_computes_ends_alone(self):
        """The other requests of its worker continue."""
        self.start({"www": self.ONE_WORKER})
        worker, sent, until = self.get("pid.php"), self.fpm.folder / "shared/sent", self.fpm.folder / "shared/computes"
        self.assertEqual("sent", self.get("sent.php", None, f"until={sent}"))
        end = self.ask_aside("busy.php", until)
        self.assertEqual(worker, self.get("pid.php"))
        self.assertIn(end(), ("", "no response"))
        self.assertRegex(self.fpm.wait_for("WARNING", "execution timed out"),
                         rf"^\[pool www\] child {worker}, script '.*/site/busy\.php' .* execution timed out \(\d\.\d{{6}} sec\), terminating$")
        sent.touch()
        wait_until(sent.with_name("sent.over").exists, "the other page to end")
        self.assertEqual(worker, self.get("pid.php"))
        self.assertEqual(1, len(self.fpm.told("WARNING", "execution timed out")))
        self.assertEqual([], self.fpm.told("WARNING", "exited on signal"))
        self.fpm.stop()

    def test_a_page_that_cannot_be_ended_ends_with_its_worker(self):
        self.start({"www": self.ONE_WORKER})
        worker = self.get("pid.php")
        end = self.ask_aside("stuck.php", self.fpm.folder / "shared/stuck")
        self.fpm.wait_for("WARNING", rf"^\[pool www\] child {worker} exited on signal 9 \(SIGKILL\)")
        self.assertIn(end(), ("", "no response"))
        self.assertNotEqual(worker, self.get("pid.php"))
        self.fpm.stop()

    def test_a_page_that_has_responded_with_a_limit(self):
        self.start({"www": f"{self.ONE_WORKER}\nrequest_terminate_timeout_track_finished = yes"})
        worker, until = self.get("pid.php"), self.fpm.folder / "shared/sent"
        self.assertEqual("sent", self.get("sent.php", None, f"until={until}"))
        self.assertIn("sent.php", self.fpm.wait_for("WARNING", "execution timed out"))
        self.assertFalse(until.with_name("sent.ended").exists())  # of its shutdown function
        self.assertFalse(until.with_name("sent.over").exists())
        self.assertEqual(worker, self.get("pid.php"))
        self.fpm.stop()

    def test_a_page_that_has_responded_has_no_limit(self):
        self.start({"www": "request_terminate_timeout = 1"})
        until = self.fpm.folder / "shared/sent"
        self.assertEqual("sent", self.get("sent.php", None, f"until={until}"))
        with self.waiting("long"):
            self.assertIn("wait.php", self.fpm.wait_for("WARNING", "execution timed out"))
        until.touch()
        wait_until(until.with_name("sent.over").exists, "the page to end")
        self.assertEqual(1, len(self.fpm.told("WARNING", "execution timed out")))
        self.fpm.stop()

    def test_shutdown_functions_have_no_limit(self):
        """As with php-fpm, whose child is `Ending` meanwhile."""
        self.start({"www": "request_terminate_timeout = 1"})
        until = self.fpm.folder / "shared/end"
        end = self.ask_aside("shutdown.php", until)
        status = json.loads(self.get("own_status.php"))
        self.assertEqual([("Ending", "/shutdown.php")], [(one["state"], one["request-uri"]) for one in status["procs"]
                                                         if one["state"] not in ("Idle", "Running")])
        with self.waiting("long"):
            self.assertIn("wait.php", self.fpm.wait_for("WARNING", "execution timed out"))
        until.touch()
        self.assertEqual("sent and over", end())
        self.assertEqual(1, len(self.fpm.told("WARNING", "execution timed out")))
        self.fpm.stop()

    def test_shutdown_functions_with_a_limit(self):
        self.start({"www": f"{self.ONE_WORKER}\nrequest_terminate_timeout_track_finished = yes"})
        worker = self.get("pid.php")
        end = self.ask_aside("shutdown.php", self.fpm.folder / "shared/end")
        self.assertIn("shutdown.php", self.fpm.wait_for("WARNING", "execution timed out"))
        self.assertIn(end(), ("", "no response"))
        self.assertEqual(worker, self.get("pid.php"))
        self.fpm.stop()

    def terminated(self, how, more):
        """As a signal ends a child of PHP-FPM: no code of the page runs any more, nothing of it is stored or logged."""
        log, until, notes = (self.fpm.folder / "shared" / name for name in ("access.log", "until", "notes"))
        self.start({"www": f"{self.ONE_WORKER}\naccess.log = {log}\n{more}"})
        worker = self.get("pid.php")
        texts = []
        client = threading.Thread(target=lambda: texts.append(self.outcome("terminated.php", f"notes={notes}&until={until}&how={how}")))
        client.start()
        wait_until(until.with_name("until.begun").exists, "the page to begin")
        self.fpm.wait_for("WARNING", "execution timed out")
        client.join()
        self.assertIn(texts[0], ("", "no response"))
        # The session is not locked any more: the next page gets it, as it was before.
        until.touch()
        self.assertIn(self.outcome("terminated.php", f"notes={notes}.next&until={until}&how=waits"), ("text",))
        self.assertEqual(self.get("pid.php"), worker)
        self.assertEqual(sorted(notes.with_name("notes.next").read_text().split("\n")[:-1]),
                         ["close of a filter", "close of a stream", "close of a stream", "filter", "finally", "finally of a generator",
                          "flush of a stream", "flush of a stream", "global variable", "local variable", "output", "session", "shutdown function"])
        self.assertFalse(notes.exists(), notes.exists() and notes.read_text())
        self.assertEqual(log.read_text().count("terminated.php"), 1)
        self.fpm.stop()

    def outcome(self, page, query):
        try:
            return self.answer(page, None, query).text
        except (OSError, EOFError, ValueError, IndexError):
            return "no response"

    def test_no_code_of_a_page_that_waits_runs_after_its_limit(self):
        self.terminated("waits", "")

    def test_no_code_of_a_page_that_computes_runs_after_its_limit(self):
        self.terminated("computes", "")

    def test_no_code_of_a_page_with_its_own_process_runs_after_its_limit(self):
        self.terminated("waits", "pm = static\npm.max_children = 1\nphp_admin_value[tern.isolation] = process")

    def test_status_by_a_function(self):
        self.start({"www": "pm = static\npm.max_children = 3"})
        status = json.loads(self.get("own_status.php"))
        self.assertEqual(("www", "static", 1, 1, 2, 3), tuple(status[name] for name in (
            "pool", "process-manager", "accepted-conn", "active-processes", "idle-processes", "total-processes")))
        running, = [one for one in status["procs"] if one["state"] == "Running"]
        self.assertEqual(("GET", "/own_status.php", str(self.fpm.folder / "site/own_status.php"), 1), tuple(
            running[name] for name in ("request-method", "request-uri", "script", "requests")))
        again = json.loads(self.get("own_status.php"))
        self.assertEqual(2, again["accepted-conn"])
        self.fpm.stop()


if __name__ == "__main__":
    unittest.main()
