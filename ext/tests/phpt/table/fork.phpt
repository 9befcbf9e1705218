--TEST--
Table: processes that are forked after create() share it; destroy() ends it for all
--SKIPIF--
<?php
if (!function_exists('pcntl_fork')) die('skip pcntl is missing');
?>
--FILE--
<?php
require __DIR__ . '/users.inc';
$users = users();
function child(Closure $work) {
    $pid = pcntl_fork();
    if ($pid === 0) {
        $work();
        exit(0);
    }
    pcntl_waitpid($pid, $status);
    echo "status $status\n";
}
$users->set('a', ['id' => 1, 'name' => 'parent']);
child(function () use ($users) {
    var_dump($users->get('a', 'name'), $users->incr('a', 'id'), $users->set('b', ['name' => 'child']));
});
var_dump($users->get('a', 'id'), $users->get('b', 'name'), count($users));
var_dump($users->incr('a', 'id'));
child(fn () => $users->destroy());
try {
    $users->get('a');
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
string(6) "parent"
int(2)
bool(true)
status 0
int(2)
string(5) "child"
int(2)
int(3)
status 0
The table is not created or has been destroyed
