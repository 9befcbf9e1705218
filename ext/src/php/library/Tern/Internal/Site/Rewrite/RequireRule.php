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
    ) {
    }

    /** In place of a directive that is not understood. */
    public static function all(bool $isGranted): self
    {
        return new self('all', [$isGranted ? 'granted' : 'denied'], [], false);
    }

    /**
     * @param list<string> $words
     * @throws Unsupported
     */
    public static function of(array $words): self
    {
        $isNegated = strtolower($words[0] ?? '') === 'not';
        $isNegated && array_shift($words);
        $provider = strtolower((string) array_shift($words));
        $values = array_map(static fn(string $word): string => strtolower($word), $words);
        match ($provider) {
            'all' => in_array($values, [['granted'], ['denied']], true) || throw new Unsupported('must be "all granted" or "all denied"; it denies'),
            'ip', 'local', 'method' => null,
            'env' => $values = $words,
            default => throw new Unsupported("$provider is not supported; all, env, ip, local and method are. It denies"),
        };
        return new self($provider, $values, $provider === 'ip' ? self::networks($words) : [], $isNegated);
    }

    /** Null: neither granted nor denied. */
    public function isGranted(Pass $pass): ?bool
    {
        $holds = $this->holds($pass);
        if ($this->isNegated) {
            return $holds ? false : null;
        }
        return $holds;
    }

    private function holds(Pass $pass): bool
    {
        return match ($this->provider) {
            'all' => $this->values === ['granted'],
            'local' => HostAccess::isLocal($pass->request),
            'method' => in_array(strtolower($pass->request->method), $this->values, true),
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
