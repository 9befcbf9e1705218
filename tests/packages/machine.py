"""A bare Debian that has booted: systemd is process 1 of it."""
import os
import pathlib
import signal
import subprocess

from harness import wait_until
from processes import children_of
from service import inside

BOOT = pathlib.Path(__file__).with_name("boot")
POWER_OFF = signal.SIGRTMIN + 4
# Of no use without a console and a kernel of its own.
MASKED = ("console-getty.service", "systemd-modules-load.service")


def control_groups():
    """Where a file system cgroup2 is mounted, or None."""
    for line in pathlib.Path("/proc/mounts").read_text().splitlines():
        _, place, kind = line.split()[:3]
        if kind == "cgroup2":
            return pathlib.Path(place)
    return None


class Machine:
    def __init__(self, root):
        self.root = pathlib.Path(root)
        inside(root, "apt-get", "-qq", "-y", "install", "--no-install-recommends", "systemd", "systemd-sysv")
        (self.root / "usr/sbin/policy-rc.d").unlink(missing_ok=True)
        for unit in MASKED:
            (self.root / "etc/systemd/system" / unit).unlink(missing_ok=True)
            (self.root / "etc/systemd/system" / unit).symlink_to("/dev/null")
        self.group = control_groups() / f"tern-machine-{os.getpid()}"
        self.boot = subprocess.Popen([BOOT, root, self.group], stdin=subprocess.DEVNULL)
        self.pid = wait_until(lambda: next(iter(children_of(self.boot.pid)), None), "process 1")
        wait_until(lambda: self.run("systemctl", "is-system-running", check=False).stdout.strip() == "running",
                   lambda: self.run("systemctl", "--failed", check=False).stdout)

    def run(self, *command, check=True):
        """A command in the machine."""
        done = subprocess.run(["nsenter", "-t", str(self.pid), "-m", "-p", "-C", "-u", "-i", "env", "-i", "HOME=/root",
                               "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive",
                               *command], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if check and done.returncode != 0:
            raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done

    def shell(self, text):
        return self.run("sh", "-c", text).stdout

    def property(self, name, unit):
        return self.run("systemctl", "show", f"--property={name}", "--value", unit).stdout.strip()

    def journal(self, unit):
        return self.run("journalctl", "--no-pager", "-o", "cat", "-u", unit).stdout

    def close(self):
        os.kill(self.pid, POWER_OFF)
        try:
            self.boot.wait(60)
        except subprocess.TimeoutExpired:
            self.boot.kill()
            self.boot.wait()
        for folder, *_ in os.walk(self.group, topdown=False):
            os.rmdir(folder)
