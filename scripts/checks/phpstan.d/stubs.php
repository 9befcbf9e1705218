<?php

declare(strict_types=1);

// The extension's classes and functions as its stubs declare them. Their PHPDoc has types where Swoole's API declares none, and
// PHPStan's own knowledge of Swoole is of an older version.
$stubs = [];
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator(dirname(__DIR__, 3) . '/ext/src/php')) as $file) {
    if (str_ends_with($file->getFilename(), '.stub.php')) {
        $stubs[] = $file->getPathname();
    }
}
sort($stubs);
return ['parameters' => ['scanFiles' => $stubs]];
