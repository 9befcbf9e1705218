"""The applications of the group `frameworks`, ready to be served: what frameworks' own programs make, and WordPress, unchanged."""
import contextlib
import dataclasses
import os
import pathlib
import sys
import unittest

import servers

os.environ.setdefault("TERN_PHP", f"{os.environ.get('PHP', 'php')} -n -d extension={servers.TERN}")
sys.path += [str(servers.ROOT / "tests" / name) for name in ("support", "frameworks", "classic/applications")]
import members  # noqa: E402  what serves the applications of the tests serves those of the suite
import places  # noqa: E402
import services  # noqa: E402
import sites  # noqa: E402
from applications import installed, shared_modules  # noqa: E402

ANY_PORT = "<?php\n// Each server has a port of its own: WordPress would send visitors to the one that it was installed with.\n" \
           "remove_action('template_redirect', 'redirect_canonical');\n"
SEED_A = b"ea3bb6bbb1b7a10657e06144624c4e77"  # md5() a thousand times
CONTEXTS = ("--concurrency", "25")


@dataclasses.dataclass(frozen=True)
class Site:
    public: pathlib.Path
    path: str
    shows: bytes    # a part of the page
    settings: list  # lines of php.ini, without those of opcache
    environment: dict
    words: tuple = CONTEXTS  # of `tern serve`


def without_opcache(words):
    """Of `-d name=value -d ...` the settings."""
    return [one for one in words[1::2] if "opcache" not in one]


def place(stack, name):
    found = stack.enter_context(places.made(name, has_tern=False))
    found.optimize(found.WITHOUT_DATABASE)
    return Site(found.app / "public", "/compute?seed=a", SEED_A, without_opcache(found.modules), {**found.environment, **found.WITHOUT_DATABASE})


def slim(_):
    return Site(installed("slim") / "public", "/hello/Ann", b"Ann", without_opcache(services.Packages().php(*shared_modules())), {})


def wordpress(stack):
    database = stack.enter_context(contextlib.closing(sites.Database()))
    site = members.Site(database)
    stack.callback(site.remove)
    site.prepare("http://127.0.0.1", 1)
    (site.public / "wp-content/mu-plugins/any_port.php").write_text(ANY_PORT)
    return Site(site.public, "/", b"This is member1", without_opcache(site.php()), sites.packages().libraries(), ("--classic", *CONTEXTS))


def make(stack, name):
    try:
        return {"slim": slim, "wordpress": wordpress}.get(name, lambda stack: place(stack, name))(stack)
    except (unittest.SkipTest, AssertionError) as why:
        raise servers.Unusable(f"no {name}: {why}") from None
