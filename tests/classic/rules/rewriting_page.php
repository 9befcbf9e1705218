<?php

declare(strict_types=1);

// What the rules in the given blocks, [{"kind", "rules", "expected": {target: decision}}], decide: [{"warnings", "decisions"}].

use Tern\Internal\Site\Rewrite\Engine;
use Tern\Internal\Site\Rewrite\Files;
use Tern\Internal\Site\Rewrite\FixedRules;
use Tern\Internal\Site\Rewrite\Htaccess;
use Tern\Internal\Site\Rewrite\RewriteRequest;
use Tern\Internal\Site\Rewrite\RulesFile;

require __DIR__ . '/../../support/server.php';

function decide(Engine $engine, string $target): string
{
    $decision = $engine->apply(new RewriteRequest('GET', $target, ['host' => 'site.example']));
    if (!$decision->goesOn()) {
        return trim("$decision->status $decision->location");
    }
    return $decision->path . ($decision->query === null ? '' : "?$decision->query");
}

$root = given('root');
$results = [];
foreach (given('blocks') as ['kind' => $kind, 'rules' => $text, 'expected' => $expected]) {
    $rules = $kind === 'rules' ? RulesFile::parse($text, 'site.rules', $root) : Htaccess::parse($text, "$root/.htaccess");
    $engine = new Engine(new Files($root), new FixedRules($rules));
    $targets = array_keys($expected);
    $decisions = array_combine($targets, array_map(static fn(string $target): string => decide($engine, $target), $targets));
    $results[] = ['warnings' => array_map(strval(...), $rules->warnings), 'decisions' => $decisions];
}
echo json_encode($results, JSON_THROW_ON_ERROR);
