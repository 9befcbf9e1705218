<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

use Tern\Internal\Site\Kind;
use function in_array;
use function Tern\Internal\state_rows;

/** What behaves differently, by topic: docs/doctor.md shows it. What PHP keeps for the request is in the table of the extension. */
final class Rules
{
    /** Topic, what happens, what to do instead; then of which kind of folder alone. */
    private const BREAKS = [
        ['fork', 'The child is a copy of the worker with all its connections, and ends where the code of this request ends.',
            'Use Swoole\Process or addProcess() of the server, or proc_open() for another program.'],
        ['exec', 'The worker becomes another program, and all its requests are lost.', 'Use proc_open() or exec().'],
        ['alarm', 'The alarm belongs to the process: SIGALRM ends the worker, or interrupts whatever request runs.',
            'Use Swoole\Timer, or Swoole\Coroutine::setTimeLimit().'],
        ['process', 'This changes the worker: its user, session, limits or priority hold for all its requests.',
            'Set it before the server starts, in its unit for systemd for example.'],
        ['missing', 'PHP\'s command line, on which Tern stands, does not have this function: the call is an Error.',
            'Ask function_exists() first. $_SERVER has the fields of the request, and $response->end() sends the response early.'],
    ];
    private const DIFFERS = [
        ['ffi', 'A call of C blocks the worker, and all its requests share what the library keeps.',
            'Call it in a task worker, or in a process of its own (docs/remote-objects.md).'],
        ['dl', 'The extension is loaded for all requests of this worker, and for no other worker.', 'Write extension=... into php.ini.'],
        ['working-directory', 'The working directory is the one in which the server was started, not that of the page.', 'Begin paths with __DIR__.',
            Kind::Application],
        ['request-environment', 'The environment has no variables of the request, as it has under PHP-FPM: getenv() returns false.', 'Read $_SERVER.'],
        ['process-id', 'Many requests at a time have the same process number: files and keys that it names are of all of them.',
            'Use random_bytes() for names, or Swoole\Coroutine::getCid() for the running request.'],
        ['settings', 'This setting belongs to the process: it holds for all requests of the worker.', 'Set it in php.ini, or with -d when the server starts.'],
        ['open-basedir', 'The setting holds for all later requests of the same application.', 'Set it in php.ini, or with -d when the server starts.',
            Kind::Application],
        ['sapi', 'The name is "tern", and none of PHP\'s own.', 'Start the server with php -d tern.sapi_name=fpm-fcgi.', Kind::Classic],
        ['sapi', 'The name is "cli", that of the command line.', 'Start the server with php -d tern.sapi_name=fpm-fcgi.', Kind::Application],
        ['command-line', 'The name is "cli": this code may refuse to response, or behave as on the command line.',
            'Start the server with php -d tern.sapi_name=tern, or ask for a setting of the application.', Kind::Application],
        ['standard-streams', 'These are the streams of the server: its terminal or its log, not the client.', 'Use echo, php://output or error_log().',
            Kind::Application],
        ['standard-streams', 'The constants STDIN, STDOUT and STDERR do not exist, as under PHP-FPM; php://stdin and the like are the streams of the server.',
            'Use echo, php://output or error_log().', Kind::Classic],
        ['extension', 'This extension keeps the running request for itself: with it each worker handles one request at a time.',
            'Remove it from php.ini in production.', Kind::Application],
        ['extension', 'This extension keeps the running request for itself: with it all pages run in PHP workers, one request at a time in each.',
            'Remove it from php.ini in production.', Kind::Classic],
        ['file-database', 'Reading and writing the file blocks the worker. SQLite waits for its lock without blocking it, LMDB does not.',
            'Keep queries and transactions short, or use a database server.'],
        ['superglobals', 'Superglobals do not hold the request.', 'Use the request object.', Kind::Application],
    ];
    private const NOTES = [
        ['sleep', 'Only this request waits: others run meanwhile.', 'Nothing to do, unless the code relies on nothing else running.'],
        ['exit', 'exit() ends the request, and in most cases the application is loaded again for the next one.',
            'Return, or throw an exception, where requests often come by.', Kind::Application],
        ['time-limit', 'The limit is for what a request waits for, in real time. It does not interrupt PHP that computes.',
            'Give timeouts to queries and to clients of HTTP.', Kind::Application],
        ['flock', 'Only this request waits. If it then holds the lock over a query or a call, the others wait for it.', 'Unlock before slow calls.'],
        ['shared-memory', 'Several requests of one worker take turns, too, when one of them waits between two calls.', 'Lock with flock(), or use Tern\Cache or Swoole\Table.'],
        ['eval', 'opcache does not cache this code: each request compiles it, and it makes copies of contexts slower.', 'Write the code into a file, and include that.'],
        ['persistent', 'Each context has persistent connections of its own.', 'Let the server of the database allow workers x concurrency of them.'],
        ['memory-usage', 'The number counts the whole worker with all its requests.', 'Use Tern\Context::getMemory().', Kind::Application],
        ['apcu', 'On the command line APCu is off unless php.ini has apc.enable_cli=1.', 'Set apc.enable_cli=1; then all requests of all workers share it.'],
        ['session-handler', 'Handlers of sessions run in coroutines: another request runs while one waits for its session.',
            'Lock with flock() or in the database.'],
        ['reference-count', 'opcache keeps strings and arrays of the code in shared memory, so counts of references differ.', 'Do not rely on them.'],
        ['static-state', 'The value is still there in the next request of the same application.', 'Keep what belongs to a user in the request, or reset it (docs/contexts.md#serving-a-folder).', Kind::Application],
    ];
    /** A PHP worker runs one page at a time, so it is the page's process, as under PHP-FPM. */
    private const AS_PHP_FPM_IN_PHP_WORKERS = ['fork', 'exec', 'alarm', 'signals', 'ffi'];
    /** In a pool php_sapi_name() is what it is under PHP-FPM. */
    private const NOT_IN_POOLS = ['sapi', 'request-environment'];
    private const LISTS = [Rule::BREAKS => self::BREAKS, Rule::DIFFERS => self::DIFFERS, Rule::NOTE => self::NOTES];

