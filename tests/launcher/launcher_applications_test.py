"""How many requests at a time an application behind `tern serve FOLDER` has, and what becomes of those that wait."""
import json
import re
import select
import socket

import services
from harness import ROOT, TIMEOUT_S, wait_until
from http_client import request
from launcher import FrameworkTest, LauncherTest, program, tern

TURNS = 10


class Visitor:
    """A handler that waits."""

    def __init__(self, connection):
        self.connection = connection
        self.name = connection.makefile().readline().strip()

    def let_in(self, order="go on"):
        self.connection.sendall(f"{order}\n".encode())
        self.connection.close()


class ApplicationsTest(FrameworkTest):
    def setUp(self):
        super().setUp()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.door.settimeout(TIMEOUT_S)
        self.addCleanup(self.door.close)

    def serve_psr(self, returned, *words):
        return self.start(["Nyholm/Psr7"], "psr15", returned, *words)

    def serve_symfony(self, returned, *words):
        return self.start(["Symfony/Component/HttpKernel"], "symfony", returned, *words)

    def start(self, autoload, name, returned, *words):
        self.write("public/probe.txt", "here")
        self.server = self.serve_with(autoload, program(name) + program("door") + returned, *words, env=self.door_address())
        self.probe = self.connect()
        return self.server

    def door_address(self):
        return {"TERN_TEST_DOOR": str(self.door.getsockname()[1])}

    def connect(self):
        """A connection that the worker has accepted."""
        client = self.server.client()
        self.addCleanup(client.close)
        self.assertEqual(client.ask(path="/probe.txt").text, "here")
        return client

    def ask(self, *users, path="/"):
        """Requests that the worker has begun with, in this order: it takes them as they arrive, and then the probe's."""
        clients = [self.connect() for _ in users]
        for client, user in zip(clients, users):
            client.send(request(path=f"{path}?user={user}"))
        self.settle()
        return clients

    def settle(self):
        """The worker starts a request in every second turn of its loop at least."""
        for _ in range(TURNS):
            self.assertEqual(self.probe.ask(path="/probe.txt").text, "here")

    def visitor(self):
        connection, _ = self.door.accept()
        visitor = Visitor(connection)
        self.addCleanup(connection.close)
        return visitor

    def visitors(self):
        """All that wait in handlers, once the worker has nothing to do."""
        found = [self.visitor()]
        self.settle()
        while not self.is_quiet():
            found.append(self.visitor())
        return found

    def is_quiet(self):
        return not select.select([self.door], [], [], 0)[0]

    def check_users(self, at_a_time, count=4):
        """Each client gets the answer to its own request; so many are handled at a time."""
        users = [f"user{number}" for number in range(1, count + 1)]
        clients = self.ask(*users)
        most = done = 0
        while done < count:
            visitors = self.visitors()
            most = max(most, len(visitors))
            for visitor in visitors:
                visitor.let_in()
            done += len(visitors)
        for client, user in zip(clients, users):
            self.assertRegex(client.response().text, f"^asked by {user}, answered for {user}( {user})?$")
        self.assertEqual(most, at_a_time)

    # --- in which order

    def test_older_requests_continue_first(self):
        """They are let in, the last one first, while another request keeps the worker busy."""
        self.serve_psr(program("tells_time"), "--concurrency", "5")
        clients = self.ask("a", "b", "c")
        visitors = [self.visitor() for _ in clients]
        self.assertEqual([visitor.name for visitor in visitors], ["a", "b", "c"])
        busy = self.connect()
        busy.send(request(path=f"/?busy={self.folder}/busy"))
        wait_until((self.folder / "busy").exists, "the busy request")
        for visitor in reversed(visitors):
            visitor.let_in()
        (self.folder / "busy").unlink()
        times = [int(client.response().text) for client in clients]
        self.assertEqual(times, sorted(times))

    # --- whom it mixes up

    def test_one_kernel_of_symfony_has_one_request_at_a_time(self):
        server = self.serve_symfony("return make_kernel();")
        self.check_users(at_a_time=1)
        self.assertIn("\nindex.php: one request at a time in each worker\n", server.output())

    def test_kernels_that_a_function_makes_have_one_request_each(self):
        server = self.serve_symfony("return fn(array $context) => make_kernel();", "--applications", "3")
        self.check_users(at_a_time=3)
        self.assertIn("\nindex.php: up to 3 applications in each worker, one request at a time in each\n", server.output())

    def test_psr15(self):
        self.serve_psr("return new App();")
        self.check_users(at_a_time=1)

    def test_psr15_that_a_function_makes(self):
        server = self.serve_psr("return fn(array $context) => new App();")
        self.check_users(at_a_time=4)
        self.assertIn("\nindex.php: up to 8 applications in each worker", server.output())

    def test_function_of_a_psr_request(self):
        self.serve_psr("$app = new App(); return fn(ServerRequestInterface $request) => $app->handle($request);")
        self.check_users(at_a_time=1)

    # --- contexts

    def test_one_kernel_for_each_context(self):
        server = self.serve_symfony("return make_kernel();", "--concurrency", "3")
        self.check_users(at_a_time=3)
        self.assertIn("\nindex.php: up to 3 requests at a time in each worker, each in a context\n", server.output())

    def test_static_state_is_of_the_context(self):
        self.serve_psr(program("static_user"), "--concurrency", "4")
        self.check_users(at_a_time=4)

    def test_context_is_replaced_after_a_failure(self):
        server = self.serve_psr(program("counts_requests"), "--concurrency", "1")
        self.assertEqual([server.get().text for _ in range(2)], ["1 in 1", "2 in 1"])
        self.assertEqual(server.get("/?fail").status, 500)
        self.assertRegex(server.get().text, r"^1 in \d$")
        self.assertEqual(server.get("/?exit").status, 200)
        self.assertRegex(server.get().text, r"^1 in \d$")
        server.wait_for("LogicException: asked to")

    def test_contexts_that_answer_a_number_of_requests(self):
        server = self.serve_psr(program("counts_requests"), "--concurrency", "1", "--max-requests", "2")
        answers = [server.get().text.split()[0] for _ in range(5)]
        self.assertEqual(answers, ["1", "2", "1", "2", "1"])

    def test_a_context_that_has_grown_is_replaced(self):
        server = self.serve_psr(program("counts_requests"), "--concurrency", "1", "--max-memory", "2")
        answers = [server.get(f"/?{order}").text.split()[0] for order in ("go", "go", "grow", "go", "go")]
        self.assertEqual(answers, ["1", "2", "3", "1", "2"])

    def test_contexts_that_nobody_needs_end(self):
        ends = 'register_shutdown_function(function () { error_log("one ends"); });\n'
        server = self.serve_psr(program("static_user").replace("return", f"{ends}return", 1), "--concurrency", "3", "--idle-time", "1")
        self.check_users(at_a_time=3)
        server.wait_for(r"one ends[\s\S]*one ends")
        self.check_users(at_a_time=3)

    def test_a_context_with_a_timer_is_replaced(self):
        self.write("index.php", "<?php Swoole\\Timer::tick(10, fn() => null);"
                   'register_shutdown_function(fn() => error_log("one ends")); return fn($request) => "answer";')
        server = self.run_served(".", "--port", "0", "--workers", "1", "--concurrency", "1", "--max-requests", "1")
        self.assertEqual([server.get().text for _ in range(3)], ["answer"] * 3)
        server.wait_for(r"one ends[\s\S]*one ends")

    def test_each_request_can_have_a_context_of_its_own(self):
        self.serve_psr(program("static_user"), "--concurrency", "3", "--max-requests", "1")
        self.check_users(at_a_time=3)

    def test_memory_limit(self):
        self.write("index.php", "<?php return fn($request) => ini_get('memory_limit');")
        for php, limit in (((), "192M"), (("-d", "memory_limit=300M"), "300M")):
            server = self.run_served(".", "--port", "0", "--workers", "1", "--concurrency", "4", php=php)
            self.assertEqual(server.get().text, limit)

    def test_extension_that_keeps_the_request(self):
        self.write("index.php", "<?php\n" + program("sleeps"))
        php = services.Packages("extensions").php("tideways_xhprof", "uploadprogress")
        server = self.run_served(".", "--port", "0", "--workers", "1", "--concurrency", "4", php=tuple(php))
        self.assertIn("\nindex.php: one request at a time in each worker, since tideways_xhprof keeps it for itself\n", server.output())
        self.assertIn("\nadvice: contexts share what these extensions keep for a request outside of their globals, as Tern does not know them:"
                      " uploadprogress\n", server.output())
        self.assertEqual(server.get().text, "slept")

    def test_check_isolation(self):
        self.write("index.php", "<?php\n" + program("leaks"))
        server = self.run_served(".", "--port", "0", "--workers", "1", "--concurrency", "2", "--check-isolation")
        self.assertIn("\nindex.php: one request at a time in each worker, each GET request again to check isolation\n", server.output())
        for path in ("/?user=Ann", "/?user=Bob", "/leak"):
            server.get(path)
        told = server.wait_for("isolation: GET /leak after .*((?:\n\t.*)*)")
        self.assertEqual(told[0].splitlines(), ["isolation: GET /leak after GET / differs from that of a new application",
                                                '\tline 2: user Bob, new: user '])
        self.assertEqual(server.output().count("isolation: "), 1)
        since = server.mark()
        server.get("/keep?user=Cid", method="POST")
        server.get("/keep?user=Dan")
        told = server.wait_for("isolation: GET /keep after .*((?:\n\t.*)*)", since=since)
        self.assertEqual(told[0].splitlines()[1:], ['\tCurrent::$first: "Cid", new: "Dan"'])

    # --- reentrant

    def test_reentrant(self):
        for returned in ("return new Reentrant();", "return fn(array $context) => new Reentrant();",
                         "return #[Tern\\Reentrant] fn(ServerRequestInterface $request) => (new App())->handle($request);",
                         "return #[Tern\\Reentrant] fn(array $context) => fn(ServerRequestInterface $request) => (new App())->handle($request);",
                         "return (new Reentrant())->handle(...);"):
            with self.subTest(returned):
                if "(...)" in returned:
                    returned = program("reentrant").replace("public function", "#[Tern\\Reentrant] public function") + returned
                else:
                    returned = program("reentrant") + returned
                server = self.serve_psr(returned)
                self.check_users(at_a_time=4)
                self.assertIn("\nindex.php: reentrant, any number of requests at a time\n", server.output())

    def test_example_of_the_page(self):
        page = (ROOT / "docs/launcher.md").read_text()
        source = re.search(r"^```php\n<\?php\n(use [^`]*Tern.Reentrant.*?)^```$", page, re.M | re.S)[1]
        self.write("app.php", "<?php return new class implements Psr\\Http\\Server\\RequestHandlerInterface {"
                   "public function handle(Psr\\Http\\Message\\ServerRequestInterface $request): Psr\\Http\\Message\\ResponseInterface"
                   "{ return new Nyholm\\Psr7\\Response(200, [], 'here'); } };")
        server = self.serve_with(["Nyholm/Psr7"], source)
        self.assertEqual(server.get().text, "here")
        self.assertIn("\nindex.php: reentrant, any number of requests at a time\n", server.output())

    def test_function_of_the_server_s_own_request_is_reentrant(self):
        self.serve_psr(program("own_request"))
        self.check_users(at_a_time=4)
        self.assertIn("\nindex.php: reentrant, any number of requests at a time\n", self.server.output())

    # --- those that wait

    def test_those_that_wait_get_their_turn_in_order(self):
        self.serve_psr("return fn(array $context) => new App();", "--applications", "2")
        clients = self.ask(*"abcdef")
        inside = {visitor.name: visitor for visitor in self.visitors()}
        self.assertEqual(sorted(inside), ["a", "b"])
        for leaves, follows in ("bc", "ad", "ce", "df"):
            inside.pop(leaves).let_in()
            came = self.visitors()
            self.assertEqual([visitor.name for visitor in came], [follows])
            inside[follows] = came[0]
        for visitor in inside.values():
            visitor.let_in()
        answers = [client.response() for client in clients]
        self.assertEqual({answer.get("X-App") for answer in answers}, {"1", "2"})

    def test_the_wait_for_an_application_has_a_limit(self):
        self.serve_psr("return new App();", "--max-wait", "1")
        first, second = self.ask("first", "second")
        inside = self.visitor()
        late = second.response()
        self.assertEqual((late.status, late.get("Retry-After"), late.text), (503, "1", "Service Unavailable\n"))
        third, = self.ask("third")
        inside.let_in()
        follows = self.visitor()
        self.assertEqual(follows.name, "third")
        follows.let_in()
        self.assertEqual([client.response().status for client in (first, third)], [200, 200])

    def test_a_client_that_leaves_gives_up_its_place(self):
        self.serve_psr("return new App();")
        for leave in ("close", "reset", "end_of_sending"):
            with self.subTest(leave):
                first, second, third = self.ask("first", "second", "third")
                inside = self.visitor()
                getattr(second, leave)()
                self.settle()
                if leave == "end_of_sending":
                    second.expect_closed()  # long before its turn
                inside.let_in()
                follows = self.visitors()
                self.assertEqual([visitor.name for visitor in follows], ["third"])
                follows[0].let_in()
                self.assertEqual([client.response().status for client in (first, third)], [200, 200])
        self.assertTrue(self.is_quiet())

    def test_a_client_that_leaves_a_handler_does_not_interrupt_it(self):
        """It has waited for its turn: that makes no difference."""
        self.serve_psr("return new App();")
        first, second = self.ask("first", "second")
        self.visitor().let_in()
        inside = self.visitor()
        second.close()
        self.settle()
        third, = self.ask("third")
        self.assertTrue(self.is_quiet())
        inside.let_in()
        self.visitor().let_in()
        self.assertEqual([client.response().status for client in (first, third)], [200, 200])

    def test_a_streamed_answer_keeps_its_application_to_the_end(self):
        self.serve_symfony("return make_kernel();")
        streamed, = self.ask("one", path="/stream")
        self.assertEqual((streamed.head().status, streamed.chunk()), (200, b"one "))
        inside = self.visitor()
        other, = self.ask("two")
        self.assertTrue(self.is_quiet())
        inside.let_in("end")
        self.assertEqual((streamed.chunk(), streamed.chunk()), (b"end", b""))
        self.visitor().let_in()
        self.assertEqual(other.response().text, "asked by two, answered for two two")

    def test_a_streamed_answer_that_a_listener_of_symfony_sends(self):
        """Tern sends it: the listener prints it while the kernel handles the request."""
        self.serve_symfony(program("own_kernel").replace("return new Own();\n", "") + program("sends_streams"))
        streamed, = self.ask("one", path="/stream")
        self.assertEqual((streamed.head().status, streamed.chunk()), (200, b"one "))
        self.visitor().let_in("end")
        self.assertEqual((streamed.chunk(), streamed.chunk()), (b"end", b""))

    def run_own_server(self, options=None):
        """A server of a program, around what the server of a folder has: only a program sets time limits and options."""
        self.write_autoload(["Nyholm/Psr7"])
        self.write("probe.txt", "here")
        self.write("app.php", "<?php namespace { require __DIR__ . '/vendor/autoload.php'; }\nnamespace {" + program("psr15")
                   + program("door") + program("own_server") + "}")
        self.server = self.run_served("app.php", php=self.options(), env={**self.door_address(), "TERN_TEST_OPTIONS": json.dumps(options or {})})
        self.probe = self.connect()

    def test_metrics(self):
        self.run_own_server()
        clients = self.ask("first", "second")
        self.assertEqual(self.levels(), [1, 1, 1])
        for client in clients:
            self.visitor().let_in()
            self.assertEqual(client.response().status, 200)
        self.settle()
        self.assertEqual(self.levels(), [1, 0, 0])

    def levels(self):
        text = self.probe.ask(path="/metrics").text
        names = ("tern_applications", "tern_applications_busy", "tern_applications_waiting")
        return [int(re.search(rf'^{name}{{worker="0"}} (\d+)', text, re.M)[1]) for name in names]

    def test_it_is_handed_on_at_the_limit_of_coroutines(self):
        self.run_own_server({"max_coroutine": 2})
        first, second = self.ask("first&after", "second")
        self.visitor().let_in()
        self.assertEqual(first.response().status, 200)
        visitors = {visitor.name: visitor for visitor in (self.visitor(), self.visitor())}
        visitors["second"].let_in()
        self.assertEqual(second.response().status, 200)
        visitors["after"].let_in()

    def test_the_wait_ends_with_the_request_s_deadline(self):
        self.run_own_server()
        first, second, third = self.ask("first", "second&limit=0.001", "third")
        self.assertEqual(second.response().status, 504)
        self.visitor().let_in()
        follows = self.visitor()
        self.assertEqual(follows.name, "third")
        follows.let_in()
        self.assertEqual([client.response().status for client in (first, third)], [200, 200])

    # --- those that fail

    def check_failures(self, apps):
        """Orders, one request each: the numbers of the applications that answered those that were told to go on."""
        found = []
        for order in ("go", "throw", "go", "exit", "go"):
            client, next_one = self.ask(order, "next")
            self.visitor().let_in(order)
            self.visitor().let_in()
            answer = client.response()
            self.assertEqual(answer.status, 500 if order == "throw" else 200)
            if order == "exit":
                self.assertEqual(answer.text, "as told")
            found.append(next_one.response().get("X-App"))
        self.assertEqual(found, apps)

    def test_one_that_was_interrupted_is_replaced(self):
        self.serve_psr("return fn(array $context) => new App();", "--applications", "1")
        self.check_failures(["1", "2", "2", "3", "3"])

    def test_the_only_one_goes_on(self):
        self.serve_psr("return new App();")
        self.check_failures(["1"] * 5)

    def test_the_only_kernel_boots_before_requests_and_is_shut_down_when_it_was_interrupted(self):
        self.serve_symfony(program("own_kernel"))
        answers = [self.server.get(f"/?user={user}").text for user in ("a", "exit", "b")]
        self.assertEqual(answers, ["life 1, Asia/Tokyo", "as told", "life 2, Asia/Tokyo"])

    def test_one_that_cannot_be_made_leaves_its_place(self):
        self.serve_psr("""return function (array $context) {
            return App::$made === 1 && wait_at_door('made') === 'fail' ? throw new RuntimeException('cannot') : new App();
        };""", "--applications", "2")
        first, second, third = self.ask("first", "second", "third")
        visitors = {visitor.name: visitor for visitor in self.visitors()}
        self.assertEqual(sorted(visitors), ["first", "made"])
        visitors["made"].let_in("fail")
        self.assertEqual(second.response().status, 500)
        self.visitor().let_in()  # the third has the place, and makes one
        self.visitor().let_in()
        visitors["first"].let_in()
        self.assertEqual([client.response().get("X-App") for client in (first, third)], ["1", "2"])

    def test_a_reload_changes_how_it_is_served(self):
        server = self.serve_psr("return new App();")
        self.check_users(at_a_time=1)
        source = (self.folder / "public/index.php").read_text()
        self.replace("public/index.php", source.replace("return new App();", "return fn(array $context) => new App();"))
        server.send_signal(10)
        server.wait_for("^index.php: up to 8 applications in each worker, one request at a time in each$")
        server.wait_for("the reload is finished")
        self.probe = self.connect()
        self.check_users(at_a_time=4)


class WordsTest(LauncherTest):
    def test_applications_are_of_folders(self):
        self.write("app.php", "<?php")
        self.write("public/index.php", "<?php return fn() => '';")
        for words, text in ((["app.php", "--applications", "2"],
                             "--applications is for folders: a script decides itself how many requests it handles at a time"),
                            (["app.php", "--concurrency", "2"], "--concurrency is for folders: a script makes a Tern\\Application itself"),
                            (["public", "--max-requests", "1"], "--max-requests needs --concurrency"),
                            (["public", "--idle-time", "1"], "--idle-time needs --concurrency"),
                            (["app.php", "--max-wait", "1"], "--max-wait is for folders: a script makes a Tern\\Application itself"),
                            (["public", "--applications", "0"], '--applications must be a number from 1 to 1000, "0" given')):
            done = tern("serve", *words, cwd=self.folder)
            self.assertEqual((done.returncode, done.stderr), (2, f"tern: {text}\n"))
