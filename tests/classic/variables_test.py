"""$_SERVER of classic sites, beside that of nginx with PHP-FPM for the same requests."""
import json
import time

import services
import web_servers
from harness import ROOT
from http_client import Client
from php_program import PhpFile, opcache
from server_case import SharedServer

SITE = ROOT / "tests/classic/site"
CONTEXTS = (*opcache(), "-d", "opcache.enable_cli=1")
# As Debian's fastcgi.conf and snippets/fastcgi-php.conf.
NGINX = """
    server {{{{
        listen 127.0.0.1:{{port}};
        server_name 127.0.0.1;
        root {root};
        index index.php index.html;
        location @missing {{{{ return 404; }}}}
        location / {{{{ try_files $uri $uri/ /index.php?$args; }}}}
        location ~ [^/]\\.php(/|$) {{{{
            fastcgi_split_path_info ^(.+?\\.php)(/.*)$;
            try_files $fastcgi_script_name @missing;
            set $path_info $fastcgi_path_info;
            fastcgi_param PATH_INFO $path_info;
            fastcgi_pass 127.0.0.1:{port};
            fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
            fastcgi_param QUERY_STRING $query_string;
            fastcgi_param REQUEST_METHOD $request_method;
            fastcgi_param CONTENT_TYPE $content_type;
            fastcgi_param CONTENT_LENGTH $content_length;
            fastcgi_param SCRIPT_NAME $fastcgi_script_name;
            fastcgi_param REQUEST_URI $request_uri;
            fastcgi_param DOCUMENT_URI $document_uri;
            fastcgi_param DOCUMENT_ROOT $document_root;
            fastcgi_param SERVER_PROTOCOL $server_protocol;
            fastcgi_param REQUEST_SCHEME $scheme;
            fastcgi_param HTTPS $https if_not_empty;
            fastcgi_param GATEWAY_INTERFACE CGI/1.1;
            fastcgi_param SERVER_SOFTWARE nginx/$nginx_version;
            fastcgi_param REMOTE_ADDR $remote_addr;
            fastcgi_param REMOTE_PORT $remote_port;
            fastcgi_param SERVER_ADDR $server_addr;
            fastcgi_param SERVER_PORT $server_port;
            fastcgi_param SERVER_NAME $server_name;
            fastcgi_param REDIRECT_STATUS 200;
            fastcgi_param HTTP_PROXY "";
        }}}}
    }}}}
"""
FORM = [("Content-Type", "application/x-www-form-urlencoded")]
REQUESTS = [
    ("GET", "/dump.php"),
    ("GET", "/dump.php?a=1&b=%20x&c"),
    ("GET", "/dump.php?a+b+c"),
    ("GET", "/dump.php/path/info"),
    ("GET", "/dump.php/"),
    ("GET", "/dump.php/a%20b/%C3%A4?x=%20"),
    ("GET", "/dump.php/x.php/y"),
    ("GET", "/"),
    ("GET", "/?q"),
    ("GET", "/?"),
    ("GET", "/dump.php?"),
    ("GET", "/dump.php/a?"),
    ("GET", "/pretty?"),
    ("POST", "/dump.php", [*FORM, ("Transfer-Encoding", "chunked")], b"3\r\na=b\r\n0\r\n\r\n"),
    ("POST", "/dump.php", [("Transfer-Encoding", "chunked")], b"0\r\n\r\n"),
    ("GET", "/folder/"),
    ("GET", "/folder/a%20b.php"),
    ("GET", "/pretty/url?x=1"),
    ("GET", "/pretty%20url/%C3%A4"),
    ("GET", "//dump.php"),
    ("GET", "/folder/../dump.php"),
    ("GET", "/d%75mp.php"),
    ("DELETE", "/dump.php"),
    ("OPTIONS", "/dump.php"),
    ("POST", "/dump.php", FORM, b"a=b"),
    ("POST", "/dump.php", [], b"plain"),
    ("POST", "/dump.php", FORM, b""),
    ("PUT", "/dump.php?x", [("Content-Type", "application/json; charset=utf-8")], b"{}"),
    ("GET", "/dump.php", [("Authorization", "Basic YW5uOnNlY3JldDp4")]),
    ("GET", "/dump.php", [("Authorization", "basic YW5uOg==")]),
    ("GET", "/dump.php", [("Authorization", "Basic YW5u")]),
    ("GET", "/dump.php", [("Authorization", "Basic OnNlY3JldA==")]),
    ("GET", "/dump.php", [("Authorization", 'Digest username="ann", uri="/"')]),
    ("GET", "/dump.php", [("Authorization", "Bearer x")]),
    ("GET", "/dump.php", [("Proxy", "evil"), ("X-Test", "a"), ("X-Other-Field2", "b"), ("X_Under", "c"), ("Cookie", "a=b; c=d")]),
    ("GET", "/dump.php", [("X-Strange.Name", "a"), ("X-Empty", ""), ("Accept", "*/*"), ("User-Agent", "x/1 (y)")]),
    ("GET", "/dump.php", [("X-Forwarded-For", "10.0.0.1"), ("X-Forwarded-Proto", "https")]),
]
# Of php-fpm itself, and of its process.
OF_FPM = {"FCGI_ROLE", "USER", "HOME"}
DIFFERENT = {"SERVER_SOFTWARE", "SERVER_PORT", "REMOTE_PORT", "REQUEST_TIME", "REQUEST_TIME_FLOAT", "HTTP_HOST"}


