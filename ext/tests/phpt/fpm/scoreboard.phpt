--TEST--
The scoreboard of a pool: children, counts, and what a killed worker leaves
--FILE--
<?php
use Tern\Internal\Fpm\{Heartbeat, Scoreboard, Stage};

function show(string $what, Scoreboard $board): void
{
    $status = $board->status(true);
    $children = array_map(fn($child) => "$child->number:" . $child->stage->label() . ":$child->requests", $status->children);
    echo "$what: idle $status->idle, active $status->active, most $status->mostActive, accepted $status->accepted | ", implode(' ', $children), "\n";
}

$board = new Scoreboard('www', Scoreboard::STATIC, 5);
show('new', $board);
$board->attach(1, 2);
$one = $board->begin(['SCRIPT_NAME' => '/a']);
$two = $board->begin(['SCRIPT_NAME' => str_repeat('u', 1000)]);
$three = $board->begin([]);
echo implode(' ', [$one->slot, $two->slot, var_export($three->slot, true)]), "\n";
show('busy', $board);
$one->finish(1 << 20, 100);
$one->end();
$one->end();
$three->finish();
$three->end();
show('one ended', $board);
$again = $board->begin([]);
echo $again->slot, "\n";
$again->end();
$board->attach(1, 2);
show('killed', $board);
$child = $board->status(true)->children[1];
echo $child->pid === getmypid() ? 'own' : 'other', ' ', strlen($child->uri), ' ', $board->memoryPeak->get() >> 20, "\n";

$board = new Scoreboard('www', Scoreboard::ONDEMAND, 3);
$board->attach(0, 1);
show('on demand', $board);
$one = $board->begin([]);
show('one', $board);
$one->end();
show('ended', $board);
$heart = new Heartbeat($board, fn(string $level, string $text) => print("$level $text\n"), fn() => [2, 128], idleTimeout: 0);
$heart->beat([getmypid()]);
show('idle time over', $board);
$all = [$board->begin([]), $board->begin([]), $board->begin([])];
$heart->beat([getmypid()]);
$heart->beat([getmypid()]);
$status = $board->status(false);
echo "$status->maxChildrenReached $status->queue $status->longestQueue $status->queueLength\n";

$board = new Scoreboard('web', Scoreboard::DYNAMIC, 4, 2);
$board->attach(0, 1);
show('dynamic', $board);
$heart = new Heartbeat($board, fn(string $level, string $text) => print("$level $text\n"), fn() => null, 1, 2);
$all = [$board->begin([]), $board->begin([])];
$heart->beat([getmypid()]);
show('a spare one', $board);
$all[] = $board->begin([]);
$all[] = $board->begin([]);
$heart->beat([getmypid()]);
$heart->beat([getmypid()]);
show('all', $board);
foreach ($all as $one) {
    $one->end();
}
$heart->beat([getmypid()]);
$heart->beat([getmypid()]);
$heart->beat([getmypid()]);
show('two are spare', $board);
echo json_encode(array_diff_key($board->status(true)->toArray(), ['start-time' => 0, 'memory-peak' => 0, 'procs' => 0])), "\n";
echo implode(' ', array_keys($board->status(true)->toArray()['procs'][0])), "\n";
?>
--EXPECT--
new: idle 5, active 0, most 0, accepted 0 | 0:Idle:0 1:Idle:0 2:Idle:0 3:Idle:0 4:Idle:0
1 3 NULL
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
