<?php

declare(strict_types=1);

namespace Tern\Launcher;

use function extension_loaded;
use function ini_get;

/** Runs a program, or a folder, in a server. */
final class Serve extends Command
{
    public const SUMMARY = 'serve a script that builds its own server, or a folder';
    public const OPERANDS = '[SCRIPT|FOLDER] [-- ARGUMENTS]';
    public const MOST_OPERANDS = 1;
    public const COMPLETES = 'file';
    public const OPTIONS = [
        '--host' => ['ADDRESS', 'listen there; default: what the script says, else 127.0.0.1', ['127.0.0.1', '0.0.0.0', '::']],
        '--port' => ['NUMBER', 'on that port; default: what the script says, else 9501'],
        '--workers' => ['NUMBER', 'so many processes; default: what the script says, else one a CPU'],
        '--applications' => ['NUMBER', 'of a folder whose index.php returns a function that makes them: so many in each worker; default: 8'],
        '--concurrency' => ['NUMBER', 'of a folder: so many requests at a time in each worker, each in a context of its own'],
        '--max-requests' => ['NUMBER', 'with --concurrency: so many in each context, then a new one; 1: as PHP-FPM; default: any number'],
        '--max-memory' => ['MEGABYTES', 'with --concurrency: a context that has more after a request is replaced; default: any size'],
        '--idle-time' => ['SECONDS', 'with --concurrency: a context without a request ends then, if it is not the only one; default: 60'],
        '--max-wait' => ['SECONDS', 'of a folder: a request that finds all applications busy waits so long, then gets 503; default: 30'],
        '--check-isolation' => [null, 'with --concurrency, for development: answers GET requests again, after others, and prints what leaks'],
        '--broadcast' => [null, 'of a folder: WebSockets by the Pusher protocol, for Laravel Echo; REVERB_APP_ID, _KEY and _SECRET in the environment'],
        '--process' => ['COMMAND', 'runs beside the workers, and again when it ends; may be given several times'],
        '--tls' => ['self-signed', 'TLS with a certificate that is made at the start', ['self-signed']],
        '--admin' => ['ADDRESS', 'unix:/path or host:port for `tern status` and its like; default: a socket of this user'],
        '--watch' => [null, 'restart without losing a request when a file changes'],
        '--dev' => [null, 'as --watch; pages in the browser load again too, and errors are shown'],
        '--poll' => [null, 'with --watch: look at the files, where the system does not tell (shared folders)'],
    ];
    private const OF_CONTEXTS = ['--check-isolation', '--max-requests', '--max-memory', '--idle-time'];
    private const OF_FOLDERS = [
        '--applications' => 'a script decides itself how many requests it handles at a time',
        '--concurrency' => 'a script makes a Tern\Application itself',
        '--max-wait' => 'a script makes a Tern\Application itself',
        '--broadcast' => 'a script makes a Tern\Pusher\Broadcasting itself',
    ];
    private const MOST_APPLICATIONS = 1000;
    private const DAY_S = 86400;
    public const NOTES = <<<'TEXT'
        A folder is served as it is. Where it has an index.php, that answers what is no file. It returns one of
          - a callable: function (Swoole\Http\Request $request, Swoole\Http\Response $response): ?string
          - a Psr\Http\Server\RequestHandlerInterface
          - a Symfony\Component\HttpKernel\HttpKernelInterface
          - a function of an array that makes one of these, as symfony/runtime has it
        Such an application handles one request at a time, unless it says #[Tern\Reentrant]. Of a function that makes them there
        are several. A callable is called for any number of requests at a time. With --concurrency each request has a context:
        static properties, globals and constants of its own, so programs that keep a request there need no change.
        What is behind -- are the arguments of the script.

        TEXT;

    public function run(Arguments $given): int
    {
        $target = $given->operands[0] ?? '.';
        $path = realpath($target);
        if ($path === false) {
            throw new UsageError("there is no file or folder \"$target\"");
        }
        $plan = $this->plan($given, $path);
        $php = new Php();
        if (!$plan->watches) {
            return Php::become($plan->command($php));
        }
        if (!extension_loaded('tern')) {
            return $php->again();
        }
        return (new Watch($plan, $php))->run();
    }

    private function plan(Arguments $given, string $path): Plan
    {
        $host = $given->text('--host');
        if ($host !== null && filter_var($host, FILTER_VALIDATE_IP) === false) {
            throw new UsageError("--host must be an IP address, \"$host\" given");
        }
        $isFolder = is_dir($path);
        if (!$isFolder && !is_readable($path)) {
            throw new UsageError("$path cannot be read");
        }
        $isFolder || self::checkScript($given);
        return new Plan(
            target: $path,
            isFolder: $isFolder,
            arguments: $given->rest,
            host: $host ?? ($isFolder ? '127.0.0.1' : null),
            port: $given->number('--port', 0, 65535) ?? ($isFolder ? 9501 : null),
            application: self::application($given),
            broadcasts: $given->has('--broadcast'),
            workers: $given->number('--workers', 1, 1024),
            processes: $given->texts('--process'),
            tls: $given->choice('--tls', ['self-signed']),
            admin: $given->text('--admin'),
            watches: $given->has('--watch') || $given->has('--dev') || $given->has('--poll'),
            development: $given->has('--dev'),
            polls: $given->has('--poll'),
            prepend: (string) ini_get('auto_prepend_file'),
        );
    }

    private static function checkScript(Arguments $given): void
    {
        foreach (self::OF_FOLDERS as $name => $instead) {
            if ($given->has($name)) {
                throw new UsageError("$name is for folders: $instead");
            }
        }
    }

    /** @return array{concurrency?: int, applications?: int, maxRequests?: int, maxMemory?: int, idleTime?: int, maxWait?: int, checkIsolation?: bool} arguments of Tern\Application */
    private static function application(Arguments $given): array
    {
        $applications = $given->number('--applications', 1, self::MOST_APPLICATIONS);
        $concurrency = $given->number('--concurrency', 1, self::MOST_APPLICATIONS);
        if ($applications !== null && $concurrency !== null) {
            throw new UsageError('--concurrency goes without --applications');
        }
        foreach (self::OF_CONTEXTS as $name) {
            if ($concurrency === null && $given->has($name)) {
                throw new UsageError("$name needs --concurrency");
            }
        }
        $megabytes = $given->number('--max-memory', 1, 1_000_000);
        return array_filter([
            'concurrency' => $concurrency,
            'applications' => $applications,
            'maxRequests' => $given->number('--max-requests', 1, 999_999_999),
            'maxMemory' => $megabytes === null ? null : $megabytes << 20,
            'idleTime' => $given->number('--idle-time', 1, self::DAY_S),
            'maxWait' => $given->number('--max-wait', 1, self::DAY_S),
            'checkIsolation' => $given->has('--check-isolation') ?: null,
        ], static fn(int|bool|null $value): bool => $value !== null);
    }
}
