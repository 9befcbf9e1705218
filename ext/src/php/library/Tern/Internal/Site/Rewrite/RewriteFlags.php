<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function chr;
use function in_array;

/** The flags of a RewriteRule. */
final class RewriteFlags
{
    /** Long names and other spellings, in lower case. */
    private const SHORT = [
        'backrefescaping' => 'b', 'backrefernoplus' => 'bnp', 'chain' => 'c', 'cookie' => 'co', 'discardpath' => 'dpi', 'env' => 'e', 'forbidden' => 'f',
        'gone' => 'g', 'handler' => 'h', 'last' => 'l', 'next' => 'n', 'noescape' => 'ne', 'nosubreq' => 'ns', 'nocase' => 'nc',
        'passthrough' => 'pt', 'qsappend' => 'qsa', 'qsdiscard' => 'qsd', 'qslast' => 'qsl', 'redirect' => 'r', 'skip' => 's', 'type' => 't',
        'proxy' => 'p',
    ];
    private const KNOWN = [
        'b', 'bnp', 'bctls', 'bne', 'c', 'co', 'dpi', 'e', 'end', 'f', 'g', 'h', 'l', 'n', 'ne', 'ns', 'nc', 'pt', 'qsa', 'qsd', 'qsl', 'r', 's', 't',
        'unsafeallow3f', 'unsafeprefixstat',
    ];
    private const WORDS = ['permanent' => 301, 'temp' => 302, 'seeother' => 303];
    private const MOST_ROUNDS = 10_000;

    /** @var array<string, string> by the short name in lower case */
    private array $values = [];
    /** @var list<Template> NAME:value or !NAME */
    public array $environment = [];
    /** @var list<Template> */
    public array $cookies = [];
    /** The status that F, G or R makes; null: none. */
    public readonly ?int $status;

    /**
     * @param string|null $escaped what is escaped in $1 and %1; null: what flag B says
     * @throws Unsupported
     */
    public function __construct(string $text, private readonly ?string $escaped = null)
    {
        foreach (self::split($text) as [$name, $value]) {
            $short = self::SHORT[strtolower($name)] ?? strtolower($name);
            if ($short === 'p') {
                throw new Unsupported('flag P: rules cannot make a proxy of the server, the rule has no effect');
            }
            if (!in_array($short, self::KNOWN, true)) {
                throw new Unsupported("flag $name is unknown, the rule has no effect");
            }
            match ($short) {
                'e' => $this->environment[] = new Template($value),
                'co' => $this->cookies[] = new Template($value),
                default => $this->values[$short] = $value,
            };
        }
        $this->status = $this->has('f') ? 403 : ($this->has('g') ? 410 : ($this->has('r') ? self::status($this->values['r']) : null));
    }

    /** @return list<array{string, string}> names and values of [a,b=c] */
    public static function split(string $text): array
    {
        $inner = trim($text, '[] ');
        $flags = [];
        foreach ($inner === '' ? [] : explode(',', $inner) as $flag) {
            $pair = explode('=', trim($flag), 2);
            $flags[] = [$pair[0], $pair[1] ?? ''];
        }
        return $flags;
    }

    public function has(string $name): bool
    {
        return isset($this->values[$name]);
    }

    public function isRedirect(): bool
    {
        return $this->status !== null && $this->status >= 300 && $this->status < 400;
    }

    /** Forbidden, gone, or another status that is no redirect. */
    public function isResponse(): bool
    {
        return $this->status !== null && !$this->isRedirect();
    }

    public function skipped(): int
    {
        return max(0, (int) ($this->values['s'] ?? 0));
    }

    /** How often flag N may start the rules again. */
    public function rounds(): int
    {
        $most = (int) ($this->values['n'] ?? 0);
        return $most > 0 ? min($most, self::MOST_ROUNDS) : self::MOST_ROUNDS;
    }

    /** What flag B escapes in $1 and %1; null: nothing. */
    public function escaped(): ?string
    {
        if ($this->escaped !== null) {
            return $this->escaped;
        }
        if ($this->has('b')) {
            return $this->values['b'];
        }
        return $this->has('bctls') ? implode('', array_map(static fn(int $code): string => chr($code), [...range(0, 32), 127])) : null;
    }

    public function type(): ?Template
    {
        return $this->has('t') ? new Template($this->values['t']) : null;
    }

    public function handler(): ?Template
    {
        return $this->has('h') ? new Template($this->values['h']) : null;
    }

    private static function status(string $value): int
    {
        if ($value === '') {
            return 302;
        }
        $status = self::WORDS[strtolower($value)] ?? (Digits::are($value) ? (int) $value : 0);
        if ($status < 100 || $status > 599) {
            throw new Unsupported("flag R must be permanent, temp, seeother or a status from 100 to 599, $value given, the rule has no effect");
        }
        return $status;
    }
}
