"""Web servers in front of php-fpm or `tern fpm`, with the configuration that their own manuals give for php-fpm."""
import getpass
import pathlib
import unittest

import behind_nginx
import services
import web_servers

CONFIGURATIONS = pathlib.Path(__file__).with_name("servers")
MODULES = ["mpm_event", "authz_core", "dir", "env", "mime", "proxy", "proxy_fcgi", "rewrite", "unixd"]


def apache(name, fpm, add_cleanup):
    own = (CONFIGURATIONS / f"apache-{name}.conf").read_text()
    server = web_servers.start_apache(web_servers.APACHE_FRONT + own, MODULES, root=fpm.root, socket=fpm.socket, fpm_port=fpm.port)
    add_cleanup(server.close)
    return server


def written(service, name, fpm):
    """A copy of a configuration for this service."""
    text = (CONFIGURATIONS / name).read_text()
    for word, value in {"PORT": service.port, "ROOT": fpm.root, "SOCKET": fpm.socket, "FOLDER": service.folder, "USER": getpass.getuser()}.items():
        text = text.replace(word, str(value))
    path = service.folder / name
    path.write_text(text)
    return path


def caddy(fpm, add_cleanup):
    packages = services.Packages("fcgi-servers")
    service = services.Service(packages)
    configuration = written(service, "Caddyfile", fpm)
    service.start(packages.find("usr/bin/caddy"), "run", "--config", configuration, "--adapter", "caddyfile", answers=lambda client: True,
                  env={"HOME": str(service.folder), "XDG_DATA_HOME": str(service.folder), "XDG_CONFIG_HOME": str(service.folder)})
    add_cleanup(service.close)
    return service


def lighttpd(fpm, add_cleanup):
    packages = services.Packages("fcgi-servers")
    service = services.Service(packages)
    modules = packages.find("usr/lib/lighttpd/mod_cgi.so").parent
    service.start(packages.find("usr/sbin/lighttpd"), "-D", "-f", written(service, "lighttpd.conf", fpm), "-m", modules, answers=lambda client: True)
    add_cleanup(service.close)
    return service


def h2o(fpm, add_cleanup):
    packages = services.Packages("h2o")
    service = services.Service(packages)
    service.start(packages.find("usr/bin/h2o"), "-c", written(service, "h2o.conf", fpm), answers=lambda client: True)
    add_cleanup(service.close)
    return service


SERVERS = {
    "nginx": behind_nginx.start,
    "apache": lambda fpm, add_cleanup: apache("handler", fpm, add_cleanup),
    "apache_proxypass": lambda fpm, add_cleanup: apache("proxypass", fpm, add_cleanup),
    "caddy": caddy,
    "lighttpd": lighttpd,
    "h2o": h2o,
}


def start(name, fpm, add_cleanup):
    """The server, as a service with a port."""
    try:
        return SERVERS[name](fpm, add_cleanup)
    except FileNotFoundError as missing:
        raise unittest.SkipTest(str(missing)) from None
