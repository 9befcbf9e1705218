<?php

declare(strict_types=1);

// What Tern's engine of rules decides about the given requests, [{"method", "target", "headers"}], as a server that does no more than
// send files would answer: [{"status", "location", "file", ...}].

use Tern\Internal\Site\Rewrite\Decision;
use Tern\Internal\Site\Rewrite\Engine;
use Tern\Internal\Site\Rewrite\Kind;
use Tern\Internal\Site\Rewrite\RewriteRequest;

require __DIR__ . '/../../support/server.php';

const TYPES = ['html' => 'text/html', 'txt' => 'text/plain', 'css' => 'text/css', 'png' => 'image/png', 'js' => 'text/javascript'];

/** The status, and the location of a folder without its slash. */
function resolve(Decision $decision, RewriteRequest $request): array
{
    if (!$decision->goesOn()) {
        return [$decision->status, $decision->location];
    }
    $query = $decision->query === null ? '' : "?$decision->query";
    return match ($decision->place->kind) {
        Kind::File => [200, null],
        Kind::Folder => str_ends_with($decision->path, '/') ? [404, null] : [301, $request->origin() . "$decision->path/$query"],
        default => [404, null],
    };
}

function answer(Engine $engine, array $given, int $port): array
{
    $headers = ['host' => "127.0.0.1:$port", ...array_change_key_case($given['headers'])];
    $request = new RewriteRequest($given['method'], $given['target'], $headers, serverPort: $port, time: 1e9);
    $decision = $engine->apply($request);
    [$status, $location] = resolve($decision, $request);
    $document = $status >= 400 ? $decision->errorDocument($status) : null;
    if ($document?->url !== null) {
        [$status, $location] = [302, $document->url];
    }
    $isOwnPage = $status >= 300 && $document?->path === null;
    $decision = ($status >= 400 ? $engine->errorPage($request, $decision, $status) : null) ?? $decision;
    $type = $decision->contentType() ?? TYPES[pathinfo($decision->place->filename ?? '', PATHINFO_EXTENSION)] ?? null;
    $headers = $type === null || $isOwnPage ? [] : [['Content-Type', $type]];
    $isFile = !$isOwnPage && $decision->place?->kind === Kind::File;
    return [
        'status' => $status,
        'location' => $location,
        'file' => $isFile ? substr($decision->place->filename, strlen($decision->place->root)) : null,
        'path_info' => $isFile ? $decision->place->pathInfo : null,
        'query' => $isFile ? $decision->query ?? '' : null,
        'text' => $document?->text,
        'headers' => $decision->responseHeaders()->apply($headers, $status, $isOwnPage, 1e9),
        'environment' => $decision->environment,
        'warnings' => array_map(strval(...), $decision->rules?->warnings ?? []),
        'reason' => $decision->reason,
    ];
}

$engine = Engine::ofHtaccess(given('root'));
$answers = array_map(static fn(array $given): array => answer($engine, $given, given('port')), given('requests'));
echo json_encode($answers, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
