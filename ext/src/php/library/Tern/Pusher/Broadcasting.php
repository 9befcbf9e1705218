<?php

declare(strict_types=1);

namespace Tern\Pusher;

use Closure;
use InvalidArgumentException;
use JsonException;
use Swoole\Coroutine;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\WebSocket\Frame;
use Swoole\WebSocket\Server;
use Tern\Internal\Framework\Pusher\Api;
use Tern\Internal\Framework\Pusher\ApiRequest;
use Tern\Internal\Framework\Pusher\Channel;
use Tern\Internal\Framework\Pusher\Connections;
use Tern\Internal\Framework\Pusher\Event;
use Tern\Internal\Framework\Pusher\Hub;
use Tern\Internal\Framework\Pusher\Message;
use Tern\Internal\Framework\Pusher\Protocol;
use Tern\Internal\Framework\Pusher\Refusal;
use Tern\Internal\Framework\Pusher\Settings;
use ValueError;
use function is_array;
use function is_int;
use function is_string;

/**
 * The Pusher protocol (versions 5 to 7) for the clients of a server, and its HTTP API. Clients connect at /app/KEY,
 * applications publish at /apps/ID. All else remains for the callbacks that the server has.
 *
 * Made before the server starts, after its callbacks have been set. It needs coroutines (enable_coroutine).
 */
final class Broadcasting
{
    private static int $count = 0;

    private readonly Hub $hub;
    private readonly Protocol $protocol;
    private readonly Connections $connections;
    private readonly Api $api;
    private readonly Settings $settings;
    private readonly Application $first;
    private readonly string $command;

    /**
     * @param Application|Application[] $applications
     * @param array<string, mixed> $options activity_timeout: seconds of silence after which a client is asked whether it is
     *     there (120); pong_timeout: seconds for its answer (30); max_event_size: bytes of an event's data (10240);
     *     max_member_size: bytes of what a member of a presence channel says of itself, in JSON (2048);
     *     channels_per_connection (100); members_per_channel: users in a presence channel (1000); max_members: of all
     *     presence channels, each connection counts (16384); client_events_per_second, messages_per_second: of a connection
     *     (10, 100); cache_size: bytes for the last events of cache channels (16 MB); cache_time: seconds that they stay
     *     (1800); backplane, prefix, queue, on_full, compress: see Tern\WebSocket\Rooms
     * @throws ValueError for another option or value, applications that have the same id or key, or none
     * @throws InvalidArgumentException when the server has a callback for handshakes
     */
    public function __construct(private readonly Server $server, Application|array $applications, array $options = [])
    {
        if ($server->getCallback('handshake') !== null) {
            throw new InvalidArgumentException(self::class . ': a server that answers handshakes itself cannot be used');
        }
        $this->settings = new Settings($options);
        [$byKey, $byId] = self::indexed(is_array($applications) ? $applications : [$applications]);
        $this->first = reset($byId);
        $this->hub = new Hub($server, $this->settings);
        $this->protocol = new Protocol($this->hub, $this->settings);
        $this->connections = new Connections($this->hub, $this->protocol, $this->settings, $byKey);
        $this->api = new Api($this->hub, $this->settings, $byId, $this->channels(...));
        $this->command = 'tern.pusher.' . self::$count++;
        $server->addCommand($this->command, SWOOLE_SERVER_COMMAND_EVENT_WORKER, $this->ownChannels(...));
        $this->attach();
    }

    /**
     * Publishes from a worker of the server, without HTTP. Suspends at times.
     *
     * @param string|string[] $channels
     * @param mixed $data what JSON can be made of
     * @param string|null $exceptSocket the socket id of a client that does not get it
     * @param Application|null $application null: the first one
     * @throws ValueError for names, data or a socket id that the HTTP API would refuse
     * @throws JsonException
     */
    public function publish(
        string|array $channels,
        string $event,
        mixed $data,
        ?string $exceptSocket = null,
        ?Application $application = null,
    ): void {
        try {
            $checked = Event::of($event, Message::encode($data), $this->settings->max_event_size);
            $except = Hub::exception($exceptSocket);
            foreach (array_map(static fn(string $name): Channel => new Channel($name), (array) $channels) as $channel) {
                $this->hub->publish($application ?? $this->first, $channel, $checked, $except);
            }
        } catch (Refusal $refusal) {
            throw new ValueError(__METHOD__ . "(): {$refusal->getMessage()}");
        }
    }

