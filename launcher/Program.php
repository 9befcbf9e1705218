<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Swoole\Http\Server as HttpServer;
use Swoole\Runtime;
use Swoole\Server;
use ValueError;
use function Tern\Internal\end_with_parent;
use function Tern\Internal\opcache_status;
use function Tern\server_options;
use function in_array;
use function ini_get;
use function is_array;
use function is_int;

/** The process that runs the script: what `tern serve` changes there. */
final class Program
{
    private const ADMIN_TOKEN = 'TERN_ADMIN_TOKEN';
    /** Options of the server, unless the script has set them. */
    private const DEVELOPMENT = ['db_queries' => 'log', 'server_timing' => true];

    private static ?Plan $plan = null;

    public static function begin(Plan $plan): void
    {
        self::$plan = $plan;
        StartCommand::take(!$plan->watches);
        if ($plan->parent !== null && !end_with_parent($plan->parent)) {
            exit(1);
        }
        Runtime::enableCoroutine(SWOOLE_HOOK_ALL);
        if ($plan->sockets !== []) {
            putenv('LISTEN_PID=' . getmypid());  // sd_listen_fds(3): those that Watch has opened are for this process
        }
        if (!$plan->isFolder) {
            unset($_SERVER['TERN_AGAIN']);
        }
        while ($plan->site !== null && ob_get_level() > 0) {
            ob_end_flush();  // output_buffering is for the requests
        }
    }

    /** Once: the file that php.ini wants before each script. */
    public static function prepended(): string
    {
        return self::$plan->prepend ?? '';
    }

    public static function plan(): ?Plan
    {
        return self::$plan;
    }

    public static function beforeStart(Server $server): void
    {
        $plan = self::$plan;
        if ($plan === null) {
            return;
        }
        if ($plan->report !== null) {
            Inspection::end($plan->report);
        }
        self::applyOptions($server, $plan);
        ServerProcesses::addTo($server, $plan->processes, $plan->paths);
        if ($plan->watches) {
            Report::meet($server, $plan);
        }
        if ($plan->development) {
            Page::addTo($server, $plan);
        }
        if ($plan->announces && !$plan->isFolder) {
            self::announceAtStart($server, $plan);
        }
    }

    private static function applyOptions(Server $server, Plan $plan): void
    {
        $first = $server->ports[0];
        if ($plan->workers !== null) {
            $server->set(['worker_num' => $plan->workers]);
        }
        $given = array_filter([
            'db_connections' => $plan->databaseConnections,
            'db_connections_min' => $plan->databaseConnectionsMin,
            'db_multiplex' => $plan->databaseMultiplex,
            'db_shared_queries' => $plan->sharedQueries ?: null,
            'redis_connections' => $plan->redisConnections,
        ], static fn(int|string|array|null $value): bool => $value !== null);
        if ($given !== []) {
            $server->set($given);
        }
        if ($plan->tls !== null) {
            $first->set(['tls' => $plan->tls]);
        }
        if ($plan->development) {
            $server->set(array_diff_key(self::DEVELOPMENT, $server->setting));
        }
        self::openAdmin($server, $plan);
        if ($plan->host === null && $plan->port === null) {
            return;
        }
        if (Socket::isPath($first->type)) {
            self::giveUp('the first port of the script is a unix socket: --host and --port are not for it');
        }
        if ($plan->host !== null) {
            $server->host = $first->host = $plan->host;
            $first->type = Socket::typeFor($first->type, $plan->host);
        }
        if ($plan->port !== null) {
            $server->port = $first->port = $plan->port;
        }
    }

    /** A socket that only this user may open; what the script or the command line says goes before that. */
    private static function openAdmin(Server $server, Plan $plan): void
    {
        if ($plan->admin !== null) {
            self::openAdminAt($server, $plan->admin);
            return;
        }
        $isKnown = in_array('admin', array_column(array_filter(server_options(), static fn(array $row): bool => $row['supported']), 'name'), true);
        if (!$isKnown || isset($server->setting['admin'])) {
            return;
        }
        $folder = Admin\Client::folder();
        if ((is_dir($folder) || @mkdir($folder, 0700, true)) && Admin\Client::isOurs($folder)) {
            $server->set(['admin' => "unix:$folder/" . getmypid() . '.sock']);
        }
    }

