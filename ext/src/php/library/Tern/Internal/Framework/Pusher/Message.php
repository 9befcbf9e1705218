<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Pusher;

use JsonException;
use function count;

/** What goes over the WebSockets: JSON objects with an event, its channel, and data that are JSON in a string. */
final class Message
{
    private const FLAGS = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR;
    private const MOST_DEPTH = 64;

    /** @throws JsonException */
    public static function encode(mixed $value): string
    {
        return json_encode($value, self::FLAGS);
    }

    /** @return mixed null also for what is no JSON */
    public static function decode(string $json): mixed
    {
        return json_decode($json, false, self::MOST_DEPTH);
    }

    /**
     * @param mixed $data a string as it is, or what JSON can be made of
     * @param string|null $user of a presence channel, who sends it
     */
    public static function event(string $event, ?string $channel, mixed $data, ?string $user = null): string
    {
        return self::encode(['event' => $event] + ($channel === null ? [] : ['channel' => $channel])
            + ['data' => $data] + ($user === null ? [] : ['user_id' => $user]));
    }

    public static function established(string $socketId, int $activityTimeout): string
    {
        $data = self::encode(['socket_id' => $socketId, 'activity_timeout' => $activityTimeout]);
        return self::event('pusher:connection_established', null, $data);
    }

    public static function error(int $code, string $message): string
    {
        return self::event('pusher:error', null, self::encode(['code' => $code, 'message' => $message]));
    }

    /** @param string $presence what a presence channel adds: JSON */
    public static function subscribed(string $channel, string $presence = '{}'): string
    {
        return self::event('pusher_internal:subscription_succeeded', $channel, $presence);
    }

    /** @param array<array-key, string> $users by user: information, JSON */
    public static function presence(array $users): string
    {
        $hash = [];
        foreach ($users as $id => $info) {
            $hash[] = self::encode((string) $id) . ":$info";
        }
        $ids = self::encode(array_map(strval(...), array_keys($users)));
        return '{"presence":{"count":' . count($users) . ",\"ids\":$ids,\"hash\":{" . implode(',', $hash) . '}}}';
    }

    /** @param int $status as an HTTP server would send it */
    public static function notSubscribed(string $channel, int $status, string $why): string
    {
        $type = $status === 401 ? 'AuthError' : 'SubscriptionError';
        $data = self::encode(['type' => $type, 'error' => $why, 'status' => $status]);
        return self::event('pusher:subscription_error', $channel, $data);
    }

    public static function memberAdded(string $channel, Member $member): string
    {
        return self::event('pusher_internal:member_added', $channel, '{"user_id":' . self::encode($member->id) . ',"user_info":' . $member->info . '}');
    }

    public static function memberRemoved(string $channel, string $user): string
    {
        return self::event('pusher_internal:member_removed', $channel, self::encode(['user_id' => $user]));
    }
}
