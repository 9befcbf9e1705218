<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Tern\Internal\Framework\Application\Extensions;
use Tern\Internal\Site\Kind;
use Tern\Internal\Site\Options;
use Tern\Internal\Site\Process\Pool;
use Tern\Internal\Site\Rewrite\Engine;
use Tern\Internal\Site\Rewrite\RulesFileError;
use ValueError;
use function array_diff;
use function in_array;

/** What `tern serve FOLDER` is told of the folder's kind, and of a classic site. */
final class ClassicOptions
{
    /** For classic sites only. */
    private const OWN = ['--htaccess', '--rules', '--isolation', '--hide', '--show', '--follow-symlinks', '--sendfile', '--sendfile-root'];
    /** For applications only. */
    private const FOREIGN = ['--applications', '--max-requests', '--max-memory', '--idle-time', '--check-isolation', '--boot-once'];
    /** Those of them that PHP workers have, too. */
    private const OF_PHP_WORKERS = ['--max-requests', '--idle-time'];
    private const REASONS = [
        'application' => 'its index.php returns an application; --classic runs each PHP file as a page',
        'classic' => 'its PHP files are pages, each of which ends with its request; --app loads index.php once',
        'files' => 'it has no PHP files; --classic runs those that come later',
    ];

    /** @throws UsageError for options that do not go together, or not with the folder */
    public static function kind(Arguments $given, string $folder): Kind
    {
        if ($given->has('--classic') && $given->has('--app')) {
            throw new UsageError('--classic goes without --app');
        }
        if ($given->has('--app') && !is_file("$folder/index.php")) {
            throw new UsageError("--app needs an index.php, and there is none in $folder");
        }
        $kind = $given->has('--classic') ? Kind::Classic : ($given->has('--app') ? Kind::Application : Kind::of($folder));
        $foreign = self::isolatesProcesses($given) ? array_diff(self::FOREIGN, self::OF_PHP_WORKERS) : self::FOREIGN;
        foreach ($kind === Kind::Classic ? $foreign : self::OWN as $name) {
            if ($given->has($name)) {
                $what = in_array($name, self::OWN, true) ? 'classic sites' : 'applications';
                throw new UsageError("$name is for $what, and $folder is not one of them: " . self::REASONS[$kind->value]);
            }
        }
        return $kind;
    }

    /**
     * Whether all pages run in PHP workers.
     *
     * @throws UsageError
     */
    public static function isolatesProcesses(Arguments $given): bool
    {
        return $given->choice('--isolation', ['context', 'process']) === 'process' || Extensions::oneAtATime() !== [];
    }

    /**
     * How many event workers there are. With process isolation --workers counts the PHP workers.
     *
     * @throws UsageError
     */
    public static function eventWorkers(Arguments $given): ?int
    {
        return self::isolatesProcesses($given) ? null : $given->number('--workers', 1, Serve::MOST_WORKERS);
    }

    /** @throws UsageError */
    public static function of(Arguments $given, string $folder, IniFiles $ini): Options
    {
        $isolation = $given->choice('--isolation', ['context', 'process']) ?? 'context';
        if ($isolation === 'process' && $given->has('--concurrency')) {
            throw new UsageError('--isolation process goes without --concurrency: a worker has one request at a time then');
        }
        $isProcess = self::isolatesProcesses($given);
        $workers = $isProcess ? $given->range('--workers', 1, Pool::MOST_WORKERS) : null;
        $options = new Options(
            root: $folder,
            concurrency: $isProcess ? 1 : $given->number('--concurrency', 1, Serve::MOST_APPLICATIONS) ?? Options::CONCURRENCY,
            maxWaitS: $given->number('--max-wait', 1, Serve::DAY_S) ?? Options::MAX_WAIT_S,
            isolation: $isolation,
            htaccess: $given->has('--htaccess'),
            rules: self::rules($given, $folder),
            hide: self::patterns($given, '--hide'),
            show: self::patterns($given, '--show'),
            followsLinks: $given->choice('--follow-symlinks', ['yes', 'no']) !== 'no',
            sendfile: self::sendfile($given),
            settings: WebSettings::ofRequests($ini),
            watches: $given->has('--watch') || $given->has('--dev') || $given->has('--poll'),
            leastWorkers: $workers[0] ?? null,
            mostWorkers: $workers[1] ?? null,
            idleTimeS: $given->number('--idle-time', 1, Serve::DAY_S) ?? Pool::IDLE_TIME_S,
            maxRequests: $given->number('--max-requests', 1, 999_999_999) ?? 0,
        );
        try {
            $options->hidden();
        } catch (ValueError $error) {
            throw new UsageError("--show {$error->getMessage()}");
        }
        return $options;
    }

    /**
     * The file of Tern's own rules, which has no mistake now.
     *
     * @throws UsageError
     */
    private static function rules(Arguments $given, string $folder): ?string
    {
        $name = $given->text('--rules');
        if ($name === null) {
            return null;
        }
        if ($given->has('--htaccess')) {
            throw new UsageError('--rules goes without --htaccess');
        }
        $file = realpath($name);
        if ($file === false || !is_file($file)) {
            throw new UsageError("--rules must be a file, \"$name\" given");
        }
        try {
            Engine::ofRulesFile($file, $folder);
        } catch (RulesFileError $error) {
            throw new UsageError($error->getMessage());
        }
        return $file;
    }

    /**
     * @return list<string>|null
     * @throws UsageError
     */
    private static function sendfile(Arguments $given): ?array
    {
        $folders = [];
        foreach ($given->texts('--sendfile-root') as $name) {
            $folder = realpath($name);
            if ($folder === false || !is_dir($folder)) {
                throw new UsageError("--sendfile-root must be a folder, \"$name\" given");
            }
            $folders[] = $folder;
        }
        return $folders === [] && !$given->has('--sendfile') ? null : $folders;
    }

    /** @return list<string> */
    private static function patterns(Arguments $given, string $name): array
    {
        $patterns = $given->texts($name);
        foreach ($patterns as $pattern) {
            if (preg_match('~^(?:[^/]+|(?:/[^/]+)+)$~D', $pattern) !== 1) {
                throw new UsageError("$name needs a pattern, as *.sql, or /private for a path, \"$pattern\" given");
            }
        }
        return $patterns;
    }
}
