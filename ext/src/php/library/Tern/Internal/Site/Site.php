<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Closure;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\Table;
use Tern\Internal\RequestSemaphore;
use Tern\Internal\Site\Process\Call;
use Tern\Internal\Site\Process\Gateway;
use Tern\Internal\Site\Process\Isolation;
use Tern\Internal\Site\Process\Pool;
use Tern\Internal\Site\Rewrite\Decision;
use Tern\Internal\Site\Rewrite\Kind as PlaceKind;
use function in_array;
use function ini_get;
use function Tern\Internal\serve_script;

/** A folder of PHP files in one worker: each one that is requested runs in a fresh context, and ends with its request. */
final class Site
{
    /** Variables that rules may change. All others are those of the request. */
    private const OF_RULES = ['REDIRECT_STATUS' => true];

    /** The target of an OPTIONS request that is for no file or script (RFC 9110 9.3.7). No other method has it. */
    private const WHOLE_SERVER = '*';

    private readonly Router $router;
    private readonly ServerVariables $variables;
    private readonly UserIni $userIni;
    /** @var RequestSemaphore<object> of scripts that run in contexts */
    private readonly RequestSemaphore $places;
    /** @var Closure(): (null|false) takes a place */
    private readonly Closure $takePlace;
    private readonly ?Rewriting $rewriting;
    /** Null: scripts send no files by fields. */
    private readonly ?Sendfile $sendfile;
    private readonly ?Gateway $gateway;
    private readonly Isolation $isolation;

    /**
     * @param string $address where the server listens
     * @param Table|null $told of Rewriting::makeTable()
     * @param Pool|null $pool of Options::pool(); null: all scripts run in contexts
     * @throws Rewrite\RulesFileError
     */
    public function __construct(private readonly Options $options, string $address, ?Table $told = null, private readonly ?Pool $pool = null)
    {
        $this->router = new Router($options->root, $options->hidden(), $options->followsLinks, $options->watches ? 0 : 1, !$options->htaccess);
        $this->variables = new ServerVariables($options->root, $address, (bool) ini_get('register_argc_argv'));
        $this->rewriting = Rewriting::of($options, $this->variables, $told);
        $this->sendfile = $options->sendfile === null ? null
            : new Sendfile($options->root, $options->sendfile, $options->followsLinks, $this->router);
        $this->userIni = new UserIni($options->root, $options->watches ? 0 : null);
        $this->places = new RequestSemaphore($options->concurrency, $options->maxWaitS);
        $this->takePlace = fn(): ?false => $this->places->tryAcquire() ? null : false;
        $this->isolation = new Isolation($options);
        $this->gateway = $pool === null ? null : new Gateway($pool, $options->maxWaitS);
    }

    /** For the message at the start. */
    public function describe(): string
    {
        $reason = Isolation::reason($this->options);
        if ($reason === null || $this->pool === null) {
            return "classic: each .php file in a fresh context, up to {$this->options->concurrency} requests at a time in each worker";
        }
        return "classic: one request at a time in each PHP worker, {$this->pool->scoreboard->describe()} of them$reason";
    }

    /** Returns when the request has been handled. May suspend. */
    public function respond(Request $request, Response $response): void
    {
        $path = UrlPath::of($request->server['request_uri'] ?? '');
        if ($path === null && $request->server['request_uri'] === self::WHOLE_SERVER) {
            $response->status(204);
            $response->end();
            return;
        }
        if ($path === null) {
            $decision = new Decision(400, '');
        } else {
            $decision = $this->rewriting?->decide($request) ?? new Decision(200, $path, $request->server['query_string'] ?? null);
        }
        $exchange = new Exchange($request, $response, $decision);
        if ($decision->goesOn()) {
            $this->send($this->find($decision), $exchange);
        } elseif ($decision->location !== null) {
            $this->redirect($exchange, $decision->location, $decision->status);
        } else {
            $this->fail($exchange, $decision->status);
        }
    }

