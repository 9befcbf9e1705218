--TEST--
Channel: an exception in a consumer that runs inside of a push ends the program: who waits is unwound, that push too
--FILE--
<?php
class Report extends Chan { public function say($who) { echo "$who: $this->errCode\n"; } }
go(function () {
    $channel = new Report(1);
    go(function () use ($channel) {
        $channel->pop();
        throw new Exception('The end');
    });
    foreach ([1, 2] as $i) {
        go(function () use ($channel, $i) {
            try { $channel->pop(); echo "not here\n"; } finally { $channel->say("pop $i"); }
        });
    }
    $full = new Report(1);
    $full->push('left');
    go(function () use ($full) { try { $full->push('more'); echo "not here\n"; } finally { $full->say('push'); } });
    try {
        $channel->push('for the first one');
        echo "not here\n";
    } finally {
        $channel->say('outer push');
    }
});
?>
--EXPECTF--

Fatal error: Uncaught Exception: The end in %s:7
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line 7
outer push: 0
pop 1: -3
pop 2: -3
push: -3
