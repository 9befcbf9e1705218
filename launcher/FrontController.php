<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Closure;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Server\RequestHandlerInterface;
use ReflectionFunction;
use ReflectionNamedType;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Symfony\Component\HttpKernel\HttpKernelInterface;
use UnexpectedValueException;

/** What an index.php returned, whichever way it wants its requests. */
final class FrontController
{
    private const EXPECTED = 'must return a callable, a Psr\Http\Server\RequestHandlerInterface or a '
        . 'Symfony\Component\HttpKernel\HttpKernelInterface; see `tern serve --help`';

    /** @param Closure(Request, Response): mixed $handler */
    private function __construct(private readonly Closure $handler)
    {
    }

    /** @throws UnexpectedValueException when the file returns something else */
    public static function load(string $file): self
    {
        // First: autoload_runtime.php, which an index.php may require, leaves all to us where that was loaded before.
        $autoload = dirname($file, 2) . '/vendor/autoload.php';
        if (is_file($autoload)) {
            require_once $autoload;
        }
        $made = (static fn(string $path): mixed => require $path)($file);
        return new self(self::handlerOf($made, $file));
    }

    public function answer(Request $request, Response $response): void
    {
        $answer = ($this->handler)($request, $response);
        if ($answer instanceof ResponseInterface) {
            PsrMessages::send($answer, $response);
        } elseif (is_string($answer) && $response->isWritable()) {
            $response->end($answer);
        }
    }

    private static function handlerOf(mixed $made, string $file): Closure
    {
        if ($made instanceof RequestHandlerInterface) {
            $messages = PsrMessages::ofApplication();
            return static fn(Request $request): ResponseInterface => $made->handle($messages->request($request));
        }
        if ($made instanceof HttpKernelInterface) {
            return (new SymfonyKernel($made))->answer(...);
        }
        if (!is_callable($made)) {
            throw new UnexpectedValueException("$file " . self::EXPECTED . ', ' . get_debug_type($made) . ' returned');
        }
        return self::handlerOfCallable(Closure::fromCallable($made), $file);
    }

    /** By the type of its first parameter: a factory, as symfony/runtime has it, gets an array. */
    private static function handlerOfCallable(Closure $callable, string $file): Closure
    {
        $type = ((new ReflectionFunction($callable))->getParameters()[0] ?? null)?->getType();
        $name = $type instanceof ReflectionNamedType ? $type->getName() : '';
        if ($name === 'array') {
            $made = $callable($_SERVER + $_ENV);
            $isFunction = $made instanceof Closure;  // else it might be one more factory
            return $isFunction ? $made : self::handlerOf($made, "$file, or the function that it returns,");
        }
        if ($name === ServerRequestInterface::class) {
            $messages = PsrMessages::ofApplication();
            return static fn(Request $request): mixed => $callable($messages->request($request));
        }
        return $callable;
    }
}
