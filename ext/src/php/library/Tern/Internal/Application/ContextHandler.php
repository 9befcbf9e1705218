<?php

declare(strict_types=1);

namespace Tern\Internal\Application;

use Swoole\Http\Request;
use Swoole\Http\Response;
use Tern\Context;
use UnexpectedValueException;
use function is_object;

/** The index.php of a folder, loaded in a context: its static properties and globals are those of no other. */
final class ContextHandler implements Handler
{
    private int $requests = 0;
    private bool $hasExited = false;

    private function __construct(private readonly Context $context, private readonly object $front, private readonly ContextLimits $limits)
    {
    }

    /** Its timers would keep the context. */
    public function __destruct()
    {
        $this->context->getCoroutines() === 0 && $this->context->end();
    }

    /** Suspends while the application waits for something. */
    public static function load(string $file, ContextLimits $limits): self
    {
        $context = Context::fresh();
        $front = $context->run(FrontController::class . '::loadOne', $file);
        return is_object($front) ? new self($context, $front, $limits) : throw new UnexpectedValueException("$file has called exit()");
    }

    public function answer(Request $request, Response $response): void
    {
        ++$this->requests;
        $this->hasExited = $this->context->run([$this->front, 'answersWithoutExit'], $request, $response) !== true;
    }

    /** @return array<string, string> what its static properties and variables lead to */
    public function state(): array
    {
        /** @var array<string, string>|null $values null: the call has ended with exit() */
        $values = $this->context->run(StaticState::class . '::values');
        return $values ?? [];
    }

    public function isSpent(): bool
    {
        return $this->hasExited || $this->requests === $this->limits->requests
            || ($this->limits->bytes > 0 && $this->context->getMemory() > $this->limits->bytes);
    }

    public function reset(): void
    {
        $this->context->run([$this->front, 'reset']);
    }
}
