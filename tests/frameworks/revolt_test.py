"""Revolt's event loop and AMPHP in coroutines: the driver's contract beside Revolt's own driver, and what only Tern's can do."""
import concurrent.futures
import json
import os
import subprocess

from applications import installed
from harness import wait_until
from launcher import Served
from php_program import PhpFile, need_php, opcache
from server_case import TestCase

CONCURRENT = {
    "run() waits for the callbacks of its coroutine": "callback of fast end of fast callback of slow end of slow",
    "run() ends when another coroutine cancels the last callback": "ended",
    "an exception ends run() of its coroutine":
        "Revolt\\EventLoop\\UncaughtThrowable(Uncaught Amp\\Future\\UnhandledFutureError thrown in event loo) after "
        'Amp\\Future\\UnhandledFutureError(Unhandled future: RuntimeException: "why"; Await the Future ) other callback other ended',
    "stop() ends run() of its coroutine": "stopped other callback",
    "a future between coroutines": "completes completed by a timer",
    "blocking calls in callbacks": "1 2 3 from a channel",
    "values of a coroutine": "initial initial initial a initial b",
    "a mutex between coroutines": "a in a out b in b out",
    "a cancelled coroutine": "cancelled Swoole\\Coroutine\\CanceledException(The wait f) goes on",
    "what was cancelled may wait again": "coroutine cancelled callback cancelled coroutine completed callback completed",
    "a timeout while other coroutines wait elsewhere":
        "Amp\\CancelledException(The operation was ca) after Amp\\TimeoutException(Operation timed out )",
    "coroutines wait for nothing, and the last one ends": "other ended Error(Event loop terminated)",
    "callbacks run while their coroutine waits elsewhere": "callback slept",
    "what is left does not hold the program": "ended",
    "driver": "Tern\\Revolt\\Driver",
}


def run(name, *arguments, php=(), environment=None):
    command = [*need_php(), "-d", "display_errors=stderr", "-d", "zend.assertions=-1", *php, str(installed("revolt") / name), *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
                          env={**os.environ, **(environment or {})})
    if (done.returncode, done.stderr) != (0, ""):
        raise AssertionError(f"{name} {arguments} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)


class ContractTest(TestCase):
    maxDiff = None

    def compare(self, name):
        """The program does the same with Revolt's own driver, with Tern's in the main code, and in a coroutine."""
        expected = run(name, "revolt")
        self.assertGreater(len(expected), 10)
        for where in ("main", "coroutine"):
            found = run(name, where)
            self.assertEqual({case: (what, found.get(case)) for case, what in expected.items() if found.get(case) != what}, {}, where)

    def test_contract(self):
        self.compare("contract.php")

    def test_amphp(self):
        self.compare("amp.php")


class CoroutinesTest(TestCase):
    maxDiff = None

    def test_several_coroutines(self):
        self.assertEqual(run("concurrent.php"), CONCURRENT)

    def test_contexts(self):
        found = run("contexts.php", php=[*opcache(), "-d", "opcache.enable_cli=1"])
        for name in ("ann", "bob", "cid", "dan"):
            self.assertEqual(found[name], [2, f"callback of {name}", f"{name} handles {name}", f"future of {name}"])
            self.assertEqual(found[f"{name} ends"], 0)
        self.assertEqual((found["own"], found["name"]), (1, "none"))
        self.assertEqual((found["left false"], found["left true"]), (["context ended"], ["callback", "context ended"]))

    def test_driver_is_chosen_where_coroutines_run(self):
        """Elsewhere, and where the environment names one, it is Revolt's own."""
        plain, inside = (run("driver.php", where) for where in ("main", "coroutine"))
        self.assertEqual((plain, inside), ("Revolt\\EventLoop\\Driver\\StreamSelectDriver", "Tern\\Revolt\\Driver"))
        named = run("driver.php", "coroutine", environment={"REVOLT_DRIVER": plain})
        self.assertEqual(named, plain)
        traced = run("driver.php", "coroutine", environment={"REVOLT_DRIVER_DEBUG_TRACE": "1"})
        self.assertEqual(traced, "Revolt\\EventLoop\\Driver\\TracingDriver")


class ServerTest(TestCase):
    def setUp(self):
        super().setUp()
        self.server = self.start()

    def start(self, **options):
        program = PhpFile("frameworks/revolt/server.php", options=options)
        program.path = installed("revolt") / "server.php"
        return self.run_script(program)

    def ask(self, path):
        answer = self.server.get(path)
        self.assertEqual(answer.status, 200, answer.text)
        return answer.text

    def test_driver_without_a_setting(self):
        self.assertEqual(self.ask("/driver"), "Tern\\Revolt\\Driver")

    def test_worker_without_coroutines(self):
        """It keeps Revolt's own driver, which blocks it."""
        self.server = self.start(enable_coroutine=False)
        self.assertEqual(self.ask("/driver"), "Revolt\\EventLoop\\Driver\\StreamSelectDriver")
        self.assertEqual(sorted(self.ask("/several?name=a").split()), ["a1", "a2", "a3"])

    def test_requests_at_a_time(self):
        """Each gets what is its own: futures, callbacks, exceptions."""
        names = [f"user{number}-" for number in range(60)]
        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            several = list(pool.map(lambda name: sorted(self.ask(f"/several?name={name}").split()), names))
            ran = list(pool.map(lambda name: self.ask(f"/run?name={name}"), names))
            failed = list(pool.map(lambda name: self.ask(f"/fail?name={name}"), names))
        self.assertEqual(several, [[f"{name}{number}" for number in (1, 2, 3)] for name in names])
        self.assertEqual(ran, names)
        for name, what in zip(names, failed):
            self.assertIn("Revolt\\EventLoop\\UncaughtThrowable", what)
            self.assertIn(f'"{name}"', what)

    def test_request_completes_the_future_of_another(self):
        with concurrent.futures.ThreadPoolExecutor(10) as pool:
            answers = {name: pool.submit(self.ask, f"/wait?name={name}") for name in "abcdefgh"}
            wait_until(lambda: self.ask("/waiting") == "8", "not all requests wait")
            for name in "hgfedcba":
                self.assertEqual(self.ask(f"/complete?name={name}"), "done")
            self.assertEqual({name: answer.result() for name, answer in answers.items()}, {name: f"completed {name}" for name in "abcdefgh"})

    def test_callbacks_run_after_their_request(self):
        self.assertEqual(self.ask("/background"), "0")
        wait_until(lambda: self.ask("/seen") == "1", "the callback was not called")

    def test_exception_after_its_request(self):
        """It is logged, and the worker goes on."""
        self.assertEqual(self.ask("/later?name=why"), "later")
        self.server.wait_for("Uncaught RuntimeException: why")
        self.test_driver_without_a_setting()

    def test_pending_callbacks_do_not_hold_a_worker(self):
        self.assertEqual(self.ask("/pending"), "pending")
        self.server.stop()


class ContextsOfAServerTest(TestCase):
    def test_requests_in_contexts(self):
        """Each context has a loop of its own, and its callbacks see the static properties of their context."""
        words = ["public", "--port", "0", "--workers", "1", "--concurrency", "8", "--max-requests", "5"]
        server = Served(words, installed("revolt"))
        self.addCleanup(server.stop)
        names = [f"user{number}" for number in range(60)]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda name: server.get(f"/?name={name}").text, names))
        self.assertEqual(answers, [f"{name} {name} Tern\\Revolt\\Driver" for name in names])
