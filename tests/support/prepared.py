"""What scripts/ prepares for tests: programs and applications that are not a part of this repository."""
import pathlib
import subprocess
import unittest

from harness import ROOT


def prepared(script, *words, env=None):
    """The path that scripts/SCRIPT prints, or a skipped test with the last line of its errors."""
    done = subprocess.run([ROOT / "scripts" / script, *words], env=env, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        why = done.stderr.strip().splitlines() or [f"scripts/{script} ended with {done.returncode}"]
        raise unittest.SkipTest(why[-1])
    return pathlib.Path(done.stdout.strip())
