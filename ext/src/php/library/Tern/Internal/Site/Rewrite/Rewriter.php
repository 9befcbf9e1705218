<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use Tern\Internal\Site\UrlPath;
use function count;
use function strlen;

/** Runs the rules of mod_rewrite that count for a folder, once. */
final class Rewriter
{
    /** No file name or URL of a rule may be longer. */
    private const MOST_LENGTH = 16_380;
    private const FORBIDDEN = 403;
    private const FAILED = 500;
    private const FOUND = 302;

    private bool $isChanged = false;
    /** Whether the last rule leaves it to us to escape the URL of a redirect. */
    private bool $escapes = true;
    private int $status = self::FOUND;
    private int $rounds = 1;

    private function __construct(private readonly RewriteSet $set, private readonly Pass $pass, private readonly Files $files)
    {
    }

    /**
     * @return Outcome|null null: the URL stays; its query may have changed
     * @throws PatternFailure
     */
    public static function run(RewriteSet $set, Pass $pass, Files $files): ?Outcome
    {
        if ($set->isOn !== true || $set->rules === [] || $pass->isEnded) {
            return null;
        }
        // A folder without its slash: a redirect to the one with it comes first.
        if ("$pass->filename/" === $set->directory && !isset($set->options['allownoslash'])) {
            return null;
        }
        return (new self($set, $pass, $files))->outcome();
    }

    private function outcome(): ?Outcome
    {
        $pass = $this->pass;
        [$filename, $query] = [$pass->filename, $pass->query];
        $outcome = $this->applyAll();
        if ($outcome !== null) {
            return $outcome;
        }
        $result = $pass->filename;
        $pass->filename = $filename;
        if (!$this->isChanged) {
            return null;
        }
        $isUrl = UrlPath::isAbsoluteUrl($result);
        if ($pass->query !== null && !($isUrl && $this->escapes) && preg_match('/[\x00-\x20\x7f]/', $pass->query) === 1) {
            return Outcome::response(self::FORBIDDEN, 'the rules made a query string with spaces or control characters; flag B or BCTLS escapes them');
        }
        if ($isUrl) {
            return Outcome::redirect($this->status, $this->location($result, $query));
        }
        return $result === $filename ? null : Outcome::internal($this->toUrl($result), $pass->query);
    }

    private function applyAll(): ?Outcome
    {
        $rules = $this->set->rules;
        for ($i = 0, $n = count($rules); $i < $n; ++$i) {
            $rule = $rules[$i];
            if ($this->pass->isSubrequest && ($rule->flags->isRedirect() || $rule->flags->has('ns'))) {
                continue;
            }
            if (!$this->matches($rule)) {
                while ($i < $n && $rules[$i]->flags->has('c')) {
                    ++$i;
                }
                continue;
            }
            $outcome = $this->apply($rule);
            if ($outcome !== null) {
                return $outcome;
            }
            if ($rule->flags->has('end') || $rule->flags->has('l') || ($rule->flags->has('pt') && $rule->target !== null)) {
                $this->pass->isEnded = $rule->flags->has('end');
                return null;
            }
            if ($rule->flags->has('n')) {
                if (++$this->rounds >= $rule->flags->rounds()) {
                    return Outcome::response(self::FAILED, "flag N of the rule {$rule->pattern->source} started the rules again {$rule->flags->rounds()} times");
                }
                $i = -1;
                continue;
            }
            $i += $rule->flags->skipped();
        }
        return null;
    }

    private function matches(RewriteRule $rule): bool
    {
        $pass = $this->pass;
        $subject = $pass->filename . $pass->pathInfo;
        if (str_starts_with($subject, $this->set->directory)) {
            $subject = substr($subject, strlen($this->set->directory));
        }
        $groups = $rule->pattern->match($subject);
        if ($groups === null) {
            return false;
        }
        [$pass->ruleGroups, $pass->conditionGroups] = [$groups, []];
        return $rule->conditionsHold($pass, $this->files);
    }

    /** Does what a matching rule says. */
    private function apply(RewriteRule $rule): ?Outcome
    {
        $pass = $this->pass;
        $target = $rule->target?->fill($pass, $rule->flags->escaped(), !$rule->flags->has('bnp'));
        foreach ($rule->flags->environment as $variable) {
            self::setVariable($variable->fill($pass), $pass);
        }
        foreach ($rule->flags->cookies as $cookie) {
            $pass->cookies[] = Cookie::of($cookie->fill($pass), $pass->request->time);
        }
        if ($rule->flags->isResponse()) {
            return Outcome::response((int) $rule->flags->status);
        }
        if ($target !== null) {
            $outcome = $this->substitute($target, $rule);
            if ($outcome !== null) {
                return $outcome;
            }
        }
        $pass->type = strtolower($rule->type?->fill($pass) ?? '') ?: $pass->type;
        $pass->handler = strtolower($rule->handler?->fill($pass) ?? '') ?: $pass->handler;
        return null;
    }

