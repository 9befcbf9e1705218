--TEST--
Library: every class of the source folder can be loaded, by the name that its path says
--INI--
tern.openswoole=1
--FILE--
<?php
require __DIR__ . '/../tern_http_client/psr.inc';  // what classes for PSR-18 need
require __DIR__ . '/revolt.inc';  // the driver of Revolt
require __DIR__ . '/caches.inc';
require __DIR__ . '/frameworks.inc';  // and those of Laravel and Symfony
$folder = dirname(__DIR__, 3) . '/src/php/library';
$files = new RegexIterator(new RecursiveIteratorIterator(new RecursiveDirectoryIterator($folder)), '/\.(php|js|css|html)$/');
$count = 0;
foreach ($files as $file) {
    $path = substr($file->getPathname(), strlen($folder) + 1);
    $class = str_replace('/', '\\', preg_replace('/\.[a-z]+$/', '', preg_match('~^(Tern|OpenSwoole)/~', $path) ? $path : "Swoole/$path"));
    ++$count;
    if (!class_exists($class) && !interface_exists($class) && !trait_exists($class) && !enum_exists($class)) {
        echo "$class is not there\n";
        continue;
    }
    $found = new ReflectionClass($class);
    if ($found->getName() !== $class) echo "$class is ", $found->getName(), "\n";
    if ($found->getFileName() !== "tern:/library/$path") echo "$class is of ", $found->getFileName(), "\n";
    if ($found->getDocComment() === false) echo "$class has no comment\n";
    $is_php = $file->getExtension() === 'php';
    if (!$is_php && $found->getConstant('TEXT') !== file_get_contents($file->getPathname())) echo "$class has another text\n";
    if ($is_php && !str_contains(file_get_contents($file->getPathname()), "\n\ndeclare(strict_types=1);\n")) echo "$path is not strict\n";
}
echo $count > 4 ? "done\n" : "$count files\n";
?>
--EXPECT--
done
