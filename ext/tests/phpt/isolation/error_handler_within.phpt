--TEST--
An error handler that sets another one while it runs, and restores itself, is called for every later error
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
$server->on('workerStart', function () {
    set_error_handler(function ($code, $text) {
        set_error_handler(fn () => true);
        restore_error_handler();
        $GLOBALS['seen'][] = $text;
        return true;
    });
    trigger_error('before', E_USER_NOTICE);
});
$server->on('request', function ($request, $response) {
    $GLOBALS['seen'] = [];
    trigger_error('first', E_USER_NOTICE);
    trigger_error('second', E_USER_NOTICE);
    $response->end(implode(' ', $GLOBALS['seen']));
});
PHP);
for ($i = 0; $i < 3; ++$i) echo $server->get('/'), "\n";
echo $server->stop();
?>
--EXPECT--
first second
first second
first second
