"""Processes of this machine, as /proc shows them."""
import os
import pathlib
import re


def process_stat(pid):
    """State, parent, session and threads of a process; None when there is none."""
    try:
        text = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    fields = text[text.rindex(")") + 2:].split()
    return {"state": fields[0], "parent": int(fields[1]), "session": int(fields[3]), "threads": int(fields[17])}


def processes_where(matches):
    found = []
    for entry in os.listdir("/proc"):
        stat = process_stat(entry) if entry.isdigit() else None
        if stat and matches(stat):
            found.append(int(entry))
    return sorted(found)


def in_session(session):
    return processes_where(lambda stat: stat["session"] == session)


def children_of(pid):
    return processes_where(lambda stat: stat["parent"] == pid and stat["state"] != "Z")


def alive(pid):
    """True also while threads of an exited main thread remain."""
    stat = process_stat(pid)
    return stat is not None and (stat["state"] != "Z" or stat["threads"] > 1)


def accepts(pid):
    """True while a loop of the process watches a TCP socket that listens."""
    folder = pathlib.Path(f"/proc/{pid}")
    try:
        links = {one.name: os.readlink(one) for one in (folder / "fd").iterdir()}
        watched = [target for fd, link in links.items() if link == "anon_inode:[eventpoll]"
                   for target in re.findall(r"^tfd:\s*(\d+)", (folder / "fdinfo" / fd).read_text(), re.M)]
        tables = [(folder / "net" / name).read_text().splitlines()[1:] for name in ("tcp", "tcp6")]
    except (FileNotFoundError, ProcessLookupError):
        return False
    rows = [row.split() for table in tables for row in table]
    listening = {f"socket:[{row[9]}]" for row in rows if row[3] == "0A"}
    return any(links.get(target) in listening for target in watched)
