<?php
// Numbers of an own sequence with ?seed=, and waits for a file before the last ones, if one is named.
if (isset($_GET['seed'])) {
    mt_srand((int) $_GET['seed']);
}
$numbers = [mt_rand()];
if (isset($_GET['file'])) {
    flush();
    echo ' ';
    flush();
    while (!file_exists($_GET['file'])) {
        usleep(1000);
    }
}
$all = range(1, 9);
shuffle($all);
echo json_encode([...$numbers, mt_rand(), rand(1, 1000), $all]);
