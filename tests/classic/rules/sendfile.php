<?php
// Sets fields, runs code, and prints: tests/classic/rules/sendfile_test.py.
foreach (json_decode($_GET['fields']) as $field) {
    header($field, false);
}
foreach (json_decode($_GET['code'] ?? '[]') as $code) {
    eval($code);
}
echo 'printed';
