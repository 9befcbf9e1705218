<?php
// What it replaces is replaced for all coroutines.
function replaced(): string
{
    return 'own';
}

Co\run(function () {
    $turn = new Co\Channel(1);
    $found = [];
    Co::join([go(function () use ($turn, &$found) {
        uopz_set_return('replaced', function () {
            usleep(100);
            return 'replaced';
        }, true);
        $found[] = replaced();
        $turn->push(true);
        $turn->push(true);
        uopz_unset_return('replaced');
    }), go(function () use ($turn, &$found) {
        $turn->pop();
        $found[] = replaced();
        $turn->pop();
    })]);
    echo json_encode([...$found, replaced()]);
});
