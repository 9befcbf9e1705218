--TEST--
Channel: as a pool of things that are lent
--FILE--
<?php
class Pool
{
    private Chan $free;
    public int $lent = 0;
    public int $most = 0;
    public function __construct(int $size)
    {
        $this->free = new Chan($size);
        for ($i = 1; $i <= $size; ++$i) $this->free->push("thing $i");
    }
    public function with(callable $use, float $timeout = -1)
    {
        $thing = $this->free->pop($timeout);
        if ($thing === false) return 'none free';
        $this->most = max($this->most, ++$this->lent);
        try { return $use($thing); } finally { --$this->lent; $this->free->push($thing); }
    }
}
Co\run(function () {
    $pool = new Pool(2);
    for ($i = 1; $i <= 6; ++$i) {
        go(function () use ($pool, $i) {
            echo "$i: " . $pool->with(function ($thing) use ($i) {
                echo "$i has $thing\n";
                Co::yield();
                return 'done';
            }) . "\n";
        });
    }
    echo "7: " . $pool->with(fn () => 'wrong', 0.001) . "\n";
    for ($i = 2; $i <= 7; ++$i) Co::resume($i);
    echo "$pool->most at most, $pool->lent now\n";
});
?>
--EXPECT--
1 has thing 1
2 has thing 2
7: none free
3 has thing 1
1: done
4 has thing 2
2: done
5 has thing 1
3: done
6 has thing 2
4: done
5: done
6: done
2 at most, 0 now
