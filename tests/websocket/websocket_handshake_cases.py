"""The rules of RFC 6455 4 and 9 and of RFC 7692 5 and 7.1 on the opening handshake, as cases: a request, and the answer."""
from collections import namedtuple

from websocket_client import KEY, upgrade_request

# --- requests: `statuses` are the answers that are right; a 101 has to be one in full, and the connection an echo.
Request = namedtuple("Request", "section name data statuses")
REQUESTS = []

SERVED = (200, 400, 404, 405, 426, 501)  # an ordinary answer or an error, as long as it is no WebSocket


def ask(section, name, statuses=101, data=None, **changes):
    statuses = (statuses,) if isinstance(statuses, int) else statuses
    REQUESTS.append(Request(section, name, data or upgrade_request(**changes), statuses))


def add_upgrade():
    ask("4.2.1", "the example of 1.3")
    for value in ("websocket", "WebSocket", "WEBSOCKET", "  websocket\t", "h2c, websocket", "websocket, h2c"):
        ask("4.2.1", f"Upgrade: {value!r}", Upgrade=value)
    ask("4.2.1", "two Upgrade fields", Upgrade=["h2c", "websocket"])
    for value in (None, "", "web socket", "websockets", "websocket2", "h2c", "xwebsocket", "\"websocket\""):
        ask("4.2.1", f"Upgrade: {value!r}", SERVED, Upgrade=value)
    for value in ("Upgrade", "upgrade", "UPGRADE", "keep-alive, Upgrade", "Upgrade, keep-alive", "Upgrade,keep-alive",
                  " ,, Upgrade ,"):
        ask("4.2.1", f"Connection: {value!r}", Connection=value)
    ask("4.2.1", "two Connection fields", Connection=["keep-alive", "Upgrade"])
    for value in (None, "", "keep-alive", "close", "upgraded", "xUpgrade", "Up grade"):
        ask("4.2.1", f"Connection: {value!r}", SERVED, Connection=value)


def add_method_and_version():
    for method in ("POST", "PUT", "HEAD", "OPTIONS", "DELETE", "PATCH", "get", "WEBSOCKET"):
        ask("4.2.1", f"method {method}", SERVED, method=method)
    ask("4.2.1", "HTTP/1.0", SERVED, version="1.0")
    ask("4.2.1", "HTTP/1.2", version="1.2")
    for version in ("2.0", "0.9", "3"):
        ask("4.2.1", f"HTTP/{version}", (400, 505), version=version)
    ask("4.2.1", "no Host", 400, Host=None)
    ask("4.2.1", "two Hosts", 400, Host=["a", "b"])
    for path in ("/?a=b", "/a/b%20c?x=1&y=%2F", "http://test.example/absolute"):
        ask("4.2.1", f"target {path}", path=path)
    ask("4.1", "names in lower case", data=upgrade_request().replace(b"Sec-WebSocket-", b"sec-websocket-"))
    ask("4.1", "names in upper case", data=upgrade_request().replace(b"Sec-WebSocket-", b"SEC-WEBSOCKET-"))
    ask("4.1", "fields that mean nothing here", Cookie="a=b", Sec_WebSocket_Accept="x", Sec_WebSocket_Unknown="y", Origin="null")
    ask("4.1", "50 more fields", **{f"X_{at}": "y" * 20 for at in range(50)})


def add_key():
    for key in ("AQIDBAUGBwgJCgsMDQ4PEA==", "AAAAAAAAAAAAAAAAAAAAAA==", "/////////////////////w==", "+/+/+/+/+/+/+/+/+/+/+w==",
                f" {KEY} "):
        ask("4.2.1", f"key {key!r}", Sec_WebSocket_Key=key)
    for key in (None, "", "=", "dGhl", KEY[:-1], KEY[:-2], KEY + "=", KEY[:-2] + "A=", "A" * 24, KEY[:-3] + "===", "A" + KEY,
                KEY[4:], KEY[:10] + " " + KEY[11:], KEY[:10] + "-" + KEY[11:], KEY[:10] + "_" + KEY[11:],
                KEY[:10] + "=" + KEY[11:], KEY[:10] + "\xff" + KEY[11:], f"{KEY}, {KEY}", f"\"{KEY}\""):
        ask("4.2.1", f"key {key!r}", 400, Sec_WebSocket_Key=key)
    ask("11.3.1", "two keys", 400, Sec_WebSocket_Key=[KEY, KEY])
    ask("11.3.1", "a key and an empty one", 400, Sec_WebSocket_Key=[KEY, ""])


