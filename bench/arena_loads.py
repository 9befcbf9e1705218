"""The profiles of HttpArena as they can be measured here: smaller numbers of connections, the load on the other core."""
import dataclasses
import random
import re

import arena_world
import generators
import servers
from arena_servers import H1, H2, H2C, TLS

ROTATE = arena_world.ENTRY / "rotate.lua"
RANDOM = random.Random(1)  # the same requests in each run
ACCEPTS = "Accept-Encoding: br;q=1, gzip;q=0.8\r\n"
PAIRS = ((1, 3), (5, 7), (10, 2), (15, 5), (25, 4), (40, 8), (50, 6))
SUM_MESSAGE = b"\0\0\0\0\x04\x08\x01\x10\x02"


def request(path, method="GET", body=None, fields=""):
    if body is not None:
        fields += f"Content-Length: {len(body)}\r\n"
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{fields}\r\n".encode() + (body or b"")


def baseline():
    path = "/baseline11?a=13&b=42"
    chunked = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n20\r\n0\r\n\r\n".encode()
    return [request(path), request(path, "POST", b"20"), chunked]


def json_requests(pairs=PAIRS, fields=""):
    return [request(f"/json/{count}?m={times}", fields=fields) for count, times in pairs]


def crud():
    """Of twenty: 15 reads, 3 updates, a list, a new item."""
    json_field = "Content-Type: application/json\r\n"
    found = []
    for number in range(20):
        for _ in range(15):
            found.append(request(f"/crud/items/{RANDOM.randint(1, arena_world.ROWS)}"))
        for _ in range(3):
            body = b'{"name":"Updated Product","price":200,"quantity":25}'
            found.append(request(f"/crud/items/{RANDOM.randint(1, arena_world.ROWS)}", "PUT", body, json_field))
        found.append(request(f"/crud/items?category=office&page={RANDOM.randint(1, 10)}&limit=10"))
        body = b'{"id":%d,"name":"New Product","category":"test","price":150,"quantity":30}' % (100001 + number)
        found.append(request("/crud/items", "POST", body, json_field))
    RANDOM.shuffle(found)
    return found


@dataclasses.dataclass(frozen=True)
class Http:
    """By bench/http_load.c."""
    requests: list
    connections: int
    depth: int = 1
    times: int = 0
    rate: int = 0

    def measure(self, running, seconds):
        url = f"http://127.0.0.1:{running.ports[H1]}/"
        found = generators.http_load(url, self.connections, seconds, self.rate, self.depth, self.times, self.requests)
        return found["requests"], found["failed"], found["seconds"], found["latency_ms"]["99"]


@dataclasses.dataclass(frozen=True)
class H2load:
    """By h2load, HTTP/2 with and without TLS; no percentiles."""
    paths: list
    port: int
    connections: int
    streams: int
    words: tuple = ()
    body: bytes | None = None

    def measure(self, running, seconds):
        scheme = "http" if self.port in (H1, H2C) else "https"
        urls = [f"{scheme}://127.0.0.1:{running.ports[self.port]}{path}" for path in self.paths]
        with generators.raw_requests(["\n".join(urls).encode(), self.body or b""]) as (list_of_urls, body):
            words = ["taskset", "-c", servers.cores()[1], "h2load", "-t1", f"-c{self.connections}", f"-m{self.streams}", f"-D{seconds}",
                     *self.words, *(["-d", body] if self.body else []), "-i", list_of_urls]
            done = generators.run(words, seconds)
        good = re.search(r"status codes: (\d+) 2xx", done.stdout)
        all_of_them = re.search(r"requests: \d+ total, \d+ started, (\d+) done, \d+ succeeded, (\d+) failed", done.stdout)
        if done.returncode != 0 or not good or not all_of_them:
            raise generators.Failed(f"h2load: {(done.stderr.strip() or done.stdout.strip())[-200:]}")
        served = int(good[1])
        return served, max(0, int(all_of_them[1]) - served) + int(all_of_them[2]), seconds, None


@dataclasses.dataclass(frozen=True)
class Wrk:
    """By wrk, HTTP/1.1 over TLS."""
    paths: list
    connections: int
    fields: tuple = ()
    body: bytes | None = None

    def measure(self, running, seconds):
        with generators.raw_requests([self.body or b""]) as (body,):
            words = ["-s", ROTATE, "--", "POST" if self.body else "GET", body if self.body else "", *self.fields, "--", *self.paths]
            found = generators.wrk(f"https://127.0.0.1:{running.ports[TLS]}/", self.connections, seconds, words=words,
                                   before=("taskset", "-c", servers.cores()[1]))
        return max(0, found["requests"] - found["errors"]["status"]), found["failed"], found["seconds"], found["latency_ms"]["99"]


class Echo:
    """By bench/ws_load.c."""

    def measure(self, running, seconds):
        done = generators.run(["taskset", "-c", servers.cores()[1], servers.built("ws_load"), "echo", running.ports[H1], 512, int(seconds)], seconds)
        if done.returncode != 0:
            raise generators.Failed(f"ws_load: {done.stderr.strip()}")
        return int(done.stdout), 0, int(seconds), None


STATIC = [f"/static/{name}" for name in arena_world.FILES]
GRPC = ("-H", "content-type: application/grpc", "-H", "te: trailers")
GET_SUM = ["/benchmark.BenchmarkService/GetSum"]
JSON = [f"/json/{count}?m={times}" for count, times in PAIRS]
ENCODED = ("-H", "accept-encoding: br;q=1, gzip;q=0.8")
PROFILES = {
    "baseline": Http(baseline(), 512),
    "pipelined": Http([request("/pipeline")], 512, depth=16),
    "limited-conn": Http(baseline(), 512, times=10),
    "latency-10k": Http([request("/baseline11?a=1&b=2")], 1024, rate=10000),
    "async": Http([request("/delay/15")], 1000),
    "json": Http(json_requests(), 512),
    "json-comp": Http(json_requests(((25, 4), (40, 8), (50, 6)), "Accept-Encoding: gzip, br\r\n"), 512),
    "json-tls": Wrk(JSON, 100),
    "8gbit": Wrk(["/echo"], 100, ("content-type", "application/octet-stream"), b"x" * 10240),
    "upload": Http([request("/upload", "POST", b"x" * size) for size in (500 << 10, 2 << 20, 10 << 20, 20 << 20)], 32),
    "static": Http([request(path, fields=ACCEPTS) for path in STATIC], 512),
    "static-tls": Wrk(STATIC, 100, ("accept-encoding", "br;q=1, gzip;q=0.8")),
    "async-db": Http([request(f"/async-db?min=10&max=50&limit={limit}") for limit in (5, 10, 20, 35, 50)], 512),
    "crud": Http(crud(), 512, times=200),
    "baseline-h2": H2load(["/baseline2?a=1&b=1"], H2, 64, 100),
    "static-h2": H2load(STATIC, H2, 64, 32, ENCODED),
    "baseline-h2c": H2load(["/baseline2?a=1&b=1"], H2C, 64, 100),
    "json-h2c": H2load(JSON, H2C, 64, 32),
    "unary-grpc": H2load(GET_SUM, H1, 64, 100, GRPC, SUM_MESSAGE),
    "unary-grpc-tls": H2load(GET_SUM, H2, 64, 100, GRPC, SUM_MESSAGE),
    "echo-ws": Echo(),
}
