<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Cache;
use function is_bool;

/** Options of a client, about its connections and what it keeps. */
final class ClientOptions
{
    public const NAMES = ['base_url' => true, 'breaker' => true, 'ca_file' => true, 'ca_path' => true, 'cache' => true, 'cert' => true,
        'connect_timeout' => true, 'http2' => true, 'idle_timeout' => true, 'key' => true, 'max_per_host' => true, 'max_waiting' => true,
        'metrics' => true, 'passphrase' => true, 'proxy' => true, 'verify' => true];

    private const LONGEST = 86_400.0;
    private const CONNECT_TIMEOUT = 5.0;
    private const IDLE_TIMEOUT = 60.0;
    private const MAX_PER_HOST = 64;
    private const MAX_WAITING = 10_000;
    private const MOST = 1 << 20;
    private const LEAST_CACHE = 65_536;
    private const CACHE = 16 << 20;
    private const FAILURES = 5;
    private const RESET = 10.0;

    public readonly ?Url $baseUrl;
    public readonly float $connectTimeout;
    public readonly float $idleTimeout;
    public readonly int $maxPerHost;
    public readonly int $maxWaiting;
    public readonly bool $offersHttp2;
    /** HTTP/2 without TLS, of servers that are known to speak it. */
    public readonly bool $priorKnowledge;
    public readonly ?Proxy $proxy;
    /** Failures in a row after which a host is left alone; 0: there is no breaker. */
    public readonly int $failures;
    public readonly float $reset;
    /** @var Cache|int|null bytes for a cache of this process */
    public readonly Cache|int|null $cache;
    public readonly bool $metrics;
    /** @var array<string, bool|string> for Socket::setProtocol() */
    public readonly array $tls;

    public function __construct(OptionReader $given)
    {
        $this->baseUrl = self::url($given);
        $this->connectTimeout = $given->number('connect_timeout', self::CONNECT_TIMEOUT, 0.001, self::LONGEST);
        $this->idleTimeout = $given->number('idle_timeout', self::IDLE_TIMEOUT, 0, self::LONGEST);
        $this->maxPerHost = $given->integer('max_per_host', self::MAX_PER_HOST, 1, self::MOST);
        $this->maxWaiting = $given->integer('max_waiting', self::MAX_WAITING, 0, self::MOST);
        $http2 = $given->get('http2') ?? true;
        if (!is_bool($http2) && $http2 !== 'prior') {
            throw $given->wrong('http2', 'must be true, false or "prior"');
        }
        $this->offersHttp2 = $http2 === true;
        $this->priorKnowledge = $http2 === 'prior';
        $this->proxy = Proxy::read($given);
        [$this->failures, $this->reset] = self::breaker($given);
        $this->cache = self::cache($given);
        $this->metrics = $given->flag('metrics', false);
        $this->tls = self::tls($given);
    }

    private static function url(OptionReader $given): ?Url
    {
        $text = $given->text('base_url');
        return $text === null ? null : Url::parse($text) ?? throw $given->wrong('base_url', 'must be an http or https URL');
    }

    /** @return array{int, float} */
    private static function breaker(OptionReader $given): array
    {
        $breaker = $given->map('breaker');
        if ($breaker === null) {
            return [0, 0.0];
        }
        $inner = new OptionReader($breaker, ['failures' => true, 'reset' => true], 'Tern\Http\Client::__construct(): Argument #1 ($options) option "breaker"');
        return [$inner->integer('failures', self::FAILURES, 1, self::MOST), $inner->number('reset', self::RESET, 0.001, self::LONGEST)];
    }

    private static function cache(OptionReader $given): Cache|int|null
    {
        $cache = $given->get('cache') ?? false;
        return match (true) {
            $cache instanceof Cache => $cache,
            $cache === true => self::CACHE,
            $cache === false => null,
            default => $given->integer('cache', 0, self::LEAST_CACHE, PHP_INT_MAX),
        };
    }

    /** @return array<string, bool|string> */
    private static function tls(OptionReader $given): array
    {
        $options = ['ssl_verify_peer' => $given->flag('verify', true)];
        $files = ['ca_file' => 'ssl_cafile', 'ca_path' => 'ssl_capath', 'cert' => 'ssl_cert_file', 'key' => 'ssl_key_file',
            'passphrase' => 'ssl_passphrase'];
        foreach ($files as $name => $option) {
            $value = $given->text($name);
            if ($value !== null) {
                $options[$option] = $value;
            }
        }
        if (isset($options['ssl_cert_file']) && !isset($options['ssl_key_file'])) {
            $options['ssl_key_file'] = $options['ssl_cert_file'];
        }
        return $options;
    }
}
