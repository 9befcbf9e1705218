"""The packages that scripts/test-packages tests (TERN_PACKAGES), in the bare Debian in TERN_ROOT."""
import os
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(os.environ.get("TERN_ROOT", "/nowhere"))
PACKAGES = pathlib.Path(os.environ.get("TERN_PACKAGES", "/nowhere"))
ARE_THERE = ROOT.is_dir() and PACKAGES.is_dir()
FPM_PACKAGE = next(map(str, PACKAGES.glob("tern-fpm_*.deb")), "")


def packages():
    """Without tern-fpm, which has a test of its own."""
    return sorted(str(path) for path in PACKAGES.glob("*.deb") if "-dbgsym_" not in path.name and not path.name.startswith("tern-fpm_"))


def names():
    return sorted(re.sub(r"_.*", "", os.path.basename(path)) for path in packages())


def make_newer(name, suffix, paths=()):
    """The same packages with a higher version, in the folder /NAME of the root."""
    folder = ROOT / name
    folder.mkdir()
    for path in paths or packages():
        unpacked = folder / "unpacked"
        subprocess.run(["dpkg-deb", "-R", path, unpacked], check=True)
        control = unpacked / "DEBIAN/control"
        text = re.sub(r"(?m)^Version: (.*)$", rf"Version: \1{suffix}", control.read_text())
        control.write_text(re.sub(r"\btern \(= ([^)]*)\)", rf"tern (= \1{suffix})", text))
        subprocess.run(["dpkg-deb", "-Znone", "-b", unpacked, folder], check=True, capture_output=True)
        shutil.rmtree(unpacked)
