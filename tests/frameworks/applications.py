"""An application of a framework behind `tern serve` and behind nginx with php-fpm, and browsers for it."""
import html
import http.client
import os
import pathlib
import re
import subprocess
import unittest
import urllib.parse

import services
import web_servers
from harness import PATIENCE_S, PHP, ROOT

FPM = """[global]
error_log = {folder}/log-fpm
[www]
{user}
listen = 127.0.0.1:{port}
pm = static
pm.max_children = 4
clear_env = no
"""
NGINX = """
    server {{{{
        listen 127.0.0.1:{{port}};
        root {public};
        location / {{{{
            fastcgi_pass 127.0.0.1:{port};
            fastcgi_param SCRIPT_FILENAME {public}/index.php; fastcgi_param SCRIPT_NAME /index.php;
            fastcgi_param REQUEST_METHOD $request_method; fastcgi_param REQUEST_URI $request_uri;
            fastcgi_param QUERY_STRING $query_string; fastcgi_param SERVER_PROTOCOL $server_protocol;
            fastcgi_param CONTENT_TYPE $content_type; fastcgi_param CONTENT_LENGTH $content_length;
            fastcgi_param REMOTE_ADDR $remote_addr; fastcgi_param SERVER_NAME 127.0.0.1; fastcgi_param SERVER_PORT $server_port;
            fastcgi_param HTTP_HOST $http_host;
        }}}}
    }}}}
"""
TOKEN = re.compile(r'(?<=name="_token" value=")[^"]+')


def installed(name):
    """The folder of an application, with its vendor/."""
    done = subprocess.run([ROOT / "scripts/application", name], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise unittest.SkipTest(done.stderr.strip().splitlines()[-1])
    return pathlib.Path(done.stdout.strip())


def shared_modules():
    """The extensions that frameworks need and that are not a part of this PHP."""
    loaded = subprocess.run([*PHP, "-m"], capture_output=True, text=True, check=True).stdout.lower().split()
    wanted = ("ctype", "mbstring", "tokenizer", "fileinfo", "iconv", "dom", "posix", "pcntl")
    return [name for name in wanted if name not in loaded]


class Fpm:
    """php-fpm behind nginx."""

    def __init__(self, public, modules, environment):
        packages = services.Packages("web-servers")
        self.fpm = services.Service(packages)
        self.fpm.folder.chmod(0o755)
        as_root = os.geteuid() == 0
        configuration = self.fpm.folder / "fpm.conf"
        user = "user = root\ngroup = root" if as_root else ""
        configuration.write_text(FPM.format(folder=self.fpm.folder, port=self.fpm.port, user=user))
        self.fpm.start(packages.find("usr/sbin/php-fpm*"), "-n", "-F", *(["-R"] if as_root else []), "-y", configuration, *modules,
                       answers=lambda client: True, env=environment)
        try:
            pem = self.fpm.folder / "pem"
            services.make_certificate(pem)
            self.nginx = web_servers.start_nginx(NGINX.format(public=public, port=self.fpm.port), pem, pem)
        except BaseException:
            self.fpm.close()
            raise
        self.port = self.nginx.port

    def close(self):
        self.nginx.close()
        self.fpm.close()


class Browser:
    """One user: cookies, and the token of the last form."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        self.cookies = {}
        self.token = ""

    def ask(self, method, path, body=None, fields=()):
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        self.connection.request(method, path, body, {**({"Cookie": cookies} if cookies else {}), **dict(fields)})
        answer = self.connection.getresponse()
        answer.text = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        found = TOKEN.search(answer.text)
        if found:
            self.token = html.unescape(found[0])
        return answer

    def get(self, path, fields=()):
        return self.ask("GET", path, fields=fields)

    def post(self, path, **values):
        form = urllib.parse.urlencode({"_token": self.token, **values})
        return self.ask("POST", path, form, {"Content-Type": "application/x-www-form-urlencoded"})

    def upload(self, path, name, content):
        parts = [f'--x\r\nContent-Disposition: form-data; name="_token"\r\n\r\n{self.token}\r\n',
                 f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n{content}\r\n--x--\r\n']
        return self.ask("POST", path, "".join(parts), {"Content-Type": "multipart/form-data; boundary=x"})

    def close(self):
        self.connection.close()


def normalized(text):
    """Without what differs between two runs."""
    return re.sub(r"(?<=://127\.0\.0\.1:)\d+", "port", TOKEN.sub("token", text))
