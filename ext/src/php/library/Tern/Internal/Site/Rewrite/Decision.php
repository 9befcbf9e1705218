<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function array_key_exists;

/** What the rules say about a request. */
final class Decision
{
    private const GO_ON = 200;
    /** Handlers that run a file as a script. */
    private const PHP_HANDLER = '~php|proxy:fcgi~i';

    /**
     * @param int $status 200: continue with $path; else the status of the response
     * @param string|null $location of a redirect: an absolute URL
     * @param string $path of a URL, decoded; a folder ends with a slash or has no index file
     * @param string|null $query null: none
     * @param array<string, string> $environment variables for the script
     * @param list<HeaderOperation> $headers in their order
     * @param list<string> $vary names of headers that the rules have tested
     * @param list<string> $cookies values of Set-Cookie
     * @param string|null $type media type that a rule sets
     * @param string|null $handler that a rule sets
     * @param string|null $reason for the log
     */
    public function __construct(
        public readonly int $status,
        public readonly string $path,
        public readonly ?string $query = null,
        public readonly ?string $location = null,
        public readonly ?Place $place = null,
        public readonly ?Rules $rules = null,
        public readonly array $environment = [],
        public readonly array $headers = [],
        public readonly array $vary = [],
        public readonly array $cookies = [],
        private readonly ?string $type = null,
        private readonly ?string $handler = null,
        public readonly ?string $reason = null,
    ) {
    }

    public function goesOn(): bool
    {
        return $this->status === self::GO_ON;
    }

    /** Null: the server's own page. */
    public function errorDocument(int $status): ?ErrorDocument
    {
        return $this->rules?->errorDocuments[$status] ?? null;
    }

    /** @return list<string>|null names of index files; null: the rules do not say */
    public function index(): ?array
    {
        return $this->rules?->index;
    }

    /** Whether a folder without its slash is redirected to the one with it. */
    public function hasDirectorySlash(): bool
    {
        return $this->rules->hasDirectorySlash ?? true;
    }

    /** @return array<string, string> ini settings for the script */
    public function ini(): array
    {
        return $this->rules->ini ?? [];
    }

    /** Whether scripts may run. If not, they must not be sent either. */
    public function mayRunScripts(): bool
    {
        return ($this->ini()['engine'] ?? '1') !== '0' && ($this->isScript() ?? true);
    }

    /** Whether the rules make a script of the file, or none; null: its name says it. */
    public function isScript(): ?bool
    {
        if ($this->rules === null) {
            return null;
        }
        $ending = $this->ending();
        $handler = $this->handler ?? $this->rules->handler ?? 'none';
        if ($handler === 'none') {
            $all = array_key_exists($ending, $this->rules->handlers) ? $this->rules->handlers : $this->rules->types;
            if (!array_key_exists($ending, $all)) {
                return null;
            }
            $handler = $all[$ending] ?? '';
        }
        return preg_match(self::PHP_HANDLER, $handler) === 1;
    }

    /** The media type of the file as the rules have it; null: they do not say. */
    public function contentType(): ?string
    {
        $type = $this->type ?? ($this->rules?->forcedType === 'none' ? null : $this->rules?->forcedType);
        return $type ?? $this->rules?->types[$this->ending()] ?? null;
    }

    /** For text without a charset; null: the rules do not say, '': none. */
    public function charset(): ?string
    {
        return $this->rules?->charset;
    }

    /** Content-Encoding by the name of the file, as for style.css.gz. */
    public function contentEncoding(): ?string
    {
        return $this->rules?->encodings[$this->ending()] ?? null;
    }

    /** What becomes of the headers of a response. */
    public function responseHeaders(): ResponseHeaders
    {
        return new ResponseHeaders($this);
    }

    private function ending(): string
    {
        return strtolower(pathinfo($this->place->filename ?? $this->path, PATHINFO_EXTENSION));
    }
}
