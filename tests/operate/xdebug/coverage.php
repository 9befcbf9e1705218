<?php
// Which of its lines ran.
require __DIR__ . '/../../support/server.php';

function covered(): string
{
    Co::sleep(0.001);
    return 'behind a wait';
}

xdebug_start_code_coverage(XDEBUG_CC_UNUSED | XDEBUG_CC_DEAD_CODE);
Co\run(function () {
    go(function () {
        $text = covered();
        if ($text === '') {
            echo "never";
        }
    });
    go(fn() => covered());
});
echo json_encode(xdebug_get_code_coverage()[__FILE__]);
