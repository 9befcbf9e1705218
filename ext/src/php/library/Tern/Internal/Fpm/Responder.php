<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use Closure;
use LogicException;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Tern\Internal\Site\Authorization;
use function getenv;
use function strlen;
use function Tern\Internal\change_process_setting;
use function Tern\Internal\fastcgi_as_is;
use function Tern\Internal\fastcgi_client;
use function Tern\Internal\fastcgi_limit_to_end;
use function Tern\Internal\fastcgi_parameters;
use function Tern\Internal\refuse_fastcgi_request;
use function Tern\Internal\serve_fastcgi_script;

/**
 * Answers the requests of a FastCGI port as a pool of php-fpm does: it runs the script that the web server asks for, in a fresh context.
 * A worker has one.
 */
final class Responder
{
    private const EACCES = 13;
    private const OK = 200;

    /** @var array<string, string> */
    private readonly array $environment;
    private readonly Settings $settings;

    /**
     * Changes the settings of the process to those of the pool: call it in the worker.
     *
     * @param Monitor|null $monitor of the pool's status, access log and own pages; null: there is none of these
     */
    public function __construct(private readonly ResponderOptions $options, private readonly ?Monitor $monitor = null)
    {
        foreach ($options->settings as $name => $value) {
            change_process_setting($name, $value, false);
        }
        foreach ($options->adminSettings as $name => $value) {
            change_process_setting($name, $value, true);
        }
        $this->environment = getenv();
        $this->settings = new Settings();
    }

    /** Returns when the script has ended. May suspend. */
    public function respond(Request $request, Response $response): void
    {
        $parameters = fastcgi_parameters($request) ?? throw new LogicException('The request did not come over FastCGI');
        fastcgi_as_is($request);
        $this->options->limitsToEnd && fastcgi_limit_to_end($request);
        $script = Script::find($parameters, $this->options->fixesPathInfo, $this->options->discardsPath);
        if ($this->monitor === null) {
            $this->run($script, $parameters, $request, $response, null);
            return;
        }
        $activity = $this->monitor->begin($parameters, $this->monitor->hasLog ? fastcgi_client($request) : '');
        try {
            if (!$this->monitor->respond($activity, $response)) {
                $this->watch($this->monitor, $activity, $script, $parameters, $request, $response);
            }
        } finally {
            $activity->end();
        }
    }

    /**
     * The line of the access log is written before the end of the response is sent. Without a log nothing is called then, which costs two
     * switches of the context.
     *
     * @param array<array-key, string> $parameters
     */
    private function watch(Monitor $monitor, Activity $activity, Script $script, array $parameters, Request $request, Response $response): void
    {
        $onEnd = !$monitor->hasLog ? null : static function (int $status) use ($monitor, $activity, $response): void {
            $monitor->finish($activity, $status, $response);
        };
        $isInTime = $this->run($script, $parameters, $request, $response, $onEnd);
        $activity->isFinished || $monitor->finish($activity, self::OK, $response);
        $monitor->end($activity, $isInTime);
    }

    /**
     * @param array<array-key, string> $parameters
     * @param (Closure(int): void)|null $onEnd
     * @return bool false: the time limit has ended it
     */
    private function run(Script $script, array $parameters, Request $request, Response $response, ?Closure $onEnd): bool
    {
        $ofFolder = $script->path === null ? [] : $this->settings->ofFolder($script->path, $parameters['DOCUMENT_ROOT'] ?? null);
        $settings = $ofFolder + Settings::ofParameter($parameters['PHP_VALUE'] ?? null);
        $admin = Settings::ofParameter($parameters['PHP_ADMIN_VALUE'] ?? null);
        $self = $script->self . ($this->options->fixesPathInfo ? $parameters['PATH_INFO'] ?? '' : '');
        $more = isset($parameters['HTTP_AUTHORIZATION']) ? Authorization::of($parameters['HTTP_AUTHORIZATION']) : [];
        $logs = $this->options->logs;
        $failure = $this->failure($script);
        if ($failure === null) {
            return serve_fastcgi_script($request, $response, (string) $script->path, $this->environment, $parameters, $self, $more, $settings, $admin, $logs, $onEnd);
        }
        [$status, $body, $message] = $failure;
        refuse_fastcgi_request($request, $response, $status, $body, $message, $this->environment, $parameters, $self, $more, $settings, $admin, $logs, $onEnd);
        return true;
    }

    /** @return array{int, string, string}|null status, body and message for the log; null: the script runs */
    private function failure(Script $script): ?array
    {
        $path = $script->path;
        if ($path === null) {
            return [404, "File not found.\n", 'Primary script unknown'];
        }
        if (!$this->isAllowed($path)) {
            return [403, "Access denied.\n", "Access to the script '$path' has been denied (see security.limit_extensions)"];
        }
        if ($script->error === 0) {
            return null;
        }
        $message = "Unable to open primary script: $path (" . swoole_strerror($script->error) . ')';
        return $script->error === self::EACCES ? [403, "Access denied.\n", $message] : [404, "No input file specified.\n", $message];
    }

    private function isAllowed(string $path): bool
    {
        foreach ($this->options->extensions as $extension) {
            if (strlen($path) > strlen($extension) && str_ends_with($path, $extension)) {
                return true;
            }
        }
        return $this->options->extensions === [];
    }
}
