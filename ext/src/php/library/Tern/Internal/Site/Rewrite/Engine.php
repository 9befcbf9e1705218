<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use Closure;
use Tern\Internal\Site\UrlPath;
use function is_string;

/** Decides by the rules of a site what becomes of a request. */
final class Engine
{
    /** The most URLs that the rules may make of one, each time by starting anew. */
    public const MOST_REDIRECTS = 10;
    private const FORBIDDEN = 403;
    private const FAILED = 500;
    private const GO_ON = 200;

    /** @param list<string> $index names of index files where the rules say none */
    public function __construct(private readonly Files $files, private readonly Source $source, private readonly array $index = ['index.php', 'index.html'])
    {
    }

    /**
     * For the .htaccess files of a folder.
     *
     * @param Closure(Warning): void|null $onWarning is called when a file is read
     */
    public static function ofHtaccess(string $root, ?Closure $onWarning = null): self
    {
        $files = new Files($root);
        return new self($files, new Folders($files, static fn(): float => hrtime(true) / 1e9, $onWarning));
    }

    /**
     * For a file of Tern's own rules.
     *
     * @throws RulesFileError
     */
    public static function ofRulesFile(string $file, string $root): self
    {
        $text = is_file($file) ? @file_get_contents($file) : false;
        if ($text === false) {
            throw new RulesFileError("$file: cannot be read");
        }
        return new self(new Files($root), new FixedRules(RulesFile::parse($text, $file, $root)));
    }

    /** Where no rule can concern the path, a folder stays one: its index file is still to be found. */
    public function apply(RewriteRequest $request): Decision
    {
        [$raw, $query] = explode('?', self::pathAndQuery($request->target), 2) + ['', null];
        $path = UrlPath::forRules($raw);
        if (!is_string($path)) {
            return new Decision($path, $raw, $query);
        }
        if (!$this->source->hasRules($path)) {
            return new Decision(self::GO_ON, $path, $query);
        }
        $pass = new Pass($request, $path, $query, $this->files->place($path), $request->environment);
        try {
            return $this->follow($pass, $path);
        } catch (PatternFailure $failure) {
            return new Decision(self::FAILED, $path, $query, place: $pass->place, reason: $failure->getMessage());
        }
    }

    /**
     * What the rules make of the error page that they name for a status. Null: they name no path.
     *
     * @param Decision $failed what the rules decided about the request
     */
    public function errorPage(RewriteRequest $request, Decision $failed, int $status): ?Decision
    {
        $document = $failed->errorDocument($status)?->path;
        if ($document === null || $failed->place === null) {
            return null;
        }
        [$raw, $query] = explode('?', $document, 2) + ['', null];
        $path = UrlPath::forRules($raw);
        if (!is_string($path)) {
            return null;
        }
        $before = new Pass($request->asGet(), $failed->path, $failed->query, $failed->place, $failed->environment);
        try {
            return $this->follow($before->redirected($path, $query, $this->files->place($path), $status), $path);
        } catch (PatternFailure) {
            return null;
        }
    }

    /** @param string $requested the path before any rule */
    private function follow(Pass $pass, string $requested): Decision
    {
        $rules = new Rules();
        for ($i = 0; $i <= self::MOST_REDIRECTS; ++$i) {
            $rules = $this->source->rules($pass->place);
            try {
                $rules = $rules->forPass($pass, $this->files);
                $next = $this->step($pass, $rules);
            } catch (PatternFailure $failure) {
                $next = Outcome::response(self::FAILED, $failure->getMessage());
            }
            if ($next instanceof Outcome) {
                return $this->decide($next, $pass, $rules, $requested);
            }
            $pass = $next;
        }
        $reason = 'the rules made a new URL of the last one more than ' . self::MOST_REDIRECTS . " times, at last $pass->uri";
        return $this->decide(Outcome::response(self::FAILED, $reason), $pass, $rules, $requested);
    }

    /** The phases of Apache in their order. */
    private function step(Pass $pass, Rules $rules): Pass|Outcome
    {
        foreach ($pass->isSubrequest ? [] : $rules->environmentRules as $rule) {
            $rule->apply($pass);
        }
        if (!$rules->allows($pass, $this->files)) {
            return Outcome::response(self::FORBIDDEN, 'denied by the rules');
        }
        $rewritten = $rules->rewrite === null ? null : Rewriter::run($rules->rewrite, $pass, $this->files);
        if ($rewritten !== null && !$rewritten->isInternal) {
            return $rewritten;
        }
        foreach ($rules->redirects as $redirect) {
            $outcome = $redirect->outcome($pass);
            if ($outcome !== null) {
                return $outcome;
            }
        }
        self::setEnvironment($rules, $pass);
        if ($rewritten !== null) {
            return $this->redirected($rewritten, $pass);
        }
        return $this->lookedUp($pass, $rules) ?? Outcome::goOn();
    }

    private static function setEnvironment(Rules $rules, Pass $pass): void
    {
        foreach ($rules->environment as $name => $value) {
            if ($value === null) {
                unset($pass->environment[$name]);
            } else {
                $pass->environment[$name] = $value;
            }
        }
    }

    private function redirected(Outcome $rewritten, Pass $pass): Pass|Outcome
    {
        $path = UrlPath::forRules((string) $rewritten->target);
        if (!is_string($path)) {
            return Outcome::response($path, "the rules made the path $rewritten->target, which cannot be");
        }
        return $pass->redirected($path, $rewritten->query, $this->files->place($path));
    }

    /** The index file of a folder, or FallbackResource for what does not exist. */
    private function lookedUp(Pass $pass, Rules $rules): ?Pass
    {
        $place = $pass->place;
        if ($place->kind === Kind::Nothing && !$pass->isSubrequest) {
            $fallback = $rules->fallback ?? 'disabled';
            return $fallback === 'disabled' || $fallback === $pass->uri ? null : $this->lookUp($pass, $fallback);
        }
        if ($place->kind !== Kind::Folder || !str_ends_with($pass->uri, '/')) {
            return null;
        }
        foreach ($rules->index ?? $this->index as $name) {
            $next = $this->lookUp($pass, str_starts_with($name, '/') ? $name : $pass->uri . $name);
            if ($next !== null) {
                return $next;
            }
        }
        return null;
    }

    private function lookUp(Pass $pass, string $path): ?Pass
    {
        $normal = UrlPath::forRules($path);
        $place = is_string($normal) ? $this->files->place($normal) : null;
        return $place?->kind === Kind::File ? $pass->lookedUp((string) $normal, $place) : null;
    }

    private function decide(Outcome $outcome, Pass $pass, Rules $rules, string $requested): Decision
    {
        $headers = [];
        foreach ($rules->headers as $operation) {
            if ($operation->isFor($pass, $this->files, $requested)) {
                $headers[] = $operation->resolved($pass);
            }
        }
        return new Decision(
            $outcome->status,
            $pass->uri,
            $pass->query,
            $outcome->target,
            $pass->place,
            $rules,
            $pass->environment,
            $headers,
            array_keys($pass->vary),
            $pass->cookies,
            $pass->type,
            $pass->handler,
            $outcome->reason,
        );
    }

    /** Of "/path?query", or of a whole URL, which a client may send as well. */
    private static function pathAndQuery(string $target): string
    {
        return preg_match('~^https?://[^/?]*(.*)$~is', $target, $parts) === 1 ? ($parts[1] === '' ? '/' : $parts[1]) : $target;
    }
}
