<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** What one file of rules says, or what counts for a folder or a file. Nothing changes it once it is read. */
final class Rules
{
    public ?RewriteSet $rewrite = null;
    /** @var list<Redirect> the first that matches counts */
    public array $redirects = [];
    /** @var array<int, ErrorDocument|null> by status; null: the server's own page */
    public array $errorDocuments = [];
    /** @var list<HeaderOperation> */
    public array $headers = [];
    public ?bool $hasExpires = null;
    /** @var array<string, Expiry> by media type in lower case */
    public array $expiresByType = [];
    public ?Expiry $expiresDefault = null;
    /** @var list<string>|null names of index files; null: it does not say */
    public ?array $index = null;
    public ?bool $hasDirectorySlash = null;
    /** FallbackResource; 'disabled': none. */
    public ?string $fallback = null;
    public ?RequireGroup $require = null;
    /** All is denied here and below: what says who may enter is not understood. */
    public bool $isClosed = false;
    public ?HostAccess $hosts = null;
    public ?bool $satisfiesAny = null;
    /** @var list<EnvironmentRule> before mod_rewrite */
    public array $environmentRules = [];
    /** @var array<string, string|null> after mod_rewrite; null: removed */
    public array $environment = [];
    /** @var array<string, string> php_value and php_flag */
    public array $ini = [];
    /** @var array<string, string|null> media types by the endings of names, in lower case; null: none any more */
    public array $types = [];
    public ?string $forcedType = null;
    /** SetHandler in lower case; 'none': the one of the name. */
    public ?string $handler = null;
    /** @var array<string, string|null> handlers by the endings of names; null: none any more */
    public array $handlers = [];
    /** @var array<string, string> encodings by the endings of names */
    public array $encodings = [];
    /** AddDefaultCharset; '': none. */
    public ?string $charset = null;
    /** @var list<Section> */
    public array $sections = [];
    /** @var list<Warning> */
    public array $warnings = [];

    /** For a folder whose rules cannot be read. */
    public static function closed(Warning $why): self
    {
        $rules = new self();
        $rules->warnings[] = $why;
        $rules->isClosed = true;
        return $rules;
    }

    /** These rules in a folder, or for files, within what $outer says. */
    public function within(self $outer): self
    {
        $made = clone $this;
        $made->rewrite = $this->rewrite === null || $outer->rewrite === null ? $this->rewrite ?? $outer->rewrite : $this->rewrite->within($outer->rewrite);
        $made->redirects = [...$this->redirects, ...$outer->redirects];
        $made->headers = [...$outer->headers, ...$this->headers];
        $made->environmentRules = [...$outer->environmentRules, ...$this->environmentRules];
        $made->sections = [...$outer->sections, ...$this->sections];
        $made->warnings = [...$outer->warnings, ...$this->warnings];
        $made->errorDocuments = $this->errorDocuments + $outer->errorDocuments;
        $made->expiresByType = $this->expiresByType + $outer->expiresByType;
        $made->environment = $this->environment + $outer->environment;
        $made->ini = $this->ini + $outer->ini;
        $made->types = $this->types + $outer->types;
        $made->handlers = $this->handlers + $outer->handlers;
        $made->encodings = $this->encodings + $outer->encodings;
        $made->isClosed = $this->isClosed || $outer->isClosed;
        $made->hasExpires ??= $outer->hasExpires;
        $made->expiresDefault ??= $outer->expiresDefault;
        $made->index ??= $outer->index;
        $made->hasDirectorySlash ??= $outer->hasDirectorySlash;
        $made->fallback ??= $outer->fallback;
        $made->require ??= $outer->require;
        $made->hosts ??= $outer->hosts;
        $made->satisfiesAny ??= $outer->satisfiesAny;
        $made->forcedType ??= $outer->forcedType;
        $made->handler ??= $outer->handler;
        $made->charset ??= $outer->charset;
        return $made;
    }

    /**
     * What counts for a file and a request: the sections that match come last.
     *
     * @throws PatternFailure
     */
    public function forPass(Pass $pass, Files $files): self
    {
        $made = $this;
        $waiting = array_values($this->sections);
        $late = [];
        // Those within others come after all of their kind.
        while ($waiting !== [] || $late !== []) {
            $isNew = $waiting !== [];
            $section = $isNew ? array_shift($waiting) : array_shift($late);
            if ($isNew && $section->isLate()) {
                $late[] = $section;
            } elseif ($section->isFor($pass, $files)) {
                $made = $section->rules->within($made);
                array_push($waiting, ...$section->rules->sections);
            }
        }
        return $made;
    }

    /** Whether a section with these rules restricts who may enter. */
    public function restricts(): bool
    {
        return $this->require !== null || $this->hosts !== null || $this->isClosed;
    }

    public function allows(Pass $pass, Files $files): bool
    {
        if ($this->isClosed) {
            return false;
        }
        $hosts = $this->hosts?->allows($pass);
        $require = $this->require === null ? null : $this->require->isGranted($pass, $files) === true;
        if ($this->satisfiesAny === true && $hosts !== null) {
            return $hosts || $require === true;
        }
        return $hosts !== false && $require !== false;
    }
}
