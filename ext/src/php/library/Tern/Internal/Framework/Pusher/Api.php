<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Pusher;

use Closure;
use stdClass;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Tern\Pusher\Application;
use function count;
use function is_array;
use function is_string;
use function strlen;

/** The HTTP API, by which applications publish and ask. */
final class Api
{
    private const MOST_CHANNELS = 100;
    private const MOST_BATCH = 10;
    /** What a body has besides data: names, and what JSON adds. */
    private const AROUND_EVENT = 32_768;

    /**
     * @param array<string, Application> $applications by id
     * @param Closure(Application, string): array<array-key, int> $channels connections by channel, of those with this prefix
     */
    public function __construct(
        private readonly Hub $hub,
        private readonly Settings $settings,
        private readonly array $applications,
        private readonly Closure $channels,
    ) {
    }

    /** Suspends. */
    public function respond(Request $request, Response $response): void
    {
        $response->header('Content-Type', 'application/json');
        try {
            $asked = ApiRequest::of($request) ?? throw new Refusal(404, 'there is nothing at this path');
            $application = $this->applications[$asked->application] ?? throw new Refusal(404, 'there is no such application');
            $this->allowOrigin($application, $request, $response);
            if ($asked->method === 'OPTIONS') {
                $response->status(204);
                $response->end();
                return;
            }
            $asked->verify($application, time());
            if (!$application->enabled) {
                throw new Refusal(403, 'the application is disabled');
            }
            $response->end(Message::encode($this->do($asked, $application)));
        } catch (Refusal $refusal) {
            $response->status((int) $refusal->getCode());
            $response->end(Message::encode(['error' => $refusal->getMessage()]));
        }
    }

    /** For scripts of pages, which know the secret only in a place of development. */
    private function allowOrigin(Application $application, Request $request, Response $response): void
    {
        $origin = $request->header['origin'] ?? null;
        $response->header('Vary', 'Origin');
        if (is_string($origin) && $application->allowsOrigin($origin)) {
            $response->header('Access-Control-Allow-Origin', $origin);
            $response->header('Access-Control-Allow-Methods', 'GET, POST');
            $response->header('Access-Control-Allow-Headers', 'Content-Type');
        }
    }

    /** @throws Refusal */
    private function do(ApiRequest $asked, Application $application): stdClass
    {
        [$first, $name, $last] = $asked->steps + [1 => null, 2 => null];
        $isPost = $first !== 'channels';
        if ($asked->method !== ($isPost ? 'POST' : 'GET')) {
            throw new Refusal(405, 'this path is for ' . ($isPost ? 'POST' : 'GET'));
        }
        return match (true) {
            $first === 'events' => $this->event($application, $asked->json($this->settings->max_event_size * 2 + self::AROUND_EVENT)),
            $first === 'batch_events' => $this->batch($application, $asked),
            $first === 'users' => $this->terminate($application, (string) $name),
            $name === null => $this->channels($application, $asked),
            $last === null => (object) $this->information($application, new Channel($name), self::wanted($asked->parameter('info'))),
            default => $this->users($application, new Channel($name)),
        };
    }

    /** @throws Refusal */
    private function event(Application $application, stdClass $body): stdClass
    {
        $names = $body->channels ?? [$body->channel ?? null];
        if (!is_array($names) || $names === [] || count($names) > self::MOST_CHANNELS) {
            throw new Refusal(400, 'channels must be 1 to ' . self::MOST_CHANNELS . ' names');
        }
        $channels = [];
        foreach ($names as $name) {
            $channels[] = new Channel(is_string($name) ? $name : throw new Refusal(400, 'the name of a channel must be a string'));
        }
        $found = $this->publish($application, $channels, $body);
        return $found === [] ? new stdClass() : (object) ['channels' => (object) $found];
    }

    /**
     * @param Channel[] $channels
     * @return array<array-key, stdClass> what `info` asks for, by channel
     * @throws Refusal
     */
    private function publish(Application $application, array $channels, stdClass $body): array
    {
        $event = Event::of($body->name ?? null, $body->data ?? null, $this->settings->max_event_size);
        $except = Hub::exception($body->socket_id ?? null);
        $wanted = self::wanted($body->info ?? null);
        if (count($channels) > 1 && array_filter($channels, static fn(Channel $channel): bool => $channel->isEncrypted) !== []) {
            throw new Refusal(400, 'an event of an encrypted channel is for no other channel');
        }
        $found = [];
        foreach ($channels as $channel) {
            $this->hub->publish($application, $channel, $event, $except);
            if ($wanted !== []) {
                $found[$channel->name] = (object) array_diff_key($this->information($application, $channel, $wanted), ['occupied' => '']);
            }
        }
        return $found;
    }

