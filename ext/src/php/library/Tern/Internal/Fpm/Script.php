<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use function strlen;
use function Tern\Internal\find_fastcgi_script;

/**
 * The script that a web server asks for, as php-fpm finds it: the parameters of the request name it in ways that differ between web
 * servers. Parameters that change keep what they were as ORIG_...
 */
final class Script
{
    /** Of Apache's mod_proxy_fcgi and mod_proxy_balancer. */
    private const PROXIED = '~^proxy:(?:fcgi|balancer)://[^/]*(/.*)?$~is';

    /** Null: there is none. */
    public ?string $path = null;
    /** Why it cannot be opened, as an errno. */
    public int $error = 0;
    /** SCRIPT_NAME, as PHP_SELF begins. */
    public string $self = '';
    private bool $isOfApache = false;

    /** @param array<array-key, string> $parameters of the request, in their order; they are changed */
    private function __construct(private array $parameters)
    {
    }

    /** @param array<array-key, string> $parameters */
    public static function find(array &$parameters, bool $fixesPathInfo, bool $discardsPath): self
    {
        $script = new self($parameters);
        if ($fixesPathInfo && $script->isAsItIs()) {
            return $script;
        }
        $script->takeProxied();
        $path = $script->parameters['SCRIPT_FILENAME'] ?? $script->parameters['PATH_TRANSLATED'] ?? null;
        if ($path !== null) {
            $fixesPathInfo ? $script->fix($path) : $script->take($path, $discardsPath);
        }
        if ($script->path !== null && self::goesUp($script->path)) {
            $script->path = null;
        }
        $parameters = $script->parameters;
        return $script;
    }

    private static function goesUp(string $path): bool
    {
        return str_contains($path, '..') && preg_match('~(?:^|/)\.\.(?:/|$)~', $path) === 1;
    }

    /** The usual case: the name is that of a file, and no parameter changes. */
    private function isAsItIs(): bool
    {
        $path = $this->parameters['SCRIPT_FILENAME'] ?? '';
        if (($path[0] ?? '') !== '/' || isset($this->parameters['PATH_TRANSLATED']) || isset($this->parameters['REDIRECT_URL'])) {
            return false;
        }
        if (find_fastcgi_script($path, $this->error) !== $path || self::goesUp($path)) {
            return false;
        }
        $this->path = $path;
        $this->self = $this->parameters['SCRIPT_NAME'] ?? '';
        return true;
    }

    /** Apache sends the address of this server before the path, and the query behind it. */
    private function takeProxied(): void
    {
        if (preg_match(self::PROXIED, $this->parameters['SCRIPT_FILENAME'] ?? '', $parts) !== 1) {
            return;
        }
        $this->isOfApache = isset($parts[1]);
        $this->parameters['SCRIPT_FILENAME'] = explode('?', $parts[1] ?? $parts[0], 2)[0];
    }

    /** Without cgi.fix_pathinfo. */
    private function take(string $path, bool $discardsPath): void
    {
        $this->self = $this->parameters['PATH_INFO'] ?? $this->parameters['SCRIPT_NAME'] ?? '';
        $path = $discardsPath ? $path : $this->parameters['PATH_TRANSLATED'] ?? $path;
        $found = find_fastcgi_script($path, $this->error);
        $this->error = $found === $path ? $this->error : 2;  // ENOENT
        $this->path = $path;
    }

    private function fix(string $path): void
    {
        $translated = $this->parameters['PATH_TRANSLATED'] ?? null;
        $redirect = $this->parameters['REDIRECT_URL'] ?? null;
        $name = $this->parameters['SCRIPT_NAME'] ?? null;
        if (!$this->isOfApache && $translated !== null && $redirect !== null && $translated !== $path) {
            [$path, $name] = [$translated, $redirect];  // SCRIPT_FILENAME is PHP's own program then
        }
        $this->path = find_fastcgi_script($path, $this->error);
        if ($this->path === $path) {
            $this->keep($path, $name, $redirect);
        } elseif ($this->path !== null) {
            $this->divide($path, $this->path, $name);
        } else {
            $this->putOriginal('SCRIPT_FILENAME', null);
            $this->setName($name);
        }
    }

    /** The path is a file as it is. */
    private function keep(string $path, ?string $name, ?string $redirect): void
    {
        $this->putOriginal('SCRIPT_FILENAME', $path);
        if (!$this->isOfApache && $redirect !== null) {
            $this->putOriginal('PATH_INFO', null);
            $this->putOriginal('PATH_TRANSLATED', null);
        }
        $this->setName($name);
    }

    /** The path is a file and a PATH_INFO behind it. */
    private function divide(string $path, string $file, ?string $name): void
    {
        $rest = substr($path, strlen($file));
        $info = $this->isOfApache ? $this->infoOfApache($rest) : $this->infoIn($rest);
        if ($info !== null) {
            $name = $this->setInfo($info, $name);
        }
        $this->putOriginal('SCRIPT_FILENAME', $file);
        $this->translate($file, $name);
        $this->self === '' && $this->setName($name);
    }

    private function infoOfApache(string $rest): ?string
    {
        return ($this->parameters['PATH_INFO'] ?? null) === $rest ? null : $rest;
    }

    /** The end of a PATH_INFO that has the name of the script, too. */
    private function infoIn(string $rest): ?string
    {
        $given = $this->parameters['PATH_INFO'] ?? '';
        return strlen($given) > strlen($rest) ? substr($given, -strlen($rest)) : null;
    }

    /** @return string|null the name of the script */
    private function setInfo(string $info, ?string $name): ?string
    {
        $given = $this->parameters['PATH_INFO'] ?? null;
        if ($given !== null) {
            $this->parameters['ORIG_PATH_INFO'] = $given;
            $this->setName($this->isOfApache ? $given : substr($given, 0, strlen($given) - strlen($info)));
        } elseif ($name !== null) {
            $name = $this->nameWithout($name, $info) ?? $this->nameWithout($name, rawurldecode($info)) ?? $name;
            $this->setName($name);
        }
        $this->parameters['PATH_INFO'] = $info;
        return $name;
    }

    private function nameWithout(string $name, string $info): ?string
    {
        return strlen($name) > strlen($info) && str_ends_with($name, $info) ? substr($name, 0, -strlen($info)) : null;
    }

    private function translate(string $file, ?string $name): void
    {
        $root = $this->parameters['DOCUMENT_ROOT'] ?? null;
        if ($root !== null) {
            $base = str_ends_with($root, '/') ? substr($root, 0, -1) : $root;
        } elseif ($name !== null && str_contains($file, $name)) {
            $base = substr($file, 0, strlen($file) - strlen($name));
        } else {
            return;
        }
        if (isset($this->parameters['PATH_TRANSLATED'])) {
            $this->parameters['ORIG_PATH_TRANSLATED'] = $this->parameters['PATH_TRANSLATED'];
        }
        $this->parameters['PATH_TRANSLATED'] = $base . ($this->parameters['PATH_INFO'] ?? '');
    }

    private function setName(?string $name): void
    {
        $this->putOriginal('SCRIPT_NAME', $name);
        $this->self = $name ?? '';
    }

    /** Changes a parameter, and keeps what it was if it differs. */
    private function putOriginal(string $name, ?string $value): void
    {
        $original = $this->parameters[$name] ?? null;
        if ($original === $value) {
            return;
        }
        if ($original !== null) {
            $this->parameters["ORIG_$name"] = $original;
        }
        if ($value === null) {
            unset($this->parameters[$name]);
        } else {
            $this->parameters[$name] = $value;
        }
    }
}
