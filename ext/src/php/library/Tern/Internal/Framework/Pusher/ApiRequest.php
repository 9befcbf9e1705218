<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Pusher;

use stdClass;
use Swoole\Http\Request;
use Tern\Pusher\Application;
use function count;
use function strlen;

/** A request of the HTTP API, and whether its application has signed it. */
final class ApiRequest
{
    private const PATH = '~^/apps/([^/]+)/(events|batch_events|channels|channels/[^/]+|channels/[^/]+/users|users/[^/]+/terminate_connections)$~D';
    private const MOST_PARAMETERS = 32;
    /** Seconds that a signature counts, in both directions. */
    private const CLOCKS_DIFFER = 600;

    /**
     * @param list<string> $steps of the path, behind the application
     * @param array<string, string> $query
     */
    private function __construct(
        public readonly string $method,
        private readonly string $path,
        public readonly string $application,
        public readonly array $steps,
        private readonly array $query,
        private readonly string $body,
    ) {
    }

    /**
     * @return self|null null: another path
     * @throws Refusal 400
     */
    public static function of(Request $request): ?self
    {
        $path = (string) $request->server['request_uri'];
        if (preg_match(self::PATH, $path, $parts) !== 1) {
            return null;
        }
        $steps = array_map(rawurldecode(...), explode('/', $parts[2]));
        $query = self::parameters((string) ($request->server['query_string'] ?? ''));
        return new self((string) $request->server['request_method'], $path, $parts[1], $steps, $query, (string) $request->rawContent());
    }

    public static function isOne(Request $request): bool
    {
        return preg_match(self::PATH, (string) $request->server['request_uri']) === 1;
    }

    /** @throws Refusal 401 */
    public function verify(Application $application, int $now): void
    {
        $given = array_diff_key($this->query, ['auth_signature' => '']);
        ksort($given, SORT_STRING);
        $pairs = [];
        foreach ($given as $name => $value) {
            $pairs[] = "$name=$value";
        }
        $text = "$this->method\n$this->path\n" . implode('&', $pairs);
        $isSigned = $application->isSigned($text, $this->query['auth_signature'] ?? '');
        if (!$isSigned || ($given['auth_key'] ?? '') !== $application->key || ($given['auth_version'] ?? '') !== '1.0') {
            throw new Refusal(401, 'the signature is wrong');
        }
        $time = $given['auth_timestamp'] ?? '';
        if (preg_match('/^\d{1,12}$/D', $time) !== 1 || abs($now - (int) $time) > self::CLOCKS_DIFFER) {
            throw new Refusal(401, "auth_timestamp is not within 600 s of the server's time, $now");
        }
        if (($this->body !== '' || isset($given['body_md5'])) && !hash_equals(md5($this->body), strtolower($given['body_md5'] ?? ''))) {
            throw new Refusal(401, 'body_md5 is wrong');
        }
    }

    public function parameter(string $name): ?string
    {
        return $this->query[$name] ?? null;
    }

    /** @throws Refusal 400, 413 */
    public function json(int $mostBytes): stdClass
    {
        if (strlen($this->body) > $mostBytes) {
            throw new Refusal(413, "the body has more than $mostBytes bytes");
        }
        $json = Message::decode($this->body);
        return $json instanceof stdClass ? $json : throw new Refusal(400, 'the body must be a JSON object');
    }

    /**
     * @return array<string, string>
     * @throws Refusal 400
     */
    private static function parameters(string $query): array
    {
        $pairs = array_filter(explode('&', $query), static fn(string $pair): bool => $pair !== '');
        if (count($pairs) > self::MOST_PARAMETERS) {
            throw new Refusal(400, 'the query has too many parameters');
        }
        $parameters = [];
        foreach ($pairs as $pair) {
            $parts = array_map(urldecode(...), explode('=', $pair, 2));
            $name = strtolower($parts[0]);
            if (isset($parameters[$name])) {
                throw new Refusal(400, 'a parameter is given twice');
            }
            $parameters[$name] = $parts[1] ?? '';
        }
        return $parameters;
    }
}
