<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use Tern\Internal\Site\UrlPath;
use function strlen;

/** A Redirect or RedirectMatch of mod_alias. */
final class Redirect
{
    private const WORDS = ['permanent' => 301, 'temp' => 302, 'seeother' => 303, 'gone' => 410];

    /** @param string|null $target null: the status is no redirect */
    private function __construct(
        private readonly int $status,
        private readonly string $from,
        private readonly ?Pattern $pattern,
        private readonly ?string $target,
    ) {
    }

    /**
     * @param string $status a word or a number
     * @throws Unsupported
     */
    public static function of(string $status, string $from, ?string $target, bool $isPattern): self
    {
        $code = self::WORDS[strtolower($status)] ?? (Digits::are($status) ? (int) $status : 0);
        if ($code < 100 || $code > 599) {
            throw new Unsupported("the status must be permanent, temp, seeother, gone or a number, $status given");
        }
        $isRedirect = $code >= 300 && $code < 400;
        if ($isRedirect === ($target === null)) {
            throw new Unsupported($isRedirect ? 'must have a URL to redirect to' : "must have no URL with the status $code");
        }
        if (!$isPattern && !str_starts_with($from, '/')) {
            throw new Unsupported("must redirect from a path that starts with a slash, $from given");
        }
        if ($target !== null && !$isPattern && $target[0] !== '/' && !UrlPath::isAbsoluteUrl($target)) {
            throw new Unsupported("must redirect to a URL or a path that starts with a slash, $target given");
        }
        return new self($code, $from, $isPattern ? Pattern::of($from) : null, $target);
    }

    /** @throws PatternFailure */
    public function outcome(Pass $pass): ?Outcome
    {
        $found = $this->pattern === null ? $this->moved($pass->uri) : $this->matched($pass->uri);
        if ($found === null) {
            return null;
        }
        if ($this->target === null) {
            return Outcome::response($this->status);
        }
        $url = str_starts_with($found, '/') ? $pass->request->origin() . $found : $found;
        return Outcome::redirect($this->status, $url . (str_contains($url, '?') || $pass->query === null ? '' : "?$pass->query"));
    }

    /** The path itself or what is below it; '' when there is no target. */
    private function moved(string $uri): ?string
    {
        $length = strlen($this->from);
        if (!str_starts_with($uri, $this->from)) {
            return null;
        }
        $rest = substr($uri, $length);
        if ($rest !== '' && $rest[0] !== '/' && $this->from[$length - 1] !== '/') {
            return null;
        }
        return $this->target === null ? '' : $this->target . UrlPath::escape($rest);
    }

    private function matched(string $uri): ?string
    {
        $groups = $this->pattern?->match($uri);
        if ($groups === null) {
            return null;
        }
        $found = Pattern::fill($this->target ?? '', $groups);
        preg_match('/^([^?#]*)(.*)$/s', $found, $parts);
        return UrlPath::escapeUrl(self::escapedPath($parts[1] ?? '')) . ($parts[2] ?? '');
    }

    private static function escapedPath(string $path): string
    {
        return str_starts_with($path, '/') ? UrlPath::escape($path) : $path;
    }
}
