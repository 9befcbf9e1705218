--TEST--
Name resolvers: order, filter, clusters, removal, DNS at last
--FILE--
<?php
use Swoole\NameResolver;
use Swoole\NameResolver\{Cluster, Context};

class Fixed extends NameResolver
{
    public int $asked = 0;
    public array $services = [];
    public function join(string $name, string $ip, int $port, array $options = []): bool { $this->services[$name][] = [$ip, $port]; return true; }
    public function leave(string $name, string $ip, int $port): bool { unset($this->services[$name]); return true; }
    public function getCluster(string $name): ?Cluster
    {
        ++$this->asked;
        if (!isset($this->services[$name])) return null;
        $cluster = new Cluster;
        foreach ($this->services[$name] as [$ip, $port]) $cluster->add($ip, $port);
        return $cluster;
    }
}

$first = new Fixed('http://127.0.0.1:8500/');
$second = (new Fixed('tcp://10.0.0.1'))->withFilter(fn ($name) => str_ends_with($name, '.service'));
$first->join('db', '10.1.1.1', 5432);
$second->join('web.service', '10.2.2.2', 80);
$second->join('web.service', '::1', 81);
var_dump($first->hasFilter(), $second->hasFilter(), $first->getFilter(), $second->lookup('db'), $first->lookup('none'));
var_dump(swoole_name_resolver_add($first), swoole_name_resolver_add($second));
var_dump(swoole_name_resolver_lookup('db', new Context), swoole_name_resolver_lookup('db', new Context(AF_INET, true)), swoole_name_resolver_lookup('10.9.9.9', new Context));
$context = new Context(AF_INET, true);
$found = [swoole_name_resolver_lookup('web.service', $context), swoole_name_resolver_lookup('web.service', $context)];
sort($found);
var_dump($found, swoole_name_resolver_lookup('web.service', $context), swoole_name_resolver_lookup('db', $context), $second->asked);
var_dump(swoole_name_resolver_lookup('localhost', new Context), swoole_name_resolver_lookup('name.invalid', new Context));
Co\run(fn () => var_dump(swoole_name_resolver_lookup('localhost', new Context)));
var_dump(swoole_name_resolver_remove($first), swoole_name_resolver_remove($first), $first->leave('db', '', 0));

$cluster = new Cluster;
$cluster->add('10.0.0.1', 1, 0);
$cluster->add('10.0.0.2', 2, 100);
var_dump($cluster->count(), $cluster->pop(), $cluster->pop()['host'], $cluster->pop());
foreach ([fn () => $cluster->add('name', 1), fn () => $cluster->add('::1', 65536), fn () => $cluster->add('::1', 1, 101), fn () => new Fixed('nothing'), fn () => new Fixed('/'),
    fn () => new Context(5), fn () => swoole_name_resolver_add(new stdClass)] as $wrong) {
    try { $wrong(); } catch (Throwable $error) { echo get_class($error), ': ', $error->getMessage(), "\n"; }
}
?>
--EXPECT--
bool(false)
bool(true)
NULL
NULL
string(0) ""
bool(true)
bool(true)
string(8) "10.1.1.1"
string(13) "10.1.1.1:5432"
string(8) "10.9.9.9"
array(2) {
  [0]=>
  string(11) "10.2.2.2:80"
  [1]=>
  string(8) "[::1]:81"
}
string(0) ""
string(13) "10.1.1.1:5432"
int(1)
string(9) "127.0.0.1"
string(0) ""
string(9) "127.0.0.1"
bool(true)
bool(false)
bool(true)
int(2)
array(3) {
  ["host"]=>
  string(8) "10.0.0.2"
  ["port"]=>
  int(2)
  ["weight"]=>
  int(100)
}
string(8) "10.0.0.1"
bool(false)
Swoole\Exception: 'name' is no address
Swoole\Exception: A port is 0 to 65535, 65536 given
Swoole\Exception: A weight is 0 to 100, 101 given
Swoole\Exception: 'nothing' is not the URL of a registry
Swoole\Exception: '/' is not the URL of a registry
ValueError: Swoole\NameResolver\Context::__construct(): Argument #1 ($family) must be AF_INET or AF_INET6, 5 given
TypeError: Tern\Internal\NameResolvers::add(): Argument #1 ($resolver) must be of type Swoole\NameResolver, stdClass given
