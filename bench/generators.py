"""Load by ab, by wrk and by bench/http_load.c: runs them, and reads what they print."""
import contextlib
import json
import pathlib
import re
import subprocess
import tempfile
import threading
import urllib.parse

import servers

TIMEOUT_S = 60  # for a load generator that should have ended
UNITS = {"us": 1e-3, "ms": 1.0, "s": 1e3, "m": 60e3, "h": 3600e3}


class Failed(Exception):
    """A load generator gave up; `result` is what it knew by then."""

    def __init__(self, why, result=None):
        super().__init__(why)
        self.result = result


def number(pattern, text, otherwise=0):
    found = re.search(pattern, text, re.M)
    return float(found[1]) if found else otherwise


def read_ab(output, complaint, length=None):
    """What ab measured. `length`: of the body that it should have seen."""
    result = {"seconds": number(r"^Time taken for tests: +([\d.]+)", output),
              "requests": int(number(r"^Complete requests: +(\d+)", output)),
              "failed": int(number(r"^Failed requests: +(\d+)", output)),
              "requests_per_s": number(r"^Requests per second: +([\d.]+)", output),
              "latency_ms": {name: float(ms) for name, ms in re.findall(r"^ +(50|75|90|99)% +(\d+)", output, re.M)},
              "errors": {kind.lower(): int(count) for kind, count in
                         re.findall(r"(Connect|Receive|Length|Exceptions): (\d+)", output)},
              "raw": output + complaint}
    if (longest := number(r"^ +100% +(\d+)", output, None)) is not None:
        result["latency_ms"]["max"] = longest
    if refused := int(number(r"^Non-2xx responses: +(\d+)", output)):
        result["errors"]["status"] = refused
        result["failed"] = max(result["failed"], refused)
    if "Requests per second" not in output:
        result["requests"] = int(number(r"^Total of (\d+) requests completed", output + complaint))
        said = [line for line in complaint.splitlines() if line and "requests completed" not in line]
        raise Failed(f"ab: {said[-1].strip() if said else 'printed no figures'}", result)
    seen = int(number(r"^Document Length: +(\d+)", output, -1))
    if length is not None and result["requests"] and seen != length:
        raise Failed(f"ab: the body has {seen} bytes and should have {length}", result)
    return result


def milliseconds(text):
    found = re.fullmatch(r"([\d.]+)(us|ms|s|m|h)", text)
    return round(float(found[1]) * UNITS[found[2]], 4)


def read_wrk(output):
    found = re.search(r"(\d+) requests in +([\d.]+(?:us|ms|s|m|h)),", output)
    if not found:
        raise Failed(f"wrk: {(output.strip().splitlines() or ['printed no figures'])[-1]}")
    sockets = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", output)
    errors = dict(zip(("connect", "read", "write", "timeout"), map(int, sockets.groups() if sockets else (0, 0, 0, 0))))
    errors["status"] = int(number(r"Non-2xx or 3xx responses: +(\d+)", output))
    latency = {name: milliseconds(text) for name, text in re.findall(r"^ +(50|75|90|99)% +([\d.]+[a-z]+)", output, re.M)}
    if longest := re.search(r"^ +Latency +\S+ +\S+ +([\d.]+[a-z]+)", output, re.M):
        latency["max"] = milliseconds(longest[1])
    return {"seconds": milliseconds(found[2]) / 1e3, "requests": int(found[1]), "failed": sum(errors.values()),
            "requests_per_s": number(r"^Requests/sec: +([\d.]+)", output), "latency_ms": latency, "errors": errors,
            "raw": output}


def run(command, seconds):
    try:
        return subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, timeout=seconds + TIMEOUT_S)
    except subprocess.TimeoutExpired:
        raise Failed(f"{command[0]} did not end") from None


def ab(url, connections, requests, most_seconds, length=None):
    """-t comes before -n, which it would set. -r: a connection that breaks is a failed request and not the end."""
    command = ["ab", "-q", "-r", "-k", "-s", most_seconds + 2, "-t", most_seconds, "-n", requests, "-c", connections, url]
    done = run(command, most_seconds)
    return read_ab(done.stdout, done.stderr, length)


def wrk(url, connections, seconds, threads=1, halfway=None, words=(), before=()):
    """halfway() is called while the load runs; words are further ones of wrk, before is a command that runs it."""
    timer = threading.Timer(seconds / 2, halfway) if halfway else None
    if timer:
        timer.start()
    try:
        done = run([*before, "wrk", "--latency", f"-t{min(threads, connections)}", f"-c{connections}", f"-d{seconds}s", url, *words], seconds)
    finally:
        if timer:
            timer.join()
    if done.returncode != 0:
        raise Failed(f"wrk: {(done.stderr.strip() or done.stdout.strip() or 'failed').splitlines()[-1]}")
    return read_wrk(done.stdout)


@contextlib.contextmanager
def raw_requests(texts):
    """Files with these requests."""
    with tempfile.TemporaryDirectory(prefix="tern-load-") as folder:
        paths = [pathlib.Path(folder) / str(number) for number, _ in enumerate(texts)]
        for path, text in zip(paths, texts):
            path.write_bytes(text)
        yield paths


def read_http_load(output):
    """Requests are those with a good response."""
    try:
        found = json.loads(output)
    except ValueError:
        raise Failed(f"http_load: {output.strip() or 'printed no figures'}") from None
    latency = {name: us / 1e3 for name, us in found["latency_us"].items()}
    return {"seconds": found["seconds"], "requests": found["requests"], "failed": found["failed"],
            "requests_per_s": round(found["requests"] / found["seconds"], 2), "latency_ms": latency, "errors": {},
            "received": found["received"], "raw": output}


def http_load(url, connections, seconds, rate=0, depth=1, times=0, requests=None):
    """On the last core, as fast as the server answers, or in an open loop of `rate` requests per second."""
    parts = urllib.parse.urlsplit(url)
    texts = requests or [f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode()]
    with raw_requests(texts) as paths:
        done = run(["taskset", "-c", servers.cores()[1], servers.built("http_load"), parts.port, connections, seconds, rate, depth,
                    times, *paths], seconds)
    if done.returncode != 0:
        raise Failed(f"http_load: {done.stderr.strip() or 'failed'}")
    return read_http_load(done.stdout)
