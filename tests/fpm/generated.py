"""Generated requests for the scripts in site/: the same for each seed. A request is (method, target, fields, body)."""
import random
import urllib.parse

METHODS = ["GET"] * 8 + ["POST"] * 6 + ["HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"]
SCRIPTS = ["/dump.php"] * 10 + ["/folder/index.php", "/folder/a%20b.php", "/index.php", "/", "/folder/", "/missing.php", "/missing/x.php", "/text.txt",
                                "/d%75mp.php", "//dump.php", "/folder/../dump.php", "/nowhere"]
INFOS = [""] * 6 + ["/", "/path/info", "/a%20b/%C3%A4", "/x.php/y", "/a//b", "/%2e%2e/up", "/a+b", "/%00", "/a?b=c", "/" + "long/" * 40]
KINDS = ["", "status&code=204", "status&code=404", "status&code=503", "status&code=304", "status&code=410", "line", "line&code=404", "field", "field&code=500",
         "location", "moved", "created", "cookies", "several", "type", "charset", "json", "default", "length", "callback"]
HOWS = ["", "exit", "code", "throw", "fatal", "warning", "late", "error", "memory", "parse", "finish", "nested", "clean", "flush"]
NAMES = ["a", "b", "a[]", "a[x]", "a[x][]", "a.b", "a b", "a[", "[x]", "_", "0", "ä", "PHP_SELF", "long" * 20, ""]
VALUES = ["", "1", "x y", "ä€", "a&b=c", "<b>", "%", "\\\"'", "0", "\n", "\0", "x" * 300]
FIELDS = [("Cookie", "a=b; c=d%20e; f; g[x]=1"), ("Cookie", "=x; a=1; a=2"), ("Authorization", "Basic YW5uOnNlY3JldDp4"), ("Authorization", "Basic !!"),
          ("Authorization", 'Digest username="ann", uri="/"'), ("Authorization", "Bearer x"), ("X-Test", "a"), ("X-Other-Field2", "b"), ("X-Empty", ""),
          ("Accept", "text/html,*/*;q=0.8"), ("Accept-Language", "de-AT,en;q=0.5"), ("User-Agent", "test/1 (a; b)"), ("Referer", "http://a/b?c"),
          ("X-Forwarded-For", "10.0.0.1, 10.0.0.2"), ("Proxy", "evil"), ("If-Modified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"), ("Range", "bytes=0-5"),
          ("X-Long", "y" * 2000), ("X-Requested-With", "XMLHttpRequest"), ("Content-Language", "en"), ("X-Latin", "caf\u00e9")]
FORM = "application/x-www-form-urlencoded"


def encoded(text, chance):
    return urllib.parse.quote(text, safe="[]" if chance.random() < 0.5 else "").replace("%20", chance.choice(["%20", "+"]))


def pairs(chance, most=6):
    def pair():
        name, value = encoded(chance.choice(NAMES), chance), encoded(chance.choice(VALUES), chance)
        return chance.choice(["{}={}", "{}={}", "{}={}", "{}", "{}="]).format(name, value)
    return "&".join(pair() for _ in range(chance.randint(0, most)))


def part(chance, boundary):
    name = chance.choice(NAMES)
    file = chance.choice([None, None, "a.txt", "b c.bin", "../up.png", "ä.jpg", "", 'q".txt', "C:\\x\\y.txt"])
    head = f'Content-Disposition: form-data; name="{name}"'
    if file is not None:
        head += f'; filename="{file}"\r\nContent-Type: {chance.choice(["text/plain", "image/png", "application/octet-stream"])}'
    size = chance.choice([0, 1, 20, 1000, 70000])
    return f"--{boundary}\r\n{head}\r\n\r\n".encode() + chance.randbytes(size).replace(b"\r\n--", b"....") + b"\r\n"


def multipart(chance):
    boundary = chance.choice(["x", "----WebKitFormBoundaryABC", "a'b"])
    body = b"".join(part(chance, boundary) for _ in range(chance.randint(0, 5)))
    end = chance.choice([f"--{boundary}--\r\n"] * 5 + [""]).encode()
    quoted = chance.choice([boundary, f'"{boundary}"'])
    return f"multipart/form-data; boundary={quoted}", body + end


def body_of(chance):
    """(type, body)"""
    return chance.choice([
        lambda: (FORM, pairs(chance).encode()),
        lambda: (FORM + "; charset=utf-8", pairs(chance, 30).encode()),
        lambda: multipart(chance),
        lambda: multipart(chance),
        lambda: ("application/json", b'{"a": [1, 2]}'),
        lambda: ("text/plain", chance.randbytes(chance.choice([0, 1, 5000, 200000]))),
        lambda: (None, b"no type"),
        lambda: ("multipart/form-data", b"--x\r\n"),
    ])()


def target(chance):
    which = chance.random()
    if which < 0.15:
        return "/head.php?kind=" + chance.choice(KINDS) + chance.choice(["", "&list"])
    if which < 0.25:
        return "/ends.php?how=" + chance.choice(HOWS)
    if which < 0.28:
        return f"/big.php?size={chance.choice([0, 1, 8191, 8192, 65536, 300000])}&seed={chance.randint(1, 9)}"
    path = chance.choice(SCRIPTS)
    info = chance.choice(INFOS) if path.endswith(".php") else ""
    return path + info + ("" if "?" in info or chance.random() < 0.4 else "?" + pairs(chance))


def request(seed):
    chance = random.Random(seed)
    method, where = chance.choice(METHODS), target(chance)
    fields = [("Host", chance.choice(["split.test", "whole.test"]))] + chance.sample(FIELDS, chance.randint(0, 5))
    body = b""
    if method in ("POST", "PUT", "PATCH", "PROPFIND") or chance.random() < 0.05:
        kind, body = body_of(chance)
        fields += [("Content-Type", kind)] if kind is not None else []
    return method, where, fields, body