    /** The token is that of the script, or of the environment. */
    private static function openAdminAt(Server $server, string $address): void
    {
        $token = (string) getenv(self::ADMIN_TOKEN);
        $hasToken = $token !== '' || ($server->setting['admin_token'] ?? '') !== '';
        if (!str_starts_with($address, 'unix:') && !$hasToken) {
            self::giveUp("--admin $address is an address for everyone on the machine or the network, so it needs a token, and there is none: "
                . 'set ' . self::ADMIN_TOKEN . ' in the environment (`openssl rand -hex 32` makes one), or use --admin unix:/path');
        }
        try {
            $server->set(['admin' => $address] + ($token === '' ? [] : ['admin_token' => $token]));
        } catch (ValueError $error) {
            self::giveUp("--admin $address: {$error->getMessage()}");
        }
    }

    private static function announceAtStart(Server $server, Plan $plan): void
    {
        $own = $server->getCallback('start');
        $server->on('start', static function (Server $server) use ($own, $plan): void {
            echo self::announcement($server, $plan);
            if ($own !== null) {
                $own($server);
            }
        });
    }

    /** Three lines: where, by how many, with what. And what would help. */
    public static function announcement(Server $server, Plan $plan): string
    {
        $places = [];
        foreach ($server->ports as $number => $port) {
            $isHttp = $number === 0 ? $server instanceof HttpServer : (bool) ($port->setting['open_http_protocol'] ?? false);
            $isSecure = $port->ssl || isset($port->setting['tls']) || isset($server->setting['tls']);
            $places[] = Socket::place($port->type, $port->host, $port->port, $isHttp, $isSecure);
        }
        $count = $server->setting['worker_num'];
        $count = is_int($count) ? $count : 0;
        $opcache = opcache_status();
        $jit = is_array($opcache) ? $opcache['jit'] ?? null : null;
        $on = array_keys(array_filter([
            'opcache' => $opcache !== false,
            'JIT ' . ini_get('opcache.jit') . ' (' . ini_get('opcache.jit_buffer_size') . ')' => is_array($jit) && ($jit['on'] ?? false),
            'hooks' => (($server->setting['hook_flags'] ?? -1) === -1 ? Runtime::getHookFlags() : $server->setting['hook_flags']) !== 0,
            'broadcasting' => $plan->broadcasts,
            'TLS' => $plan->tls !== null,
            'watch' => $plan->watches,
            'dev' => $plan->development,
        ]));
        $lines = [
            implode('  ', $places) . '  ' . $plan->target,
            $count . ($count === 1 ? ' worker' : ' workers') . ', PHP ' . PHP_VERSION . ', pid ' . $server->master_pid,
            'on: ' . implode(', ', $on ?: ['nothing']),
            self::settings($plan, $opcache !== false),
            ...Advice::forServer($server),
            ...isset($plan->application['concurrency']) || $plan->site !== null ? Advice::forContexts() : [],
            ...$plan->site !== null ? Advice::forSite($plan->site) : [],
        ];
        return implode("\n", $lines) . "\n";
    }

    /** What php.ini and the defaults have come to. */
    private static function settings(Plan $plan, bool $hasOpcache): string
    {
        $limit = (string) ini_get('memory_limit');
        $ofWhat = $plan->site === null ? 'a worker' : 'a request';
        return 'php.ini: ' . ($plan->ini?->main() ?? 'none') . ', memory_limit ' . ($limit === '-1' ? 'none' : "$limit of $ofWhat")
            . ($hasOpcache ? ', opcache ' . self::freshness() : '');
    }

    /** When opcache looks whether a file has changed. */
    private static function freshness(): string
    {
        $freq = (int) ini_get('opcache.revalidate_freq');
        return match (true) {
            !(bool) ini_get('opcache.validate_timestamps') => 'never looks for changed files',
            $freq === 0 => 'looks for changed files at each include',
            default => "looks for changed files every $freq s",
        };
    }

    public static function giveUp(string $why): never
    {
        fwrite(STDERR, 'tern: ' . Text::lines($why, '    ') . "\n");
        exit(2);
    }
}
