--TEST--
Io\Poll: a wait suspends its coroutine only
--SKIPIF--
<?php if (PHP_VERSION_ID < 80600) die('skip PHP 8.6 has it'); ?>
--FILE--
<?php
use Io\Poll\Backend;
use Io\Poll\Context;
use Io\Poll\Event;

foreach ([Backend::Epoll, Backend::Poll] as $backend) {
    Co\run(function () use ($backend) {
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $events = [];
        go(function () use ($backend, $pair, &$events) {
            $context = new Context($backend);
            $context->add(new StreamPollHandle($pair[0]), [Event::Read], 'data');
            $events[] = 'waits';
            [$watcher] = $context->wait();
            $events[] = $watcher->getData() . ' ' . $watcher->getTriggeredEvents()[0]->name . ' ' . fread($pair[0], 9);
        });
        go(function () use ($backend, $pair, &$events) {
            $context = new Context($backend);
            $context->add(new StreamPollHandle($pair[1]), [Event::Read]);
            $events[] = count($context->wait(Time\Duration::fromMilliseconds(1)));
            fwrite($pair[1], 'sent');
        });
        $events[] = 'runs';
        go(function () use ($pair, &$events) {
            Co::sleep(0.1);
            echo json_encode($events), "\n";
        });
    });
}
?>
--EXPECT--
["waits","runs",0,"data Read sent"]
["waits","runs",0,"data Read sent"]
