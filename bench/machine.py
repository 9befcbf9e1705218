"""What the suite ran on."""
import os
import pathlib
import platform
import re

from drivers.base import php, said


def found(pattern, path):
    match = re.search(pattern, pathlib.Path(path).read_text(), re.M)
    return match[1] if match else ""


def machine():
    cpu = pathlib.Path("/proc/cpuinfo").read_text()
    return {"cpu": found(r"^model name\s*: (.+)", "/proc/cpuinfo") or platform.machine(), "cores": os.cpu_count(),
            "memory_mb": int(found(r"^MemTotal: +(\d+)", "/proc/meminfo")) // 1024, "kernel": platform.release(),
            "os": found(r'^PRETTY_NAME="?([^"\n]+)', "/etc/os-release"),
            "virtual": re.search(r"^flags.*\bhypervisor\b", cpu, re.M) is not None}


def versions():
    return {"php": said(r"(\S+)", php(), "-n", "-r", "echo PHP_VERSION;"), "ab": said(r"Version (\S+)", "ab", "-V"),
            "wrk": said(r"wrk \S*?(\d[\d.]*)", "wrk", "-v")}
