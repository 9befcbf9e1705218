"""An application that boots once, before the workers are forked: `tern serve --boot-once` and Tern\\Application::bootOnce()."""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import tempfile
import time
import unittest

from harness import wait_until
from launcher import LauncherTest, program
from php_program import PhpFile, opcache
from processes import alive, process_stat
from server_process import Server

OPCACHE = (*opcache(), "-d", "opcache.enable_cli=1", "-d", "opcache.file_update_protection=0")
SOCKET = "$GLOBALS['socket'] = stream_socket_server('tcp://127.0.0.1:0');\n"


class BootOnceTest(LauncherTest):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        self.changed_s = int(time.time()) - 1000
        self.notes = pathlib.Path(tempfile.mkdtemp(prefix="tern-boots-"))
        self.notes.chmod(0o777)
        self.addCleanup(shutil.rmtree, self.notes, True)
        self.environment = {"TERN_TEST_BOOTS": str(self.notes / "boots")}

    def write_index(self, before=""):
        """Each one is later than the one before: opcache tells files apart by seconds."""
        self.changed_s += 10
        self.write("index.php.new", "<?php\n" + before + program("boots"), mtime=self.changed_s)
        os.replace(self.folder / "index.php.new", self.folder / "index.php")

    def start(self, *words, before=""):
        self.write_index(before)
        return self.run_served(".", "--port", "0", "--workers", "2", "--concurrency", "4", "--boot-once", *words,
                               env=self.environment, php=("-d", "opcache.file_update_protection=0", "-d", "opcache.revalidate_freq=0"))

    def boots(self):
        """The processes in which the application has booted."""
        return [int(pid) for pid in (self.notes / "boots").read_text().split()]

    def answers(self, server, wanted=lambda found: len(found) == 2):
        """What the workers answer, by pid. Connections stay open until then: so all workers get some."""
        found = {}
        with contextlib.ExitStack() as connections:
            def look():
                with contextlib.suppress(ConnectionError):  # of a worker that has just ended
                    one = json.loads(connections.enter_context(server.client()).ask().text)
                    found[one["pid"]] = one
                alive_ones = {pid: answer for pid, answer in found.items() if alive(pid)}
                return alive_ones if wanted(alive_ones) else None
            return wait_until(look, lambda: f"answers of other workers than {found} in:\n{server.output()}")

    def check_own_boots(self, server, why):
        """Each worker has booted the application, after a process that could not share it."""
        self.assertRegex(server.output(), why)
        found = self.answers(server)
        self.assertEqual({one["booted"] for one in found.values()}, set(found))
        self.assertEqual(len(self.boots()), 3)

    def test_workers_share_one_boot(self):
        server = self.start()
        found = list(self.answers(server).values())
        self.assertEqual(len(self.boots()), 1)
        self.assertEqual({one["booted"] for one in found}, set(self.boots()))
        self.assertEqual({one["parent"] for one in found}, {server.pid})
        self.assertNotEqual(found[0]["random"], found[1]["random"])
        self.assertIn("\nindex.php: up to 4 requests at a time in each worker, each in a context, booted once for all workers\n", server.output())

    def test_a_context_without_a_request_stays(self):
        """The other worker looks once a second whether its context is spent."""
        self.write_index()
        server = self.run_served(".", "--port", "0", "--workers", "2", "--concurrency", "4", env=self.environment)
        boots = wait_until(lambda: found if len(found := sorted(self.boots())) >= 2 else None, "two workers")
        server.get("/?us=2200000")
        self.assertEqual(sorted(self.boots()), boots)
        self.assertEqual(len(set(boots)), 2)

    def test_without_contexts(self):
        self.write_index()
        server = self.run_served(".", "--port", "0", "--workers", "2", "--boot-once", env=self.environment)
        found = list(self.answers(server).values())
        self.assertEqual({one["booted"] for one in found}, set(self.boots()))
        self.assertEqual(len(self.boots()), 1)
        self.assertNotEqual(found[0]["random"], found[1]["random"])

    def test_a_worker_that_dies_is_forked_again(self):
        server = self.start()
        first = min(self.answers(server))
        os.kill(first, signal.SIGKILL)
        found = self.answers(server)
        self.assertNotIn(first, found)
        self.assertEqual(len(self.boots()), 1)
        self.assertEqual({one["parent"] for one in found.values()}, {server.pid})

    def test_a_reload_boots_the_new_code_once(self):
        server = self.start()
        before = self.answers(server)
        self.write_index("$new = 'code';\n")
        server.send_signal(signal.SIGUSR1)
        found = self.answers(server, lambda found: len(found) == 2 and not set(found) & set(before))
        self.assertEqual({one["code"] for one in found.values()}, {"code"})
        self.assertEqual(len(self.boots()), 2)
        self.assertEqual({one["booted"] for one in found.values()}, {self.boots()[1]})
        wait_until(lambda: not alive(self.boots()[0]), "the end of the first template")

    def test_a_reload_of_broken_code_leaves_the_old_workers(self):
        server = self.start()
        before = self.answers(server)
        self.write_index("throw new Exception('broken');\n")
        server.workers_may_fail = True
        server.send_signal(signal.SIGUSR1)
        server.wait_for("the old one continues")
        self.assertEqual(set(self.answers(server)), set(before))
        self.write_index("$new = 'mended';\n")
        server.send_signal(signal.SIGUSR1)
        found = self.answers(server, lambda found: len(found) == 2 and not set(found) & set(before))
        self.assertEqual({(one["code"], one["booted"]) for one in found.values()}, {("mended", self.boots()[-1])})

    def test_an_open_socket_cannot_be_shared(self):
        server = self.start(before=SOCKET)
        self.check_own_boots(server, r"cannot boot once for all workers: it has opened a socket .*errors/boot-once")

    def test_an_open_file_cannot_be_shared_but_a_log_can(self):
        log = f"$GLOBALS['log'] = fopen('{self.notes}/log', 'a');\n"
        server = self.start(before=log)
        self.answers(server)
        self.assertEqual(len(self.boots()), 1)
        server.stop()
        (self.notes / "boots").unlink()
        server = self.start(before=f"{log}$GLOBALS['file'] = fopen(__FILE__, 'r');\n")
        self.check_own_boots(server, "it has opened a file ")

    def test_a_timer_cannot_be_shared(self):
        server = self.start(before="Swoole\\Timer::tick(60000, static fn() => null);\n")
        self.check_own_boots(server, "it has started a coroutine, a timer or an event that has not ended")

    def test_a_signal_cannot_be_shared(self):
        server = self.start(before="Swoole\\Process::signal(SIGALRM, static fn() => null);\n")
        self.check_own_boots(server, "it has started a coroutine, a timer or an event that has not ended")

    def test_a_process_of_the_program_does_not_hide_the_end_of_a_template(self):
        loop = f"while (!file_exists('{self.notes}/end')) usleep(10000);"
        server = self.start(before=f"if (@mkdir('{self.notes}/first') && ($other = pcntl_fork()) === 0) {{ {loop} exit(0); }}\n"
                                   f"isset($other) && file_put_contents('{self.notes}/other', $other);\n")
        self.addCleanup((self.notes / "end").touch)
        first = min(self.answers(server))
        os.kill(self.boots()[0], signal.SIGKILL)
        wait_until(lambda: not alive(self.boots()[0]), "the end of the template")
        os.kill(first, signal.SIGKILL)
        found = self.answers(server)
        self.assertNotIn(first, found)
        self.assertNotIn("cannot fork worker", server.output())
        (self.notes / "end").touch()
        other = int((self.notes / "other").read_text())
        wait_until(lambda: process_stat(other) is None, "the end of the program's process, which the master waits for")

    def test_a_template_that_dies_is_not_needed(self):
        server = self.start()
        first = min(self.answers(server))
        os.kill(self.boots()[0], signal.SIGKILL)
        wait_until(lambda: not alive(self.boots()[0]), "the end of the template")
        os.kill(first, signal.SIGKILL)
        self.assertNotIn(first, self.answers(server))

    @unittest.skipUnless(os.geteuid() == 0, "only root can change the user")
    def test_it_boots_as_the_user_of_the_workers(self):
        self.write_index()
        script = PhpFile("launcher/applications/boot_once.php", index=str(self.folder / "index.php"),
                         options={"worker_num": 2, "user": "nobody", "hook_flags": 0x7fffffff})
        server = Server(script, php=OPCACHE, env={**os.environ, **self.environment})
        self.addCleanup(server.stop)
        found = self.answers(server)
        self.assertEqual({one["booted"] for one in found.values()}, set(self.boots()))
        self.assertEqual(os.stat(self.notes / "boots").st_uid, 65534)
        status = pathlib.Path(f"/proc/{min(found)}/status").read_text()
        self.assertRegex(status, r"(?m)^Uid:\t65534\t65534\t")


if __name__ == "__main__":
    unittest.main()
