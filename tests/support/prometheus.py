"""Prometheus and promtool, from scripts/prometheus."""
import json
import pathlib
import subprocess
import tempfile
import urllib.error
import urllib.parse
import urllib.request

from harness import free_port
from prepared import prepared


def tools():
    """The folder of prometheus and promtool."""
    return prepared("prometheus")


class Prometheus:
    """One that scrapes what `config` (YAML) names, until the test ends."""

    def __init__(self, test, config):
        folder = tempfile.TemporaryDirectory(prefix="tern-prometheus-")
        test.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name, "prometheus.yml")
        path.write_text(config)
        self.port = free_port()
        process = subprocess.Popen(
            [tools() / "prometheus", f"--config.file={path}", f"--storage.tsdb.path={folder.name}/data",
             f"--web.listen-address=127.0.0.1:{self.port}"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, cwd=folder.name)
        test.addCleanup(process.wait)
        test.addCleanup(process.terminate)

    def query(self, expression):
        """The values of what it found, as text; none while it does not answer."""
        url = f"http://127.0.0.1:{self.port}/api/v1/query?" + urllib.parse.urlencode({"query": expression})
        try:
            with urllib.request.urlopen(url) as answer:
                return [one["value"][1] for one in json.load(answer)["data"]["result"]]
        except (urllib.error.URLError, ConnectionError):
            return []
