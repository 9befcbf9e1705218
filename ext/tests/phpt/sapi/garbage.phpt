--TEST--
Scripts: garbage of any kind is gone at the end of its script, and destructors run once
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/site.inc';

Site::run([
    'makes' => '
        error_reporting(E_ALL & ~E_DEPRECATED);  // of objects as arrays, since PHP 8.5
        enum Suit
        {
            case Hearts;
            public const KEPT = self::Hearts;
        }
        #[AllowDynamicProperties]
        final class Node implements IteratorAggregate
        {
            public static array $all = [];
            public static int $ended = 0;
            public mixed $own;
            public function __construct(public mixed $other = null) { $this->own = $this; }
            public function getIterator(): Iterator { return new ArrayIterator($this); }
            public function __destruct() { ++self::$ended; if (self::$ended === 9) echo self::$ended, " ended "; }
        }
        function numbers(Node $node) { try { yield $node; } finally { echo "finally "; } }

        $node = new Node(new Node());
        $node->closure = function () use ($node) { return $this ?? $node; };
        $node->bound = Closure::bind(fn() => $this, $node);
        $node->callable = $node->getIterator(...);
        $node->generator = numbers($node);
        $node->generator->current();
        $node->iterator = $node->getIterator();
        $node->storage = new SplObjectStorage();
        $node->storage[$node] = $node->storage;
        $node->list = new SplDoublyLinkedList();
        $node->list[] = $node->list;
        $node->heap = new SplPriorityQueue();
        $node->heap->insert($node, 1);
        $node->fixed = SplFixedArray::fromArray([$node]);
        $node->array = new ArrayObject($node);
        $node->map = new WeakMap();
        $node->map[$node] = $node->map;
        $node->weak = WeakReference::create($node);
        $node->suit = Suit::Hearts;
        $node->method = new ReflectionMethod($node, "getIterator");
        $node->error = new class ("", 0, new RuntimeException()) extends LogicException { public mixed $of; };
        $node->error->of = $node->error;
        $node->cached = new CachingIterator(new IteratorIterator($node));
        $node->file = new class extends SplTempFileObject { public mixed $of; };
        $node->file->of = $node;
        $node->fiber = new Fiber(function () use ($node) { try { Fiber::suspend($node); } finally { echo "unwound "; } });
        $node->fiber->start();
        $values = [$node];
        $values[] = &$values;
        Node::$all = [$node, &$values];
        for ($i = 0; $i < 100; ++$i) {
            Node::$all[] = new Node($node);
        }
        unset($node, $values);
        echo "made ";',
], function (Site $site) {
    $memory = [];
    for ($i = 0; $i < 6; ++$i) {
        echo explode("\n\n", $site->ask('/makes'), 2)[1], "\n";
        $memory[] = memory_get_usage();
    }
    var_dump($memory[5] - $memory[2] < 20_000 ?: $memory);
});
?>
--EXPECT--
made finally unwound 9 ended 
made finally unwound 9 ended 
made finally unwound 9 ended 
made finally unwound 9 ended 
made finally unwound 9 ended 
made finally unwound 9 ended 
bool(true)
