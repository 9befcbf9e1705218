<?php
// One profile for the process: the first that ends it has it.
Co\run(function () {
    $found = [];
    $profile = function (string $name) use (&$found): void {
        tideways_xhprof_enable();
        usleep(1000);
        strrev($name);
        $found[] = count(tideways_xhprof_disable()) > 0;
    };
    Co::join([go($profile, 'a'), go($profile, 'b')]);
    echo json_encode($found);
});
