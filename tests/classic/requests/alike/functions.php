<?php
$names = get_defined_functions()['internal'];
$of_server = array_filter($names, fn($name) => preg_match('/^(apache_|cli_|dl$|fastcgi_|fpm_|getallheaders|header|litespeed_|php_sapi|virtual)/', $name) === 1);
echo json_encode([
    'functions' => array_values($of_server),
    'constants' => array_map('defined', ['STDIN', 'STDOUT', 'STDERR', 'PHP_SAPI', 'PHP_BINARY']),
]);
