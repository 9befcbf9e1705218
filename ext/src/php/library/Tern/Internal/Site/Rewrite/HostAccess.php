<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function in_array;

/** Order, Allow and Deny. */
final class HostAccess
{
    /** deny,allow or allow,deny or mutual-failure */
    private string $order = 'deny,allow';
    /** @var list<string|Network> "all", "env=NAME" or addresses */
    private array $allowed = [];
    /** @var list<string|Network> */
    private array $denied = [];

    /** @throws Unsupported */
    public function setOrder(string $order): void
    {
        $order = strtolower(str_replace(' ', '', $order));
        $known = ['deny,allow', 'allow,deny', 'mutual-failure'];
        if (!in_array($order, $known, true)) {
            $this->order = 'allow,deny';
            throw new Unsupported('must be ' . implode(' or ', $known) . ", $order given");
        }
        $this->order = $order;
    }

    /**
     * @param list<string> $words "from" and what follows
     * @throws Unsupported for names of hosts: they would have to be looked up
     */
    public function add(bool $isAllow, array $words): void
    {
        if (strtolower((string) array_shift($words)) !== 'from' || $words === []) {
            throw new Unsupported('must be followed by "from" and addresses, "all" or env=NAME');
        }
        $names = [];
        foreach ($words as $word) {
            $isWord = strcasecmp($word, 'all') === 0 || preg_match('/^env=./i', $word) === 1;
            $host = $isWord ? $word : Network::of($word);
            if ($host === null) {
                $names[] = $word;
            } elseif ($isAllow) {
                $this->allowed[] = $host;
            } else {
                $this->denied[] = $host;
            }
        }
        if ($names !== []) {
            $isAllow || $this->denied[] = 'all';
            throw new Unsupported(implode(', ', $names) . ': names of hosts are not supported, ' . ($isAllow ? 'they are not allowed' : 'all are denied'));
        }
    }

    public function allows(Pass $pass): bool
    {
        $isAllowed = self::matches($this->allowed, $pass);
        $isDenied = self::matches($this->denied, $pass);
        return match ($this->order) {
            'deny,allow' => $isAllowed || !$isDenied,
            default => $isAllowed && !$isDenied,
        };
    }

    public static function isLocal(RewriteRequest $request): bool
    {
        return $request->remoteAddress === $request->serverAddress || self::isIn($request->remoteAddress, [Network::of('127.0.0.0/8'), Network::of('::1')]);
    }

    /** @param list<Network|null> $networks */
    public static function isIn(string $address, array $networks): bool
    {
        foreach ($networks as $network) {
            if ($network?->has($address) === true) {
                return true;
            }
        }
        return false;
    }

    /** @param list<string|Network> $hosts */
    private static function matches(array $hosts, Pass $pass): bool
    {
        foreach ($hosts as $host) {
            if ($host instanceof Network ? $host->has($pass->request->remoteAddress) : self::matchesWord($host, $pass)) {
                return true;
            }
        }
        return false;
    }

    private static function matchesWord(string $word, Pass $pass): bool
    {
        if (strcasecmp($word, 'all') === 0) {
            return true;
        }
        $name = substr($word, 4);
        return str_starts_with($name, '!') ? !isset($pass->environment[substr($name, 1)]) : isset($pass->environment[$name]);
    }
}
