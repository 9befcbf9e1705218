"""nginx and Apache for clients, on free ports of 127.0.0.1. They serve `root` of their folder."""

import services
from harness import free_port
from prepared import prepared

NGINX = """daemon off; worker_processes 1; pid {folder}/pid; error_log stderr crit;
events {{ worker_connections 1000; }}
http {{
    access_log off; default_type text/plain; client_max_body_size 0; large_client_header_buffers 4 16k;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    ssl_certificate {certificate}; ssl_certificate_key {key};
    root {folder}/root;
    {servers}
}}
"""
NGINX_SERVERS = """
    server {{
        listen 127.0.0.1:{port};
        listen 127.0.0.1:{ports[tls]} ssl;
        location /connection {{ return 200 "$connection $connection_requests"; }}
        location /request {{ return 200 "$request_method $request_uri $http_host $http_cookie $http_x_test"; }}
        location /cookies {{ add_header Set-Cookie "a=1%202; Path=/"; add_header Set-Cookie "b=3"; return 200 ""; }}
        location /nothing {{ return 204; }}
        location /dropped {{ return 444; }}
        location /gzip/ {{ alias {folder}/root/; gzip on; gzip_types *; gzip_min_length 1; }}
        location /slow/ {{ alias {folder}/root/; limit_rate 1; }}
        location /put/ {{ alias {folder}/put/; dav_methods PUT; create_full_put_path on; }}
    }}
    server {{
        listen 127.0.0.1:{ports[short]};
        keepalive_requests 2;
        location / {{ return 200 "$connection $connection_requests"; }}
    }}
"""
APACHE = """ServerRoot {folder}
ServerName 127.0.0.1
DefaultRuntimeDir {folder}
PidFile {folder}/pid
ErrorLog {folder}/log-apache
LogLevel crit
<Directory />
    AllowOverride None
</Directory>
Listen 127.0.0.1:{port}
Listen 127.0.0.1:{ports[tls]}
{modules}
DocumentRoot {folder}/root
KeepAlive On
<Location /deflate/>
    SetOutputFilter DEFLATE
</Location>
<Location /brotli/>
    SetOutputFilter BROTLI_COMPRESS
</Location>
Alias /deflate/ {folder}/root/
Alias /brotli/ {folder}/root/
Alias /put/ {folder}/put/
DavLockDB {folder}/locks
<Directory {folder}/put>
    Dav On
</Directory>
<VirtualHost 127.0.0.1:{ports[tls]}>
    SSLEngine on
    SSLCertificateFile {certificate}
    SSLCertificateKeyFile {key}
</VirtualHost>
ProxyRequests On
AllowCONNECT 1-65535
<Proxy *>
    RequestHeader set X-Test "by way of the proxy"
</Proxy>
"""
# The beginning of a configuration for a site of another folder.
APACHE_FRONT = """ServerRoot {folder}
ServerName 127.0.0.1:{port}
DefaultRuntimeDir {folder}
PidFile {folder}/pid
ErrorLog {folder}/log-apache
LogLevel crit
Listen 127.0.0.1:{port}
<Directory />
    AllowOverride None
</Directory>
"""
# A site with .htaccess files. Each answer tells which file it is, and the variables that the rules have set.
APACHE_SITE = APACHE_FRONT + """{modules}
TypesConfig {folder}/mime.types
DocumentRoot {folder}/root
<Directory {folder}/root>
    AllowOverride All
    Options FollowSymLinks
    AcceptPathInfo On
    DirectoryIndex index.php index.html
</Directory>
Header always set X-Seen-File expr=%{{REQUEST_FILENAME}}
Header always set X-Seen-Path-Info expr=%{{PATH_INFO}}
Header always set X-Seen-Query expr=%{{QUERY_STRING}}
{variables}
"""
APACHE_SITE_MODULES = ["mpm_event", "authz_core", "authz_host", "access_compat", "alias", "dir", "env", "expires", "headers", "mime", "rewrite",
                       "setenvif"]
APACHE_MODULES = ["mpm_event", "authz_core", "alias", "headers", "filter", "deflate", "brotli", "dav", "dav_fs", "proxy", "proxy_http",
                  "proxy_connect", "ssl"]


def prepare(packages, certificate, key, ports):
    """A service that does not run yet, and the values of its configuration. Beside its `port` it has a free port for each name."""
    service = services.Service(packages)
    for name in ("root", "put"):
        (service.folder / name).mkdir(mode=0o777)
        (service.folder / name).chmod(0o777)
    service.folder.chmod(0o755)
    service.ports = {name: free_port() for name in ports}
    return service, {"folder": service.folder, "port": service.port, "ports": service.ports, "certificate": certificate, "key": key}


class NoPackages:
    def environment(self):
        return services.os.environ


def start_nginx(servers, certificate, key, ports=(), user=None):
    """Runs nginx. `servers` are its server blocks, where {folder}, {port} and {ports[name]} are replaced. `user`: of its workers, if the
    tests are root's."""
    program = prepared("nginx")
    service, values = prepare(NoPackages(), certificate, key, ports)
    configuration = service.folder / "nginx.conf"
    configuration.write_text((f"user {user}; " if user else "") + NGINX.format(**values, servers=servers.format(**values)))
    return service.start(program, "-p", service.folder, "-e", "stderr", "-c", configuration,
                         answers=lambda client: True)


def nginx(certificate, key):
    return start_nginx(NGINX_SERVERS, certificate, key, ["tls", "short"])


def start_apache(configuration, modules, certificate="", key="", ports=(), **more):
    """Runs Apache with these modules. {modules} in the configuration loads them, and {name} is what `more` has."""
    packages = services.Packages("web-servers")
    folder = packages.find("usr/lib/apache2/modules/mod_mpm_event.so").parent
    service, values = prepare(packages, certificate, key, ports)
    # What is no module of this build is a part of the program.
    load = [f"LoadModule {name}_module {folder}/mod_{name}.so" for name in modules if (folder / f"mod_{name}.so").exists()]
    (service.folder / "mime.types").write_text("text/html html\ntext/plain txt\ntext/css css\ntext/javascript js\nimage/png png\n")
    place = service.folder / "apache.conf"
    place.write_text(configuration.format(**values, **more, modules="\n".join(load)))
    return service.start(packages.find("usr/sbin/apache2"), "-DFOREGROUND", "-f", place, answers=lambda client: True)


def apache(certificate, key):
    return start_apache(APACHE, APACHE_MODULES, certificate, key, ["tls"])


def apache_site(variables):
    """Apache with .htaccess files. The header X-Variable-NAME of an answer is the variable NAME of the rules."""
    shown = "\n".join(f'Header always set X-Variable-{name} "%{{{name}}}e"' for name in variables)
    return start_apache(APACHE_SITE, APACHE_SITE_MODULES, variables=shown)
