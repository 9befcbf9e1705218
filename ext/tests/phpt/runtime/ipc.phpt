--TEST--
Runtime: semaphores and message queues of System V suspend the coroutine; another one of the same process may be who it waits for
--EXTENSIONS--
sysvmsg
sysvsem
--FILE--
<?php
Co\run(function () {
    $key = random_int(1, 1 << 30);
    $semaphore = sem_get($key);
    var_dump(sem_acquire($semaphore));
    go(function () use ($key) {
        $same = sem_get($key);
        var_dump(sem_acquire($same, true));
        echo "waits\n";
        var_dump(sem_acquire($same));
        echo "has it\n";
        var_dump(sem_release($same), sem_remove($same));
    });
    echo "releases it\n";
    sem_release($semaphore);
});
Co\run(function () {
    $queue = msg_get_queue(random_int(1, 1 << 30));
    go(function () use ($queue) {
        var_dump(msg_receive($queue, 7, $type, 100, $message), $type, $message);
        msg_remove_queue($queue);
    });
    echo "sends\n";
    msg_send($queue, 8, 'for nobody');
    msg_send($queue, 7, ['a message']);
});
Co\run(function () {
    $queue = msg_get_queue(random_int(1, 1 << 30));
    msg_set_queue($queue, ['msg_qbytes' => 200]);
    msg_send($queue, 1, str_repeat('a', 150), false);
    go(function () use ($queue) {
        var_dump(msg_send($queue, 1, str_repeat('b', 150), false));
    });
    echo "the queue is full\n";
    msg_receive($queue, 1, $type, 200, $message, false);
    msg_receive($queue, 1, $type, 200, $message, false);
    echo $message[0], "\n";
    msg_remove_queue($queue);
});
Co\run(function () {
    $queue = msg_get_queue(random_int(1, 1 << 30));
    $id = go(function () use ($queue) {
        var_dump(@msg_receive($queue, 7, $type, 100, $message), Co::isCanceled());
    });
    Co::cancel($id);
    msg_remove_queue($queue);
});
?>
--EXPECT--
bool(true)
bool(false)
waits
releases it
bool(true)
has it
bool(true)
bool(true)
sends
bool(true)
int(7)
array(1) {
  [0]=>
  string(9) "a message"
}
the queue is full
bool(true)
b
bool(false)
bool(true)
