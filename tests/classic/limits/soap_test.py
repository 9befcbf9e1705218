"""A fault of ext/soap ends a call, or a script: not its worker, which other requests of the worker would feel."""
import services
from harness import wait_until
from http_client import request
from launcher import LauncherTest
from php_program import opcache

AT_END = "class Ends { function __destruct() { echo '[destructor]'; } } $ends = new Ends; register_shutdown_function(fn() => print('[at end]'));"
SCRIPTS = {
    "client": "try { new SoapClient('/nothing.wsdl'); } catch (SoapFault $fault) { echo $fault->faultcode; }",
    "call": "$client = new SoapClient(null, ['location' => 'http://127.0.0.1:1/', 'uri' => 'urn:a']);"
            "try { $client->f(new SoapVar([1], XSD_INT)); } catch (SoapFault $fault) { echo 'fault'; }",
    "server": AT_END + "try { (new SoapServer(null, ['uri' => 'urn:a']))->handle('<broken'); } finally { echo 'never'; }",
    "fault": AT_END + "try { (new SoapServer(null, ['uri' => 'urn:a']))->fault('Server', 'mine'); } finally { echo 'never'; }",
    "description": AT_END + "try { new SoapServer('/nothing.wsdl'); } finally { echo 'never'; }",
    "within": "function f() { abstract class B { abstract function f(); } class C extends B {} }"
              "$server = new SoapServer(null, ['uri' => 'urn:a']); $server->addFunction('f');"
              "$server->handle('<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body><a:f xmlns:a=\"urn:a\"/></e:Body></e:Envelope>');",
    "handler": "var_dump(use_soap_error_handler());",
    "ends": "eval('function a() {} function a() {}');",
    "waits": "while (ob_get_level()) { ob_end_flush(); } echo 'waits'; flush(); while (!file_exists(__DIR__ . '/go')) { usleep(1000); } echo ' on';",
    "index": "echo getmypid();",
}


class SoapTest(LauncherTest):
    def serve(self):
        self.write("site/.user.ini", "display_errors = 1\nhtml_errors = 0\n")
        for name, code in SCRIPTS.items():
            self.write(f"site/{name}.php", "<?php " + code)
        return self.run_served("site", "--port", "0", "--workers", "1", php=(*opcache(), *services.Packages().php("soap")))

    def answer_beside_another(self, server, name):
        """The answer, and the pid of the worker before and afterwards. Another request waits meanwhile, and is finished."""
        go = self.folder / "site/go"
        go.unlink(missing_ok=True)
        before = server.get("/").text
        with server.client() as client:
            client.send(request(path="/waits.php"))
            self.assertEqual((client.head().status, client.chunk()), (200, b"waits"))
            answer = server.get(f"/{name}.php")
            go.touch()
            self.assertEqual(client.chunk(), b" on")
        return answer, before, server.get("/").text

    def test_the_worker_goes_on(self):
        server = self.serve()
        for name, status, texts in (("client", 200, ("WSDL",)), ("call", 200, ("fault",)), ("server", 500, ("Bad Request", "[at end]")),
                                    ("fault", 500, ("mine", "[at end]")), ("description", 500, ("Parsing WSDL", "[at end]"))):
            for _ in range(2):
                with self.subTest(name):
                    answer, before, after = self.answer_beside_another(server, name)
                    self.assertEqual(answer.status, status)
                    for text in texts:
                        self.assertIn(text, answer.text)
                    self.assertNotIn("never", answer.text)
                    self.assertEqual(before, after)

    def test_the_error_handler_is_of_its_script(self):
        server = self.serve()
        for _ in range(2):
            self.assertEqual(server.get("/handler.php").text, "bool(false)\n")
            self.assertRegex(server.get("/ends.php").text, r"Cannot redeclare (function )?a\(\)")

    def test_an_error_in_code_that_it_calls(self):
        """The worker is replaced, as after each such error, and the other request is finished."""
        server = self.serve()
        answer, before, _ = self.answer_beside_another(server, "within")
        self.assertEqual(answer.status, 500)
        self.assertIn("abstract method", answer.text)
        wait_until(lambda: server.get("/").text != before, "a new worker")
