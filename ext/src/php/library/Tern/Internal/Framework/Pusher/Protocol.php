<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Pusher;

use JsonException;
use stdClass;
use Swoole\WebSocket\Frame;
use function array_key_exists;
use function count;
use function is_string;
use function strlen;

/** What clients may say, and what that does. */
final class Protocol
{
    private const TOO_MANY_MESSAGES = 4100;
    private const TOO_MANY_EVENTS = 4301;
    private const OTHER = 4300;
    private const MOST_NAME = 200;

    public function __construct(private readonly Hub $hub, private readonly Settings $settings)
    {
    }

    /** Suspends. */
    public function receive(Connection $connection, Frame $frame): void
    {
        $connection->heardAt = $now = hrtime(true) / 1e9;
        $connection->isPinged = false;
        if ($connection->isClosed) {
            return;
        }
        if (!$connection->messages->take($now)) {
            $this->close($connection, self::TOO_MANY_MESSAGES, 'Too many messages');
            return;
        }
        $connection->inTurn(function () use ($connection, $frame): void {
            try {
                if (!$connection->isClosed) {
                    $this->handle($connection, ...$this->message($frame));
                }
            } catch (Refusal|JsonException $refusal) {
                $code = $refusal->getCode() >= 4000 ? (int) $refusal->getCode() : self::OTHER;
                $this->hub->server->push($connection->fd, Message::error($code, $refusal->getMessage()));
            }
        });
    }

    public function close(Connection $connection, int $code, string $reason): void
    {
        $connection->isClosed = true;
        $this->hub->server->push($connection->fd, Message::error($code, $reason));
        $this->hub->server->disconnect($connection->fd, $code, $reason);
    }

    /**
     * @return array{string, stdClass} event, message
     * @throws Refusal
     */
    private function message(Frame $frame): array
    {
        $text = (string) $frame->data;
        if (strlen($text) > $this->settings->max_message_size) {
            throw new Refusal(self::OTHER, "a message may have {$this->settings->max_message_size} bytes");
        }
        $message = $frame->opcode === WEBSOCKET_OPCODE_TEXT ? Message::decode($text) : null;
        $event = $message instanceof stdClass ? $message->event ?? null : null;
        return $message instanceof stdClass && is_string($event) ? [$event, $message]
            : throw new Refusal(self::OTHER, 'a message must be a JSON object with an event');
    }

    /** @throws Refusal|JsonException */
    private function handle(Connection $connection, string $event, stdClass $message): void
    {
        match (true) {
            $event === 'pusher:ping' => $this->hub->server->push($connection->fd, Message::event('pusher:pong', null, '{}')),
            $event === 'pusher:pong' => null,
            $event === 'pusher:subscribe' => $this->subscribe($connection, self::data($message)),
            $event === 'pusher:unsubscribe' => $this->unsubscribe($connection, self::data($message)),
            $event === 'pusher:signin' => $this->signIn($connection, self::data($message)),
            str_starts_with($event, 'client-') => $this->send($connection, $event, $message),
            default => throw new Refusal(self::OTHER, 'clients cannot send this event'),
        };
    }

    /** @throws Refusal */
    private function subscribe(Connection $connection, stdClass $data): void
    {
        $channel = new Channel(self::text($data, 'channel'));
        if (array_key_exists($channel->name, $connection->channels)) {
            throw new Refusal(self::OTHER, "Existing subscription to channel $channel->name");
        }
        try {
            if (count($connection->channels) >= $this->settings->channels_per_connection) {
                throw new Refusal(403, "a connection may have {$this->settings->channels_per_connection} channels");
            }
            $this->hub->subscribe($connection, $channel, $this->authorize($connection, $channel, $data));
        } catch (Refusal $refusal) {
            $answer = Message::notSubscribed($channel->name, (int) $refusal->getCode(), $refusal->getMessage());
            $this->hub->server->push($connection->fd, $answer);
        }
    }

    /**
     * @return Member|null the member of a presence channel
     * @throws Refusal 400, 401, 413
     */
    private function authorize(Connection $connection, Channel $channel, stdClass $data): ?Member
    {
        if ($channel->isOfUser && ($connection->user === null || $channel->name !== Channel::USER . $connection->user->id)) {
            throw new Refusal(401, 'the channel belongs to another user');
        }
        if (!$channel->isPrivate()) {
            return null;
        }
        $about = $data->channel_data ?? null;
        $suffix = is_string($about) ? ":$about" : '';
        self::verify($connection, self::text($data, 'auth'), "$connection->socketId:$channel->name$suffix");
        if (!$channel->isPresence) {
            return null;
        }
        return is_string($about) ? Member::ofChannelData($about, $this->settings->max_member_size)
            : $connection->user ?? throw new Refusal(401, 'a presence channel needs channel_data, or a user who has signed in');
    }

    /** @throws Refusal */
    private function unsubscribe(Connection $connection, stdClass $data): void
    {
        $channel = self::text($data, 'channel');
        if (array_key_exists($channel, $connection->channels)) {
            $this->hub->unsubscribe($connection, $channel);
        }
    }

    /** @throws Refusal */
    private function signIn(Connection $connection, stdClass $data): void
    {
        $about = self::text($data, 'user_data');
        self::verify($connection, self::text($data, 'auth'), "$connection->socketId::user::$about");
        $user = Member::ofUserData($about, $this->settings->max_member_size);
        if ($connection->user !== null && $connection->user->id !== $user->id) {
            throw new Refusal(self::OTHER, 'another user has signed in');
        }
        $this->hub->signIn($connection, $user);
        $this->hub->server->push($connection->fd, Message::event('pusher:signin_success', null, Message::encode(['user_data' => $about])));
    }

    /**
     * An event of a client for the other members.
     *
     * @throws Refusal|JsonException
     */
    private function send(Connection $connection, string $event, stdClass $message): void
    {
        $channel = new Channel(self::text($message, 'channel'));
        $isMember = array_key_exists($channel->name, $connection->channels);
        if (!$connection->application->client_events || !$isMember || !$channel->isPrivate() || $channel->isEncrypted) {
            throw new Refusal(self::OTHER, 'client events are for members of private and presence channels that are not encrypted');
        }
        if (strlen($event) > self::MOST_NAME) {
            throw new Refusal(self::OTHER, 'the name of an event may have ' . self::MOST_NAME . ' bytes');
        }
        if (!$connection->events->take($connection->heardAt)) {
            throw new Refusal(self::TOO_MANY_EVENTS, "there may be {$this->settings->client_events_per_second} client events a second");
        }
        $user = $connection->channels[$channel->name]?->id;
        $text = Message::event($event, $channel->name, $message->data ?? null, $user);
        $this->hub->send($connection->application, $channel, $text, $connection->fd);
    }

    /** @throws Refusal 401 */
    private static function verify(Connection $connection, string $auth, string $signed): void
    {
        $parts = explode(':', $auth, 2);
        if ($parts[0] !== $connection->application->key || !$connection->application->isSigned($signed, $parts[1] ?? '')) {
            throw new Refusal(401, 'the signature is wrong');
        }
    }

    /** @throws Refusal */
    private static function data(stdClass $message): stdClass
    {
        $data = $message->data ?? null;
        $data = is_string($data) ? Message::decode($data) : $data;
        return $data instanceof stdClass ? $data : throw new Refusal(self::OTHER, 'data must be an object');
    }

    /** @throws Refusal */
    private static function text(stdClass $data, string $name): string
    {
        $value = $data->$name ?? null;
        return is_string($value) ? $value : throw new Refusal(self::OTHER, "$name must be a string");
    }
}
