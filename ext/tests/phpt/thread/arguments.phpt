--TEST--
Thread: a file runs in a process of its own with copies of the arguments; join() waits, and the exit status is what it gave to exit()
--FILE--
<?php
use Swoole\Thread;

var_dump(Thread::getArguments());
$object = new ArrayObject(['a' => 1]);
$thread = new Thread(__DIR__ . '/child.inc', 'show', null, true, false, -7, 1.5, "a\0b", '', ['x' => 1.5, 5 => null], [1, 'b'], $object);
var_dump($thread->id !== getmypid(), $thread->joinable(), $thread->join(), $thread->joinable(), $thread->join(), $thread->isAlive());
var_dump($thread->getExitStatus());
foreach ([0, 7, 234] as $code) {
    $thread = new Thread(__DIR__ . '/child.inc', 'exit', $code);
    $thread->join();
    echo $thread->getExitStatus(), "\n";
}
$thread = new Thread(__DIR__ . '/child.inc');
$thread->join();
$thread = new Thread(__DIR__ . '/child.inc', 'info');
$thread->join();
var_dump(Thread::getInfo(), Thread::activeCount(), Thread::getId() === getmypid());
?>
--EXPECTF--
NULL
NULL
bool(true)
bool(false)
int(-7)
float(1.5)
string(3) "a%0b"
string(0) ""
Swoole\Thread\Map array(2) {
  ["x"]=>
  float(1.5)
  [5]=>
  NULL
}
Swoole\Thread\ArrayList array(2) {
  [0]=>
  int(1)
  [1]=>
  string(1) "b"
}
object(ArrayObject)#%d (1) {
  ["storage":"ArrayObject":private]=>
  array(1) {
    ["a"]=>
    int(1)
  }
}
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
int(0)
0
7
234
NULL
bool(false)
bool(false)
bool(true)
bool(true)
array(3) {
  ["is_main_thread"]=>
  bool(true)
  ["is_shutdown"]=>
  bool(false)
  ["thread_num"]=>
  int(1)
}
int(1)
bool(true)
