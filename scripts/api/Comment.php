<?php

declare(strict_types=1);

namespace Tern\Api;

/** The parts of a doc comment. */
final class Comment
{
    private const KNOWN = '/^@(param|return|throws|var|deprecated)\s+(.*)$/s';

    /** Paragraphs, joined by empty lines. */
    public readonly string $text;
    /** @var list<array{tag: string, text: string}> */
    public readonly array $tags;

    public function __construct(?string $comment)
    {
        $lines = preg_split('/\R/', trim(substr($comment ?? '/** */', 3, -2))) ?: [];
        $text = $tags = [];
        foreach ($lines as $line) {
            $line = rtrim((string) preg_replace('/^\s*\*? ?/', '', $line));
            if (str_starts_with($line, '@')) {
                $tags[] = $line;
            } elseif ($tags !== []) {
                $tags[array_key_last($tags)] .= $line === '' ? '' : ' ' . trim($line);
            } else {
                $text[] = $line;
            }
        }
        $this->text = trim(implode("\n", $text));
        $this->tags = self::known($tags);
    }

    /**
     * @param list<string> $tags
     * @return list<array{tag: string, text: string}>
     */
    private static function known(array $tags): array
    {
        $known = [];
        foreach ($tags as $tag) {
            if (preg_match(self::KNOWN, $tag, $found) === 1) {
                $known[] = ['tag' => $found[1], 'text' => $found[2]];
            }
        }
        return $known;
    }
}
