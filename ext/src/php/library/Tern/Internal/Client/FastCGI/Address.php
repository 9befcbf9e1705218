<?php

declare(strict_types=1);

namespace Tern\Internal\Client\FastCGI;

use Swoole\Coroutine\Socket;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Failure;
use ValueError;
use function strlen;

/** Where a FastCGI server is. */
final class Address
{
    private const UNIX = 'unix:';
    private const MOST_PORT = 65_535;

    public function __construct(
        public readonly int $family,
        public readonly string $host,
        public readonly int $port,
        public readonly bool $hasTls,
    ) {
    }

    /**
     * @param string $host a name, an address, host:port or unix:/path
     * @param string $where the function that was given them, for errors
     * @throws ValueError
     */
    public static function of(string $host, int $port, bool $hasTls, string $where): self
    {
        if (str_starts_with($host, self::UNIX)) {
            $path = '/' . ltrim(substr($host, strlen(self::UNIX)), '/');
            return new self(AF_UNIX, self::checked($path, $path === '/', $where), 0, $hasTls);
        }
        if (preg_match('/\A([^:]+):(\d+)\z/', $host, $parts) === 1) {
            [$host, $port] = [$parts[1], (int) $parts[2]];
        }
        if ($port < 1 || $port > self::MOST_PORT) {
            throw new ValueError("$where: Argument #2 (\$port) must be between 1 and " . self::MOST_PORT . ", $port given");
        }
        return new self(str_contains($host, ':') ? AF_INET6 : AF_INET, self::checked($host, $host === '', $where), $port, $hasTls);
    }

    /**
     * Suspends.
     *
     * @throws Failure
     */
    public function connect(Deadline $until): Socket
    {
        $socket = new Socket($this->family, SOCK_STREAM);
        if ($this->hasTls) {
            $socket->setProtocol(['open_ssl' => true]);
        }
        if (!$socket->connect($this->host, $this->port, $until->left())) {
            $where = $this->family === AF_UNIX ? self::UNIX . $this->host : "$this->host:$this->port";
            throw Failure::coded($socket->errCode, "Cannot connect to the FastCGI server $where: $socket->errMsg");
        }
        return $socket;
    }

    private static function checked(string $host, bool $isEmpty, string $where): string
    {
        if ($isEmpty || str_contains($host, "\0")) {
            throw new ValueError("$where: Argument #1 (\$host) must be a name, an address or unix:/path");
        }
        return $host;
    }
}
