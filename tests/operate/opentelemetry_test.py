"""What docs/tracing.md says about OpenTelemetry's API for PHP, with classes that stand for it."""
import json
import re
import unittest

from harness import ROOT
from otlp import Collector
from php_program import PhpFile
from server_case import TestCase

DOCS = ROOT / "docs/tracing.md"


class BridgeTest(TestCase):
    def setUp(self):
        super().setUp()
        [self.bridge] = re.findall(r"```php\n(use OpenTelemetry.*?)```", DOCS.read_text(), re.S)
        self.collector = Collector()
        self.addCleanup(self.collector.close)

    def start(self, options):
        return self.run_script(PhpFile("operate/opentelemetry.php", options, bridge=self.bridge))

    def test_its_spans_are_below_those_of_the_server(self):
        server = self.start({"tracing": self.collector.url})
        trace = "0af7651916cd43dd8448eb211c80319c"
        fields = [("traceparent", f"00-{trace}-b7ad6b7169203331-01"), ("tracestate", "a=1")]
        one, two = json.loads(server.get("/", fields=fields).text)
        root, between = self.collector.one(kind="server"), self.collector.one(name="between")
        self.assertEqual(one, {"name": "one", "parent": {"traceparent": f"00-{trace}-{root.id}-01", "tracestate": "a=1"}})
        self.assertEqual(two["parent"]["traceparent"], f"00-{trace}-{between.id}-01")

    def test_off(self):
        server = self.start({})
        self.assertEqual([span["parent"] for span in json.loads(server.get("/").text)], [[], []])


if __name__ == "__main__":
    unittest.main()
