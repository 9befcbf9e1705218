<?php
// What IniFiles makes of the php.ini of a command line, which is its argument.
require __DIR__ . '/../../launcher/autoload.php';

$files = Tern\Launcher\IniFiles::ofFpm($argv[1]);
echo json_encode($files === null ? null : [
    'files' => $files->files, 'options' => $files->options(), 'scan' => getenv('PHP_INI_SCAN_DIR'), 'limit' => $files->value('memory_limit'),
    'opcache' => $files->loads('opcache'), 'tern' => $files->loads('tern'),
]);
