"""The servers that a Site runs under: nginx with php-fpm, which is the reference, nginx with `tern fpm`, Tern, and `php -S`. HOSTS has them
by name; each is made with a Site and a port, and has the methods of Host."""
import functools
import os
import signal
import socket
import unittest

import services
import sites
from harness import free_port
from launcher import TERN, Served, tern
from php_program import need_php
from prepared import prepared
from processes import children_of

NGINX = """daemon off; worker_processes 1; pid {folder}/pid; error_log stderr error; {user}
events {{ worker_connections 1000; }}
http {{
    access_log off; default_type application/octet-stream; client_max_body_size 16m;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    types {{
        text/html html htm; text/css css; application/javascript js mjs; image/png png; image/jpeg jpg jpeg; image/gif gif;
        image/svg+xml svg; image/webp webp; image/x-icon ico; font/woff woff; font/woff2 woff2; text/plain txt; application/json json map;
    }}
    upstream kept {{ server {fpm}; keepalive 4; }}
    server {{
        listen 127.0.0.1:{port};
        server_name 127.0.0.1;
        root {public};
        index index.php index.html;
        fastcgi_buffers 16 32k; fastcgi_buffer_size 64k; fastcgi_read_timeout 300s;
        fastcgi_param PATH_INFO $fastcgi_path_info; fastcgi_param QUERY_STRING $query_string;
        fastcgi_param REQUEST_METHOD $request_method; fastcgi_param CONTENT_TYPE $content_type;
        fastcgi_param CONTENT_LENGTH $content_length; fastcgi_param SCRIPT_NAME $fastcgi_script_name;
        fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
        fastcgi_param REQUEST_URI $request_uri; fastcgi_param DOCUMENT_URI $document_uri;
        fastcgi_param DOCUMENT_ROOT $document_root; fastcgi_param SERVER_PROTOCOL $server_protocol;
        fastcgi_param REQUEST_SCHEME $scheme; fastcgi_param GATEWAY_INTERFACE CGI/1.1;
        fastcgi_param SERVER_SOFTWARE nginx/$nginx_version; fastcgi_param REMOTE_ADDR $remote_addr;
        fastcgi_param REMOTE_PORT $remote_port; fastcgi_param SERVER_ADDR $server_addr;
        fastcgi_param SERVER_PORT $server_port; fastcgi_param SERVER_NAME $server_name; fastcgi_param REDIRECT_STATUS 200;
        location / {{ {rules} }}
        location ^~ /kept/ {{
            rewrite ^/kept(/.*) $1 break;
            fastcgi_keep_conn on;
            fastcgi_pass kept;
        }}
        location ~ ^.+?\\.php(/|$) {{
            fastcgi_split_path_info ^(.+?\\.php)(/.*)?$;
            if (!-f $document_root$fastcgi_script_name) {{ return 404; }}
            fastcgi_pass {fpm};
        }}
    }}
}}
"""
FPM = """[global]
error_log = {folder}/log-fpm
process_control_timeout = 20s
[www]
{user}
listen = {address}
listen.mode = 0666
pm = static
pm.max_children = {children}
catch_workers_output = {catches}
clear_env = no
"""


class Host:
    NAME = ""
    prefix = ()  # words before each command
    environment = {}  # of Tern

    def __init__(self, site, port=None):
        self.site = site
        self.port = port or free_port()

    def url(self, path="/"):
        return f"http://127.0.0.1:{self.port}{path}"

    def start(self):
        """Until it answers."""
        raise NotImplementedError

    def workers(self):
        """The processes that run PHP."""
        raise NotImplementedError

    def answering(self):
        """These, and what is in front of them."""
        return self.workers()

    def reload(self):
        raise NotImplementedError

    def output(self):
        raise NotImplementedError

    def stop(self):
        raise NotImplementedError


class OnSocket(services.Service):
    """A service that listens at the path `socket`."""

    def try_it(self, answers):
        if self.process.poll() is not None:
            raise AssertionError((self.folder / "log").read_text())
        with socket.socket(socket.AF_UNIX) as client:
            return client.connect_ex(str(self.folder / "socket")) == 0


