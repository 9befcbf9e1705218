# Only when named
"""The OCI image: read-only, as a user without rights, with a health check, and with signals that let requests end.

scripts/test-image says in TERN_IMAGE which image it is, and in TERN_IMAGES where podman finds it.
"""
import http.client
import json
import os
import pathlib
import subprocess
import unittest

import service
from harness import TIMEOUT_S, free_port, wait_until

IMAGE = os.environ.get("TERN_IMAGE", "")
STORAGE = os.environ.get("TERN_IMAGES", "")


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
        podman("run", "--detach", "--name", name, "--network", "host", "--cgroups", "disabled", "--ulimit", "nofile=10000:10000",
               "--ulimit", "nproc=4096:4096", "--read-only", "--read-only-tmpfs=false", "--tmpfs", "/tmp", "--cap-drop", "all",
               "--security-opt", "no-new-privileges", *options, IMAGE,
               "tern", "serve", "--host", "127.0.0.1", "--port", str(self.port), "--workers", "2", target)
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
