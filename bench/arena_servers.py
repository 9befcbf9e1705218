"""The servers of bench/arena, each on one core, with the profiles that it can be asked for."""
import contextlib
import dataclasses
import pathlib
import shutil
import subprocess
import time
import urllib.request

import arena_world
import servers
from drivers import extension
from drivers.base import NOBODY, NOGROUP, OPCACHE, Place, as_root, end, last_words, php, said
from drivers.nginx_fpm import FPM

PEERS = arena_world.ENTRY / "peers"
PLAIN = ("baseline", "pipelined", "limited-conn", "latency-10k")
OF_PHP = (*PLAIN, "json", "upload", "async-db")
STATIC = ("static", "static-tls", "static-h2")
CHILDREN = 64  # of php-fpm
H1, TLS, H2C, H2 = range(4)
NGINX = """daemon off; worker_processes 1; worker_rlimit_nofile 65536; pid {folder}/nginx.pid; error_log {folder}/log-nginx crit;
{user}
events {{ worker_connections 20000; }}
http {{
    access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; default_type application/octet-stream;
    types {{ text/css css; application/javascript js; application/json json; text/html html; }}
    client_max_body_size 32m; gzip_static on; {more}
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    ssl_certificate {data}/certs/server.crt; ssl_certificate_key {data}/certs/server.key;
    server {{
        listen 127.0.0.1:{ports[0]} backlog=4096; listen 127.0.0.1:{ports[1]} ssl backlog=4096;
        listen 127.0.0.1:{ports[2]} http2 backlog=4096; listen 127.0.0.1:{ports[3]} ssl http2 backlog=4096;
        http2_max_concurrent_streams 256;
        location /static/ {{ root {data}; }}
        location = /pipeline {{ default_type text/plain; return 200 "ok"; }}
        {locations}
    }}
}}
"""
FASTCGI = """location / {{
            fastcgi_pass unix:{folder}/fpm.socket;
            fastcgi_param SCRIPT_FILENAME {script}; fastcgi_param DOCUMENT_URI $document_uri; fastcgi_param REQUEST_METHOD $request_method;
            fastcgi_param QUERY_STRING $query_string; fastcgi_param CONTENT_LENGTH $content_length;
        }}"""
H2O = """{user}
num-threads: 1
http2-max-concurrent-requests-per-connection: 256
error-log: {folder}/log-h2o
listen: {{host: 127.0.0.1, port: {ports[0]}}}
listen: {{host: 127.0.0.1, port: {ports[2]}}}
listen: {{host: 127.0.0.1, port: {ports[1]}, ssl: {{certificate-file: {data}/certs/server.crt, key-file: {data}/certs/server.key, ocsp-update-interval: 0}}}}
listen: {{host: 127.0.0.1, port: {ports[3]}, ssl: {{certificate-file: {data}/certs/server.crt, key-file: {data}/certs/server.key, ocsp-update-interval: 0}}}}
hosts:
  default:
    paths:
      /static: {{file.dir: {data}/static, file.send-compressed: ON}}
      /pipeline: {{mruby.handler: 'Proc.new {{|env| [200, {{"content-type" => "text/plain"}}, ["ok"]]}}'}}
      /baseline11: &sum
        mruby.handler: |
          Proc.new do |env|
            sum = env["QUERY_STRING"].split("&").map {{|pair| pair.split("=")[1].to_i }}.inject(0) {{|all, one| all + one }}
            sum += env["rack.input"].read.to_i if env["rack.input"]
            [200, {{"content-type" => "text/plain"}}, [sum.to_s]]
          end
      /baseline2: *sum
"""


@dataclasses.dataclass(frozen=True)
class Running:
    pids: list
    ports: list


def php_settings(*more):
    return [word for one in [*OPCACHE, *more] for word in ("-d", one)]


class Tern:
    name, label = "tern", "Tern"
    profiles = (*OF_PHP, "async", "json-comp", "json-tls", "8gbit", *STATIC, "crud", "baseline-h2", "baseline-h2c", "json-h2c", "echo-ws")
    entry = "tern"

    def prepare(self, world):
        if not servers.TERN.exists():
            raise servers.Unusable("run scripts/build release tern")

    def version(self):
        return extension.Tern(servers.TERN).versions()["tern"]

    def commands(self, world, folder, ports):
        program = arena_world.ENTRY / self.entry / "server.php"
        return [([php(), "-n", *php_settings(f"extension={servers.TERN}"), *world.modules, program], {})]


class TernGrpc(Tern):
    name, label, profiles, entry = "tern-grpc", "Tern, gRPC", ("unary-grpc", "unary-grpc-tls"), "tern-grpc"

    def commands(self, world, folder, ports):
        (command, _), = super().commands(world, folder, ports)
        return [(command, {"ARENA_PORTS": f"{ports[H1]},{ports[H2]}"})]


class Nginx:
    """Without a module of its own it cannot add numbers."""
    name, label, profiles = "nginx", "nginx", ("pipelined", *STATIC)

    def prepare(self, world):
        self.binary = servers.nginx()

    def version(self):
        return said(r"nginx/(\S+)", self.binary, "-v")

    def commands(self, world, folder, ports, locations="", more=""):
        user = f"user {NOBODY.pw_name} {NOGROUP};" if as_root() else ""
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, data=world.folder, ports=ports, locations=locations, more=more, user=user))
        return [([self.binary, "-p", folder, "-e", "stderr", "-c", folder / "nginx.conf"], {})]


