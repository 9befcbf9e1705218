<?php

declare(strict_types=1);

namespace Tern\Api;

use RuntimeException;
use function count;
use function in_array;
use function is_array;
use function is_string;
use function constant;

/**
 * The page docs/constants.md: what constants.md says they mean, in its order, with the values that the loaded extension has. Errors get the
 * text of swoole_strerror(), constants of classes what their comment says.
 */
final class Constants
{
    /** They depend on the version, or on how PHP was built. */
    private const CHANGES = ['TERN_VERSION', 'SWOOLE_DEBUG'];
    private const HEAD = "| constant | value | meaning |\n| --- | --- | --- |\n";
    /** "NAME, NAME: meaning", "PREFIX_*: meaning" for all in one row, or "PREFIX_*" for errors, a row for each. */
    private const LINE = '/^([A-Z]\w+(?:, [A-Z]\w+)*|[A-Z]\w+\*(?=$|:))(?:: (.+)|(?<=\*))$/';
    private const NAMES = 'Swoole\Constant';
    private const STATUSES = 'Swoole\Http\Status';
    private const ABOUT_NAMES = <<<'MD'
        The names of all events and [options](options.md), for programs that do not write them as texts: `Constant::EVENT_WORKER_START` is
        `'workerStart'`, `Constant::OPTION_WORKER_NUM` is `'worker_num'`, and so on for all others.

        MD;
    /** Those of ext/sockets and ext/pcntl, where these are loaded. */
    private const SHARED = '/^(SIG|PRIO_|AF_|SOCK_|TCP_)/';

    /** @var array<string, mixed> what the extension has */
    private readonly array $values;
    /** @var array<string, bool> */
    private array $shown = [];

    public function __construct(private readonly Declarations $declarations, private readonly string $meanings)
    {
        $all = get_defined_constants(true);
        $this->values = ($all['tern'] ?? []) + ($all['swoole'] ?? []);
        if ($this->values === []) {
            throw new RuntimeException('the extension tern must be loaded: it has the constants');
        }
    }

    public function page(): string
    {
        $text = '';
        $inTable = false;
        foreach (explode("\n", rtrim($this->meanings)) as $line) {
            $rows = preg_match(self::LINE, $line, $found) === 1 ? $this->rows(explode(', ', $found[1]), $found[2] ?? null) : null;
            $text .= $rows === null ? "$line\n" : ($inTable ? '' : self::HEAD) . $rows;
            $inTable = $rows !== null;
        }
        $missing = array_diff(array_keys($this->values), array_keys($this->shown));
        if ($missing !== []) {
            throw new RuntimeException('scripts/api/constants.md does not say what these mean: ' . implode(', ', $missing));
        }
        return $text . "\n" . $this->classes();
    }

    /** @param list<string> $names several of one value, or the beginning of some with a star */
    private function rows(array $names, ?string $meaning): string
    {
        if (!str_ends_with($names[0], '*')) {
            return $this->row($names, (string) $meaning);
        }
        $found = array_values(array_filter(array_keys($this->values), static fn(string $name) => str_starts_with($name, substr($names[0], 0, -1))));
        if ($meaning !== null) {
            $this->shown += array_fill_keys($found, true);
            return '| ' . self::listed($found, $found) . " |  | $meaning |\n";
        }
        return implode('', array_map(fn(string $name) => $this->row([$name], swoole_strerror((int) constant($name)) . '.'), $found));
    }

    /** @param non-empty-list<string> $names */
    private function row(array $names, string $meaning): string
    {
        foreach ($names as $name) {
            if (!isset($this->values[$name]) && preg_match(self::SHARED, $name) !== 1) {
                throw new RuntimeException("scripts/api/constants.md has $name, and the extension does not");
            }
            if (constant($name) !== constant($names[0])) {
                throw new RuntimeException("$name and $names[0] differ, and stand in one line of scripts/api/constants.md");
            }
            $this->shown[$name] = true;
        }
        $value = in_array($names[0], self::CHANGES, true) ? '' : self::text(constant($names[0]));
        return '| ' . implode(', ', array_map(static fn(string $name): string => "`$name`", $names)) . " | $value | $meaning |\n";
    }

    /**
     * @param list<string> $names
     * @param list<string> $constants
     */
    private static function listed(array $names, array $constants): string
    {
        return implode(', ', array_map(static fn(string $name, string $of): string => "`$name` " . self::text(constant($of)), $names, $constants));
    }

    private static function text(mixed $value): string
    {
        return match (true) {
            $value === PHP_INT_MAX => '`PHP_INT_MAX`',
            is_array($value) && count($value) > 10 => 'a list',
            is_array($value) => '`[' . implode(', ', $value) . ']`',
            $value === '' => 'empty',
            is_string($value) => "`'$value'`",
            default => var_export($value, true),
        };
    }

    private function classes(): string
    {
        $text = "## Constants of classes\n";
        foreach ((new Reference($this->declarations))->data()['classes'] as $class) {
            if ($class['constants'] === [] || $class['kind'] === 'enum') {
                continue;
            }
            $text .= "\n### {$class['name']}\n\n";
            if ($class['name'] === self::NAMES) {
                array_map(self::checkName(...), $class['constants']);
                $text .= self::ABOUT_NAMES;
                continue;
            }
            $names = array_map(self::nameOf(...), $class['constants']);
            if ($class['name'] === self::STATUSES) {
                $of = array_map(static fn(string $name): string => self::STATUSES . "::$name", $names);
                $text .= "The statuses of HTTP, named for their reason phrases, which `getReasonPhrase()` returns: " . self::listed($names, $of) . ".\n";
                continue;
            }
            $text .= self::HEAD;
            foreach ($class['constants'] as $constant) {
                $text .= self::ofClass($class['name'], $constant);
            }
        }
        return $text;
    }

    /** @param array{signature: string} $constant one of Swoole\Constant, which must be what the page says of all */
    private static function checkName(array $constant): void
    {
        $name = self::nameOf($constant);
        [$kind, $words] = explode('_', strtolower($name), 2);
        $said = $kind === 'event' ? lcfirst(str_replace('_', '', ucwords($words, '_'))) : $words;
        if (constant(self::NAMES . "::$name") !== $said) {
            throw new RuntimeException(self::NAMES . "::$name is not '$said', which the page says");
        }
    }

    /** @param array{signature: string} $constant */
    private static function nameOf(array $constant): string
    {
        preg_match('/const (?:\w+ )?(\w+) =/', $constant['signature'], $found);
        return $found[1] ?? throw new RuntimeException("no constant: {$constant['signature']}");
    }

    /** @param array{signature: string, text: string, tags: list<array{tag: string, text: string}>} $constant */
    private static function ofClass(string $class, array $constant): string
    {
        $name = self::nameOf($constant);
        $value = constant("$class::$name");
        $text = $constant['text'] !== '' ? $constant['text'] : (string) preg_replace('/^\S+\s*/', '', $constant['tags'][0]['text'] ?? '');
        $meaning = $text !== '' ? (string) preg_replace('/\s+/', ' ', $text)
            : throw new RuntimeException("$class::$name has no comment that says what it means");
        $short = substr((string) strrchr($class, '\\'), 1);
        return "| `$short::$name` | " . self::text($value) . " | $meaning |\n";
    }
}
