<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Tern\Launcher\Doctor\Finding;
use function extension_loaded;
use function sprintf;

/** Looks at what a server will stand on. */
final class Doctor extends Command
{
    public const SUMMARY = 'what of PHP and of this machine would hold a server back, and what mends it';
    public const OPERANDS = '[SCRIPT] [-- ARGUMENTS]';
    public const MOST_OPERANDS = 1;
    public const COMPLETES = 'file';
    public const OPTIONS = [
        '--port' => ['NUMBER', 'the port that is to be free; default: 9501'],
        '--json' => [null, 'for programs: {"healthy": ..., "findings": [{"level", "topic", "text", "fix"}, ...]}'],
        '--strict' => [null, 'advice counts as a problem'],
    ];
    public const NOTES = 'With a SCRIPT that builds its own server, it also names the options that the script sets and that have no effect. '
        . "The script runs\nup to start(), with the ARGUMENTS.\n"
        . 'Exit status: 0 when nothing stands in the way, 1 when there is a problem, 2 for wrong options.';

    private const CHECKS = [Doctor\PhpCheck::class, Doctor\OpcacheCheck::class, Doctor\LimitCheck::class,
        Doctor\KernelCheck::class, Doctor\LibraryCheck::class, Doctor\ContextCheck::class];

    public function run(Arguments $given): int
    {
        $script = self::script($given->operands[0] ?? null);
        $port = $given->number('--port', 1, 65535) ?? 9501;
        $php = new Php();
        if (!extension_loaded('tern') && $php->extension() !== null) {
            return $php->again();
        }
        $findings = [];
        foreach (self::CHECKS as $check) {
            array_push($findings, ...(new $check())->findings());
        }
        array_push($findings, ...(new Doctor\PortCheck($port))->findings());
        if ($script !== null) {
            array_push($findings, ...(new Doctor\OptionCheck($script, $given->rest))->findings());
        }
        $bad = array_filter($findings, static fn(Finding $one): bool => $one->level === Finding::PROBLEM
            || $one->level === Finding::ADVICE && $given->has('--strict'));
        if ($given->has('--json')) {
            echo json_encode(['healthy' => $bad === [], 'findings' => $findings], JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES
                | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR), "\n";
        } else {
            $this->show($findings);
        }
        return $bad === [] ? 0 : 1;
    }

    private static function script(?string $name): ?string
    {
        if ($name === null) {
            return null;
        }
        $path = realpath($name);
        return $path !== false && is_file($path) && is_readable($path) ? $path
            : throw new UsageError("there is no script \"$name\" that can be read");
    }

    /** @param list<Finding> $findings */
    private function show(array $findings): void
    {
        foreach ($findings as $one) {
            printf("%-8s %-9s %s\n", $one->level, $one->topic, $one->text);
            echo $one->fix === '' ? '' : sprintf("%18s fix: %s\n", '', $one->fix);
        }
        $count = array_count_values(array_column($findings, 'level')) + [Finding::PROBLEM => 0, Finding::ADVICE => 0];
        printf("\n%d problems, %d pieces of advice\n", $count[Finding::PROBLEM], $count[Finding::ADVICE]);
    }
}
