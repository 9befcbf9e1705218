<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

use function in_array;

/** Calls of PHP's functions. */
final class Calls
{
    private const METHOD = [T_OBJECT_OPERATOR, T_NULLSAFE_OBJECT_OPERATOR];
    private const NOT_CALLED = [T_DOUBLE_COLON, T_FUNCTION];
    private const PROCESS_SETTINGS = '/^(opcache\.|zend\.|tern\.|swoole\.)/i';
    private const OF_REQUESTS = '/^(HTTP_(?!PROXY$).+|REQUEST_(METHOD|URI|TIME.*|SCHEME)|REMOTE_(ADDR|PORT|HOST|USER)|QUERY_STRING|PATH_INFO|PATH_TRANSLATED|SCRIPT_.+'
        . '|DOCUMENT_(ROOT|URI)|CONTENT_(TYPE|LENGTH)|SERVER_(NAME|ADDR|PORT|PROTOCOL|SOFTWARE)|AUTH_TYPE|HTTPS|REDIRECT_.+)$/';
    private const OF_FILES = ['copy', 'fopen', 'file', 'file_exists', 'file_get_contents', 'file_put_contents', 'filemtime', 'filesize', 'glob',
        'is_dir', 'is_file', 'is_readable', 'is_writable', 'mkdir', 'opendir', 'parse_ini_file', 'readfile', 'realpath', 'rename', 'rmdir', 'scandir',
        'simplexml_load_file', 'touch', 'unlink'];

    public readonly Guards $guards;

    public function __construct(
        private readonly Tokens $tokens,
        private readonly Names $names,
        private readonly Functions $functions,
    ) {
        $this->guards = new Guards();
    }

    /** At a name that parentheses follow. */
    public function at(int $i): ?Hit
    {
        $before = $this->tokens->id($i - 1);
        $written = $this->tokens->text($i);
        if (in_array($before, self::METHOD, true)) {
            return strtolower($written) === 'pconnect' ? new Hit('persistent', $this->tokens->line($i), "->$written()") : null;
        }
        if (in_array($before, self::NOT_CALLED, true) || $this->tokens->text($i - 1) === '&' && $this->tokens->id($i - 2) === T_FUNCTION) {
            return null;
        }
        $name = $this->names->function($written, $this->tokens->id($i));
        return $name === null ? null : $this->call($i, $name);
    }

    private function call(int $i, Name $name): ?Hit
    {
        $argument = $this->tokens->argument($i);
        $this->guards->add($name->text, $argument);
        $topic = $this->topic($i, $name->text, $argument);
        if ($topic === null) {
            return null;
        }
        $code = $name->text . '(' . ($argument === null ? '' : "'$argument'") . ')';
        return new Hit($topic, $this->tokens->line($i), $code, $name->text, $name->hiddenBy);
    }

    private function topic(int $i, string $name, ?string $argument): ?string
    {
        return match ($name) {
            'ini_set', 'ini_alter' => $this->setting(strtolower($argument ?? '')),
            'umask' => $this->tokens->text($i + 2) === ')' ? null : 'umask',  // without an argument it changes nothing
            'getenv' => preg_match(self::OF_REQUESTS, $argument ?? '') === 1 ? 'request-environment' : null,
            'php_sapi_name' => Constructs::aboutSapi($this->tokens, $i),
            'mysqli_connect', 'mysqli_real_connect' => str_starts_with($argument ?? '', 'p:') ? 'persistent' : null,
            default => $this->functions->topic($name) ?? $this->file($i, $name),
        };
    }

    private function setting(string $name): ?string
    {
        return match (true) {
            $name === 'max_execution_time' => 'time-limit',
            $name === 'memory_limit' => 'memory-limit',
            $name === 'ignore_user_abort' => 'abort',
            $name === 'open_basedir' => 'open-basedir',
            default => preg_match(self::PROCESS_SETTINGS, $name) === 1 ? 'settings' : null,
        };
    }

    /** The first argument may continue after the string. */
    private function file(int $i, string $name): ?string
    {
        $isRelative = Constructs::isRelative($this->tokens->literal($i + 2));
        return $isRelative && in_array($name, self::OF_FILES, true) ? 'working-directory' : null;
    }
}
