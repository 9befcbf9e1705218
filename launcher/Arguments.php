<?php

declare(strict_types=1);

namespace Tern\Launcher;

use function array_slice;
use function count;
use function in_array;
use function is_string;

/** The words behind a command, sorted into options and operands. */
final class Arguments
{
    /** @var list<string> */
    public array $operands = [];
    /** @var list<string> what came behind `--` */
    public array $rest = [];
    /** @var array<string, list<string|true>> by name, as --port: once for each time it was given */
    private array $options = [];

    /**
     * @param list<string> $words
     * @param class-string<Command> $command
     * @throws UsageError for what the command does not know
     */
    public function __construct(array $words, string $command)
    {
        for ($i = 0; $i < count($words); ++$i) {
            if ($words[$i] === '--') {
                $this->rest = array_slice($words, $i + 1);
                break;
            }
            if (!str_starts_with($words[$i], '-') || $words[$i] === '-') {
                $this->operands[] = $words[$i];
                continue;
            }
            $parts = explode('=', $words[$i], 2);
            [$name, $value] = [$parts[0], $parts[1] ?? null];
            [$takes] = $command::OPTIONS[$name] ?? throw new UsageError(self::unknown('option', $name, array_keys($command::OPTIONS)));
            if ($takes === null && $value !== null) {
                throw new UsageError("$name takes no value, \"$value\" given");
            }
            $this->options[$name][] = $takes === null ? true
                : $value ?? $words[++$i] ?? throw new UsageError("$name needs a value: $name $takes");
        }
        if (count($this->operands) > $command::MOST_OPERANDS) {
            throw new UsageError("\"{$this->operands[$command::MOST_OPERANDS]}\" is one word too many");
        }
    }

    public function has(string $name): bool
    {
        return isset($this->options[$name]);
    }

    public function text(string $name): ?string
    {
        $values = $this->texts($name);
        return $values === [] ? null : end($values);
    }

    /** @return list<string> one for each time the option was given */
    public function texts(string $name): array
    {
        return array_values(array_filter($this->options[$name] ?? [], is_string(...)));
    }

    /** @throws UsageError for what is no number, or out of range */
    public function number(string $name, int $least, int $most): ?int
    {
        $text = $this->text($name);
        if ($text === null) {
            return null;
        }
        $number = preg_match('/^\d{1,9}$/D', $text) === 1 ? (int) $text : -1;
        if ($number < $least || $number > $most) {
            throw new UsageError("$name must be a number from $least to $most, \"$text\" given");
        }
        return $number;
    }

    /**
     * A number, or two with "-" between them.
     *
     * @return array{int, int}|null the least and the most
     * @throws UsageError
     */
    public function range(string $name, int $least, int $most): ?array
    {
        $text = $this->text($name);
        if ($text === null) {
            return null;
        }
        $isOne = preg_match('/^(\d{1,9})(?:-(\d{1,9}))?$/D', $text, $found) === 1;
        $from = $isOne ? (int) $found[1] : -1;
        $to = (int) ($found[2] ?? $from);
        if ($from < $least || $to > $most || $from > $to) {
            throw new UsageError("$name must be a number from $least to $most, or two as 2-32, \"$text\" given");
        }
        return [$from, $to];
    }

    /**
     * @param list<string> $known
     * @throws UsageError
     */
    public function choice(string $name, array $known): ?string
    {
        $text = $this->text($name);
        if ($text !== null && !in_array($text, $known, true)) {
            throw new UsageError("$name must be " . implode(' or ', $known) . ", \"$text\" given");
        }
        return $text;
    }

    /** @param list<string> $known */
    public static function unknown(string $kind, string $word, array $known): string
    {
        $best = null;
        foreach ($known as $one) {
            $distance = levenshtein($word, $one);
            if ($distance <= 3 && $distance < ($best[0] ?? PHP_INT_MAX)) {
                $best = [$distance, $one];
            }
        }
        return "there is no $kind \"$word\"" . ($best === null ? '' : "; did you mean $best[1]?");
    }
}
