<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Pusher;

use Swoole\Http\Request;
use Swoole\Timer;
use Tern\Pusher\Application;
use function is_string;

/** The clients of one worker, from the handshake to the end. */
final class Connections
{
    private const LEAST_PROTOCOL = 5;
    private const MOST_PROTOCOL = 7;
    private const NO_APPLICATION = 4001;
    private const DISABLED = 4003;
    private const NO_VERSION_STRING = 4006;
    private const WRONG_VERSION = 4007;
    private const NO_VERSION = 4008;
    private const WRONG_ORIGIN = 4009;
    private const NO_PONG = 4201;
    /** Between two looks at who is silent, as part of the time that they may be. */
    private const LOOKS = 4;

    /** @var array<int, Connection> by fd */
    private array $all = [];
    /** @var array<int, true> by fd: those that are being disconnected */
    private array $refused = [];
    private int $timer = 0;

    /** @param array<string, Application> $applications by key */
    public function __construct(
        private readonly Hub $hub,
        private readonly Protocol $protocol,
        private readonly Settings $settings,
        private readonly array $applications,
    ) {
    }

    public static function isHandshake(Request $request): bool
    {
        return preg_match('~^/app/[^/]+/?$~D', (string) $request->server['path_info']) === 1;
    }

    /** Whether it has come by the protocol, and is not the program's. */
    public function has(int $fd): bool
    {
        return isset($this->all[$fd]) || isset($this->refused[$fd]);
    }

    public function get(int $fd): ?Connection
    {
        return $this->all[$fd] ?? null;
    }

    /** @return array<array-key, int> connections of this worker by channel */
    public function channels(string $application, string $prefix): array
    {
        $found = [];
        foreach ($this->all as $connection) {
            if ($connection->application->id !== $application) {
                continue;
            }
            foreach (array_keys($connection->channels) as $name) {
                if (str_starts_with((string) $name, $prefix)) {
                    $found[$name] = ($found[$name] ?? 0) + 1;
                }
            }
        }
        return $found;
    }

    /** Suspends for the limit of an application. */
    public function open(Request $request): void
    {
        $fd = $request->fd;
        try {
            $application = $this->application($request);
            $this->all[$fd] = $connection = $this->connection($application, $fd);
            $this->timer = $this->timer ?: (int) Timer::tick($this->lookEvery(), $this->look(...));
            $connection->inTurn(function () use ($connection): void {
                $this->hub->admit($connection->fd, $connection->application);
                $established = Message::established($connection->socketId, $this->settings->activity_timeout);
                $this->hub->server->push($connection->fd, $established);
            });
        } catch (Refusal $refusal) {
            unset($this->all[$fd]);
            $this->refused[$fd] = true;
            $this->hub->server->push($fd, Message::error((int) $refusal->getCode(), $refusal->getMessage()));
            $this->hub->server->disconnect($fd, (int) $refusal->getCode(), $refusal->getMessage());
        }
    }

    /** Suspends. */
    public function close(int $fd): void
    {
        $connection = $this->all[$fd] ?? null;
        unset($this->all[$fd], $this->refused[$fd]);
        if ($this->all === [] && $this->timer !== 0) {
            Timer::clear($this->timer);
            $this->timer = 0;
        }
        if ($connection !== null) {
            $connection->isClosed = true;
            $connection->inTurn(fn() => $this->hub->leave($connection));
        }
    }

    /** Pings silent clients, and disconnects those that did not reply to the last ping. */
    private function look(): void
    {
        $now = hrtime(true) / 1e9;
        foreach ($this->all as $fd => $connection) {
            $silence = $now - $connection->heardAt;
            if ($connection->isClosed || $silence < $this->settings->activity_timeout) {
                continue;
            }
            if ($silence >= $this->settings->activity_timeout + $this->settings->pong_timeout) {
                $this->protocol->close($connection, self::NO_PONG, 'Pong reply not received in time');
            } elseif (!$connection->isPinged) {
                $connection->isPinged = true;
                $this->hub->server->push($fd, Message::event('pusher:ping', null, '{}'));
            }
        }
    }

    /** Milliseconds. */
    private function lookEvery(): int
    {
        return intdiv(1000 * min($this->settings->activity_timeout, $this->settings->pong_timeout), self::LOOKS);
    }

    private function connection(Application $application, int $fd): Connection
    {
        $settings = $this->settings;
        // A client that comes again subscribes to all its channels at once.
        $burst = $settings->messages_per_second + 2 * $settings->channels_per_connection;
        return new Connection(
            $application,
            $fd,
            $this->hub->socketId($fd),
            new Bucket($settings->messages_per_second, $burst),
            new Bucket($settings->client_events_per_second, $settings->client_events_per_second),
            hrtime(true) / 1e9,
        );
    }

    /** @throws Refusal 4001 to 4009 */
    private function application(Request $request): Application
    {
        $key = explode('/', (string) $request->server['path_info'])[2];
        $application = $this->applications[$key] ?? throw new Refusal(self::NO_APPLICATION, 'There is no application with this key');
        if (!$application->enabled) {
            throw new Refusal(self::DISABLED, 'The application is disabled');
        }
        $version = $request->get['protocol'] ?? throw new Refusal(self::NO_VERSION, 'No protocol version is given');
        if (!is_string($version) || preg_match('/^\d{1,3}$/D', $version) !== 1) {
            throw new Refusal(self::NO_VERSION_STRING, 'The protocol version is no number');
        }
        if ($version < self::LEAST_PROTOCOL || $version > self::MOST_PROTOCOL) {
            throw new Refusal(self::WRONG_VERSION, 'The protocol versions are ' . self::LEAST_PROTOCOL . ' to ' . self::MOST_PROTOCOL);
        }
        $origin = $request->header['origin'] ?? null;
        if (!$application->allowsOrigin(is_string($origin) ? $origin : null)) {
            throw new Refusal(self::WRONG_ORIGIN, 'The origin is not allowed');
        }
        return $application;
    }
}
