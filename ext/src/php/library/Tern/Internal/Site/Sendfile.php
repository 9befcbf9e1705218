<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Tern\Internal\Client\Http\PathSegments;
use function is_array;
use function strlen;

/** Files that scripts send by the fields X-Sendfile and X-Accel-Redirect, in place of what they print. */
final class Sendfile
{
    /** The value is a path of the file system. */
    private const PATH = 'X-Sendfile';
    /** The value is a URL of the site, without scheme and host. */
    private const URL = 'X-Accel-Redirect';
    /** Of the script's own response. The file has others. */
    private const REPLACED = ['Content-Length', 'Content-Encoding', 'Content-Range', 'Accept-Ranges', 'Etag', 'Last-Modified'];

    /**
     * @param string $root of the site
     * @param list<string> $folders with files that scripts may send beside those of the site; absolute, symbolic links resolved
     * @param bool $followsLinks symbolic links may lead out of the root and the folders
     */
    public function __construct(
        private readonly string $root,
        private readonly array $folders,
        private readonly bool $followsLinks,
        private readonly Router $router,
    ) {
    }

    /**
     * Sends the file that the head of a script names. Does nothing if it names none, or the script has failed.
     *
     * @param bool $hasDefaultType the script has set no Content-Type
     * @return bool whether the response has been sent
     */
    public function send(Exchange $exchange, Target $script, int $status, bool $hasDefaultType): bool
    {
        $response = $exchange->response;
        /** @var array<string, string|list<string>> $fields */
        $fields = $response->header ?? [];
        $path = self::last($fields[self::PATH] ?? null);
        $url = self::last($fields[self::URL] ?? null);
        if ($path === null && $url === null) {
            return false;
        }
        unset($fields[self::PATH], $fields[self::URL]);
        $response->header = $fields;
        if ($status !== 200) {
            return false;
        }
        $file = $path !== null ? $this->byPath($path, $script) : $this->byUrl((string) $url);
        $response->header = array_diff_key($fields, array_flip(self::REPLACED));
        if ($file !== null && ($hasDefaultType || ($fields['Content-Type'] ?? '') === '')) {
            $response->header('Content-Type', swoole_mime_type_get($file));
        }
        if ($file === null || !FileResponse::sendAs($exchange, $file)) {
            $this->refuse($exchange, $script, $path !== null ? self::PATH . ": $path" : self::URL . ": $url");
        }
        return true;
    }

    private function byPath(string $path, Target $script): ?string
    {
        $absolute = str_starts_with($path, '/') ? $path : substr($script->file, 0, (int) strrpos($script->file, '/') + 1) . $path;
        $resolved = PathSegments::resolve($absolute);
        return $resolved === null ? null : $this->allowed($resolved);
    }

    private function byUrl(string $url): ?string
    {
        $path = UrlPath::of(explode('?', $url, 2)[0]);
        return $path === null ? null : $this->allowed($this->root . $path);
    }

    /** The path itself, or where its symbolic links lead; null: neither may be sent. */
    private function allowed(string $path): ?string
    {
        $real = realpath($path);
        foreach ($this->followsLinks ? [$path, $real] : [$real] as $one) {
            if ($one !== false && ($this->isOfSite($one) || $this->isInFolder($one))) {
                return $one;
            }
        }
        return null;
    }

    /** Neither a script nor one of those that are never sent. What rules say of it does not count. */
    private function isOfSite(string $path): bool
    {
        return self::isBeneath($path, $this->root) && $this->router->find(substr($path, strlen(rtrim($this->root, '/'))))->kind === Target::FILE;
    }

    private function isInFolder(string $path): bool
    {
        foreach ($this->folders as $folder) {
            if (self::isBeneath($path, $folder)) {
                return true;
            }
        }
        return false;
    }

    private static function isBeneath(string $path, string $folder): bool
    {
        return str_starts_with($path, rtrim($folder, '/') . '/');
    }

    private function refuse(Exchange $exchange, Target $script, string $field): void
    {
        $folders = $this->folders === [] ? '' : ', or a file in ' . implode(', ', $this->folders);
        error_log("tern: $script->name: $field: must be a file of $this->root that is no script and not hidden$folders, and readable");
        $exchange->response->header = null;
        ErrorPage::send($exchange, 404, $exchange->decision->errorDocument(404)?->text);
    }

    /** @param string|list<string>|null $value */
    private static function last(string|array|null $value): ?string
    {
        return is_array($value) ? $value[array_key_last($value) ?? 0] ?? null : $value;
    }
}
