<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use Closure;
use LogicException;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Tern\Internal\Site\Authorization;
use function getenv;
use function is_int;
use function is_string;
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
        $activity = $this->monitor->begin($parameters, fastcgi_client($request));
        try {
            if (!$this->monitor->respond($activity, $response)) {
                $activity->run();
                $this->watch($this->monitor, $activity, $script, $parameters, $request, $response);
            }
        } finally {
            $activity->end();
        }
    }

    /** @param array<array-key, string> $parameters */
    private function watch(Monitor $monitor, Activity $activity, Script $script, array $parameters, Request $request, Response $response): void
    {
        $isInTime = $this->run($script, $parameters, $request, $response, static function (int $status) use ($monitor, $activity, $response): void {
            $monitor->finish($activity, $status, self::fields($response));
        });
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
        $variables = $this->variables($script, $parameters);
        $logs = $this->options->logs;
        $failure = $this->failure($script);
        if ($failure === null) {
            return serve_fastcgi_script($request, $response, (string) $script->path, $variables, $settings, $admin, $logs, $onEnd);
        }
        [$status, $body, $message] = $failure;
        refuse_fastcgi_request($request, $response, $status, $body, $message, $variables, $settings, $admin, $logs, $onEnd);
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

    /**
     * $_SERVER: the environment, then the parameters, the last one first.
     *
     * @param array<array-key, string> $parameters
     * @return array<array-key, mixed>
     */
    private function variables(Script $script, array $parameters): array
    {
        $variables = array_replace($this->environment, array_reverse($parameters, true));
        $variables['PHP_SELF'] = $script->self . ($this->options->fixesPathInfo ? $parameters['PATH_INFO'] ?? '' : '');
        return isset($parameters['HTTP_AUTHORIZATION']) ? $variables + Authorization::of($parameters['HTTP_AUTHORIZATION']) : $variables;
    }

    /**
     * Of a page the fields are lines. Of several with one name the first one counts.
     *
     * @return array<array-key, mixed> by name
     */
    private static function fields(Response $response): array
    {
        $fields = [];
        foreach ($response->header ?? [] as $name => $value) {
            if (is_int($name) && is_string($value)) {
                [$name, $value] = explode(': ', $value, 2) + [1 => ''];
            }
            $fields[$name] ??= $value;
        }
        return $fields;
    }
}
