"""A site of pages under nginx with PHP-FPM, the reference for Tern's responses, and requests whose $_SERVER is compared under both."""
import services
import web_servers

# As Debian's fastcgi.conf.
PARAMETERS = """
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
"""
# As Debian's snippets/fastcgi-php.conf.
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
            {parameters}
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


def start(scripts, add_cleanup):
    """Runs both on a copy of these scripts, which is fpm.root."""
    packages = services.Packages("web-servers")
    services.same_php_fpm(packages)
    fpm = services.php_fpm(packages, scripts)
    add_cleanup(fpm.close)
    pem = services.make_certificate(fpm.folder / "pem")
    nginx = web_servers.start_nginx(NGINX.format(root=fpm.root, port=fpm.port, parameters=PARAMETERS), pem, pem)
    add_cleanup(nginx.close)
    return nginx, fpm