def add_version():
    ask("4.1", "version 13 in white space", Sec_WebSocket_Version=" 13\t")
    for version in ("12", "14", "8", "7", "0", "255", "1", "3"):
        ask("4.4", f"version {version}", 426, Sec_WebSocket_Version=version)
    for version in (None, "", "013", "13.0", "+13", "0x0d", "13, 8", "8, 13", "13,13", "13;", "thirteen", "256", "-13", "1 3"):
        ask("4.2.1", f"version {version!r}", (400, 426), Sec_WebSocket_Version=version)
    ask("11.3.5", "two versions", (400, 426), Sec_WebSocket_Version=["13", "8"])
    ask("11.3.5", "the same version twice", (400, 426), Sec_WebSocket_Version=["13", "13"])


def add_bodies():
    ask("4.1", "an empty body", Content_Length="0")
    hidden = b"\x81\x80\0\0\0\0"
    ask("4.1", "a body", 400, data=upgrade_request(Content_Length=str(len(hidden))) + hidden)
    ask("4.1", "a chunked body", 400, data=upgrade_request(Transfer_Encoding="chunked") + b"6\r\n" + hidden + b"\r\n0\r\n\r\n")
    ask("4.1", "a length that is none", 400, Content_Length="x")
    ask("4.1", "no head at all", 400, data=b"\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58\r\n\r\n")


# --- sub-protocols: of a server that speaks chat.v2 and chat.v1
SUBPROTOCOLS = "chat.v2, chat.v1"
Subprotocol = namedtuple("Subprotocol", "section name values chosen")  # chosen: those of which one is right; empty: none
OFFERED = []


def offer(name, values, *chosen, section="4.2.2"):
    OFFERED.append(Subprotocol(section, name, values, chosen))


def add_subprotocols():
    offer("none", None)
    offer("one that is spoken", "chat.v1", "chat.v1")
    offer("the other one", "chat.v2", "chat.v2")
    offer("one that is not", "soap")
    offer("both", "chat.v1, chat.v2", "chat.v1", "chat.v2")
    offer("both, in two fields", ["chat.v1", "chat.v2"], "chat.v1", "chat.v2", section="11.3.4")
    offer("one among others", "soap,wamp ,\tchat.v1 , x", "chat.v1")
    offer("one in the second field", ["soap", "chat.v2"], "chat.v2", section="11.3.4")
    offer("the beginning of one", "chat")
    offer("more than one", "chat.v1.1")
    offer("one in other letters", "CHAT.V1")
    offer("one in quotes", "\"chat.v1\"")
    offer("nothing between commas", ", ,")
    offer("an empty field", "")
    offer("100 others", ", ".join(f"p{at}" for at in range(100)) + ", chat.v1", "chat.v1")
    offer("the list of the server as one", "chat.v2; chat.v1")


# --- the Origin of a server that lets in these pages
ORIGINS = ["https://app.example", "http://localhost:8080"]
Origin = namedtuple("Origin", "name value allowed")
FROM = [
    Origin("a page that is allowed", "https://app.example", True),
    Origin("a page with a port", "http://localhost:8080", True),
    Origin("host in other letters", "https://APP.example", True),
    Origin("no browser", None, True),
    Origin("another page", "https://evil.example", False),
    Origin("another scheme", "http://app.example", False),
    Origin("another port", "https://app.example:8443", False),
    Origin("no port", "http://localhost", False),
    Origin("a host that ends alike", "https://evilapp.example", False),
    Origin("a host below", "https://x.app.example", False),
    Origin("a host that begins alike", "https://app.example.evil.example", False),
    Origin("user information", "https://app.example@evil.example", False),
    Origin("null", "null", False),
    Origin("an empty one", "", False),
    Origin("a list", "https://app.example https://evil.example", False),
    Origin("two fields", ["https://app.example", "https://evil.example"], False),
]

# --- RFC 7692 7.1. `granted`: the parameters of the offer that has to be taken; DECLINED: a WebSocket without it;
# MALFORMED: the handshake fails (RFC 6455 9.1).
Offer = namedtuple("Offer", "section name values granted")
OFFERS = []
DECLINED = "declined"
MALFORMED = "malformed"
NAME = "permessage-deflate"


def deflate(section, parameters, granted=DECLINED, name=None):
    """An offer with these parameters."""
    OFFERS.append(Offer(section, name or f"{NAME} {parameters}", f"{NAME}{parameters}", granted))


def add_flags():
    deflate("7.1", "", {})
    for flag, section in (("server_no_context_takeover", "7.1.1.1"), ("client_no_context_takeover", "7.1.1.2")):
        deflate(section, f"; {flag}", {flag: None})
        deflate(section, f";{flag}", {flag: None})
        deflate(section, f" ;\t{flag} ", {flag: None})
        for value in ("=1", "=true", "=\"\"", "=15", "=\"x\""):
            deflate(section, f"; {flag}{value}", MALFORMED if value == "=\"\"" else DECLINED)
        deflate("7.1", f"; {flag}; {flag}")
    deflate("7.1.1", "; server_no_context_takeover; client_no_context_takeover",
            {"server_no_context_takeover": None, "client_no_context_takeover": None})


