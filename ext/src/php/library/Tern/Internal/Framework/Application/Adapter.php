<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use Closure;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Server\RequestHandlerInterface;
use ReflectionFunction;
use ReflectionNamedType;
use ReflectionObject;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Symfony\Component\HttpKernel\HttpKernelInterface;
use Symfony\Component\HttpKernel\KernelInterface;
use Symfony\Contracts\Service\ResetInterface;
use Tern\Internal\Framework\PsrMessages;
use Tern\Reentrant;
use UnexpectedValueException;
use function is_callable;
use function is_object;
use function is_string;
use function Tern\Internal\take_printed;

/** One object or function of the program's that handles requests, whichever kind of messages it takes. */
final class Adapter implements Handler
{
    private const EXPECTED = 'must return a callable, a Psr\Http\Server\RequestHandlerInterface or a '
        . 'Symfony\Component\HttpKernel\HttpKernelInterface; see `tern serve --help`';

    /** @param Closure(Request, Response): mixed $handler */
    private function __construct(
        private readonly object $program,
        private readonly Closure $handler,
        public readonly bool $isReentrant,
    ) {
    }

    /**
     * @param string $from where it comes from, for the message
     * @throws UnexpectedValueException for a value that cannot handle requests
     */
    public static function of(mixed $made, string $from): self
    {
        if ($made instanceof RequestHandlerInterface) {
            return new self($made, self::ofPsr($made->handle(...)), self::saysReentrant($made));
        }
        if ($made instanceof HttpKernelInterface) {
            return new self($made, (new SymfonyKernel($made))->respond(...), self::saysReentrant($made));
        }
        if (!is_callable($made)) {
            throw new UnexpectedValueException("$from " . self::EXPECTED . ', ' . get_debug_type($made) . ' returned');
        }
        $function = Closure::fromCallable($made);
        if (self::firstType($function) === ServerRequestInterface::class) {
            return new self($function, self::ofPsr($function), self::saysReentrant($made));
        }
        // A request callback of the server itself, and called as on() calls one: for several requests at a time.
        return new self($function, $function, true);
    }

    /** The type of a function's first parameter; '': it has none, or several. */
    public static function firstType(Closure $function): string
    {
        $type = ((new ReflectionFunction($function))->getParameters()[0] ?? null)?->getType();
        return $type instanceof ReflectionNamedType ? $type->getName() : '';
    }

    /** Whether #[Tern\Reentrant] is on the function, or on the class of the object. */
    public static function saysReentrant(mixed $made): bool
    {
        $places = is_object($made) ? [new ReflectionObject($made)] : [];
        if (is_callable($made)) {
            $places[] = new ReflectionFunction(Closure::fromCallable($made));
        }
        foreach ($places as $place) {
            if ($place->getAttributes(Reentrant::class) !== []) {
                return true;
            }
        }
        return false;
    }

    public function respond(Request $request, Response $response): void
    {
        $result = ($this->handler)($request, $response);
        $printed = take_printed();
        if ($result instanceof ResponseInterface) {
            PsrMessages::send($result, $response, $printed);
        } elseif ((is_string($result) || $printed !== '') && $response->isWritable()) {
            $response->end($printed . (is_string($result) ? $result : ''));
        }
    }

    /** What a kernel sets for its process while it boots holds for all its requests when that is not done by the first of them. */
    public function boot(): void
    {
        if ($this->program instanceof KernelInterface) {
            $this->program->boot();
        }
    }

    /** The constant that a request has defined, which all later ones would find. Null: none, or constants stay as all else does. */
    public function constant(): ?string
    {
        return $this->program instanceof Laravel ? $this->program->constant() : null;
    }

    public function isSpent(): bool
    {
        return false;
    }

    public function reset(): void
    {
        if ($this->program instanceof KernelInterface) {
            $this->program->shutdown();  // its next request boots it, with new services
        } elseif ($this->program instanceof ResetInterface) {
            $this->program->reset();
        }
    }

    /** @param Closure(ServerRequestInterface): mixed $handler */
    private static function ofPsr(Closure $handler): Closure
    {
        $messages = PsrMessages::ofApplication();
        return static fn(Request $request): mixed => $handler($messages->request($request));
    }
}
