--TEST--
Coroutines: the order of create, yield, resume and sleep, and who is whose parent
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
use Swoole\Coroutine as Co;
$server->on('request', function ($request, $response) {
    $said = [];
    $say = function (string $what) use (&$said) { $said[] = $what; };
    $own = Co::getCid();
    $first = Co::create(function (...$given) use ($say, $own) {
        $say('1 begins with ' . json_encode($given) . (Co::getPcid() === $own ? ', a child' : ''));
        $inner = Co::create(function () use ($say) {
            $say('2 begins');
            $say('2 goes on: ' . json_encode(Co::yield()));
        });
        $say('1 made 2');
        Co::suspend();
        $say('1 resumes 2');
        Co::resume($inner);
        $say('1 ends' . (Co::exists($inner) ? '' : ', 2 has ended'));
    }, 'a', ['b' => 1]);
    $say('main goes on, 1 ' . (Co::exists($first) ? 'waits' : 'has ended'));
    Co::resume($first);
    $say('main again, 1 ' . (Co::exists($first) ? 'waits' : 'has ended'));
    foreach ([0.001, 0.002, 0.003] as $time) {
        Co::create(function () use ($say, $time) {
            $slept = Co\System::sleep($time);
            $say("slept $time " . json_encode($slept));
        });
    }
    Co::sleep(0.02);
    $say('main wakes');
    $response->end(implode("\n", $said));
});
PHP);
echo $server->get('/'), "\n";
echo $server->stop();
?>
--EXPECT--
1 begins with ["a",{"b":1}], a child
2 begins
1 made 2
main goes on, 1 waits
1 resumes 2
2 goes on: true
1 ends, 2 has ended
main again, 1 has ended
slept 0.001 true
slept 0.002 true
slept 0.003 true
main wakes
