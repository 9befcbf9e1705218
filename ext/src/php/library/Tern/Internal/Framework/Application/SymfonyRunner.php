<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use Swoole\Http\Server;
use Symfony\Component\Runtime\RunnerInterface;
use Tern\Application;
use Tern\Context;
use ValueError;
use function dirname;
use function is_scalar;

/** Runs the server of an application of symfony/runtime, as the environment says. */
final class SymfonyRunner implements RunnerInterface
{
    private const CONCURRENCY = 50;

    public function __construct(private readonly string $file)
    {
    }

    public function run(): int
    {
        $server = new Server(self::text('TERN_HOST', '127.0.0.1'), self::number('TERN_PORT', 0, 65535) ?? 8000, SWOOLE_BASE);
        $workers = self::number('TERN_WORKERS', 1, 1024) ?? 0;
        $server->set(['hook_flags' => SWOOLE_HOOK_ALL, 'worker_num' => $workers] + Folder::options(dirname($this->file)));
        $concurrency = self::number('TERN_CONCURRENCY', 1, Application::MOST) ?? (Context::isAvailable() ? self::CONCURRENCY : null);
        $application = new Application($this->file, $concurrency, maxRequests: self::number('TERN_MAX_REQUESTS', 0, PHP_INT_MAX) ?? 0);
        $server->on('workerStart', $application->load(...));
        $server->on('request', $application->handle(...));
        return $server->start() ? 0 : 1;
    }

    private static function text(string $name, string $default): string
    {
        $value = $_SERVER[$name] ?? $_ENV[$name] ?? '';
        return is_scalar($value) && (string) $value !== '' ? (string) $value : $default;
    }

    /** Null: the environment does not say. */
    private static function number(string $name, int $least, int $most): ?int
    {
        $text = self::text($name, '');
        if ($text === '') {
            return null;
        }
        $value = filter_var($text, FILTER_VALIDATE_INT, ['options' => ['min_range' => $least, 'max_range' => $most]]);
        if ($value === false) {
            throw new ValueError("$name in the environment must be a number from $least to $most, \"$text\" given");
        }
        return $value;
    }
}
