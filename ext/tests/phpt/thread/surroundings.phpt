--TEST--
Thread: its process has the settings, the arguments, the folder and the environment of the program as it is now, and its file is the first one
--INI--
precision=11
--ARGS--
one --two=2 -- three
--FILE--
<?php
use Swoole\Thread;

putenv('OF_THE_PARENT=1');
chdir(dirname(__DIR__));
ini_set('default_socket_timeout', '5');
$thread = new Thread('thread/child.inc', 'surroundings');
$thread->join();
set_include_path(__DIR__);
$thread = new Thread('child.inc', 'surroundings');
$thread->join();
?>
--EXPECTF--
{"argv":["%ssurroundings.php","one","--two=2","--","three"],"argc":5,"server":["%ssurroundings.php","one","--two=2","--","three"],"folder":"%sphpt","file":"child.inc","included":["child.inc"],"environment":"1","variable":false,"precision":"11","time":"60"}
{"argv":["%ssurroundings.php","one","--two=2","--","three"],"argc":5,"server":["%ssurroundings.php","one","--two=2","--","three"],"folder":"%sphpt","file":"child.inc","included":["child.inc"],"environment":"1","variable":false,"precision":"11","time":"60"}