    private function substitute(string $target, RewriteRule $rule): ?Outcome
    {
        [$pass, $flags] = [$this->pass, $rule->flags];
        if (strlen($target) > self::MOST_LENGTH) {
            return Outcome::response(self::FAILED, 'the rules made a URL of more than ' . self::MOST_LENGTH . ' bytes');
        }
        if (!$flags->has('unsafeallow3f') && str_contains($target, '?') && !str_contains($rule->target->source ?? '', '?')) {
            return Outcome::response(self::FORBIDDEN, 'a "?" of the URL (%3f) would begin a query string; flag UnsafeAllow3F allows it');
        }
        if ($flags->has('dpi')) {
            $pass->pathInfo = '';
        }
        $pass->filename = $this->splitQuery($target, $flags);
        if ($pass->filename === '' || ($pass->filename[0] !== '/' && !UrlPath::isAbsoluteUrl($pass->filename))) {
            $pass->filename = $this->set->directory . $pass->filename;
        }
        $this->isChanged = true;
        $this->escapes = !$flags->has('ne');
        if ($flags->isRedirect()) {
            $slash = $pass->filename[0] === '/' ? '' : '/';
            $pass->filename = UrlPath::isAbsoluteUrl($pass->filename) ? $pass->filename : $pass->request->origin() . $slash . $pass->filename;
        } else {
            $pass->filename = $this->withoutOwnOrigin($pass->filename);
        }
        $this->status = $flags->status ?? self::FOUND;
        return null;
    }

    /** Removes the query from a target and makes it the one of the request. */
    private function splitQuery(string $target, RewriteFlags $flags): string
    {
        $pass = $this->pass;
        if (preg_match('/^(?:mailto|news):/i', $target) === 1) {
            $pass->query = null;
            return $target;
        }
        if ($flags->has('qsd')) {
            $pass->query = null;
        }
        $at = $flags->has('qsl') ? strrpos($target, '?') : strpos($target, '?');
        if ($at === false) {
            return $target;
        }
        $query = substr($target, $at + 1);
        if ($flags->has('qsa') && $pass->query !== null) {
            $query .= "&$pass->query";
        }
        $query = str_ends_with($query, '&') ? substr($query, 0, -1) : $query;
        $pass->query = $query === '' ? null : ltrim($query, '&');
        return substr($target, 0, $at);
    }

    private function withoutOwnOrigin(string $url): string
    {
        $origin = $this->pass->request->origin();
        if (stripos($url, $origin) !== 0) {
            return $url;
        }
        $rest = substr($url, strlen($origin));
        return match (true) {
            $rest === '' => '/',
            $rest[0] === '/' => $rest,
            default => $url,
        };
    }

    /** The URL of a file name that the rules have made. */
    private function toUrl(string $filename): string
    {
        $inFolder = $this->toBase($filename);
        if ($inFolder !== null) {
            return $inFolder;
        }
        $root = $this->pass->place->root;
        return str_starts_with($filename, "$root/") ? substr($filename, strlen($root)) : $filename;
    }

    /** Null: there is no RewriteBase, or the file is in another folder. */
    private function toBase(string $filename): ?string
    {
        $base = $this->set->base;
        if ($base === null || !str_starts_with($filename, $this->set->directory)) {
            return null;
        }
        return rtrim($base, '/') . '/' . ltrim(substr($filename, strlen($this->set->directory)), '/');
    }

    private function location(string $url, ?string $queryBefore): string
    {
        if (preg_match('~^([a-z]+://[^/]+)(/.*)$~is', $url, $parts) === 1) {
            $url = $parts[1] . $this->toUrl($parts[2]);
        }
        if ($this->escapes) {
            $url = UrlPath::escapeUrl($url);
        }
        $query = $this->pass->query;
        if ($query === null) {
            return $url;
        }
        return "$url?" . (!$this->escapes || $query === $queryBefore ? $query : UrlPath::escape($query));
    }

    private static function setVariable(string $text, Pass $pass): void
    {
        if (str_starts_with($text, '!')) {
            unset($pass->environment[substr($text, 1)]);
            return;
        }
        $pair = explode(':', $text, 2);
        $pass->environment[$pair[0]] = $pair[1] ?? '';
    }
}