    private function find(Decision $decision): Target
    {
        if ($decision->place?->kind === PlaceKind::Folder && str_ends_with($decision->path, '/')) {
            return new Target(Target::FORBIDDEN);  // the rules have looked for an index file
        }
        $target = $this->router->find($decision->path);
        if ($target->kind === Target::FILE && $decision->isScript() === true) {
            $target = new Target(Target::SCRIPT, $this->options->root, $target->name);
        }
        return match ($target->kind) {
            Target::SCRIPT => $decision->mayRunScripts() ? $target : new Target(Target::FORBIDDEN),
            Target::FOLDER => $decision->hasDirectorySlash() ? $target : new Target(Target::FORBIDDEN),
            default => $target,
        };
    }

    private function send(Target $target, Exchange $exchange): void
    {
        match ($target->kind) {
            Target::SCRIPT => $this->run($target, $exchange),
            Target::FILE => FileResponse::send($exchange, $target->file),
            Target::FOLDER => $this->redirect($exchange, self::location($target->name, $exchange->decision->query ?? ''), 301),
            Target::FORBIDDEN => $this->fail($exchange, 403),
            Target::MISSING => $this->fail($exchange, 404),
            default => self::refuse($exchange),  // UNAVAILABLE
        };
    }

    private static function location(string $path, string $query): string
    {
        return UrlPath::escape($path) . ($query === '' ? '' : "?$query");
    }

    private function redirect(Exchange $exchange, string $location, int $status): void
    {
        $exchange->response->header('Location', $location);
        $exchange->response->status($status);
        $exchange->changeHeaders($status, true);
        $exchange->response->end();
    }

    private function fail(Exchange $exchange, int $status): void
    {
        $document = $exchange->decision->errorDocument($status);
        if ($document?->url !== null) {
            $this->redirect($exchange, $document->url, 302);
            return;
        }
        $page = $document?->path === null ? null : $this->rewriting?->errorPage($exchange->request, $exchange->decision, $status);
        $target = $page?->goesOn() === true ? $this->find($page) : new Target(Target::MISSING);
        if ($page !== null && in_array($target->kind, [Target::SCRIPT, Target::FILE], true)) {
            $this->send($target, new Exchange($exchange->request, $exchange->response, $page, $status));
        } else {
            ErrorPage::send($exchange, $status, $document?->text);
        }
    }

    /** What is done to the head of a script; null: nothing. */
    private function onHead(Target $script, Exchange $exchange): ?Closure
    {
        if ($this->sendfile === null) {
            return $exchange->hasHeaders() ? static fn(int $status) => $exchange->changeHeaders($status) : null;
        }
        return function (int $status, bool $hasDefaultType) use ($script, $exchange): void {
            $this->sendfile->send($exchange, $script, $status, $hasDefaultType) || $exchange->changeHeaders($status);
        };
    }

    private function run(Target $script, Exchange $exchange): void
    {
        $call = $this->call($script, $exchange);
        if ($this->gateway !== null && $this->isolation->needsProcess($script->file)) {
            $this->gateway->run($exchange, $call, $this->onHead($script, $exchange)) || self::refuse($exchange);
            return;
        }
        if ($this->places->enter($exchange->response, $this->takePlace, $this->places->release(...)) === false) {
            self::refuse($exchange);
            return;
        }
        try {
            serve_script($exchange->request, $exchange->response, $call->file, $call->variables, $call->settings, $this->onHead($script, $exchange));
        } finally {
            $this->places->release();
        }
    }

    /** There was no place for the script. */
    private static function refuse(Exchange $exchange): void
    {
        $exchange->response->header('Retry-After', '1');
        ErrorPage::send($exchange, 503);
    }

    private function call(Target $script, Exchange $exchange): Call
    {
        $rules = $exchange->decision;
        $folder = substr($script->name, 0, (int) strrpos($script->name, '/'));
        $settings = UserIni::allowed($rules->ini()) + $this->userIni->of($folder) + $this->options->settings;
        $variables = $this->variables->of($exchange->request, $script, $rules->query ?? '');
        $variables = array_intersect_key($rules->environment, self::OF_RULES) + $variables + $rules->environment;
        return new Call($script->file, $variables, $settings);
    }
}
