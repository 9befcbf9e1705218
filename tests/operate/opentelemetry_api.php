<?php
// So much of open-telemetry/api as the lines in docs/tracing.md use: names, parameters and what they return.

namespace OpenTelemetry\Context {
    interface ContextInterface
    {
    }
}

namespace OpenTelemetry\API\Trace {
    interface SpanInterface
    {
    }
    interface SpanBuilderInterface
    {
        public function setParent(\OpenTelemetry\Context\ContextInterface|false|null $context): SpanBuilderInterface;
        public function startSpan(): SpanInterface;
    }
    interface TracerInterface
    {
        public function spanBuilder(string $spanName): SpanBuilderInterface;
    }
}

namespace OpenTelemetry\API\Trace\Propagation {
    final class TraceContextPropagator
    {
        public static function getInstance(): self
        {
            return new self();
        }
        public function extract($carrier): \OpenTelemetry\Context\ContextInterface
        {
            return new \Stub\Context($carrier);
        }
    }
}

namespace Stub {
    final class Context implements \OpenTelemetry\Context\ContextInterface
    {
        public function __construct(public array $carrier)
        {
        }
    }
    final class Span implements \OpenTelemetry\API\Trace\SpanInterface
    {
        public function __construct(public string $name, public array $parent)
        {
        }
    }
    final class Builder implements \OpenTelemetry\API\Trace\SpanBuilderInterface
    {
        private array $parent = [];
        public function __construct(private string $name)
        {
        }
        public function setParent(\OpenTelemetry\Context\ContextInterface|false|null $context): static
        {
            $this->parent = $context->carrier;
            return $this;
        }
        public function startSpan(): Span
        {
            return new Span($this->name, $this->parent);
        }
    }
    final class Tracer implements \OpenTelemetry\API\Trace\TracerInterface
    {
        public function spanBuilder(string $spanName): Builder
        {
            return new Builder($spanName);
        }
    }
}
