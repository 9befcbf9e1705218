<?php

declare(strict_types=1);

namespace Tern\Launcher;

use LogicException;
use Tern\Internal\Site\Options;
use function is_string;

/** What is to be served, and how: from the command line to the process of the server, where it comes by the environment. */
final class Plan
{
    private const VARIABLE = 'TERN_PLAN';

    /**
     * @param string $target an absolute path
     * @param list<string> $arguments of the script
     * @param string|null $host null: as the script says; so are port and workers
     * @param array{concurrency?: int, applications?: int, maxRequests?: int, maxMemory?: int, idleTime?: int, maxWait?: int, checkIsolation?: bool} $application of a folder: arguments of Tern\Application beside the file
     * @param Options|null $site of a folder that is a classic site; null: it is not
     * @param bool $bootsOnce the application is loaded before there are workers, which share its memory
     * @param bool $broadcasts a folder's server speaks the Pusher protocol, too
     * @param list<string> $processes commands that run beside the workers
     * @param int|null $databaseConnections of all workers; null: as the script says
     * @param list<string> $sharedQueries digests
     * @param int|null $databaseConnectionsMin of each worker; null: the same
     * @param string|null $databaseMultiplex the same
     * @param int|null $redisConnections the same
     * @param string|null $state where Watch and the server leave notes for each other: a folder
     * @param bool $announces shows at its start what is served
     * @param array<string, int> $sockets those that Watch has opened: port numbers by what was asked for
     * @param int|null $parent the process of Watch, which the server does not outlive
     * @param string $prepend auto_prepend_file of php.ini
     * @param IniFiles|null $ini what the server reads; null: what this PHP has read
     * @param string|null $report the script ends in start(), after it has written what it has set into this file
     * @param FollowedPaths|null $paths of a folder; null: a script is served
     */
    public function __construct(
        public readonly string $target,
        public readonly bool $isFolder,
        public readonly array $arguments = [],
        public readonly ?string $host = null,
        public readonly ?int $port = null,
        public readonly ?int $workers = null,
        public readonly array $application = [],
        public readonly ?Options $site = null,
        public readonly bool $bootsOnce = false,
        public readonly bool $broadcasts = false,
        public readonly array $processes = [],
        public readonly ?int $databaseConnections = null,
        public readonly array $sharedQueries = [],
        public readonly ?int $databaseConnectionsMin = null,
        public readonly ?string $databaseMultiplex = null,
        public readonly ?int $redisConnections = null,
        public readonly ?string $tls = null,
        public readonly ?string $admin = null,
        public readonly bool $watches = false,
        public readonly bool $development = false,
        public readonly bool $polls = false,
        public bool $announces = true,
        public ?string $state = null,
        public array $sockets = [],
        public readonly string $prepend = '',
        public readonly ?IniFiles $ini = null,
        public ?int $parent = null,
        public readonly ?string $report = null,
        public readonly ?FollowedPaths $paths = null,
    ) {
    }

    /** Of a folder, whose plan always says where it is served. */
    public function folderHost(): string
    {
        return $this->host ?? throw new LogicException('the plan of a folder has no host');
    }

    public function folderPaths(): FollowedPaths
    {
        return $this->paths ?? throw new LogicException('the plan of a folder has no paths');
    }

    public function folderPort(): int
    {
        return $this->port ?? throw new LogicException('the plan of a folder has no port');
    }

    /**
     * Puts itself into the environment, for the command that it returns.
     *
     * @return list<string>
     */
    public function command(Php $php): array
    {
        putenv(self::VARIABLE . '=' . serialize($this));
        putenv('TERN_AGAIN');
        $script = $this->isFolder ? __DIR__ . '/folder.php' : $this->target;
        $ini = $this->ini ?? IniFiles::ofThisPhp();
        $settings = $this->site === null ? [] : WebSettings::ofProcess($php, $ini);
        $settings += ['auto_prepend_file' => __DIR__ . '/prelude.php'] + $this->memory($php, $ini) + $this->opcache();
        $command = $php->serverCommand($ini, $this->development, $this->watches ? Php::EDITED : [], $settings);
        return [...$command, $script, ...$this->arguments];
    }

    /** @return array<string, string> the setting memory_limit: it is one for all of a worker, but in a classic site one for each request */
    private function memory(Php $php, IniFiles $ini): array
    {
        $contexts = $this->application['concurrency'] ?? 0;
        $limit = match (true) {
            $php->isOption('memory_limit') => null,
            $this->site !== null => MemoryLimit::ofRequest($ini),
            $contexts > 0 => MemoryLimit::ofContexts($ini, $contexts),
            default => MemoryLimit::ofWorker($ini),
        };
        return $limit === null ? [] : ['memory_limit' => $limit];
    }

    /** @return array<string, string> where all code of the program runs in contexts, opcache may restart: nothing else is in its memory */
    private function opcache(): array
    {
        return $this->site !== null || isset($this->application['concurrency']) ? ['tern.opcache_outside' => '0'] : [];
    }

    /** The plan of this process, which its children do not see; null: it has none. */
    public static function take(): ?self
    {
        $text = getenv(self::VARIABLE);
        if (!is_string($text)) {
            return null;
        }
        putenv(self::VARIABLE);
        unset($_SERVER[self::VARIABLE], $_ENV[self::VARIABLE]);
        $plan = unserialize($text, ['allowed_classes' => [self::class, Options::class, IniFiles::class, FollowedPaths::class]]);
        $plan instanceof self || throw new LogicException('TERN_PLAN is not a serialized Plan');
        $plan->ini?->forgetOptions();
        return $plan;
    }
}
