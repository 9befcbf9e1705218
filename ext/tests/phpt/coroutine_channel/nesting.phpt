--TEST--
Channel: resumes nest; whoever is resumed runs until it waits again
--FILE--
<?php
Co\run(function () {
    $first = new Chan(1);
    $second = new Chan(1);
    $third = new Chan(1);
    go(function () use ($first, $second) {
        while (($value = $first->pop()) !== false) {
            echo " 1: got $value\n";
            $second->push($value);
            echo " 1: passed $value on\n";
        }
        echo " 1: ends\n";
        $second->close();
    });
    go(function () use ($second, $third) {
        while (($value = $second->pop()) !== false) {
            echo "  2: got $value\n";
            $third->push($value);
            echo "  2: passed $value on\n";
        }
        echo "  2: ends\n";
    });
    go(function () use ($third) {
        echo "   3: got " . $third->pop() . "\n";
        Co::yield();
    });
    foreach (['a', 'b', 'c'] as $value) {
        echo "0: push $value\n";
        $first->push($value);
    }
    echo json_encode([$first->stats(), $second->stats(), $third->stats()]), "\n";
    echo "0: popped " . $third->pop() . "\n";
    echo "0: popped " . $third->pop() . "\n";
    echo "0: close\n";
    $first->close();
    echo "0: ends\n";
    Co::cancel(4);
});
?>
--EXPECT--
0: push a
 1: got a
  2: got a
   3: got a
  2: passed a on
 1: passed a on
0: push b
 1: got b
  2: got b
  2: passed b on
 1: passed b on
0: push c
 1: got c
  2: got c
 1: passed c on
[{"consumer_num":1,"producer_num":0,"queue_num":0},{"consumer_num":0,"producer_num":0,"queue_num":0},{"consumer_num":0,"producer_num":1,"queue_num":1}]
  2: passed c on
0: popped b
0: popped c
0: close
 1: ends
  2: ends
0: ends
