"""Small scripts print the same as under nginx with PHP-FPM: what programs ask for to find out where they run."""
import json
import shutil

import fpm_site
import services
from harness import ROOT, wait_until
from http_client import Client, request
from launcher import LauncherTest
from php_program import opcache

SCRIPTS = ROOT / "tests/classic/requests/alike"
OF_COMMAND_LINE = {"cli_get_process_title", "cli_set_process_title", "dl"}


class AlikeTest(LauncherTest):
    def start(self, *words):
        self.nginx, _ = fpm_site.start(SCRIPTS, self.addCleanup)
        shutil.copytree(SCRIPTS, self.folder / "site")
        return self.run_served("site", "--port", "0", "--workers", "1", *words, php=(*opcache(), "-d", "output_buffering=0"))

    def both(self, server, path, fields=(), method="GET", body=b""):
        """The answers of PHP-FPM and of Tern."""
        with Client(("127.0.0.1", self.nginx.port)) as client:
            theirs = client.ask(method, path, [("Connection", "close"), *fields], body)
        return theirs, server.get(path, fields, method, body)

    def test_functions_and_constants(self):
        theirs, ours = (json.loads(answer.text) for answer in self.both(self.start(), "/functions.php"))
        self.assertEqual(set(ours["functions"]) - OF_COMMAND_LINE, set(theirs["functions"]))
        self.assertEqual(ours["constants"], theirs["constants"])

    def test_what_a_script_sets_ends_with_it(self):
        server = self.start()
        before = json.loads(server.get("/get.php").text)
        theirs, ours = (json.loads(answer.text) for answer in self.both(server, "/set.php"))
        self.assertEqual(ours, theirs)
        self.assertEqual([name for name, value in ours.items() if value == before[name]], [])
        theirs, ours = (json.loads(answer.text) for answer in self.both(server, "/get.php"))
        self.assertEqual(ours, before)
        of_process = {"environment"}  # php-fpm may run as another user, who has no HOME
        self.assertEqual({name: value for name, value in ours.items() if name not in of_process},
                         {name: value for name, value in theirs.items() if name not in of_process})

    def test_what_a_script_sets_is_its_own(self):
        """While it waits, others see nothing of it, and afterwards it sees the same."""
        server = self.start()
        before = server.get("/get.php").text
        with server.client() as client:
            client.send(request(path=f"/set.php?file={self.folder}/go"))
            client.head()
            first = client.chunk()
            self.assertEqual(server.get("/get.php").text, before)
            self.assertEqual(server.get("/set.php").text.encode(), first)
            (self.folder / "go").touch()
            self.assertEqual(client.chunk(), b"\n" + first)
        self.assertEqual(server.get("/get.php").text, before)

    def test_what_mysqli_reports(self):
        find, folder = services.Packages("classic").find, services.Packages("classic").extensions
        modules = [part for name in ("mysqlnd", "mysqli") for part in ("-d", f"extension={find(f'{folder}/{name}.so')}")]
        self.write("site/index.php", "<?php if (isset($_GET['off'])) { mysqli_report(MYSQLI_REPORT_OFF); } echo (new mysqli_driver)->report_mode;")
        server = self.run_served("site", "--port", "0", "--workers", "1", php=(*opcache(), *modules))
        self.assertEqual([server.get(path).text for path in ("/", "/?off", "/")], ["3", "0", "3"])

    def leave(self, port, name, ignore):
        """What became of a script whose client has left while it waited."""
        file = self.folder / "leave" / name
        with Client(("127.0.0.1", port)) as client:
            client.send(request(path=f"/leave.php?file={file}{ignore}"))
            client.head()
            wait_until(file.with_suffix(".waits").exists, "the script to wait")
            client.reset()
        file.touch()
        end = file.with_suffix(".end")
        wait_until(lambda: end.exists() and end.read_text(), "the end of the script")
        return json.loads(end.read_text())

    def test_clients_that_leave(self):
        """A script goes on until it prints, or to its end. What one sets is not for the next one."""
        self.check_clients_that_leave(self.start())

    def test_clients_of_php_workers_that_leave(self):
        self.check_clients_that_leave(self.start("--isolation", "process"))

    def check_clients_that_leave(self, server):
        (self.folder / "leave").mkdir()
        (self.folder / "leave").chmod(0o777)
        self.folder.chmod(0o755)
        for number, ignore in enumerate(("", "&ignore=1", "", "&ignore=0", "")):
            theirs, ours = (self.leave(port, f"{number}-{port}", ignore) for port in (self.nginx.port, server.port))
            self.assertEqual(ours, theirs)
            self.assertEqual(ours, ["last" if ignore == "&ignore=1" else "left", 1, 1])

    def test_sizes_of_files_are_read_again(self):
        """PHP keeps the last result of stat() until a request ends. The scripts are in the folder where the server was started."""
        self.write("index.php", "<?php echo filesize(__DIR__ . '/file');")
        self.write("file", "12345")
        server = self.run_served(".", "--port", "0", "--workers", "1", php=opcache())
        self.assertEqual(server.get("/").text, "5")
        self.write("file", "1234567")
        self.assertEqual(server.get("/").text, "7")

    def test_random_numbers_that_a_script_seeds(self):
        server = self.start()
        theirs, ours = self.both(server, "/random.php?seed=77")
        self.assertEqual(ours.text, theirs.text)
        next_number = json.loads(ours.text)[1]
        server.get("/random.php?seed=77")
        others = [json.loads(server.get("/random.php").text) for _ in range(2)]
        self.assertNotIn(next_number, [number for one in others for number in one[:2]])
        self.assertNotEqual(others[0], others[1])
        with server.client() as client:
            client.send(request(path=f"/random.php?seed=77&file={self.folder}/go"))
            client.head()
            self.assertEqual(client.chunk(), b" ")
            server.get("/random.php?seed=78")
            (self.folder / "go").touch()
            self.assertEqual(client.chunk().decode(), ours.text)
