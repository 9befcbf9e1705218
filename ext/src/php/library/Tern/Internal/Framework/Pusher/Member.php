<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Pusher;

use stdClass;
use function is_int;
use function is_string;
use function strlen;

/** A user, as the application that signed for him describes him. */
final class Member
{
    public const MOST_ID = 128;

    /** @param string $info JSON */
    private function __construct(public readonly string $id, public readonly string $info)
    {
    }

    /**
     * @param string $json channel_data: user_id, user_info
     * @throws Refusal 400
     */
    public static function ofChannelData(string $json, int $mostInfo): self
    {
        return self::of($json, 'user_id', $mostInfo, 'channel_data');
    }

    /**
     * @param string $json user_data: id, user_info
     * @throws Refusal 400
     */
    public static function ofUserData(string $json, int $mostInfo): self
    {
        return self::of($json, 'id', $mostInfo, 'user_data');
    }

    private static function of(string $json, string $name, int $mostInfo, string $what): self
    {
        $data = Message::decode($json);
        $id = $data instanceof stdClass ? $data->$name ?? null : null;
        $id = is_int($id) ? (string) $id : $id;
        if (!$data instanceof stdClass || !is_string($id) || $id === '' || strlen($id) > self::MOST_ID) {
            throw new Refusal(400, "$what must be JSON with $name, which has 1 to " . self::MOST_ID . ' bytes');
        }
        $info = Message::encode($data->user_info ?? null);
        if (strlen($info) > $mostInfo) {
            throw new Refusal(413, "user_info has more than $mostInfo bytes");
        }
        return new self($id, $info);
    }
}
