"""What docs/tracing.md says about OpenTelemetry's API for PHP, with classes that stand for it."""
import json
import re
import unittest

from harness import ROOT, TestCase
from otlp import Collector

DOCS = ROOT / "docs/tracing.md"

# So much of open-telemetry/api as the documented lines use: names, parameters and what they return.
API = r"""
namespace OpenTelemetry\Context {
    interface ContextInterface {}
}
namespace OpenTelemetry\API\Trace {
    interface SpanInterface {}
    interface SpanBuilderInterface {
        public function setParent(\OpenTelemetry\Context\ContextInterface|false|null $context): SpanBuilderInterface;
        public function startSpan(): SpanInterface;
    }
    interface TracerInterface {
        public function spanBuilder(string $spanName): SpanBuilderInterface;
    }
}
namespace OpenTelemetry\API\Trace\Propagation {
    final class TraceContextPropagator {
        public static function getInstance(): self { return new self(); }
        public function extract($carrier): \OpenTelemetry\Context\ContextInterface { return new \Stub\Context($carrier); }
    }
}
namespace Stub {
    final class Context implements \OpenTelemetry\Context\ContextInterface {
        public function __construct(public array $carrier) {}
    }
    final class Span implements \OpenTelemetry\API\Trace\SpanInterface {
        public function __construct(public string $name, public array $parent) {}
    }
    final class Builder implements \OpenTelemetry\API\Trace\SpanBuilderInterface {
        private array $parent = [];
        public function __construct(private string $name) {}
        public function setParent(\OpenTelemetry\Context\ContextInterface|false|null $context): static {
            $this->parent = $context->carrier;
            return $this;
        }
        public function startSpan(): Span { return new Span($this->name, $this->parent); }
    }
    final class Tracer implements \OpenTelemetry\API\Trace\TracerInterface {
        public function spanBuilder(string $spanName): Builder { return new Builder($spanName); }
    }
}
"""

HANDLER = r"""
require_once __DIR__ . '/bridge.php';
$tracer = new Stub\Tracer();
$spans = [spanBelow($tracer, 'one')];
Tern\Tracing::span('between', function () use ($tracer, &$spans) {
    $done = new Swoole\Coroutine\WaitGroup();
    $done->add();
    Swoole\Coroutine::create(function () use ($tracer, &$spans, $done) {
        $spans[] = spanBelow($tracer, 'two');
        $done->done();
    });
    $done->wait();
});
$response->end(json_encode($spans));
"""


class BridgeTest(TestCase):
    def setUp(self):
        super().setUp()
        [self.bridge] = re.findall(r"```php\n(use OpenTelemetry.*?)```", DOCS.read_text(), re.S)
        self.collector = Collector()
        self.addCleanup(self.collector.close)

    def start(self, options):
        api = f"file_put_contents(__DIR__ . '/api.php', <<<'PHP'\n<?php\n{API}\nPHP);\n"
        bridge = "file_put_contents(__DIR__ . '/bridge.php', <<<'PHP'\n<?php\nrequire_once __DIR__ . '/api.php';\n"
        return self.serve(HANDLER, options, setup=f"{api}{bridge}{self.bridge}\nPHP);\n")

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
