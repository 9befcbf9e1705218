"""What the pages about operation and `tern init` give people to copy: each is what the server, the launcher and PHP understand."""
# Time limit: 120 s
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from admin_test import AdminCase
from harness import ROOT
from http_client import Client
from launcher import LauncherTest, tern
from php_program import PHP, opcache
from prepared import prepared


def page(name):
    return (ROOT / f"docs/{name}.md").read_text()


def blocks(language, name):
    return re.findall(rf"^```{language}\n(.*?)^```$", page(name), re.M | re.S)


def yaml_of(text):
    try:
        import yaml
    except ImportError:
        raise unittest.SkipTest("there is no yaml") from None
    return yaml.safe_load(text)


class ProbesTest(AdminCase):
    def test_kubernetes_asks_for_what_is_there(self):
        (text,) = [block for block in blocks("yaml", "deploy") if "livenessProbe" in block]
        (container,) = yaml_of(text)["containers"]
        probes = {name: value for name, value in container.items() if name.endswith("Probe")}
        self.start_tcp()
        self.assertEqual(set(probes), {"livenessProbe", "readinessProbe"})
        for probe in probes.values():
            with Client(self.socket) as client:
                self.assertEqual(client.ask("GET", probe["httpGet"]["path"]).status, 200, probe)


class FilesTest(unittest.TestCase):
    def test_the_unit_is_that_of_the_examples(self):
        (text,) = blocks("ini", "deploy")
        unit = (ROOT / "examples/systemd/app.service").read_text().splitlines()
        self.assertEqual(set(text.splitlines()) - set(unit), set())

    def test_php_has_the_lines_of_php_ini(self):
        section = re.search(r"^## php.ini for production\n(.*?)^## ", page("operate"), re.M | re.S)[1]
        names = re.findall(r"^ {4}([\w.]+) =", section, re.M)
        self.assertGreater(len(names), 5)
        check = "foreach (array_slice($argv, 1) as $name) if (ini_get($name) === false) echo $name, \"\\n\";"
        done = subprocess.run([*PHP, *opcache(), "-r", check, "--", *names], capture_output=True, text=True)
        if "Failed loading" in done.stdout + done.stderr:
            self.skipTest("there is no opcache")
        self.assertEqual(done.stdout, "")

    def test_logrotate_takes_the_lines(self):
        (text,) = re.findall(r"^ {4}/var/log/app/\*\.log \{\n.*?^ {4}\}\n", page("logs"), re.M | re.S)
        place = prepared("logrotate")
        folders = {str(path.parent) for path in place.glob("usr/lib/*/libpopt.so*")}
        with tempfile.NamedTemporaryFile("w", prefix="tern-logrotate-") as file:
            file.write(text)
            file.flush()
            done = subprocess.run([place / "usr/sbin/logrotate", "--debug", "--state", "/dev/null", file.name], capture_output=True,
                                  text=True, env={**os.environ, "LD_LIBRARY_PATH": ":".join(folders)})
        self.assertIn("considering log /var/log/app/*.log", done.stderr)
        self.assertNotIn("error:", done.stderr)


class ImageTest(LauncherTest):
    """There is no Docker here: each word of the files is looked up where it has to be."""

    def setUp(self):
        super().setUp()
        self.assertEqual(tern("init", cwd=self.folder).returncode, 0)
        text = re.sub(r"^ *#.*\n", "", (self.folder / "Dockerfile").read_text(), flags=re.M).replace("\\\n", " ")
        self.lines = [line.split(None, 1) for line in text.splitlines() if line.strip()]
        first, second = [at for at, (word, _) in enumerate(self.lines) if word == "FROM"]
        self.build, self.image = self.lines[first:second], self.lines[second:]

    def all(self, word):
        return [rest for name, rest in self.image if name == word]

    def test_each_line_is_an_instruction(self):
        known = {"FROM", "ARG", "ADD", "RUN", "COPY", "WORKDIR", "USER", "EXPOSE", "HEALTHCHECK", "CMD"}
        self.assertEqual({word for word, _ in self.lines} - known, set())
        for script in [rest for word, rest in self.lines if word == "RUN"]:
            done = subprocess.run(["sh", "-n", "-c", script], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), script)

    def test_what_is_copied_is_there(self):
        made = " ".join(rest for word, rest in self.build if word == "RUN")
        for rest in self.all("COPY"):
            *options, source, _ = rest.split()
            if options:
                self.assertIn(options, [["--from=tern"]])
                places = (source, str(pathlib.PurePosixPath(source).parent) + "/")
                self.assertTrue(any(f" {place}" in made for place in places), source)
        for name in re.findall(r"\.\./(\w[\w/]*)", made):
            self.assertTrue((ROOT / name).exists(), name)
        self.assertIn("cd /usr/src/tern/ext && phpize && ./configure && make", made)
        self.assertTrue((ROOT / "ext/config.m4").exists())

    def test_the_command_serves_what_the_health_check_asks_for(self):
        (command,), (port,) = map(json.loads, self.all("CMD")), self.all("EXPOSE")
        self.assertEqual(command[:2], ["tern", "serve"])
        self.assertEqual(command[command.index("--port") + 1], port)
        (check,) = self.all("HEALTHCHECK")
        program, *words = json.loads(check.split("CMD", 1)[1])
        self.assertEqual(program, "php")
        mine = {port: "0", "0.0.0.0": "127.0.0.1"}
        self.assertEqual(mine.keys() - set(command), set())
        server = self.run_served(*[mine.get(word, word) for word in command[2:]], "--workers", "1")
        words = [word.replace(f":{port}/", f":{server.port}/") for word in words]
        self.assertEqual(subprocess.run([PHP[0], *words]).returncode, 0)
        server.stop()
        self.assertEqual(subprocess.run([PHP[0], *words]).returncode, 1)

    def test_compose_opens_the_port_of_the_image(self):
        app = yaml_of((self.folder / "compose.yaml").read_text())["services"]["app"]
        self.assertEqual(app["ports"], [f"127.0.0.1:{port}:{port}" for port in self.all("EXPOSE")])
        self.assertEqual([one["target"] for one in app["develop"]["watch"]], self.all("WORKDIR"))
        self.assertGreater(int(app["stop_grace_period"].rstrip("s")), 10)  # max_wait_time of a folder


if __name__ == "__main__":
    unittest.main()
