<?php

/** @generate-function-entries */

/** For pages over FastCGI. Not for programs: it may change with every version. */
namespace Tern\Internal {

    /**
     * @return array<array-key, string>|null what the web server has sent, in that order; null: the request did not come over FastCGI
     */
    function fastcgi_parameters(\Swoole\Http\Request $request): ?array {}

    /** @return string the address of the web server; '': a unix socket, or the request did not come over FastCGI */
    function fastcgi_client(\Swoole\Http\Request $request): string {}

    /** The head of the response is sent as the program has made it, and nothing is added. Only for requests over FastCGI. */
    function fastcgi_as_is(\Swoole\Http\Request $request): void {}

    /** The server's time limit also counts when the response has ended, and the page continues. Only for requests over FastCGI. */
    function fastcgi_limit_to_end(\Swoole\Http\Request $request): void {}

    /**
     * Runs a file as serve_script() does. Suspends.
     *
     * @param string $file its absolute path
     * The page's $_SERVER, which getallheaders() reads, too, is made when code needs it: the environment, then the parameters, the last
     * one first, then $self, then what $more has and these have not.
     *
     * @phpstan-param array<array-key, mixed> $environment
     * @phpstan-param array<array-key, mixed> $parameters
     * @param string $self PHP_SELF
     * @phpstan-param array<array-key, mixed> $more
     * @phpstan-param array<string, string> $settings
     * @param array $settings ini settings of this request
     * @phpstan-param array<string, string> $adminSettings
     * @param array $adminSettings those that the script cannot change
     * @param bool $logs what goes to the log of PHP's server interface is sent to the web server
     * @phpstan-param (callable(int): void)|null $onEnd
     * @param callable|null $onEnd is called outside of the script's context with the status when only the end of the response is left to be sent
     * @return bool false: the server's time limit has ended it, and there is no response
     * @throws \Error without opcache
     */
    function serve_fastcgi_script(\Swoole\Http\Request $request, \Swoole\Http\Response $response, string $file, array $environment, array $parameters, string $self, array $more, array $settings, array $adminSettings, bool $logs, ?callable $onEnd = null): bool {}

    /**
     * Refuses a request as php-fpm does, in a context that has read the request as one with a script does. Suspends.
     *
     * @param string $message for the log of the web server
     * @phpstan-param array<array-key, mixed> $environment
     * @phpstan-param array<array-key, mixed> $parameters
     * @param array $parameters these are as of serve_fastcgi_script(): session.auto_start and others may read $_SERVER
     * @phpstan-param array<array-key, mixed> $more
     * @phpstan-param array<string, string> $settings
     * @param array $settings ini settings of this request
     * @phpstan-param array<string, string> $adminSettings
     * @param array $adminSettings the same
     * @param bool $logs as of serve_fastcgi_script()
     * @phpstan-param (callable(int): void)|null $onEnd
     * @param callable|null $onEnd as of serve_fastcgi_script()
     */
    function refuse_fastcgi_request(\Swoole\Http\Request $request, \Swoole\Http\Response $response, int $status, string $text, string $message, array $environment, array $parameters, string $self, array $more, array $settings, array $adminSettings, bool $logs, ?callable $onEnd = null): void {}

    /**
     * Looks for a script as cgi.fix_pathinfo wants it: the file, or the longest part of the path before a slash that is a file.
     *
     * @param int $error why the file cannot be opened, as an errno; 0: it can
     * @return string|null null: there is none
     */
    function find_fastcgi_script(string $path, int &$error): ?string {}

    /**
     * Notes a request in the row of a child, with the coroutine that handles it.
     *
     * @param \Swoole\Table $rows of a Scoreboard
     * @param int $stage as that of a Stage
     * @phpstan-param array<array-key, mixed> $variables
     * @param array $variables parameters of the request; what is too long is cut
     * @return int when it was, of hrtime(); 0: there is no such row
     */
    function note_child(\Swoole\Table $rows, int $child, int $stage, array $variables, string $user): int {}

    /**
     * Its request has ended.
     *
     * @param int $durationUs -1: the row keeps the figures of the request before
     * @param float $cpu percent of one processor
     */
    function note_idle_child(\Swoole\Table $rows, int $child, int $stage, int $durationUs, float $cpu, int $memory): void {}

    /**
     * Changes a setting of the process, as php_value and php_admin_value of a pool do.
     *
     * @param bool $isAdmin scripts cannot change it
     * @return bool false: there is no such setting, or it cannot have this value
     */
    function change_process_setting(string $name, string $value, bool $isAdmin): bool {}
}
