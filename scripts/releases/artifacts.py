"""The files of a release."""
import hashlib
import pathlib

HOME = "https://github.com/tern-php/tern"


def artifacts(folder):
    """Their names and SHA-256 sums, without those that describe them."""
    paths = sorted(pathlib.Path(folder).iterdir(), key=lambda path: path.name)
    kept = [path for path in paths if path.name != "SHA256SUMS" and not path.name.endswith(".json")]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in kept}
