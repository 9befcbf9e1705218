--TEST--
$_SERVER, $_ENV and $_REQUEST of scripts are made when code needs them, for each script at a time
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
auto_globals_jit=1
--FILE--
<?php
require __DIR__ . '/site.inc';

$scripts = [
    // Names of superglobals that are no variables of the code: nothing needs them.
    'none' => 'echo implode(" ", array_filter(["_" . "SERVER", "_" . "ENV", "_" . "REQUEST"], fn($name) => isset($GLOBALS[$name]))), ".";',
    'uses' => 'echo $_SERVER["SCRIPT_NAME"], " ", $_REQUEST["a"] ?? "-", " ", is_array($_ENV) ? "environment" : "";',
    // Another script has its own ones before this one needs them.
    'waits' => 'usleep(50_000); echo "waited, "; include __DIR__ . "/uses.php";',
    'filters' => 'echo filter_input(INPUT_SERVER, "SCRIPT_NAME"), " ", filter_input(INPUT_GET, "a");',
    'function' => 'function name() { return $_SERVER["SCRIPT_NAME"]; } usleep(50_000); echo name();',
];
Site::run($scripts, function (Site $site) {
    for ($round = 0; $round < 2; ++$round) {  // opcache has the code in the second one
        foreach (['/none', '/uses?a=1', '/none', '/filters?a=2', '/filters?a=3', '/none'] as $target) {
            echo $target, ': ', explode("\n\n", $site->ask($target), 2)[1], "\n";
        }
        foreach ($site->askAll('/waits?a=1', '/uses?a=2', '/function', '/waits?a=3', '/none', '/uses') as $answer) {
            echo explode("\n\n", $answer, 2)[1], "\n";
        }
    }
}, ['variables_order' => 'EGPCS']);
?>
--EXPECT--
/none: .
/uses?a=1: /uses.php 1 environment
/none: .
/filters?a=2: /filters.php 2
/filters?a=3: /filters.php 3
/none: .
waited, /waits.php 1 environment
/uses.php 2 environment
/function.php
waited, /waits.php 3 environment
.
/uses.php - environment
/none: .
/uses?a=1: /uses.php 1 environment
/none: .
/filters?a=2: /filters.php 2
/filters?a=3: /filters.php 3
/none: .
waited, /waits.php 1 environment
/uses.php 2 environment
/function.php
waited, /waits.php 3 environment
.
/uses.php - environment