class VariablesTest(SharedServer):
    maxDiff = None
    ADDRESS = "127.0.0.1"
    PHP_OPTIONS = (*CONTEXTS, "-d", "register_argc_argv=1")

    @classmethod
    def setUpClass(cls):
        packages = services.Packages("web-servers")
        cls.fpm = services.php_fpm(packages, SITE)
        cls.addClassCleanup(cls.fpm.close)
        pem = cls.fpm.folder / "pem"
        services.make_certificate(pem)
        cls.nginx = web_servers.start_nginx(NGINX.format(root=cls.fpm.root, port=cls.fpm.port), pem, pem)
        cls.addClassCleanup(cls.nginx.close)
        super().setUpClass()

    @classmethod
    def script(cls):
        return PhpFile("classic/variables.php", root=str(cls.fpm.root), address=cls.ADDRESS)

    @staticmethod
    def ask(port, method, path, fields=(), body=b"", version="1.1"):
        fields = [("Host", f"127.0.0.1:{port}"), ("Connection", "close"), *fields]
        with Client(("127.0.0.1", port)) as client:
            return client.ask(method, path, fields, body, version)

    def variables(self, port, *asked, **more):
        answer = self.ask(port, *asked, **more)
        self.assertEqual(answer.status, 200, (asked, answer.text))
        return json.loads(answer.text)

    def test_the_same_as_php_fpm(self):
        for asked in REQUESTS:
            with self.subTest(asked=asked):
                theirs, ours = self.variables(self.nginx.port, *asked), self.variables(self.server.port, *asked)
                self.assertEqual(ours.pop("PATH_TRANSLATED", None), f"{self.fpm.root}{ours['PATH_INFO']}" if ours["PATH_INFO"] else None)
                self.assertEqual({name: value for name, value in ours.items() if name not in DIFFERENT},
                                 {name: value for name, value in theirs.items() if name not in DIFFERENT | OF_FPM})
                self.assertEqual(set(theirs) - set(ours), OF_FPM & set(theirs))
                self.assertEqual({name: type(ours[name]) for name in DIFFERENT}, {name: type(theirs[name]) for name in DIFFERENT})

    def test_http10(self):
        theirs, ours = (self.variables(port, "GET", "/dump.php", version="1.0") for port in (self.nginx.port, self.server.port))
        self.assertEqual((ours["SERVER_PROTOCOL"], theirs["SERVER_PROTOCOL"]), ("HTTP/1.0", "HTTP/1.0"))

    def test_what_differs(self):
        before = time.time()
        ours = self.variables(self.server.port, "GET", "/dump.php")
        self.assertEqual((ours["SERVER_PORT"], ours["HTTP_HOST"]), (str(self.server.port), f"127.0.0.1:{self.server.port}"))
        self.assertRegex(ours["SERVER_SOFTWARE"], r"^tern/\S+ \(like nginx\)$")
        self.assertLess(abs(ours["REQUEST_TIME_FLOAT"] - before), 60)
        self.assertEqual(ours["REQUEST_TIME"], int(ours["REQUEST_TIME_FLOAT"]))

    def test_names_of_the_server(self):
        for host, name in (("Example.COM:8080", "example.com"), ("[::1]:80", "[::1]"), ("a_b.test", "a_b.test"), ("a<b>", "127.0.0.1")):
            with Client(("127.0.0.1", self.server.port)) as client:
                answer = client.ask("GET", "/dump.php", [("Host", host)])
            if answer.status == 200:
                self.assertEqual(json.loads(answer.text)["SERVER_NAME"], name)
            else:
                self.assertEqual((answer.status, host), (400, "a<b>"))


class EveryAddressTest(VariablesTest):
    """The server listens at each address, so it looks which one the client has connected to."""
    ADDRESS = "0.0.0.0"


class TrustedProxyTest(SharedServer):
    PHP_OPTIONS = (*CONTEXTS, "-d", "register_argc_argv=0")

    @classmethod
    def script(cls):
        return PhpFile("classic/variables.php", root=str(SITE), address="127.0.0.1",
                       options={"trusted_proxies": ["127.0.0.1"]})

    def test_what_the_proxy_reports(self):
        fields = [("X-Forwarded-For", "192.0.2.7"), ("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "shop.example")]
        told = json.loads(self.server.get("/dump.php", fields).text)
        self.assertEqual((told["REMOTE_ADDR"], told["HTTPS"], told["REQUEST_SCHEME"], told["SERVER_NAME"]),
                         ("192.0.2.7", "on", "https", "shop.example"))
        self.assertNotIn("argv", told)