    private function attach(): void
    {
        $hasOpen = $this->server->getCallback('open') !== null;
        $this->before('beforeHandshakeResponse', static function (Server $server, Request $request, Response $response) use ($hasOpen): bool {
            if (!$hasOpen && !Connections::isHandshake($request)) {
                $response->status(404);
                $response->end();
            }
            return Connections::isHandshake($request);
        });
        $this->before('open', $this->open(...));
        $this->before('message', $this->receive(...));
        $this->before('close', $this->close(...));
        $this->before('workerStart', $this->start(...));
        $hasRequest = $this->server->getCallback('request') !== null;
        $this->before('request', fn(Request $request, Response $response): bool => $this->respond($request, $response, $hasRequest));
    }

    /** @param Closure $ours returns true if the callback of the program is not to be called */
    private function before(string $event, Closure $ours): void
    {
        $own = $this->server->getCallback($event);
        $this->server->on($event, static function (mixed ...$arguments) use ($own, $ours): void {
            if ($ours(...$arguments) !== true && $own !== null) {
                $own(...$arguments);
            }
        });
    }

    private function open(Server $server, Request $request): bool
    {
        if (!Connections::isHandshake($request)) {
            return false;
        }
        $this->connections->open($request);
        return true;
    }

    private function receive(Server $server, Frame $frame): bool
    {
        $connection = $this->connections->get($frame->fd);
        if ($connection !== null) {
            $this->protocol->receive($connection, $frame);
        }
        return $this->connections->has($frame->fd);
    }

    private function close(Server $server, int $fd): bool
    {
        $isOurs = $this->connections->has($fd);
        if ($isOurs) {
            $this->connections->close($fd);
        }
        return $isOurs;
    }

    private function respond(Request $request, Response $response, bool $hasRequest): bool
    {
        if (ApiRequest::isOne($request)) {
            $this->api->respond($request, $response);
        } elseif (!$hasRequest) {
            $response->status(404);
            $response->end();
        } else {
            return false;
        }
        return true;
    }

    private function start(Server $server): bool
    {
        if (!$server->taskworker) {
            Coroutine::create($this->hub->presence->sweep(...));
        }
        return false;
    }

    /**
     * Of all workers. Suspends.
     *
     * @return array<array-key, int> connections by channel
     */
    private function channels(Application $application, string $prefix): array
    {
        $all = [];
        $workers = $this->server->setting['worker_num'] ?? 1;
        for ($worker = 0; $worker < $workers; ++$worker) {
            $found = $this->server->command($this->command, $worker, SWOOLE_SERVER_COMMAND_EVENT_WORKER, [$application->id, $prefix]);
            foreach (is_array($found) ? $found : [] as $channel => $count) {
                $all[$channel] = ($all[$channel] ?? 0) + (is_int($count) ? $count : 0);
            }
        }
        return $all;
    }

    /** Of this worker: JSON. */
    private function ownChannels(Server $server, string $asked): string
    {
        $asked = json_decode($asked, true, 4, JSON_THROW_ON_ERROR);
        [$application, $prefix] = is_array($asked) ? $asked : [null, null];
        $found = is_string($application) && is_string($prefix) ? $this->connections->channels($application, $prefix) : [];
        return Message::encode((object) $found);
    }

    /**
     * @param array<mixed> $applications
     * @return array{non-empty-array<string, Application>, non-empty-array<string, Application>} by key, by id
     */
    private static function indexed(array $applications): array
    {
        $byKey = $byId = [];
        foreach ($applications as $one) {
            if (!$one instanceof Application) {
                throw new ValueError(self::class . ': applications must be objects of ' . Application::class);
            }
            if (isset($byKey[$one->key]) || isset($byId[$one->id])) {
                throw new ValueError(self::class . ": two applications have the key '$one->key' or the id '$one->id'");
            }
            $byKey[$one->key] = $byId[$one->id] = $one;
        }
        return $byKey === [] || $byId === [] ? throw new ValueError(self::class . ': there is no application') : [$byKey, $byId];
    }
}
