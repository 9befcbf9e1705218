"""What the tables of HTTP/2 cases are made of: a case sends bytes to a new connection and says what may come of it."""
from collections import namedtuple

from http2_wire import ERRORS, PROTOCOL_ERROR, H2Client, get

# Asked behind the bytes of a case: its answer shows that the connection goes on, and in what order things happened.
GUARD = 2_000_001

Case = namedtuple("Case", "section name steps expected watch sees guard greeting")
CASES = []


def case(section, name, steps, expected, *, watch=1, sees=None, guard=True, greeting=None):
    """`steps`: bytes to send, functions of the client, or a list of both. `expected`: the outcomes that conform, of the
    stream `watch` and of the connection. `sees`: what the handler answers. `guard`: False where the bytes end within a
    frame or a block. A request for /never must not reach the handler."""
    steps = steps if isinstance(steps, (list, tuple)) else [steps]
    CASES.append(Case(section, name, steps, frozenset(expected), watch, sees, guard, greeting))


# --- outcomes

IGNORED = {("ignored", None)}  # the connection goes on, and nothing was said about the stream


def connection(*codes):
    """The connection ends with GOAWAY of one of these codes; None: without GOAWAY."""
    return {("connection", code) for code in codes}


def stream(*codes):
    """RST_STREAM with one of these codes; the connection goes on."""
    return {("stream", code) for code in codes}


def answer(*statuses):
    return {("answer", status) for status in statuses}


def error_of_stream(*codes):
    """5.4.1: whoever finds an error of a stream may end the connection."""
    return stream(*codes) | connection(*codes)


# 8.1.1: a server may say so before it resets the stream
MALFORMED = error_of_stream(PROTOCOL_ERROR) | answer(400)


def shown(outcome):
    kind, value = outcome
    return f"{kind} {ERRORS[value] if kind in ('connection', 'stream') and value is not None else value}"


# --- steps

def answered(on=1):
    return lambda client: client.answer(on)


def headed(on=1):
    """Until the head of the answer is there."""
    return lambda client: client.until(lambda: client.on(on).status, f"an answer on {on}")


def end_of_sending(client):
    """Of TCP: nothing that TLS has."""
    client.end_of_sending()


def in_order(client):
    """Until the server has read everything."""
    client.pong()


def run(one, address, cut=lambda data: [data], tls=None):
    """(the outcome, the client, closed by now). `cut` makes the pieces that bytes are sent in."""
    with H2Client(address, one.greeting, tls=tls) as client:
        for step in one.steps:
            if isinstance(step, bytes):
                client.send(*cut(step))
            else:
                step(client)
        answers = any(kind == "answer" for kind, _ in one.expected)
        if one.guard and not answers:
            ask_guard(client)
        outcome = outcome_of(one, client)
        if outcome[0] != "connection" and one.guard:
            if answers:
                ask_guard(client)
            guard = client.answer(GUARD)
            if guard.status != 200:
                raise AssertionError(f"the connection does not go on behind {shown(outcome)}: {guard}, {client.goaway}")
        return outcome, client


def ask_guard(client):
    """HEAD has an answer for which no window is too small."""
    client.heads.add(GUARD)
    client.send(get(GUARD, "/guard", method="HEAD"))


def outcome_of(one, client):
    watched, guard = client.on(one.watch), client.on(GUARD)
    while not watched.over() and not guard.over():
        if client.next() is None:
            return "connection", client.goaway and client.goaway.number(4)
    if watched.ended:
        return "answer", watched.status
    return ("stream", watched.reset) if watched.over() else ("ignored", None)
