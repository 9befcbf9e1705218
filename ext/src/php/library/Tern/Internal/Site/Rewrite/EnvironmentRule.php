<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function array_slice;
use function count;
use function is_string;

/** SetEnvIf or BrowserMatch: variables that are set when a property of the request matches. */
final class EnvironmentRule
{
    /** @param list<array{string, string|null}> $changes names and values; null: the variable is removed */
    private function __construct(
        private readonly string|Pattern $attribute,
        private readonly Pattern $pattern,
        private readonly array $changes,
    ) {
    }

    /**
     * @param list<string> $words the attribute, the pattern and the variables
     * @throws Unsupported
     */
    public static function of(array $words, bool $ignoresCase): self
    {
        if (count($words) < 3) {
            throw new Unsupported('must have an attribute, a pattern and a variable');
        }
        [$attribute, $pattern] = $words;
        $changes = [];
        foreach (array_slice($words, 2) as $word) {
            $pair = explode('=', $word, 2);
            $changes[] = str_starts_with($word, '!') ? [substr($word, 1), null] : [$pair[0], $pair[1] ?? '1'];
        }
        return new self(Pattern::isPlain($attribute) ? $attribute : Pattern::of($attribute, true), Pattern::of($pattern, $ignoresCase), $changes);
    }

    /** @throws PatternFailure */
    public function apply(Pass $pass): void
    {
        $groups = $this->pattern->match($this->value($pass));
        foreach ($groups === null ? [] : $this->changes as [$name, $value]) {
            if ($value === null) {
                unset($pass->environment[$name]);
            } else {
                $pass->environment[$name] = Pattern::fill($value, $groups ?? []);
            }
        }
    }

    private function value(Pass $pass): string
    {
        $request = $pass->request;
        if (!is_string($this->attribute)) {
            foreach ($request->headers as $name => $value) {
                if ($this->attribute->matches($name)) {
                    return $value;
                }
            }
            return '';
        }
        return match (strtolower($this->attribute)) {
            'remote_host', 'remote_addr' => $request->remoteAddress,
            'server_addr' => $request->serverAddress,
            'request_method' => $request->method,
            'request_protocol' => $request->protocol,
            'request_uri' => $pass->uri,
            default => $request->headers[strtolower($this->attribute)] ?? $pass->environment[$this->attribute] ?? '',
        };
    }
}
