<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Swoole\Http\Request;
use Swoole\Http\Response;
use Tern\Internal\Application\Extensions;
use function ini_get;
use function Tern\Internal\serve_script;

/** A folder of PHP files in one worker: each one that is requested runs in a fresh context, and ends with its request. */
final class Site
{
    private readonly Router $router;
    private readonly ServerVariables $variables;
    private readonly UserIni $userIni;
    private readonly Places $places;
    private readonly int $concurrency;

    /** @param string $address where the server listens */
    public function __construct(private readonly Options $options, string $address, private readonly ?Rewriting $rewriting = null)
    {
        $this->router = new Router($options->root, $options->neverSent(), $options->followsLinks, $options->watches ? 0 : 1);
        $this->variables = new ServerVariables($options->root, $address, (bool) ini_get('register_argc_argv'));
        $this->userIni = new UserIni($options->root, $options->watches ? 0 : null);
        $this->concurrency = $options->isolation === 'process' || Extensions::oneAtATime() !== [] ? 1 : $options->concurrency;
        $this->places = new Places($this->concurrency, $options->maxWaitS);
    }

    /** For the message at the start. */
    public function describe(): string
    {
        $single = $this->options->isolation === 'process' ? [] : Extensions::oneAtATime();
        $why = $single === [] ? '' : ', since ' . implode(', ', $single) . ' keeps it for itself';
        $many = $this->concurrency === 1 ? 'one request at a time' : "up to $this->concurrency requests at a time";
        return "classic: each .php file in a fresh context, $many in each worker$why";
    }

    /** Returns when the request has been handled. May suspend. */
    public function answer(Request $request, Response $response): void
    {
        $path = UrlPath::of($request->server['request_uri'] ?? '');
        $query = $request->server['query_string'] ?? '';
        if ($path === null) {
            $this->fail($request, $response, 400);
            return;
        }
        $way = new Rewritten($path, $query);
        if ($this->rewriting !== null) {
            $way = $this->rewriting->apply($request, $response, $path, $query);
        }
        if ($way !== null) {
            $this->send($this->router->find($way->path), $request, $response, $way);
        }
    }

    private function send(Target $target, Request $request, Response $response, Rewritten $way): void
    {
        match ($target->kind) {
            TargetKind::Script => $this->run($target, $request, $response, $way),
            TargetKind::File => FileAnswer::send($request, $response, $target->file),
            TargetKind::Folder => $response->redirect(UrlPath::encode($target->name) . ($way->query === '' ? '' : "?$way->query"), 301),
            TargetKind::Forbidden => $this->fail($request, $response, 403),
            TargetKind::Missing => $this->fail($request, $response, 404),
        };
    }

    private function fail(Request $request, Response $response, int $status): void
    {
        $way = $this->rewriting?->errorDocument($request, $status);
        $target = $way === null ? Target::missing() : $this->router->find($way->path);
        if ($way !== null && $target->kind === TargetKind::Script) {
            $response->status($status);
            $this->run($target, $request, $response, $way);
        } elseif ($target->kind === TargetKind::File) {
            $response->status($status);
            $response->sendfile($target->file);
        } else {
            ErrorPage::send($response, $status);
        }
    }

    private function run(Target $script, Request $request, Response $response, Rewritten $way): void
    {
        if (!$this->places->take($response)) {
            $response->header('Retry-After', '1');
            ErrorPage::send($response, 503);  // of the server: there is no place for a script
            return;
        }
        try {
            $folder = substr($script->name, 0, (int) strrpos($script->name, '/'));
            $settings = $this->userIni->of($folder) + $this->options->settings;
            $variables = $way->variables + $this->variables->of($request, $script, $way->query);
            serve_script($request, $response, $script->file, $variables, $settings);
        } finally {
            $this->places->giveBack();
        }
    }
}
