<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** The directives of mod_rewrite in one file, or what counts for a folder. */
final class RewriteSet
{
    /** RewriteEngine; null: the file does not say. */
    public ?bool $isOn = null;
    /** RewriteBase. */
    public ?string $base = null;
    /** @var array<string, true> RewriteOptions in lower case */
    public array $options = [];
    /** @var list<RewriteRule> */
    public array $rules = [];

    /** @param string $directory what is removed from the beginning of file names before they are matched */
    public function __construct(public readonly string $directory)
    {
    }

    /** The set that counts in a folder within the one of $outer. */
    public function within(self $outer): self
    {
        $made = new self($this->directory);
        $made->isOn = $this->isOn ?? $outer->isOn;
        $made->options = $this->options ?: $outer->options;
        $made->base = $this->base ?? (isset($made->options['mergebase'], $outer->options['mergebase']) ? $outer->base : null);
        $isForced = !isset($this->options['ignoreinherit']);
        $made->rules = match (true) {
            isset($made->options['inherit']), $isForced && isset($outer->options['inheritdown']) => [...$this->rules, ...$outer->rules],
            isset($made->options['inheritbefore']), $isForced && isset($outer->options['inheritdownbefore']) => [...$outer->rules, ...$this->rules],
            default => $this->rules,
        };
        return $made;
    }
}
