"""What a person does with an application, step by step, and what the server answered in each step.

A Flow is a class with the steps as methods; STEPS names them in their order. visit() does all of them under one server and
returns a Visit; differences() compares two.
"""
import contextlib
import dataclasses
import difflib
import itertools
import os
import re

import clicks
import hosts
import record
import sites
from harness import free_port
from server_case import TestCase

SHOWN = 60  # lines of differences of a step
PART = 200  # characters of a line


class Flow:
    PASSWORD = "Sehr-gutes-Passwort-9!"
    REFUSED = WELCOME = ()  # what is seen after sign_in() with a wrong password, and with PASSWORD
    SITE = sites.Site
    STEPS = ()
    MASKS = ()  # (pattern, what stands for it)
    IGNORED = ()  # patterns of paths that the application asks for at times of its own

    def __init__(self, person, site):
        self.person = person
        self.site = site
        self.prepare()

    def prepare(self):
        """What the steps keep."""

    def sign_in(self, password):
        raise NotImplementedError

    def wrong_password(self):
        self.sign_in("wrong")
        self.person.sees(*self.REFUSED)

    def login(self):
        self.sign_in(self.PASSWORD)
        self.person.sees(*self.WELCOME)


@dataclasses.dataclass
class Visit:
    host: str
    pages: dict  # the records of each step
    complaints: str


def visit(flow, database, host, port, **more):
    """Does all steps in a new Site under a server of HOSTS."""
    with contextlib.ExitStack() as stack:
        site = flow.SITE(database)
        stack.callback(site.remove)
        server = hosts.HOSTS[host](site, port, **more)
        server.start()
        stack.callback(server.stop)
        person = clicks.Person(server)
        stack.callback(person.leave)
        person.recorder = record.Recorder(person.page, flow.IGNORED)
        masks = record.Masks((re.escape(str(site.folder)), "<folder>"), *flow.MASKS)
        does, pages = flow(person, site), {}
        for step in flow.STEPS:
            try:
                getattr(does, step)()
                pages[step] = sorted(map(masks.record, person.recorder.take()))
            except (AssertionError, OSError) as problem:
                raise AssertionError(f"{flow.__name__}.{step} under {host}: {type(problem).__name__} {str(problem)[:4000]}\n"
                                     f"PHP: {site.complaints()[-3000:]}\n{server.output()[-3000:]}") from problem
        return Visit(host, pages, masks.text(re.sub(r"(?m)^\[.*?\] ", "", site.complaints())))


def differences(one, other):
    """A text for each step whose answers differ: what `one` has and `other` has not, and the other way round."""
    found = []
    for step, pages in one.pages.items():
        lines = list(different(pages, other.pages[step], one.host, other.host))
        if lines:
            found.append("\n".join([f"--- step {step}", *lines[:SHOWN]]))
    if one.complaints != other.complaints:
        found.append("\n".join(["--- errors of PHP", *difflib.unified_diff(
            one.complaints.splitlines(), other.complaints.splitlines(), one.host, other.host, "", "", 1, "")][:SHOWN]))
    return found


def different(pages, others, one, other):
    """The lines that differ of records that are sorted; a body that one of two records does not have is no difference."""
    pages, others = list(pages), list(others)
    list(pairs(pages, others, same))
    for page, match in pairs(pages, others, lambda page, it: it[0] == page[0]):
        yield page[0]
        for kind, start, end, begin, until in difflib.SequenceMatcher(None, page, match, False).get_opcodes():
            if kind != "equal":
                yield from parts(page[start:end], match[begin:until], one, other)
    yield from (f"only {one}: {page[0]} {page[1]}" for page in pages)
    yield from (f"only {other}: {page[0]} {page[1]}" for page in others)


def pairs(pages, others, match):
    """Takes records that match out of both lists."""
    for page in list(pages):
        found = next((it for it in others if match(page, it)), None)
        if found:
            pages.remove(page)
            others.remove(found)
            yield page, found


def parts(lines, others, one, other):
    """Of two lines the places where they begin to differ."""
    for line, its in itertools.zip_longest(lines, others):
        start = max(0, len(os.path.commonprefix([line or "", its or ""])) - PART // 2)
        yield from (f"   {name}: {text[start:start + PART]}" for name, text in ((one, line), (other, its)) if text is not None)


def same(one, other):
    if "..." in (one[-1], other[-1]):
        return one[:one.index("")] == other[:other.index("")]
    return one == other


class FlowTest(TestCase):
    """An application under each server. They have the same port, one after the other, so that addresses are the same."""
    FLOW = None

    @classmethod
    def setUpClass(cls):
        if cls.FLOW is None:
            return
        cls.database = sites.Database()
        cls.addClassCleanup(cls.database.close)
        cls.port = free_port()
        cls.visits = {}

    def visit(self, host):
        if host not in self.visits:
            self.visits[host] = visit(self.FLOW, self.database, host, self.port)
        return self.visits[host]

    def test_it_works_under_the_reference(self):
        self.assertEqual(tuple(self.visit("fpm").pages), self.FLOW.STEPS)

    def compare(self, host):
        found = differences(self.visit("fpm"), self.visit(host))
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_tern_gives_the_same_pages(self):
        hosts.need_classic()
        self.compare("tern")

    def test_tern_fpm_gives_the_same_pages(self):
        self.compare("tern-fpm")
