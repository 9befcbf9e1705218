<?php

declare(strict_types=1);

// The extension's own stubs: PHP's reflection has no types where Swoole's API declares none, their PHPDoc has.
$stubs = [];
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator(dirname(__DIR__, 3) . '/ext/src/php/class')) as $file) {
    if (str_ends_with($file->getFilename(), '.stub.php')) {
        $stubs[] = $file->getPathname();
    }
}
sort($stubs);
return ['parameters' => ['stubFiles' => $stubs]];