class Fpm(Nginx):
    name, label, profiles = "php-fpm", "nginx, php-fpm", (*OF_PHP, "json-comp", "json-tls", "8gbit", *STATIC, "baseline-h2", "baseline-h2c", "json-h2c")

    def prepare(self, world):
        super().prepare(world)
        self.packages = arena_world.services.Packages("web-servers")
        self.fpm = self.packages.find("usr/sbin/php-fpm*")

    def version(self):
        return said(r"PHP (\S+)", self.fpm, "-v")

    def commands(self, world, folder, ports):
        user = f"user = {NOBODY.pw_name}\ngroup = {NOGROUP}" if as_root() else ""
        (folder / "fpm.conf").write_text(FPM.format(folder=folder, children=CHILDREN, user=user))
        modules = [word for word in world.modules if word != "-d"]
        (folder / "php.ini").write_text("\n".join([*OPCACHE, "post_max_size=32M", "enable_post_data_reading=0", *modules]) + "\n")
        locations = FASTCGI.format(folder=folder, script=PEERS / "fpm.php")
        gzip = "gzip on; gzip_types application/json; gzip_comp_level 2;"
        return [([self.fpm, "-F", "-c", folder / "php.ini", "-y", folder / "fpm.conf"], {**self.packages.libraries(), "PHP_INI_SCAN_DIR": ""}),
                *super().commands(world, folder, ports, locations, gzip)]


class H2o:
    name, label, profiles = "h2o", "h2o, mruby", (*PLAIN, *STATIC, "baseline-h2", "baseline-h2c")

    def prepare(self, world):
        done = subprocess.run([servers.ROOT / "scripts/h2o"], stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise servers.Unusable("h2o is missing")
        self.root = pathlib.Path(done.stdout.strip())
        self.binary = self.root / "usr/bin/h2o"

    def version(self):
        return said(r"h2o version (\S+)", self.binary, "--version")

    def commands(self, world, folder, ports):
        user = f"user: {NOBODY.pw_name}" if as_root() else ""
        (folder / "h2o.conf").write_text(H2O.format(folder=folder, data=world.folder, ports=ports, user=user))
        return [([self.binary, "-m", "worker", "-c", folder / "h2o.conf"], {"H2O_ROOT": str(self.root / "usr")})]


class Workerman:
    name, label, profiles = "workerman", "Workerman", OF_PHP

    def __init__(self, vendor):
        self.vendor = vendor

    def prepare(self, world):
        if not self.vendor or not (self.vendor / "autoload.php").exists():
            raise servers.Unusable("--vendor must name a folder of Composer with autoload.php and workerman/workerman")

    def version(self):
        return said(r"(\S+)", php(), "-r", "require $argv[1]; echo Workerman\\Worker::VERSION;", self.vendor / "autoload.php")

    def commands(self, world, folder, ports):
        """With php.ini: only there is an event loop that takes more than 1,000 connections."""
        return [([php(), *php_settings()[2:], *world.modules, PEERS / "workerman.php", "start"],
                 {"BENCH_VENDOR": str(self.vendor), "BENCH_PORT": str(ports[H1]), "BENCH_WORKERS": "1"})]


def every(vendor):
    return [Tern(), TernGrpc(), Nginx(), H2o(), Fpm(), Workerman(vendor)]


def sum_by(port):
    """What a server adds 13 and 42 to; a status or an error where there is none."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/baseline11?a=13&b=42", timeout=servers.TIMEOUT_S) as answer:
            return answer.read().decode()
    except OSError as error:
        return str(error)


def wait_for_pages(server, port):
    """nginx is there before php-fpm."""
    deadline = time.monotonic() + servers.TIMEOUT_S
    while "baseline" in server.profiles and (found := sum_by(port)) != "55":
        if time.monotonic() > deadline:
            raise servers.Unusable(f"{server.name} adds 13 and 42: {found}")
        time.sleep(0.02)


@contextlib.contextmanager
def running(server, world):
    """A Running on the first core, which accepts connections; ended with everything it started."""
    folder = world.folder / server.name
    folder.mkdir(mode=0o755)
    ports, processes = [servers.free_port() for _ in range(4)], []
    try:
        for number, (command, environment) in enumerate(server.commands(world, folder, ports)):
            words = ["taskset", "-c", servers.cores()[0], *command]
            with open(folder / f"log{number}", "wb") as log:
                processes.append(subprocess.Popen([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder,
                                                  env={**world.environment(ports), **environment}, start_new_session=True))
        try:
            for process in processes:
                servers.wait_for(process, server, ports[H1])
            wait_for_pages(server, ports[H1])
        except servers.Unusable as why:
            raise servers.Unusable(f"{why}: {last_words(Place(folder, ports[H1]))}") from None
        yield Running([process.pid for process in processes], ports)
    finally:
        for process in reversed(processes):
            end(process)
        shutil.rmtree(folder, ignore_errors=True)
