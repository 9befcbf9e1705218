<?php
// Two contexts that wait at the same time: each runs contexts_work.php.
require __DIR__ . '/../../support/server.php';

use Tern\Context;

Co\run(function () {
    foreach (['one', 'two'] as $name) {
        go(function () use ($name) {
            $context = Context::fresh();
            $context->include(__DIR__ . '/contexts_work.php');
            $result = $context->run('work', $name);
            echo $result, "\n";
            $context->end();
        });
    }
});
echo "end\n";
