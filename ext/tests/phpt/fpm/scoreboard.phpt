--TEST--
The scoreboard of a pool: children, counts, and what a killed worker leaves
--FILE--
<?php
use Tern\Internal\Fpm\{Children, Heartbeat, Scoreboard, Stage};

function show(string $what, Scoreboard $board): void
{
    $status = $board->status(true);
    $children = array_map(fn($child) => "$child->number:" . $child->stage->label() . ":$child->requests", $status->children);
    echo "$what: idle $status->idle, active $status->active, most $status->mostActive, accepted $status->accepted | ", implode(' ', $children), "\n";
}

$board = new Scoreboard('www', Scoreboard::STATIC, 5);
show('new', $board);
$board->attach(1, 2);
$one = $board->children->begin('/a');
$two = $board->children->begin(str_repeat('u', 1000));
$three = $board->children->begin('');
echo "$one $two $three\n";
show('busy', $board);
$board->children->end($one, 100, 1 << 20);
$board->children->end($three, 0, 0);
show('one ended', $board);
$again = $board->children->begin('');
echo "$again\n";
$board->children->end($again, 0, 0);
$board->attach(1, 2);
show('killed', $board);
$child = $board->status(true)->children[1];
echo $child->pid === getmypid() ? 'own' : 'other', ' ', strlen($child->uri), ' ', $board->children->counts()['memoryPeak'] >> 20, "\n";

$board = new Scoreboard('www', Scoreboard::ONDEMAND, 3);
$board->attach(0, 1);
show('on demand', $board);
$one = $board->children->begin('');
show('one', $board);
$board->children->end($one, 0, 0);
show('ended', $board);
$heart = new Heartbeat($board, fn(string $level, string $text) => print("$level $text\n"), fn() => [2, 128], idleTimeout: 0);
$heart->beat([getmypid()]);
show('idle time over', $board);
$all = [$board->children->begin(''), $board->children->begin(''), $board->children->begin('')];
$heart->beat([getmypid()]);
$heart->beat([getmypid()]);
$status = $board->status(false);
echo "$status->maxChildrenReached $status->queue $status->longestQueue $status->queueLength\n";

$board = new Scoreboard('web', Scoreboard::DYNAMIC, 4, 2);
$board->attach(0, 1);
show('dynamic', $board);
$heart = new Heartbeat($board, fn(string $level, string $text) => print("$level $text\n"), fn() => null, 1, 2);
$all = [$board->children->begin(''), $board->children->begin('')];
$heart->beat([getmypid()]);
show('a spare one', $board);
$all[] = $board->children->begin('');
$all[] = $board->children->begin('');
$heart->beat([getmypid()]);
$heart->beat([getmypid()]);
show('all', $board);
foreach ($all as $one) {
    $board->children->end($one, 0, 0);
}
$heart->beat([getmypid()]);
$heart->beat([getmypid()]);
$heart->beat([getmypid()]);
show('two are spare', $board);
echo json_encode(array_diff_key($board->status(true)->toArray(), ['start-time' => 0, 'memory-peak' => 0, 'procs' => 0])), "\n";
echo implode(' ', array_keys($board->status(true)->toArray()['procs'][0])), "\n";

foreach ([fn() => new Children(0), fn() => $board->children->row(4), fn() => $board->children->attach(1, 1), fn() => $board->leave(), fn() => $board->children->counts()] as $wrong) {
    try {
        $wrong();
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
new: idle 5, active 0, most 0, accepted 0 | 0:Idle:0 1:Idle:0 2:Idle:0 3:Idle:0 4:Idle:0
1 3 -1
busy: idle 3, active 2, most 3, accepted 3 | 0:Idle:0 1:Running:1 2:Idle:0 3:Running:1 4:Idle:0
one ended: idle 4, active 1, most 3, accepted 3 | 0:Idle:0 1:Idle:1 2:Idle:0 3:Running:1 4:Idle:0
1
killed: idle 5, active 0, most 3, accepted 4 | 0:Idle:0 1:Idle:0 2:Idle:0 3:Idle:0 4:Idle:0
own 0 1
on demand: idle 0, active 0, most 0, accepted 0 | 
one: idle 0, active 1, most 1, accepted 1 | 0:Running:1
ended: idle 1, active 0, most 1, accepted 1 | 0:Idle:1
idle time over: idle 0, active 0, most 1, accepted 1 | 
WARNING [pool www] server reached pm.max_children setting (3), consider raising it
1 2 2 128
dynamic: idle 2, active 0, most 0, accepted 0 | 0:Idle:0 1:Idle:0
a spare one: idle 1, active 2, most 2, accepted 2 | 0:Running:1 1:Running:1 2:Idle:0
WARNING [pool web] server reached pm.max_children setting (4), consider raising it
all: idle 0, active 4, most 4, accepted 4 | 0:Running:1 1:Running:1 2:Running:1 3:Running:1
two are spare: idle 2, active 0, most 4, accepted 4 | 2:Idle:1 3:Idle:1
{"pool":"web","process-manager":"dynamic","start-since":0,"accepted-conn":4,"listen-queue":0,"max-listen-queue":0,"listen-queue-len":0,"idle-processes":2,"active-processes":0,"total-processes":2,"max-active-processes":4,"max-children-reached":1,"slow-requests":0}
pid state start-time start-since requests request-duration request-method request-uri query-string request-length user script last-request-cpu last-request-memory
Tern\Internal\Fpm\Children::__construct(): Argument #1 ($most) must be between 1 and 65536
Tern\Internal\Fpm\Children::row(): Argument #1 ($number) must be the number of a child
Tern\Internal\Fpm\Children::attach(): Argument #1 ($worker) must be the number of a worker
you must call constructor first: Tern\Internal\Fpm\Children::__construct() was not called
