<?php

declare(strict_types=1);

namespace Tern\Launcher;

use function sprintf;

final class Help extends Command
{
    public const SUMMARY = 'this list, or what one command can do';
    public const OPERANDS = '[COMMAND]';
    public const MOST_OPERANDS = 1;
    public const COMPLETES = 'command';

    public function run(Arguments $given): int
    {
        isset($given->operands[0]) ? self::show($given->operands[0]) : self::list();
        return 0;
    }

    /** @throws UsageError */
    public static function show(string $name): void
    {
        $class = Commands::ALL[$name] ?? throw new UsageError(Arguments::unknown('command', $name, array_keys(Commands::ALL)));
        echo trim("tern $name " . ($class::OPTIONS === [] ? '' : '[OPTIONS] ') . $class::OPERANDS), ': ', $class::SUMMARY, "\n";
        $rows = [];
        foreach ($class::OPTIONS as $option => [$value, $what]) {
            $rows[trim("$option $value")] = $what;
        }
        echo $rows === [] ? '' : "\n", self::columns($rows), $class::NOTES === '' ? '' : "\n" . trim($class::NOTES) . "\n";
    }

    private static function list(): void
    {
        echo "tern: serves PHP applications with the extension of the same name\n\n";
        echo self::columns(array_map(static fn(string $class): string => $class::SUMMARY, Commands::ALL));
        echo "\n`tern COMMAND --help` says more.\n";
    }

    /** @param array<string, string> $rows */
    private static function columns(array $rows): string
    {
        $width = max(0, ...array_map('strlen', array_keys($rows) ?: ['']));
        $text = '';
        foreach ($rows as $left => $right) {
            $text .= sprintf("  %-{$width}s  %s\n", $left, $right);
        }
        return $text;
    }
}
