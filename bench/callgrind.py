"""User-space instructions of one operation, by valgrind's callgrind: the difference of two runs, divided by how many more
operations the longer one had. Start and end do not count."""
import dataclasses
import os
import pathlib
import re
import subprocess
import tempfile

import servers

OWN = servers.ROOT / "bench/programs/instructions"


@dataclasses.dataclass
class Build:
    """A PHP with its options, and the extension that is built for it."""
    extension: pathlib.Path
    php: str = "php"
    options: tuple = ()


def valgrind(folder):
    return ["valgrind", "--tool=callgrind", "--trace-children=yes", f"--callgrind-out-file={folder}/%p"]


def command(build, program, folder, arguments, options=()):
    return [*valgrind(folder), build.php, "-n", *build.options, *options, "-d", f"extension={build.extension}", program, *arguments]


def counted(folder, names="*"):
    """Instructions of all processes of a run, or of its files of these names."""
    texts = [path.read_text() for path in pathlib.Path(folder).glob(names)]
    return sum(int(re.search(r"^(?:summary|totals): (\d+)", text, re.M)[1]) for text in texts)


def of_command(words):
    """Of a whole run, in an environment that is the same for whoever runs it."""
    with tempfile.TemporaryDirectory(prefix="tern-instructions-") as folder:
        subprocess.run([*valgrind(folder), *words], check=True, capture_output=True,
                       env={"PATH": os.environ["PATH"], "LC_ALL": "C"})
        return counted(folder)


def of_script(build, name, port, count, options=()):
    with tempfile.TemporaryDirectory(prefix="tern-instructions-") as folder:
        subprocess.run(command(build, OWN / name, folder, [str(port), str(count)], options), check=True,
                       capture_output=True)
        return counted(folder)


def instructions(measured, build, count):
    few, many = measured(build, count), measured(build, 4 * count)
    return (many - few) / (3 * count)
