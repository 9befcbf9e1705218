# Only when named
"""The OCI image: read-only, as a user without rights, with a health check, and with signals that let requests end.

The image tern-fpm: pools for a web server beside it, which has nothing of it but a socket.

scripts/test-image says in TERN_IMAGE and TERN_FPM_IMAGE which images they are, and in TERN_IMAGES where podman finds them.
"""
import http.client
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import fastcgi
import service
from harness import TIMEOUT_S, free_port, wait_until

IMAGE = os.environ.get("TERN_IMAGE", "")
FPM_IMAGE = os.environ.get("TERN_FPM_IMAGE", "")
STORAGE = os.environ.get("TERN_IMAGES", "")
# The strictest settings, on the network of this machine.
STRICT = ("--network", "host", "--cgroups", "disabled", "--ulimit", "nofile=10000:10000", "--ulimit", "nproc=4096:4096", "--read-only",
          "--read-only-tmpfs=false", "--tmpfs", "/tmp", "--cap-drop", "all", "--security-opt", "no-new-privileges")


def podman(*words, check=True):
    command = ["podman", "--root", f"{STORAGE}/root", "--runroot", f"{STORAGE}/run", "--storage-driver", "vfs",
               "--cgroup-manager", "cgroupfs", "--events-backend", "none"]
    done = subprocess.run([*command, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if check and done.returncode != 0:
        raise AssertionError(f"{words} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done


@unittest.skipUnless(IMAGE and STORAGE, "scripts/test-image runs this")
class ImageTest(unittest.TestCase):
    def start(self, *options, target="public"):
        """A container with the strictest settings, at a free port of this machine."""
        self.port = free_port()
        name = f"tern-{os.getpid()}-{self.port}"
        self.addCleanup(podman, "rm", "--force", "--time", "0", name, check=False)
        podman("run", "--detach", "--name", name, *STRICT, *options, IMAGE, "tern", "serve",
               "--host", "127.0.0.1", "--port", str(self.port), "--workers", "2", target)
        self.answer = self.wait_for_answer(name)
        return name

    def wait_for_answer(self, name):
        def look():
            try:
                return service.get(self.port)
            except ConnectionRefusedError:
                if "true" not in podman("inspect", "--format", "{{.State.Running}}", name).stdout:
                    raise AssertionError(podman("logs", name).stderr) from None
                return None

        return wait_until(look, "an answer")

    def test_answers_with_a_read_only_root_and_no_rights(self):
        name = self.start()
        self.assertEqual(self.answer[0], 200)
        self.assertRegex(self.answer[1], r"^Tern \d+\.\d+\.\d+, PHP 8\.")
        self.assertEqual(podman("exec", name, "id", "-u").stdout, "33\n")
        self.assertNotEqual(podman("exec", name, "touch", "/app/x", check=False).returncode, 0)

    def test_health_check(self):
        name = self.start()
        found = json.loads(podman("image", "inspect", IMAGE).stdout)[0]
        check = found.get("Healthcheck") or found["Config"]["Healthcheck"]  # where versions of podman show it
        self.assertEqual(check["Test"], ["CMD", "tern", "status"])
        done = podman("exec", name, *check["Test"][1:], check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        idle = f"{name}-idle"
        self.addCleanup(podman, "rm", "--force", "--time", "0", idle, check=False)
        done = podman("run", "--name", idle, "--network", "host", "--cgroups", "disabled", "--ulimit", "nofile=10000:10000",
                      "--ulimit", "nproc=4096:4096", IMAGE, *check["Test"][1:], check=False)
        self.assertNotEqual(done.returncode, 0)

    def test_a_stop_lets_requests_end(self):
        folder = pathlib.Path(__file__).with_name("slow")
        name = self.start("--volume", f"{folder}:/slow:ro", target="/slow")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_S)
        self.addCleanup(connection.close)
        connection.request("GET", "/slow")
        answer = connection.getresponse()
        self.assertEqual(answer.read(6), b"begun ")
        podman("kill", "--signal", "TERM", name)
        self.assertEqual(answer.read(), b"ended")
        self.assertEqual(podman("wait", name).stdout, "0\n")

    def test_what_the_image_says(self):
        config = json.loads(podman("image", "inspect", IMAGE).stdout)[0]["Config"]
        self.assertEqual((config["User"], config["StopSignal"], list(config["ExposedPorts"])), ("www-data", "SIGTERM", ["8080/tcp"]))
        self.assertEqual(config["Cmd"][:2], ["tern", "serve"])
        self.assertEqual(config["Labels"]["org.opencontainers.image.licenses"], "Apache-2.0")


@unittest.skipUnless(FPM_IMAGE and STORAGE, "scripts/test-image runs this")
class FpmImageTest(unittest.TestCase):
    def setUp(self):
        """A container with the strictest settings, and a folder for its socket, as a pod has one."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chmod(folder.name, 0o777)
        self.socket = f"{folder.name}/php-fpm.sock"
        self.name = f"tern-fpm-{os.getpid()}-{self.id().rpartition('.')[2]}"
        self.addCleanup(podman, "rm", "--force", "--time", "0", self.name, check=False)
        podman("run", "--detach", "--name", self.name, *STRICT, "--volume", f"{folder.name}:/run/php", "--volume",
               f"{pathlib.Path(__file__).with_name('site')}:/app/public:ro", FPM_IMAGE)
        wait_until(lambda: os.path.exists(self.socket), lambda: podman("logs", self.name).stderr)

    def ask(self, script, query=""):
        return fastcgi.ask(self.socket, {"REQUEST_METHOD": "GET", "SCRIPT_FILENAME": f"/app/public{script}", "SCRIPT_NAME": script,
                                         "REQUEST_URI": f"{script}?{query}", "QUERY_STRING": query})

    def test_a_page_and_the_probe(self):
        self.assertEqual(self.ask("/fpm-ping").text, "pong")
        self.assertRegex(self.ask("/index.php").text, r"^php8\.\d fpm-fcgi page$")
        self.assertEqual(self.ask("/index.php", "ask=write&path=/app/x").text.split()[-1], "refused")
        self.assertIn("NOTICE: ready to handle connections", podman("logs", self.name).stderr)

    def test_a_stop_lets_requests_end(self):
        with fastcgi.Client(self.socket) as client:
            client.send(fastcgi.request({"REQUEST_METHOD": "GET", "SCRIPT_FILENAME": "/app/public/index.php", "SCRIPT_NAME": "/index.php",
                                         "QUERY_STRING": "ask=slow"}, keeps=False))
            wait_until(lambda: client.record()[2].endswith(b"begun "), "the beginning of the page")
            podman("kill", "--signal", "QUIT", self.name)
            self.assertTrue(client.reply().output.endswith(b"ended"))
        self.assertEqual(podman("wait", self.name).stdout, "0\n")

    def test_what_the_image_says(self):
        config = json.loads(podman("image", "inspect", FPM_IMAGE).stdout)[0]["Config"]
        self.assertEqual((config["User"], config["StopSignal"]), ("www-data", "SIGQUIT"))
        self.assertEqual(config["Cmd"], ["tern", "fpm", "--nodaemonize", "--fpm-config", "/etc/tern/php-fpm.conf"])
