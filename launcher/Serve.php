<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Tern\Internal\Site\Kind;
use function extension_loaded;

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
        '--workers' => ['NUMBER', 'how many processes; default: what the script says, else one a CPU. With --isolation process: how many run PHP, as 2-32'],
        '--applications' => ['NUMBER', 'of a folder whose index.php returns a function that makes them: how many in each worker; default: 8'],
        '--concurrency' => ['NUMBER', 'of a folder: how many requests at a time in each worker, each in a context of its own'],
        '--boot-once' => [null, 'of a folder: its application boots once, before the workers are forked, which share its memory'],
        '--max-requests' => ['NUMBER', 'with --concurrency, --isolation process: how many in each context or process, then a new one; 1: as PHP-FPM; default: any number'],
        '--max-memory' => ['MEGABYTES', 'with --concurrency: a context that has more after a request is replaced; default: any size'],
        '--idle-time' => ['SECONDS', 'with --concurrency, --isolation process: contexts or processes that are not needed end then; default: 60'],
        '--max-wait' => ['SECONDS', 'of a folder: a request that finds all applications busy waits so long, then gets 503; default: 30'],
        '--check-isolation' => [null, 'with --concurrency, for development: repeats GET requests, after others, and prints what leaks'],
        '--classic' => [null, 'of a folder: each PHP file is a page and runs in a fresh context; default: what the folder has'],
        '--app' => [null, 'of a folder: its index.php returns an application; default: what the folder has'],
        '--htaccess' => [null, 'of a classic site: reads .htaccess files'],
        '--rules' => ['FILE', 'of a classic site: its rules: redirects, clean URLs, headers, error pages', 'file'],
        '--isolation' => ['context|process', 'of a classic site: each request has a context, or a process, for itself; default: context', ['context', 'process']],
        '--hide' => ['PATTERN', 'of a classic site: such files are never sent nor run, as *.csv or /private; may be given several times'],
        '--show' => ['PATTERN', 'of a classic site: a pattern of files that are usually never sent, as *.log; may be given several times'],
        '--follow-symlinks' => ['yes|no', 'of a classic site: symbolic links may lead out of the folder; no: only to what is in it; default: yes', ['yes', 'no']],
        '--sendfile' => [null, 'of a classic site: pages may send its files by the fields X-Sendfile and X-Accel-Redirect'],
        '--sendfile-root' => ['FOLDER', 'the same, and all files in this folder; may be given several times', 'file'],
        '--broadcast' => [null, 'of a folder: WebSockets by the Pusher protocol, for Laravel Echo; REVERB_APP_ID, _KEY and _SECRET in the environment'],
        '--process' => ['COMMAND', 'runs beside the workers, and again when it ends; may be given several times'],
        '--db-connections' => ['NUMBER', 'the most connections to MySQL, MariaDB and PostgreSQL of all workers together; requests share them'],
        '--db-shared-queries' => ['DIGEST', 'with --db-connections: equal SELECTs with this digest are sent once at a time; * is all that qualify; may be given several times'],
        '--db-connections-min' => ['NUMBER', 'how many of them each worker keeps open that no request needs'],
        '--db-multiplex' => ['off|transaction', 'transaction: a request that waits gets one of a request which is between two statements; default: off', ['off', 'transaction']],
        '--redis-connections' => ['NUMBER', 'the same for the class Redis'],
        '--tls' => ['self-signed', 'TLS with a certificate that is made at the start', ['self-signed']],
        '--admin' => ['ADDRESS', 'unix:/path or host:port for `tern status` and its like; default: a socket of this user'],
        '--watch' => [null, 'restart without losing a request when a file changes'],
        '--dev' => [null, 'as --watch; pages in the browser load again too, and errors are shown'],
        '--poll' => [null, 'with --watch: look at the files, where the system does not tell (shared folders)'],
    ];
    private const OF_CONTEXTS = ['--check-isolation', '--max-requests', '--max-memory', '--idle-time'];
    private const NO_FOLDER = 'a script builds its own server';
    private const OF_FOLDERS = [
        '--applications' => 'a script decides itself how many requests it handles at a time',
        '--concurrency' => 'a script makes a Tern\Application itself',
        '--boot-once' => 'a script makes a Tern\Application itself',
        '--max-wait' => 'a script makes a Tern\Application itself',
        '--classic' => self::NO_FOLDER,
        '--app' => self::NO_FOLDER,
        '--htaccess' => self::NO_FOLDER,
        '--rules' => self::NO_FOLDER,
        '--isolation' => self::NO_FOLDER,
        '--hide' => self::NO_FOLDER,
        '--show' => self::NO_FOLDER,
        '--follow-symlinks' => self::NO_FOLDER,
        '--sendfile' => self::NO_FOLDER,
        '--sendfile-root' => self::NO_FOLDER,
        '--broadcast' => 'a script makes a Tern\Pusher\Broadcasting itself',
    ];
    public const MOST_APPLICATIONS = 1000;
    public const MOST_WORKERS = 1024;
    public const MOST_DATABASE_CONNECTIONS = 65_536;
    public const DAY_S = 86400;
    public const NOTES = <<<'TEXT'
        A folder is served as it is. If its index.php returns an application, that handles
        every request that does not match a file. It returns one of
          - a callable: function (Swoole\Http\Request $request, Swoole\Http\Response $response): ?string
          - a Psr\Http\Server\RequestHandlerInterface
          - a Symfony\Component\HttpKernel\HttpKernelInterface
          - a function of an array that makes one of these, as symfony/runtime has it
        Such an application handles one request at a time, unless it says #[Tern\Reentrant]. Of a function that makes them there
        are several. A callable is called for any number of requests at a time. With --concurrency each request has a context:
        static properties, globals and constants of its own, so programs that keep a request there need no change.
        Any other folder with PHP files is a classic site: a PHP file that is requested runs in a fresh context, as under PHP-FPM.
        --concurrency says how many of them run at a time in each worker; without it 50.
        What is behind -- are the arguments of the script.

        TEXT;

    public function run(Arguments $given): int
    {
        $target = $given->operands[0] ?? '.';
        $path = realpath($target);
        if ($path === false) {
            throw new UsageError("there is no file or folder \"$target\"");
        }
        $inside = self::served($path);
        $path .= $inside;
        StartCommand::remember();
        $php = new Php();
        if (is_dir($path) && !extension_loaded('tern')) {
            return $php->again();  // it knows what a folder is
        }
        $plan = $this->plan($given, $path, FollowedPaths::absolute($target . $inside), $php);
        if (!$plan->watches) {
            return Php::become($plan->command($php));
        }
        if (!extension_loaded('tern')) {
            return $php->again();
        }
        return (new Watch($plan, $php))->run();
    }

    /** Of a project that keeps its index.php in the folder public, "/public": all else of it is not for clients. Else "". */
    private static function served(string $path): string
    {
        if (!is_dir($path) || is_file("$path/index.php") || is_file("$path/index.html") || !is_file("$path/public/index.php")) {
            return '';
        }
        fwrite(STDERR, "tern: $path has its index.php in public: serving $path/public\n");
        return '/public';
    }

    private function plan(Arguments $given, string $path, string $named, Php $php): Plan
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
        $ini = $isFolder ? IniFiles::ofFolder($php) : IniFiles::ofThisPhp();
        $isClassic = $isFolder && ClassicOptions::kind($given, $path) === Kind::Classic;
        return new Plan(
            target: $path,
            isFolder: $isFolder,
            arguments: $given->rest,
            host: $host ?? ($isFolder ? '127.0.0.1' : null),
            port: $given->number('--port', 0, 65535) ?? ($isFolder ? 9501 : null),
            application: $isClassic ? [] : self::application($given),
            site: $isClassic ? ClassicOptions::of($given, $path, $ini) : null,
            bootsOnce: $given->has('--boot-once'),
            broadcasts: $given->has('--broadcast'),
            workers: $isClassic ? ClassicOptions::eventWorkers($given) : $given->number('--workers', 1, self::MOST_WORKERS),
            processes: $given->texts('--process'),
            databaseConnections: $given->number('--db-connections', 1, self::MOST_DATABASE_CONNECTIONS),
            sharedQueries: $given->texts('--db-shared-queries'),
            databaseConnectionsMin: $given->number('--db-connections-min', 0, self::MOST_DATABASE_CONNECTIONS),
            databaseMultiplex: $given->choice('--db-multiplex', ['off', 'transaction']),
            redisConnections: $given->number('--redis-connections', 1, self::MOST_DATABASE_CONNECTIONS),
            tls: $given->choice('--tls', ['self-signed']),
            admin: $given->text('--admin'),
            watches: $given->has('--watch') || $given->has('--dev') || $given->has('--poll'),
            development: $given->has('--dev'),
            polls: $given->has('--poll'),
            prepend: $ini->prepended(),
            ini: $ini,
            paths: $isFolder ? self::paths($given, $named, $isClassic) : null,
        );
    }

    private static function paths(Arguments $given, string $named, bool $isClassic): FollowedPaths
    {
        $rules = $isClassic ? $given->text('--rules') : null;
        $sendfile = $isClassic && ($given->has('--sendfile') || $given->has('--sendfile-root')) ? $given->texts('--sendfile-root') : null;
        return new FollowedPaths(
            $named,
            $rules === null ? null : FollowedPaths::absolute($rules),
            $sendfile === null ? null : array_map(FollowedPaths::absolute(...), $sendfile),
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
