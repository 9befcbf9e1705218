<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Pusher;

use Tern\Pusher\Application;

/** The name of a channel, and what it says. */
final class Channel
{
    public const USER = '#server-to-user-';

    public readonly bool $isPresence;
    public readonly bool $isEncrypted;
    public readonly bool $isCached;
    public readonly bool $isOfUser;

    /** @throws Refusal 400 */
    public function __construct(public readonly string $name)
    {
        if (preg_match('/^#?[-A-Za-z0-9_=@,.;]{1,200}$/D', $name) !== 1 || ($name[0] === '#' && !str_starts_with($name, self::USER))) {
            throw new Refusal(400, "a channel's name has 1 to 200 letters, digits, and _ - = @ , . ;");
        }
        $this->isOfUser = $name[0] === '#';
        $this->isPresence = str_starts_with($name, 'presence-');
        $this->isEncrypted = str_starts_with($name, 'private-encrypted-');
        $this->isCached = preg_match('/^(private-|private-encrypted-|presence-)?cache-/', $name) === 1;
    }

    /** Where its messages go. */
    public function room(Application $application): string
    {
        return "$application->id/$this->name";
    }

    /** Whether a client needs a signature for it. */
    public function isPrivate(): bool
    {
        return $this->isPresence || str_starts_with($this->name, 'private-');
    }
}
