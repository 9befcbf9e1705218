<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use Swoole\Http\Request;
use Swoole\Http\Response;
use Tern\Context;
use UnexpectedValueException;
use function is_object;
use function is_string;
use function sprintf;
use function Tern\Internal\opcache_generation;

/** The index.php of a folder, loaded in a context: its static properties and globals are those of no other. */
final class ContextHandler implements Handler
{
    private int $requests = 0;
    private bool $hasEnded = false;
    /** @var array<string, true> constants that the log has */
    private static array $constants = [];

    /** @param int $generation of opcache, when the context began */
    private function __construct(
        private readonly Context $context,
        private readonly object $front,
        private readonly ContextLimits $limits,
        private readonly int $generation,
    ) {
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
        $generation = opcache_generation();
        $front = $context->run(FrontController::class . '::loadOne', $file);
        return is_object($front) ? new self($context, $front, $limits, $generation) : throw new UnexpectedValueException("$file has called exit()");
    }

    public function respond(Request $request, Response $response): void
    {
        ++$this->requests;
        $constant = $this->context->run([$this->front, 'respondWithoutExit'], $request, $response);
        $this->hasEnded = $constant !== '';
        if ($constant === null && $response->isWritable()) {  // exit()
            $response->end();
        }
        if (is_string($constant) && $constant !== '' && !isset(self::$constants[$constant])) {
            self::$constants[$constant] = true;
            error_log(sprintf(
                '%s %s has defined the constant %s: the next request gets a new context. Constants that are defined while the application boots cost nothing',
                $request->server['request_method'],
                $request->server['request_uri'],
                $constant,
            ));
        }
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
        return $this->hasEnded || $this->isOutdated() || ($this->limits->requests > 0 && $this->requests >= $this->limits->requests)
            || ($this->limits->bytes > 0 && $this->context->getMemory() > $this->limits->bytes);
    }

    /** It keeps opcache from a restart, or has begun while one was pending and runs without opcache. */
    public function isOutdated(): bool
    {
        return $this->generation !== opcache_generation();
    }

    public function reset(): void
    {
        $this->context->run([$this->front, 'reset']);
    }
}