class NginxFpm(Host):
    NAME = "fpm"
    CONFIGURATION = FPM
    catches_output = "yes"  # what the pool prints is in output(); each request costs a message to the master

    def __init__(self, site, port=None, workers=6, on_socket=False):
        """`on_socket`: nginx connects to a unix socket, instead of a port."""
        super().__init__(site, port)
        self.children = workers
        self.on_socket = on_socket
        self.fpm = self.nginx = None

    def start(self):
        try:
            self.fpm = (OnSocket if self.on_socket else services.Service)(sites.packages())
            self.start_fpm()
            self.start_nginx()
        except BaseException:
            self.stop()
            raise
        return self

    def program(self):
        """The command that is php-fpm."""
        return [sites.packages("web-servers").find("usr/sbin/php-fpm*")]

    @property
    def address(self):
        return f"{self.fpm.folder}/socket" if self.on_socket else f"127.0.0.1:{self.fpm.port}"

    def start_fpm(self):
        as_root = os.geteuid() == 0
        user = "user = root\ngroup = root" if as_root else ""
        self.write(self.fpm, "fpm.conf", self.CONFIGURATION, port=self.fpm.port, address=self.address, children=self.children,
                   catches=self.catches_output, user=user)
        self.fpm.start(*self.prefix, *self.program(), "-n", "-F", *(["-R"] if as_root else []), *self.site.php(), "-y", self.fpm.folder / "fpm.conf",
                       answers=lambda client: True)

    def start_nginx(self):
        program = prepared("nginx")
        self.nginx = services.Service(sites.packages())
        self.nginx.port = self.port
        self.write(self.nginx, "nginx.conf", NGINX, port=self.port, fpm=f"unix:{self.address}" if self.on_socket else self.address, public=self.site.public,
                   rules=self.site.RULES, user="user root;" if os.geteuid() == 0 else "")
        self.nginx.start(*self.prefix, program, "-p", self.nginx.folder, "-e", "stderr", "-c", self.nginx.folder / "nginx.conf",
                         answers=lambda client: True)

    @staticmethod
    def write(service, name, text, **values):
        (service.folder / name).write_text(text.format(folder=service.folder, **values))

    def workers(self):
        return children_of(self.fpm.process.pid)

    def answering(self):
        return self.workers() + children_of(self.nginx.process.pid)

    def reload(self):
        self.fpm.process.send_signal(signal.SIGUSR2)

    def output(self):
        return "".join((service.folder / "log").read_text(errors="replace") for service in (self.fpm, self.nginx) if service)

    def stop(self):
        for service in (self.nginx, self.fpm):
            if service:
                service.close()


class NginxTernFpm(NginxFpm):
    """`tern fpm` with the same pool file, called as php-fpm."""
    NAME = "tern-fpm"

    def program(self):
        link = self.fpm.folder / "php-fpm"
        link.symlink_to(TERN)
        return [*need_php(), link]

    def workers(self):
        return [worker for server in super().workers() for worker in children_of(server)]


@functools.cache
def need_classic():
    """A skipped test where this `tern serve` has no classic applications."""
    done = tern("serve", "--help")
    if "--classic" not in done.stdout + done.stderr:
        raise unittest.SkipTest("this `tern serve` has no --classic")


class Tern(Host):
    NAME = "tern"
    WORDS = ("--classic", "--concurrency", "50")
    PHP = ("-d", "tern.sapi_name=fpm-fcgi")  # MediaWiki makes other addresses where the name has no "cgi"

    def __init__(self, site, port=None, workers=2, words=WORDS):
        super().__init__(site, port)
        self.words = (*words, "--workers", str(workers))
        self.served = None

    def start(self):
        need_classic()
        self.served = Served([str(self.site.public), "--port", str(self.port), *self.words], self.site.folder, php=(*self.site.php(), *self.PHP),
                             env={**sites.packages().libraries(), **self.environment}, prefix=self.prefix)
        return self

    def workers(self):
        return self.served.workers()

    def reload(self):
        self.served.send_signal(signal.SIGUSR1)

    def output(self):
        return self.served.output()

    def stop(self):
        if self.served:
            self.served.stop()


class CliServer(Host):
    """PHP's own web server for development: one process, one request at a time."""
    NAME = "cli-server"

    def __init__(self, site, port=None, workers=1):
        super().__init__(site, port)
        self.server = None

    def start(self):
        self.server = services.Service(sites.packages())
        self.server.port = self.port
        self.server.start(*self.prefix, need_php()[0], "-n", *self.site.php(), "-S", f"127.0.0.1:{self.port}", "-t", self.site.public,
                          answers=lambda client: True)
        return self

    def workers(self):
        return [self.server.process.pid]

    def output(self):
        return (self.server.folder / "log").read_text(errors="replace")

    def stop(self):
        if self.server:
            self.server.close()


HOSTS = {one.NAME: one for one in (NginxFpm, NginxTernFpm, Tern, CliServer)}
