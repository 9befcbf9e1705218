<?php
$functions = ['pcntl_fork', 'pcntl_exec', 'exec', 'dl', 'chroot', 'cli_set_process_title', 'Tern\Launcher\missing'];
echo json_encode(array_combine($functions, array_map(function_exists(...), $functions)) + ['disabled' => ini_get($_GET['setting'])]);