    /**
     * What the extension's table of state says: topic, what happens, what to do instead, and of which kind alone.
     *
     * @return list<array{string, string, string}|array{string, string, string, Kind}>
     */
    private static function ofState(): array
    {
        $rules = [];
        foreach (self::searchedState() as $row) {
            $rules[] = [$row['key'], $row['text'], $row['instead'], ...($row['script'] === 'own' ? [Kind::Application] : [])];
        }
        return $rules;
    }

    /** @return list<array{key: string, names: list<string>, script: string, text: string, instead: string, searched: bool}> */
    public static function searchedState(): array
    {
        /** @var list<array{key: string, names: list<string>, script: string, text: string, instead: string, searched: bool}> $rows */
        $rows = state_rows();
        return array_values(array_filter($rows, fn(array $row) => $row['searched']));
    }

    /**
     * @param bool $isOfPool `tern fpm` serves the folder
     * @return array<string, Rule> by topic: those that concern such a folder. One without PHP files may get some: they are pages
     */
    public static function for(Kind $kind, bool $isOfPool = false): array
    {
        $rules = [];
        foreach (self::LISTS as $level => $rows) {
            foreach ($level === Rule::DIFFERS ? [...$rows, ...self::ofState()] : $rows as $row) {
                $rule = new Rule($row[0], $level, $row[1], self::fix($row[0], $row[2], $kind, $isOfPool), $row[3] ?? null);
                if ($isOfPool && in_array($rule->topic, self::NOT_IN_POOLS, true)) {
                    continue;
                }
                if ($rule->of === null || $rule->of === ($kind === Kind::Application ? $kind : Kind::Classic)) {
                    $rules[$rule->topic] = $rule;
                }
            }
        }
        return $rules;
    }

    private static function fix(string $topic, string $text, Kind $kind, bool $isOfPool): string
    {
        $hasWorkers = $kind !== Kind::Application && in_array($topic, self::AS_PHP_FPM_IN_PHP_WORKERS, true);
        $isolation = $isOfPool ? 'set php_admin_value[tern.isolation] = process in its pool' : 'serve the site with --isolation process';
        return $hasWorkers ? "$text Or $isolation." : $text;
    }
}
