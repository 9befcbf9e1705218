--TEST--
Library: it is not there while opcache preloads, so that classes that depend on it are compiled later
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.preload={PWD}/preload.inc
opcache.preload_user=root
--FILE--
<?php
var_dump(class_exists('Co\WaitGroup', false), class_exists('User', false), User::make()->count(), class_exists('Child', false));
require __DIR__ . '/preload_child.inc';
var_dump((new Child(3))->count());
?>
--EXPECTF--
[false,false]

Warning: Can't preload unlinked class Child: Unknown parent Swoole\Coroutine\WaitGroup in %spreload_child.inc on line 2
bool(true)
bool(true)
int(2)
bool(false)
int(3)
