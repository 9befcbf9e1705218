<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

/** Code of one file to which a rule may apply: what other files declare may speak against it. */
final class Hit
{
    /**
     * @param string|null $name PHP's own function or constant that it uses, in small letters; a guard may ask for it
     * @param string|null $hiddenBy full name, in small letters: if the application declares that, it is used instead
     * @param bool $isGuarded the file asks whether it is there
     */
    public function __construct(
        public readonly string $topic,
        public readonly int $line,
        public readonly string $code,
        public readonly ?string $name = null,
        public readonly ?string $hiddenBy = null,
        public readonly bool $isGuarded = false,
    ) {
    }

    public function guarded(): self
    {
        return new self($this->topic, $this->line, $this->code, $this->name, $this->hiddenBy, true);
    }
}
