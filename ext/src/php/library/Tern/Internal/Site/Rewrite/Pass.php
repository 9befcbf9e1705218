<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** One application of the rules: to the requested URL, or to one that rules have made of it. It changes while the rules run. */
final class Pass
{
    public string $filename;
    public string $pathInfo;
    /** @var array<int, string> $0 to $9 */
    public array $ruleGroups = [];
    /** @var array<int, string> %0 to %9 */
    public array $conditionGroups = [];
    /** @var list<string> headers that were expanded lately */
    public array $testedHeaders = [];
    /** @var array<string, true> names of headers that conditions have tested */
    public array $vary = [];
    /** @var list<string> values of Set-Cookie */
    public array $cookies = [];
    public ?string $type = null;
    public ?string $handler = null;
    /** Flag END was used: no rule of mod_rewrite runs any more. */
    public bool $isEnded = false;

    /** @param array<string, string> $environment */
    public function __construct(
        public readonly RewriteRequest $request,
        public readonly string $uri,
        public ?string $query,
        public readonly Place $place,
        public array $environment,
        public readonly bool $isSubrequest = false,
    ) {
        $this->filename = $place->filename;
        $this->pathInfo = $place->pathInfo;
    }

    public function variable(string $name): string
    {
        return Variables::of($name, $this);
    }

    /** After the test of a condition. */
    public function noteVary(bool $isInVary): void
    {
        $this->vary += $isInVary ? array_fill_keys($this->testedHeaders, true) : [];
    }

    /**
     * What an internal redirect makes of it: the variables keep their values under other names.
     *
     * @param int $status of the response so far; an error when the URL is that of an error page
     */
    public function redirected(string $uri, ?string $query, Place $place, int $status = 200): self
    {
        $environment = [];
        foreach ($this->environment as $name => $value) {
            $environment["REDIRECT_$name"] = $value;
        }
        $environment['REDIRECT_STATUS'] = (string) $status;
        $environment['REDIRECT_URL'] = $this->uri;
        if ($this->query !== null) {
            $environment['REDIRECT_QUERY_STRING'] = $this->query;
        }
        return $this->continued(new self($this->request, $uri, $query, $place, $environment));
    }

    /** The index file of a folder, or FallbackResource. */
    public function lookedUp(string $uri, Place $place): self
    {
        return $this->continued(new self($this->request, $uri, $this->query, $place, $this->environment, true));
    }

    private function continued(self $next): self
    {
        [$next->vary, $next->cookies, $next->isEnded] = [$this->vary, $this->cookies, $this->isEnded];
        return $next;
    }
}
