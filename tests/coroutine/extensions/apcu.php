<?php
// What apcu_entry() calls may not be left: APCu holds its lock meanwhile.
Co\run(function () {
    $events = [];
    Co::join([go(function () use (&$events) {
        $events[] = apcu_entry('key', function () use (&$events) {
            usleep(1000);
            $events[] = 'made';
            return 'value';
        });
    }), go(function () use (&$events) {
        apcu_store('other', 'x');
        $events[] = apcu_fetch('other');
    })]);
    echo json_encode($events);
});
