<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function in_array;

/** One Require directive. */
final class RequireRule
{
    /**
     * @param list<string> $values
     * @param list<Network> $networks
     */
    private function __construct(
        private readonly string $provider,
        private readonly array $values,
        private readonly array $networks,
        private readonly bool $isNegated,
        private readonly ?Expression $expression = null,
    ) {
    }

    /** In place of a directive that is not understood. */
    public static function all(bool $isGranted): self
    {
        return new self('all', [$isGranted ? 'granted' : 'denied'], [], false);
    }

    /** @throws Unsupported */
    public static function of(Line $line): self
    {
        $words = $line->words();
        $isNegated = strtolower($words[0] ?? '') === 'not';
        $isNegated && array_shift($words);
        $provider = strtolower((string) array_shift($words));
        $values = array_map(static fn(string $word): string => strtolower($word), $words);
        match ($provider) {
            'all' => in_array($values, [['granted'], ['denied']], true) || throw new Unsupported('must be "all granted" or "all denied"; it denies'),
            'ip', 'local', 'method' => null,
            'env' => $values = $words,
            'expr' => $expression = self::expression($line),
            default => throw new Unsupported("$provider is not supported; all, env, expr, ip, local and method are. It denies"),
        };
        return new self($provider, $values, $provider === 'ip' ? self::networks($words) : [], $isNegated, $expression ?? null);
    }

    /** Null: neither granted nor denied. */
    public function isGranted(Pass $pass, Files $files): ?bool
    {
        $holds = $this->holds($pass, $files);
        if ($this->isNegated) {
            return $holds ? false : null;
        }
        return $holds;
    }

    private static function expression(Line $line): Expression
    {
        try {
            return Expression::of(Line::unquoted(preg_replace('/^(?:not\s+)?expr\s*/i', '', $line->rest) ?? ''));
        } catch (Unsupported $unsupported) {
            throw new Unsupported($unsupported->getMessage() . '; it denies');
        }
    }

    private function holds(Pass $pass, Files $files): bool
    {
        return match ($this->provider) {
            'all' => $this->values === ['granted'],
            'local' => HostAccess::isLocal($pass->request),
            'method' => in_array(strtolower($pass->request->method), $this->values, true),
            'expr' => $this->expression?->holds($pass, $files) === true,
            'env' => array_intersect_key(array_flip($this->values), $pass->environment) !== [],
            default => HostAccess::isIn($pass->request->remoteAddress, $this->networks),
        };
    }

    /**
     * @param list<string> $words
     * @return list<Network>
     */
    private static function networks(array $words): array
    {
        return array_map(static fn(string $word): Network => Network::of($word) ?? throw new Unsupported("$word is no address; it denies"), $words);
    }
}
