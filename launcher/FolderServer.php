<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Swoole\Atomic;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\Http\Server;
use Swoole\Table;
use Swoole\WebSocket\Server as WebSocketServer;
use Tern\Application;
use Tern\Context;
use Tern\Internal\Framework\Application\Folder;
use Tern\Internal\Site\Options;
use Tern\Internal\Site\Process\Pool;
use Tern\Internal\Site\Rewrite\RulesFileError;
use Tern\Internal\Site\Rewriting;
use Tern\Internal\Site\Site;
use Tern\Pusher\Application as PusherApplication;
use Tern\Pusher\Broadcasting;
use ValueError;
use function strlen;
use function Tern\Internal\boot_once;
use function Tern\Internal\change_options;
use function Tern\Internal\is_hidden_path;

/** Serves the files of a folder; index.php, or the pages of a classic site, handle everything else. */
final class FolderServer
{
    private const FRONT = 'index.php';

    private ?Application $application = null;
    private ?Site $site = null;
    /** It has booted in the process that this worker was forked from. */
    private bool $isBootedOnce = false;
    private readonly FollowedPaths $paths;
    /** Null: the folder is no classic site. */
    private ?Options $options;
    /** A number of what the workers have said of themselves; 0: none has started yet. */
    private readonly Atomic $announcedHash;
    /** What the workers have logged of the site's rules. */
    private readonly ?Table $loggedRules;
    /** The PHP workers of a classic site. */
    private readonly ?Pool $pool;

    private function __construct(private readonly Plan $plan)
    {
        $this->announcedHash = new Atomic(0);
        $this->paths = $plan->folderPaths();
        $this->options = $plan->site;
        $this->loggedRules = $plan->site?->htaccess === true ? Rewriting::makeTable() : null;
        $this->pool = $plan->site?->pool();
    }

    public static function make(Plan $plan): Server
    {
        if ($plan->site !== null && !Context::isAvailable()) {
            Program::giveUp('a classic site needs opcache: set opcache.enable=1 and opcache.enable_cli=1 in php.ini' . ErrorPage::see('no-opcache'));
        }
        $self = new self($plan);
        $type = Socket::typeFor(SWOOLE_SOCK_TCP, $plan->folderHost());
        $class = $plan->broadcasts ? WebSocketServer::class : Server::class;
        $server = new $class($plan->folderHost(), $plan->folderPort(), SWOOLE_BASE, $type);
        $server->set(['worker_num' => 0, 'static_cache_valid' => $plan->watches ? 0 : 1] + ($plan->site?->ofServer() ?? Folder::options($plan->target)));
        if ($plan->development) {
            // Pages in clear text pass through here where they get a script added.
            $server->set(['http_index_files' => [], 'url_rewrite_rules' => ['~\.html?$~' => '/.tern/page']]);
        }
        $server->on('beforeReload', $self->followPaths(...));
        $self->pool?->addTo($server);
        if ($plan->bootsOnce) {
            boot_once($server, $self->boot(...));
        }
        $server->on('workerStart', $self->load(...));
        $server->on('request', $self->respond(...));
        if ($server instanceof WebSocketServer) {
            self::broadcast($server);
        }
        return $server;
    }

    private static function broadcast(WebSocketServer $server): void
    {
        $server->set(['websocket_compression' => true]);
        try {
            new Broadcasting($server, PusherApplication::fromEnvironment());
        } catch (ValueError $error) {
            Program::giveUp("--broadcast: {$error->getMessage()}");
        }
    }

    /** In the master: where symbolic links lead now is where the workers are that start from now on. */
    private function followPaths(Server $server): void
    {
        if (!$this->paths->follow()) {
            error_log("tern: the folder is gone that was served: new workers serve {$this->paths->root} as before");
            return;
        }
        $this->options = $this->options?->at($this->paths->root, $this->paths->rules, $this->paths->sendfile);
        $hidden = $this->options === null ? [] : ['static_hidden_names' => $this->options->hidden()];
        change_options($server, ['document_root' => $this->paths->root] + $hidden);
    }

    /** In each worker, so that a reload has the code of today. */
    private function load(Server $server): void
    {
        @chdir($this->paths->working);
        if ($this->options !== null && $this->pool !== null) {
            $this->site = $this->makeSite($this->options, $this->pool);
            if ($this->site === null) {
                return;
            }
        } else {
            $this->application ??= $this->makeApplication();
            $this->application?->load();
        }
        $this->announce($server);
    }

    /** In the process that workers are forked from. */
    private function boot(): void
    {
        @chdir($this->paths->working);
        $this->application = $this->makeApplication();
        $this->application?->boot();
        $this->isBootedOnce = true;
    }

    private function makeApplication(): ?Application
    {
        $file = $this->paths->root . '/' . self::FRONT;
        return is_file($file) ? new Application($file, ...$this->plan->application) : null;
    }

    /** Null: its file of rules has got a mistake since the start. Then all requests get 503. */
    private function makeSite(Options $options, Pool $pool): ?Site
    {
        try {
            return new Site($options, $this->plan->folderHost(), $this->loggedRules, $pool);
        } catch (RulesFileError $error) {
            error_log("tern: {$error->getMessage()}");
            return null;
        }
    }

    /** By the first worker that has loaded the program; by a later one when a reload changed how requests are handled. */
    private function announce(Server $server): void
    {
        $text = "{$this->description()}\n";
        $number = crc32("said: $text");
        $before = $this->announcedHash->get();
        if ($before === $number || !$this->announcedHash->cmpset($before, $number)) {
            return;
        }
        if ($before !== 0) {
            echo $text;
        } elseif ($this->plan->announces) {
            echo Program::announcement($server, $this->plan) . $text;
        }
    }

    private function description(): string
    {
        if ($this->application !== null) {
            return self::FRONT . ": {$this->application->describe()}" . ($this->isBootedOnce ? ', booted once for all workers' : '');
        }
        return $this->site?->describe() ?? 'files: no PHP runs';
    }

    private function respond(Request $request, Response $response): void
    {
        $page = $this->plan->development && $this->options?->hasRules() !== true ? $this->page($request->server['path_info']) : null;
        if ($page !== null) {
            $response->header('Cache-Control', 'no-cache');
            $response->end((string) file_get_contents($page));
        } elseif ($this->site !== null) {
            $this->site->respond($request, $response);
        } elseif ($this->application !== null) {
            $this->application->handle($request, $response);
        } else {
            $isBroken = $this->options !== null;
            $response->status($isBroken ? 503 : 404);
            $response->header('Content-Type', 'text/plain; charset=utf-8');
            $response->end($isBroken ? "Service Unavailable\n" : "Not Found\n");
        }
    }

    /** The document at a path; null: there is none. */
    private function page(string $path): ?string
    {
        $file = realpath($this->paths->root . '/' . ltrim(rawurldecode($path), '/'));
        if ($file !== false && is_dir($file)) {
            if ($this->site !== null && is_file("$file/" . self::FRONT)) {
                return null;
            }
            $file = realpath("$file/index.html");
        }
        if ($file !== false && $this->options !== null && is_hidden_path(substr($file, strlen($this->paths->root)), $this->options->hidden())) {
            return null;
        }
        $isOurs = $file !== false && str_starts_with($file, $this->paths->root . '/') && preg_match('~/\.(?!well-known/)~', $file) === 0;
        return $isOurs && preg_match('/\.html?$/', $file) === 1 ? $file : null;
    }
}
