"""The servers that the suite knows."""
from drivers.apache import Apache
from drivers.extension import Extension, Tern, TernPlain, TernShipped
from drivers.limit import Limit
from drivers.nginx_fpm import NginxFpm
from drivers.others import BuiltIn, FrankenPhp, RoadRunner, TrueAsync, Workerman

NAMES = ["limit", "tern", "tern-plain", "tern-shipped", "apache", "nginx-fpm", "php-s", "roadrunner", "frankenphp",
         "workerman", "trueasync"]


def every(tern, extensions, vendor, true_async=None):
    """All of them, in the order in which they take turns; an extension is called as its file."""
    found = [Limit(), Tern(tern), TernPlain(tern), TernShipped(tern)]
    names = set(NAMES)
    for path in extensions:
        name = next(name for name in (path.stem, *(f"{path.stem}-{number}" for number in range(2, 100)))
                    if name not in names)
        names.add(name)
        found.append(Extension(path, name))
    return [*found, Apache(), NginxFpm(), BuiltIn(), RoadRunner(vendor), FrankenPhp(), Workerman(vendor),
            TrueAsync(true_async)]
