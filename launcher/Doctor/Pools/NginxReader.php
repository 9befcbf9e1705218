<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Pools;

use function count;
use function dirname;
use function is_array;
use function strlen;

/**
 * Which folders a configuration of nginx has which address run.
 *
 * @phpstan-type Line array{words: list<string>, block: list<mixed>|null, place: string}
 */
final class NginxReader
{
    private const DEEPEST = 16;  // files that include files, and blocks in blocks
    private const MOST_FILES = 1000;
    private const TOKEN = '/\G(?:\s+|#[^\n]*|(?<mark>[;{}])|"(?<double>(?:[^"\\\\]|\\\\.)*)"|\'(?<single>(?:[^\'\\\\]|\\\\.)*)\'|(?<word>(?:[^\s;{}"\'\\\\$]|\\\\.|\$\{\w+\}|\$)+))/s';

    private int $files = 0;
    /** @var array<string, list<string>> addresses by name */
    private array $upstreams = [];
    /** @var array<string, string> by name, with $ */
    private array $variables = [];
    /** @var list<Site> */
    private array $sites = [];

    private function __construct(private readonly string $folder)
    {
    }

    /** @return list<Site> */
    public static function read(string $file): array
    {
        $self = new self(dirname($file));
        $lines = $self->parse($file, 0);
        $self->collect($lines, 0);
        $self->walk($lines, null, 0);
        return $self->sites;
    }

    /** @return list<Line> with the lines of included files in their place */
    private function parse(string $file, int $depth): array
    {
        $text = $depth < self::DEEPEST && ++$this->files <= self::MOST_FILES ? @file_get_contents($file) : false;
        $tokens = $text === false ? [] : $this->tokens($text, $file);
        $next = 0;
        return $this->block($tokens, $next, $depth);
    }

    /** @return list<array{string, bool, string}> text, whether it is ; { or }, and place */
    private function tokens(string $text, string $file): array
    {
        $tokens = [];
        for ($offset = 0, $line = 1; $offset < strlen($text) && preg_match(self::TOKEN, $text, $found, PREG_UNMATCHED_AS_NULL, $offset) === 1;) {
            $word = $found['word'] ?? $found['double'] ?? $found['single'] ?? $found['mark'];
            if ($word !== null) {
                $tokens[] = [$word, isset($found['mark']), "$file:$line"];
            }
            $offset += strlen($found[0]);
            $line += substr_count($found[0], "\n");
        }
        return $tokens;
    }

    /**
     * @param list<array{string, bool, string}> $tokens
     * @return list<Line>
     */
    private function block(array $tokens, int &$next, int $depth): array
    {
        [$lines, $words, $place] = [[], [], ''];
        while ($next < count($tokens)) {
            [$text, $isMark, $where] = $tokens[$next++];
            if (!$isMark) {
                $place = $words === [] ? $where : $place;
                $words[] = $text;
                continue;
            }
            if ($text === '}') {
                break;
            }
            $block = $text === '{' ? $this->block($tokens, $next, $depth + 1) : null;
            if ($words !== []) {
                array_push($lines, ...$this->included($words, $depth) ?? [['words' => $words, 'block' => $block, 'place' => $place]]);
            }
            $words = [];
        }
        return $lines;
    }

    /**
     * @param list<string> $words
     * @return list<Line>|null null: this is another directive
     */
    private function included(array $words, int $depth): ?array
    {
        if ($words[0] !== 'include' || count($words) !== 2) {
            return null;
        }
        $pattern = str_starts_with($words[1], '/') ? $words[1] : "$this->folder/$words[1]";
        $lines = [];
        foreach (glob($pattern) ?: [] as $file) {
            array_push($lines, ...$this->parse($file, $depth + 1));
        }
        return $lines;
    }

    /**
     * Names of upstreams and variables, which may be used before they are given.
     *
     * @param list<mixed> $lines
     */
    private function collect(array $lines, int $depth): void
    {
        foreach (self::known($lines) as ['words' => $words, 'block' => $block]) {
            if ($words[0] === 'set' && isset($words[2])) {
                $this->variables[$words[1]] = $words[2];
            }
            if ($words[0] === 'upstream' && isset($words[1])) {
                $servers = array_filter(self::known($block ?? []), static fn(array $line): bool => $line['words'][0] === 'server' && isset($line['words'][1]));
                $this->upstreams[$words[1]] = array_values(array_map(static fn(array $line): string => $line['words'][1], $servers));
            }
            if ($block !== null && $depth < self::DEEPEST) {
                $this->collect($block, $depth + 1);
            }
        }
    }

    /** @param list<mixed> $lines */
    private function walk(array $lines, ?string $root, int $depth): void
    {
        $known = self::known($lines);
        $script = null;
        foreach ($known as ['words' => $words]) {
            if (($words[0] === 'root' || $words[0] === 'alias') && isset($words[1])) {
                $root = $this->expand($words[1]);
            }
            if ($words[0] === 'fastcgi_param' && ($words[1] ?? '') === 'SCRIPT_FILENAME') {
                $script = preg_match('~^(/[^$]*?)/?\$(fastcgi_script_name|uri)$~D', $words[2] ?? '', $found) === 1 ? $found[1] : null;
            }
        }
        foreach ($known as ['words' => $words, 'block' => $block, 'place' => $place]) {
            if ($words[0] === 'fastcgi_pass' && isset($words[1])) {
                $this->add($this->expand($words[1]), $script ?? $root, $place);
            }
            if ($block !== null && $depth < self::DEEPEST) {
                $this->walk($block, $root, $depth + 1);
            }
        }
    }

    private function add(string $target, ?string $root, string $place): void
    {
        if ($root !== null && str_starts_with($root, '/')) {
            foreach ($this->upstreams[$target] ?? [$target] as $address) {
                $this->sites[] = new Site(Site::address($address), rtrim($root, '/') ?: '/', $place);
            }
        }
    }

    private function expand(string $text): string
    {
        return $this->variables[$text] ?? $text;
    }

    /**
     * @param list<mixed> $lines
     * @return list<array{words: non-empty-list<string>, block: list<mixed>|null, place: string}>
     */
    private static function known(array $lines): array
    {
        /** @var list<array{words: non-empty-list<string>, block: list<mixed>|null, place: string}> */
        return array_values(array_filter($lines, is_array(...)));
    }
}