def add_bits():
    for bits in range(9, 16):
        deflate("7.1.2.1", f"; server_max_window_bits={bits}", {"server_max_window_bits": bits})
        deflate("7.1.2.2", f"; client_max_window_bits={bits}", {"client_max_window_bits": bits})
    deflate("7.1.2.2", "; client_max_window_bits", {"client_max_window_bits": None})
    deflate("7.1.2.1", "; server_max_window_bits=\"10\"", {"server_max_window_bits": 10})
    deflate("7.1.2.2", "; client_max_window_bits=\"10\"", {"client_max_window_bits": 10})
    # Eight is valid, but nobody has to be able to do it.
    deflate("7.1.2.1", "; server_max_window_bits=8", ({"server_max_window_bits": 8}, DECLINED))
    deflate("7.1.2.2", "; client_max_window_bits=8", ({"client_max_window_bits": 8}, DECLINED))
    deflate("7.1.2.1", "; server_max_window_bits")
    for side, section in (("server", "7.1.2.1"), ("client", "7.1.2.2")):
        for value in ("0", "1", "7", "16", "08", "010", "015", "-9", "9.0", "a", "1e1", "255", "4294967305", "18446744073709551625"):
            deflate(section, f"; {side}_max_window_bits={value}")
        deflate("7.1", f"; {side}_max_window_bits=10; {side}_max_window_bits=10")
        deflate("7.1", f"; {side}_max_window_bits=10; {side}_max_window_bits=12")
    deflate("7.1", "; client_max_window_bits; client_max_window_bits=10")
    deflate("7.1", "; server_max_window_bits=11; client_max_window_bits=12; server_no_context_takeover; client_no_context_takeover",
            {"server_max_window_bits": 11, "client_max_window_bits": 12, "server_no_context_takeover": None,
             "client_no_context_takeover": None})
    deflate("7.1", "; client_max_window_bits; server_max_window_bits=9", {"client_max_window_bits": None, "server_max_window_bits": 9})


def add_lists():
    for parameters in ("; unknown", "; unknown=1", "; server_max_window_bits=10; unknown", "; max_window_bits=10",
                       "; mux", "; server_no_context_takeovers"):
        deflate("7.1", parameters)
    for name, values, granted in (
            ("no extension", None, DECLINED), ("an empty field", "", DECLINED), ("another extension", "x-unknown", DECLINED),
            ("another one with parameters", "x-unknown; a=b; c", DECLINED), ("the one of WebKit", "x-webkit-deflate-frame", DECLINED),
            ("a longer name", f"{NAME}d", DECLINED), ("another before it", f"x-unknown; a=\"b\", {NAME}", {}),
            ("another behind it", f"{NAME}, x-unknown", {}), ("another in its own field", ["x-unknown", NAME], {}),
            ("the first of two offers", f"{NAME}; server_max_window_bits=10, {NAME}", {"server_max_window_bits": 10}),
            ("the second of two offers", f"{NAME}; unknown, {NAME}; server_max_window_bits=12", {"server_max_window_bits": 12}),
            ("the second of two fields", [f"{NAME}; server_max_window_bits=7", f"{NAME}; client_max_window_bits=9"],
             {"client_max_window_bits": 9}),
            ("the third of three offers", f"{NAME}; server_max_window_bits=16, {NAME}; x, {NAME}", {}),
            ("the same offer twice", f"{NAME}, {NAME}", {}), ("no offer that can be granted", f"{NAME}; a, {NAME}; b=1", DECLINED),
            ("empty elements", f", , {NAME} , ,", {}), ("a name of 1000 letters", "x" * 1000 + f", {NAME}", {}),
            ("100 unknown ones", ", ".join(f"x{at}" for at in range(100)) + f", {NAME}", {})):
        OFFERS.append(Offer("5", name, values, granted))
    for value in (f"{NAME};", f"{NAME}; ;", f"{NAME}; =1", f"{NAME}; server_max_window_bits=", f"; {NAME}", f"{NAME} x", "a b",
                  f"{NAME}; a=\"b", f"{NAME}; a=b\"", f"{NAME}; a=\"b c\"", f"{NAME}; a=b=c", "=", "\"permessage-deflate\"", "a/b",
                  f"{NAME}; a==b", f"x; y=\"\", {NAME}"):
        OFFERS.append(Offer("6455 9.1", f"malformed: {value}", value, MALFORMED))


for add in (add_upgrade, add_method_and_version, add_key, add_version, add_bodies, add_subprotocols, add_flags, add_bits, add_lists):
    add()
