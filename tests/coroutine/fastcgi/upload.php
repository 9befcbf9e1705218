<?php
header('Content-Type: application/json');
$files = [];
foreach ($_FILES as $name => $file) {
    foreach ((array) $file['tmp_name'] as $key => $path) {
        $told = ((array) $file['name'])[$key];
        $files["$name.$key"] = [$told, ((array) $file['type'])[$key], ((array) $file['error'])[$key], $path === '' ? '' : sha1_file($path)];
    }
}
echo json_encode(['post' => $_POST, 'files' => $files]);
