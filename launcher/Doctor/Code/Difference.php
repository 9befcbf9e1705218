<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

/** All places where one rule applies: in the application itself, or in one package. */
final class Difference
{
    /** @var list<Place> */
    public array $places = [];

    /**
     * @param string $level of Rule
     * @param string|null $package null: the application itself
     */
    public function __construct(
        public readonly string $level,
        public readonly string $topic,
        public readonly string $text,
        public readonly string $fix,
        public readonly ?string $package,
    ) {
    }

    public static function of(Rule $rule, bool $isGuarded, ?string $package): self
    {
        return $isGuarded ? new self(Rule::NOTE, $rule->topic, "$rule->text The code asks first whether it is there.", $rule->fix, $package)
            : new self($rule->level, $rule->topic, $rule->text, $rule->fix, $package);
    }

    /** The same code twice in a line is one place. */
    public function add(Place $place): void
    {
        $last = $this->places[array_key_last($this->places) ?? -1] ?? null;
        if ($last === null || [$last->file, $last->line, $last->code] !== [$place->file, $place->line, $place->code]) {
            $this->places[] = $place;
        }
    }
}
