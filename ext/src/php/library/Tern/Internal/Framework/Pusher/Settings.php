<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Pusher;

use ValueError;
use function is_int;

/** The options of Tern\Pusher\Broadcasting: see its constructor. */
final class Settings
{
    /** By name: default, least, most. */
    private const NUMBERS = [
        'activity_timeout' => [120, 1, 86_400],
        'pong_timeout' => [30, 1, 86_400],
        'max_event_size' => [10_240, 256, 100_000],
        'max_member_size' => [2048, 64, 65_536],
        'channels_per_connection' => [100, 1, 10_000],
        'members_per_channel' => [1000, 1, 100_000],
        'max_members' => [16_384, 64, 1 << 24],
        'client_events_per_second' => [10, 1, 100_000],
        'messages_per_second' => [100, 1, 100_000],
        'cache_size' => [16 << 20, 1 << 16, 1 << 40],
        'cache_time' => [1800, 1, 31_536_000],
    ];
    private const OF_ROOMS = ['backplane', 'prefix', 'queue', 'on_full', 'compress'];
    /** A message of a client has its event, and what names and signs it. */
    private const AROUND_EVENT = 4096;

    public readonly int $activity_timeout;
    public readonly int $pong_timeout;
    public readonly int $max_event_size;
    public readonly int $max_message_size;
    public readonly int $max_member_size;
    public readonly int $channels_per_connection;
    public readonly int $members_per_channel;
    public readonly int $max_members;
    public readonly int $client_events_per_second;
    public readonly int $messages_per_second;
    public readonly int $cache_size;
    public readonly int $cache_time;
    /** @var array<string, mixed> */
    public readonly array $rooms;

    /**
     * @param array<mixed> $options
     * @throws ValueError
     */
    public function __construct(array $options)
    {
        $known = [...array_keys(self::NUMBERS), ...self::OF_ROOMS];
        foreach (array_keys(array_diff_key($options, array_flip($known))) as $name) {
            throw new ValueError("Tern\\Pusher\\Broadcasting has no option '$name': there are " . implode(', ', $known));
        }
        $this->activity_timeout = self::number($options, 'activity_timeout');
        $this->pong_timeout = self::number($options, 'pong_timeout');
        $this->max_event_size = self::number($options, 'max_event_size');
        $this->max_member_size = self::number($options, 'max_member_size');
        $this->channels_per_connection = self::number($options, 'channels_per_connection');
        $this->members_per_channel = self::number($options, 'members_per_channel');
        $this->max_members = self::number($options, 'max_members');
        $this->client_events_per_second = self::number($options, 'client_events_per_second');
        $this->messages_per_second = self::number($options, 'messages_per_second');
        $this->cache_size = self::number($options, 'cache_size');
        $this->cache_time = self::number($options, 'cache_time');
        $this->max_message_size = $this->max_event_size + self::AROUND_EVENT;
        /** @var array<string, mixed> $ofRooms */
        $ofRooms = array_intersect_key($options, array_flip(self::OF_ROOMS));
        // A presence channel is two rooms; the user and the application are one each.
        $this->rooms = $ofRooms + ['prefix' => 'tern:pusher:', 'rooms_per_connection' => 2 * $this->channels_per_connection + 2,
            'members_per_room' => 1 << 24];
    }

    /** @param array<mixed> $options */
    private static function number(array $options, string $name): int
    {
        [$default, $least, $most] = self::NUMBERS[$name];
        $value = $options[$name] ?? $default;
        return is_int($value) && $value >= $least && $value <= $most ? $value
            : throw new ValueError("Tern\\Pusher\\Broadcasting: $name must be $least to $most, " . json_encode($value) . ' given');
    }
}
