<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Tern\Internal\Unix;
use Tern\Launcher\Php;
use function array_slice;
use function is_array;
use function is_int;

/**
 * SIGUSR2: the master becomes the program that was typed once more, with a new configuration and maybe a new PHP. The environment
 * says which sockets it has, and which servers of pools still run: they end when the new ones serve.
 */
final class Restart
{
    private const VARIABLE = 'TERN_FPM_RESTART';
    /** Of one variable; Linux takes 128 KB, and many pools need more. */
    private const LONGEST = 100_000;
    /** Those that would end a process that has just been started. */
    public const SIGNALS = [SIGTERM, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2];

    /** @var array<string, string> of the process before it was changed */
    private readonly array $environment;

    /**
     * @param list<string> $command the folder, and what was typed
     * @param bool $isOne false: this is the first start
     * @param array<string, int> $sockets descriptors by address
     * @param list<array<mixed>> $servers of PoolProcess::describe()
     */
    private function __construct(private readonly array $command, public readonly bool $isOne, public array $sockets, public readonly array $servers)
    {
        $this->environment = getenv();
    }

    /** @param list<string> $command of StartCommand::words() */
    public static function take(array $command): self
    {
        [$isOne, $text] = [getenv(self::VARIABLE) !== false, ''];
        for ($i = 0; ($piece = getenv(self::variable($i))) !== false; ++$i) {
            $text .= $piece;
            putenv(self::variable($i));
        }
        $given = json_decode($text, true);
        $given = is_array($given) ? $given : [];
        $sockets = array_filter(is_array($given['sockets'] ?? null) ? $given['sockets'] : [], is_int(...));
        $servers = array_filter(is_array($given['servers'] ?? null) ? $given['servers'] : [], is_array(...));
        $named = [];
        foreach ($sockets as $address => $descriptor) {
            $named[(string) $address] = $descriptor;
        }
        return new self($command, $isOne, $named, array_values($servers));
    }

    private static function variable(int $piece): string
    {
        return $piece === 0 ? self::VARIABLE : self::VARIABLE . "_$piece";
    }

    /** @return array<string, string> */
    private static function pieces(string $state): array
    {
        $pieces = str_split($state, self::LONGEST);
        return array_combine(array_map(self::variable(...), array_keys($pieces)), $pieces);
    }

    /** As the log shows it. */
    public function describe(): string
    {
        $words = $this->program();
        return 'execvp("' . $words[0] . '", {' . implode(', ', array_map(static fn(string $word): string => "\"$word\"", $words)) . '})';
    }

    /** @return list<string> without the PHP that runs it */
    private function program(): array
    {
        foreach ($this->command as $i => $word) {
            if ($i > 0 && realpath($word) === realpath(Php::script())) {
                return array_slice($this->command, $i);
            }
        }
        return array_slice($this->command, 1) ?: [Php::script()];
    }

    /**
     * Returns only if that fails.
     *
     * @param array<string, int> $sockets
     * @param list<array<mixed>> $servers
     * @param bool $tries the program only looks whether it could start: `-t`
     */
    public function execute(array $sockets, array $servers, bool $tries = false): void
    {
        Unix\block_signals(self::SIGNALS, true);
        foreach ($sockets as $descriptor) {
            Unix\keep_on_exec($descriptor);
        }
        $state = json_encode(['sockets' => $sockets, 'servers' => $servers], JSON_INVALID_UTF8_SUBSTITUTE);
        Unix\change_environment(self::pieces((string) $state) + $this->environment, true);
        if (($this->command[0] ?? '') !== '') {
            @chdir($this->command[0]);
        }
        $words = [...array_slice($this->command, 1), ...($tries ? ['-t'] : [])];
        if (isset($this->command[1])) {
            $words[0] = str_contains($words[0], '/') ? $words[0] : PHP_BINARY;
            \Tern\Internal\become($words);
        }
        Unix\block_signals(self::SIGNALS, false);
    }
}
