#!/usr/bin/env python3
"""Does what a person does with an application under servers, one after the other, and prints where their answers differ from
those of the first: `tests/classic/run compare wordpress fpm tern`. Exit code 1 if they do."""
import argparse
import contextlib
import importlib
import pathlib
import sys
import time
import unittest

import flow
import hosts
import sites
from harness import free_port

FLOWS = {"wordpress": "WordPress", "phpmyadmin": "PhpMyAdmin", "mediawiki": "MediaWiki", "dokuwiki": "DokuWiki"}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("application", choices=FLOWS)
    parser.add_argument("hosts", nargs="+", choices=hosts.HOSTS, metavar="SERVER")
    parser.add_argument("--write", type=pathlib.Path, help="a folder for the answers, a file a step")
    return parser.parse_args()


def write(folder, number, visit):
    for step, pages in visit.pages.items():
        path = folder / f"{number}-{visit.host}" / step
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n\n".join("\n".join(page) for page in pages))


def main():
    asked = arguments()
    what = getattr(importlib.import_module(asked.application), FLOWS[asked.application])
    port, visits, failed = free_port(), [], False
    try:
        with contextlib.closing(sites.Database()) as database:
            for number, host in enumerate(asked.hosts):
                started = time.monotonic()
                visits.append(flow.visit(what, database, host, port))
                if asked.write:
                    write(asked.write, number, visits[-1])
                answers = sum(map(len, visits[-1].pages.values()))
                found = flow.differences(visits[0], visits[-1])
                failed = failed or bool(found)
                print(f"compare: {asked.application} under {host}: {len(what.STEPS)} steps, {answers} answers, "
                      f"{time.monotonic() - started:.0f} s, {len(found)} differences", *found, sep="\n", flush=True)
    except unittest.SkipTest as why:
        sys.exit(f"compare: {why}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
