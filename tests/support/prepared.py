"""What scripts/ prepares for tests: programs and applications that are not a part of this repository."""
import pathlib
import subprocess
import unittest

from environment import MACHINE
from harness import ROOT


def prepared(script, *words, env=()):
    """The path that scripts/SCRIPT prints, or a skipped test with the last line of its errors. `env`: more variables."""
    done = subprocess.run([ROOT / "scripts" / script, *words], env={**MACHINE, **dict(env)}, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        why = done.stderr.strip().splitlines() or [f"scripts/{script} ended with {done.returncode}"]
        raise unittest.SkipTest(why[-1])
    return pathlib.Path(done.stdout.strip())
