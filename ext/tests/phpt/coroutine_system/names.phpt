--TEST--
System: every method is one of Coroutine, too
--FILE--
<?php
foreach (get_class_methods('Swoole\Coroutine\System') as $name) {
    $of_system = new ReflectionMethod('Co\System', $name);
    $of_coroutine = new ReflectionMethod('Co', $name);
    $parameters = fn ($method) => implode(', ', array_map('strval', $method->getParameters()));
    echo $name, ' ', var_export($of_coroutine->isStatic() && $parameters($of_system) === $parameters($of_coroutine), true), "\n";
}
?>
--EXPECT--
sleep true
readFile true
writeFile true
fread true
fgets true
fwrite true
statvfs true
exec true
gethostbyname true
getaddrinfo true
dnsLookup true
wait true
waitPid true
waitSignal true
waitEvent true
