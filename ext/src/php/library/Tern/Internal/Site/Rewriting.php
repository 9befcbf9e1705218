<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Swoole\Http\Request;
use Swoole\Table;
use Tern\Internal\Site\Rewrite\Decision;
use Tern\Internal\Site\Rewrite\Engine;
use Tern\Internal\Site\Rewrite\RewriteRequest;
use Tern\Internal\Site\Rewrite\Warning;

/** The rules of a site in one worker: those of its .htaccess files, or of a file of Tern's own rules. */
final class Rewriting
{
    private const MOST_WARNINGS = 4096;

    private function __construct(private readonly Engine $engine, private readonly ServerVariables $variables)
    {
    }

    /**
     * Null: the site has no rules.
     *
     * @param Table|null $told by which workers know what another one has logged
     * @throws Rewrite\RulesFileError
     */
    public static function of(Options $options, ServerVariables $variables, ?Table $told): ?self
    {
        if ($options->rules !== null) {
            return new self(Engine::ofRulesFile($options->rules, $options->root), $variables);
        }
        if (!$options->htaccess) {
            return null;
        }
        $onWarning = static function (Warning $warning) use ($told): void {
            if ($told === null || $told->incr(md5((string) $warning), 'times') === 1) {
                error_log("tern: $warning");
            }
        };
        return new self(Engine::ofHtaccess($options->root, $onWarning), $variables);
    }

    /** For of(). Make it before the workers start. */
    public static function makeTable(): Table
    {
        $table = new Table(self::MOST_WARNINGS);
        $table->column('times', Table::TYPE_INT);
        $table->create();
        return $table;
    }

    public function decide(Request $request): Decision
    {
        return self::logged($this->engine->apply($this->seen($request)));
    }

    /**
     * What answers a request that has failed.
     *
     * @return Decision|null null: the rules name no path of this site
     */
    public function errorPage(Request $request, Decision $failed, int $status): ?Decision
    {
        $page = $this->engine->errorPage($this->seen($request), $failed, $status);
        return $page === null ? null : self::logged($page);
    }

    private static function logged(Decision $decision): Decision
    {
        if ($decision->status >= 500 && $decision->reason !== null) {
            error_log("tern: $decision->path: $decision->reason");
        }
        return $decision;
    }

    private function seen(Request $request): RewriteRequest
    {
        /** @var array<string, scalar> $from */
        $from = $request->server;
        /** @var array<string, string> $headers */
        $headers = $request->header ?? [];
        return new RewriteRequest(
            method: (string) $from['request_method'],
            target: $from['request_uri'] . (isset($from['query_string']) ? "?{$from['query_string']}" : ''),
            headers: $headers,
            scheme: isset($from['https']) ? 'https' : 'http',
            protocol: ServerVariables::protocol((string) $from['server_protocol']),
            remoteAddress: (string) ($from['remote_addr'] ?? ''),
            remotePort: (int) ($from['remote_port'] ?? 0),
            serverAddress: $this->variables->address($request->fd),
            serverPort: (int) $from['server_port'],
            time: (float) $from['request_time_float'],
        );
    }
}
