<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use Generator;
use function array_slice;
use function count;

/** One directive of a file of rules: comments, empty lines and continued lines are resolved. */
final class Line
{
    private const WORD = '/\G\s*(?:"((?:\\\\.|[^"\\\\])*+)"?|\'((?:\\\\.|[^\'\\\\])*+)\'?|(\S+))/s';
    /** Only a space is escaped in an argument of mod_rewrite; the rest belongs to the regular expression. */
    private const REWRITE_WORD = '/\G\s*(?:"([^"]*+)"?|\'([^\']*+)\'?|((?:\\\\\s|\S)+))/';

    private function __construct(
        public readonly string $file,
        public readonly int $number,
        public readonly string $name,
        public readonly string $rest,
    ) {
    }

    /** @return Generator<int, self> */
    public static function all(string $text, string $file): Generator
    {
        $begun = '';
        $first = 0;
        foreach (preg_split('/\r\n|\n|\r/', str_replace("\0", '', $text)) ?: [] as $i => $line) {
            $first = $begun === '' ? $i + 1 : $first;
            if (str_ends_with($line, '\\')) {
                $begun .= substr($line, 0, -1);
                continue;
            }
            $whole = trim($begun . $line);
            $begun = '';
            if ($whole !== '' && $whole[0] !== '#') {
                yield self::of($whole, $file, $first);
            }
        }
        if (trim($begun) !== '') {
            yield self::of(trim($begun), $file, $first);
        }
    }

    /** @return list<string> the arguments, without their quotes */
    public function words(): array
    {
        $unescape = static fn(string $text): string => preg_replace('/\\\\(["\'\\\\])/', '$1', $text) ?? $text;
        return array_map($unescape, self::split(self::WORD, $this->rest));
    }

    /** @return list<string> the arguments as mod_rewrite separates them */
    public function rewriteWords(): array
    {
        return self::split(self::REWRITE_WORD, $this->rest);
    }

    /**
     * @return list<string>
     * @throws Unsupported when there are fewer or more words
     */
    public function wordsBetween(int $least, int $most): array
    {
        $words = $this->words();
        if (count($words) < $least || count($words) > $most) {
            throw new Unsupported(($least === $most ? "must have $least" : "must have $least to $most") . ' arguments, ' . count($words) . ' given');
        }
        return $words;
    }

    /** @throws Unsupported when the argument is neither On nor Off */
    public function isOn(): bool
    {
        return match (strtolower($this->wordsBetween(1, 1)[0])) {
            'on' => true,
            'off' => false,
            default => throw new Unsupported("must be On or Off, $this->rest given"),
        };
    }

    /** @return array{string, list<string>} the first word in lower case, and the others */
    public function action(): array
    {
        $words = $this->words();
        return [strtolower($words[0] ?? ''), array_slice($words, 1)];
    }

    /** An expression may be one text in quotes. Its other escapes are resolved when it is parsed. */
    public static function unquoted(string $text): string
    {
        return preg_match('/^(["\'])(.*)\1\s*$/s', trim($text), $found) === 1 ? str_replace("\\$found[1]", $found[1], $found[2]) : $text;
    }

    /** The name and the arguments of a section, without its brackets. */
    public function inner(): self
    {
        return new self($this->file, $this->number, trim($this->name, '<>'), rtrim(rtrim($this->rest), '>'));
    }

    private static function of(string $whole, string $file, int $number): self
    {
        preg_match('/^(\S+)\s*(.*)$/s', $whole, $parts);
        return new self($file, $number, $parts[1] ?? '', $parts[2] ?? '');
    }

    /** @return list<string> */
    private static function split(string $pattern, string $text): array
    {
        preg_match_all($pattern, $text, $found, PREG_SET_ORDER);
        $words = [];
        foreach ($found as $one) {
            $words[] = (string) end($one);  // the last group is the one that matched
        }
        return $words;
    }
}
