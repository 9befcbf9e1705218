<?php
// As many coroutines as the test says, again and again.
require __DIR__ . '/../../support/server.php';
require __DIR__ . '/many_functions.php';

Co\run(function () {
    echo implode(' ', array_map(many(...), given('counts')));
});
