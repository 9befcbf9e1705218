--TEST--
Scripts: error_get_last() has no trace of another script's fatal error
--EXTENSIONS--
opcache
--INI--
fatal_error_backtraces=1
--FILE--
<?php
require __DIR__ . '/site.inc';

Site::run([
    'fails' => '
        ini_set("display_errors", "0");
        register_shutdown_function(function () {
            Co::sleep(0.001);
            echo PHP_VERSION_ID < 80500 || isset(error_get_last()["trace"]) ? "own trace" : "no trace";
        });
        include __DIR__ . "/defines_twice.php";',
    'defines_twice' => 'function twice() {} function twice() {}',
    'asks' => '@$undefined[1]; Co::sleep(0.002); echo isset(error_get_last()["trace"]) ? "foreign trace" : "no trace";',
], function (Site $site) {
    foreach ([...$site->askAll('/fails', '/asks', '/fails'), $site->ask('/asks')] as $answer) {
        echo explode("\n\n", $answer, 2)[1], "\n";
    }
});
?>
--EXPECT--
own trace
no trace
own trace
no trace