    /** @throws Refusal */
    private function batch(Application $application, ApiRequest $asked): stdClass
    {
        $events = $asked->json(self::MOST_BATCH * (2 * $this->settings->max_event_size + self::AROUND_EVENT))->batch ?? null;
        if (!is_array($events) || count($events) > self::MOST_BATCH) {
            throw new Refusal(400, 'batch must be at most ' . self::MOST_BATCH . ' events');
        }
        $checked = [];
        foreach ($events as $event) {
            $name = $event instanceof stdClass ? $event->channel ?? null : null;
            if (!$event instanceof stdClass || !is_string($name)) {
                throw new Refusal(400, 'an event of a batch must have a channel');
            }
            Event::of($event->name ?? null, $event->data ?? null, $this->settings->max_event_size);
            $checked[] = [new Channel($name), $event];
        }
        $found = [];
        $hasInformation = false;
        foreach ($checked as [$channel, $event]) {
            $one = $this->publish($application, [$channel], $event);
            $found[] = $one[$channel->name] ?? new stdClass();
            $hasInformation = $hasInformation || $one !== [];
        }
        return $hasInformation ? (object) ['batch' => $found] : new stdClass();
    }

    /** @throws Refusal */
    private function terminate(Application $application, string $user): stdClass
    {
        if ($user === '' || strlen($user) > Member::MOST_ID) {
            throw new Refusal(400, 'a user has 1 to ' . Member::MOST_ID . ' bytes');
        }
        $this->hub->terminate($application, $user);
        return new stdClass();
    }

    /** @throws Refusal */
    private function channels(Application $application, ApiRequest $asked): stdClass
    {
        $prefix = $asked->parameter('filter_by_prefix') ?? '';
        $wanted = self::wanted($asked->parameter('info'));
        if (isset($wanted['user_count']) && !str_starts_with($prefix, 'presence-')) {
            throw new Refusal(400, 'user_count needs filter_by_prefix=presence-');
        }
        $found = [];
        foreach (($this->channels)($application, $prefix) as $name => $connections) {
            $one = isset($wanted['subscription_count']) ? ['subscription_count' => $connections] : [];
            if (isset($wanted['user_count'])) {
                $one['user_count'] = count($this->hub->presence->users($application, new Channel((string) $name)));
            }
            $found[$name] = (object) $one;
        }
        return (object) ['channels' => (object) $found];
    }

    /**
     * @param array<string, mixed> $wanted by name
     * @return array<string, mixed>
     * @throws Refusal
     */
    private function information(Application $application, Channel $channel, array $wanted): array
    {
        $connections = $this->hub->count($application, $channel);
        $found = ['occupied' => $connections > 0];
        if (isset($wanted['user_count'])) {
            $users = $channel->isPresence ? $this->hub->presence->users($application, $channel)
                : throw new Refusal(400, 'only presence channels have a user_count');
            $found['user_count'] = count($users);
        }
        if (isset($wanted['subscription_count'])) {
            $found['subscription_count'] = $connections;
        }
        if (isset($wanted['cache'])) {
            $last = $this->hub->cached->last($channel->room($application));
            $found['cache'] = $last === null ? null : ['data' => $last[1], 'ttl' => $last[2]];
        }
        return $found;
    }

    /** @throws Refusal */
    private function users(Application $application, Channel $channel): stdClass
    {
        if (!$channel->isPresence) {
            throw new Refusal(400, 'only presence channels have users');
        }
        $users = array_keys($this->hub->presence->users($application, $channel));
        return (object) ['users' => array_map(static fn(int|string $id): array => ['id' => (string) $id], $users)];
    }

    /**
     * @param mixed $info names with commas between them
     * @return array<string, int> by name
     * @throws Refusal 400
     */
    private static function wanted(mixed $info): array
    {
        $info ??= '';
        $names = is_string($info) ? array_filter(array_map(trim(...), explode(',', $info))) : throw new Refusal(400, 'info must be a string');
        return array_flip($names);
    }
}
