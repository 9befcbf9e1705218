<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

/** What Cache-Control says: RFC 9111 section 5.2. */
final class CacheControl
{
    private const DIRECTIVE = '~(?:^|,)[ \t]*([!#$%&\'*+\-.^_`|\~0-9A-Za-z]+)(?:=(?:"((?:[^"\\\\]|\\\\.)*)"|([^,"\s]*)))?[ \t]*(?=,|$)~';
    /** RFC 9111 section 1.2.2: what is larger counts as this. */
    private const MOST_SECONDS = 2_147_483_648;

    /** @param array<string, string> $directives by name in lower case */
    private function __construct(private readonly array $directives)
    {
    }

    /** @param string $pragma of a request without Cache-Control */
    public static function of(string $field, string $pragma = ''): self
    {
        if ($field === '') {
            return new self(stripos($pragma, 'no-cache') === false ? [] : ['no-cache' => '']);
        }
        preg_match_all(self::DIRECTIVE, $field, $found, PREG_SET_ORDER);
        $directives = [];
        foreach ($found as $one) {
            $directives[strtolower($one[1])] ??= ($one[2] ?? '') !== '' ? $one[2] : $one[3] ?? '';
        }
        return new self($directives);
    }

    public function has(string $name): bool
    {
        return isset($this->directives[$name]);
    }

    /** Whether it is there, and not only for some fields. */
    public function isWhole(string $name): bool
    {
        return ($this->directives[$name] ?? null) === '';
    }

    /** @return int|null null: it is not there; what is no number counts as 0 */
    public function seconds(string $name): ?int
    {
        $value = $this->directives[$name] ?? null;
        if ($value === null) {
            return null;
        }
        return preg_match('/^\d+$/D', $value) === 1 ? (int) min((float) $value, self::MOST_SECONDS) : 0;
    }
}
