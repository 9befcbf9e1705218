--TEST--
MongoDB\Client: passes everything on to the client of the package mongodb/mongodb in another process; ProxyTrait
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
// What stands for the package.
namespace MongoDB {
    class Client implements \ArrayAccess, \Countable, \Iterator
    {
        private int $at = 0;
        public array $options = [];

        public function __construct(private ?string $uri = null, array $uriOptions = [], array $driverOptions = [])
        {
            $this->options = [$uriOptions, $driverOptions];
        }

        public function __toString(): string { return $this->uri; }
        public function __get(string $name) { return new Database($name); }
        public function __invoke(string $text) { return "called with $text"; }
        public function selectDatabase(string $name): Database { return new Database($name); }
        public function listDatabases(): \Iterator { return new \ArrayIterator([new Database('one'), new Database('two')]); }
        public function pid(): int { return getmypid(); }
        public function offsetGet(mixed $offset): mixed { return "at $offset"; }
        public function offsetSet(mixed $offset, mixed $value): void { $this->options[$offset] = $value; }
        public function offsetUnset(mixed $offset): void { unset($this->options[$offset]); }
        public function offsetExists(mixed $offset): bool { return isset($this->options[$offset]); }
        public function current(): mixed { return $this->at * 10; }
        public function key(): mixed { return "k$this->at"; }
        public function next(): void { $this->at++; }
        public function rewind(): void { $this->at = 0; }
        public function valid(): bool { return $this->at < 2; }
        public function count(): int { return count($this->options); }
    }

    class Database
    {
        public function __construct(private string $name) {}
        public function __get(string $name) { return new Collection("$this->name.$name"); }
        public function getName(): string { return $this->name; }
    }

    class Collection
    {
        public function __construct(private string $name) {}
        public function findOne(array $filter): \ArrayObject { return new \ArrayObject(['name' => $filter['name'], 'in' => $this->name]); }
    }
}

namespace {
    use Swoole\MongoDB\Client;

    Co\run(function () {
        $client = new Client('mongodb://db.example/', ['appName' => 'test']);
        echo "$client\n";
        var_dump((string) new Client, $client->pid() !== getmypid(), $client->options);
        foreach ($client->listDatabases() as $database) echo $database->getName(), ' ';
        $document = $client->shop->users->findOne(['name' => 'Ann']);
        echo $document['name'], ' ', $document['in'], ' ', count($document), "\n";
        echo $client('x'), ' ', $client->selectDatabase('third')->getName(), "\n";

        $client->offsetSet('a', 1);
        var_dump($client->offsetGet('b'), $client->offsetExists('a'), $client->count());
        $client->offsetUnset('a');
        $client->options = ['set'];
        var_dump($client->offsetExists('a'), $client->options, isset($client->options));
        for ($client->rewind(); $client->valid(); $client->next()) echo $client->key(), '=', $client->current(), ' ';
        $none = new class (null) extends Client {
            public function object(): Swoole\RemoteObject { return $this->getObject(); }
        };
        var_dump($none->object() === $none->object(), $none instanceof Stringable);
    });
}
?>
--EXPECT--
mongodb://db.example/
string(20) "mongodb://127.0.0.1/"
bool(true)
array(2) {
  [0]=>
  array(1) {
    ["appName"]=>
    string(4) "test"
  }
  [1]=>
  array(0) {
  }
}
one two Ann shop.users 2
called with x third
string(4) "at b"
bool(true)
int(3)
bool(false)
array(1) {
  [0]=>
  string(3) "set"
}
bool(true)
k0=0 k1=10 bool(true)
bool(true)
