--TEST--
Request, Response and Coroutine: subclasses with the signatures of today and of 2018
--FILE--
<?php
class TodaysResponse extends Swoole\Http\Response
{
    public function end(?string $content = null): bool { return true; }
    public function write(string $content): bool { return true; }
    public function status(int $http_code, string $reason = ''): bool { return true; }
    public function header(string $key, $value, bool $format = true): bool { return true; }
    public function redirect(string $location, int $http_code = 302): bool { return true; }
    public function sendfile(string $filename, int $offset = 0, int $length = 0): bool { return true; }
}
class OldResponse extends swoole_http_response
{
    #[ReturnTypeWillChange]
    public function end($content = null) {}
    #[ReturnTypeWillChange]
    public function header($key, $value, $ucwords = true) {}
    #[ReturnTypeWillChange]
    public function status($http_code, $reason = '') {}
    #[ReturnTypeWillChange]
    public function redirect($location, $http_code = 302) {}
}
class OldRequest extends swoole_http_request
{
    public $get;
    public $fd = 7;
    #[ReturnTypeWillChange]
    public function rawContent() {}
}
$methods = [
    'Swoole\Http\Request' => 'create getContent getData getMethod isCompleted parse rawContent',
    'Swoole\Http\Response' => 'close cookie create detach end header initHeader isWritable rawcookie redirect sendfile '
        . 'setCookie setHeader setRawCookie setStatusCode status trailer write',
    'Swoole\Coroutine' => 'cancel create exists getCid getPcid getuid list resume sleep stats suspend yield',
    'Swoole\Coroutine\System' => 'dnsLookup exec fgets fread fwrite getaddrinfo gethostbyname readFile sleep statvfs wait '
        . 'waitEvent waitPid waitSignal writeFile',
    'Swoole\Coroutine\Channel' => '__construct close isEmpty isFull length pop push stats',
    'Swoole\Coroutine\Lock' => '__construct lock unlock',
    'Swoole\Timer' => 'after clear clearAll exists info list set stats tick',
    'Swoole\Event' => 'add cycle defer del dispatch exit isset rshutdown set wait write',
    'Swoole\Server' => '__construct addlistener after clearTimer close connection_info connection_list defer exist exists getCallback '
        . 'getClientInfo getClientList getLastError getManagerPid getMasterPid getWorkerId getWorkerPid getWorkerStatus '
        . 'listen on reload set shutdown start stats stop tick',
    'Swoole\Server\Port' => '__construct getCallback on set',
];
foreach ($methods as $class => $names) {
    foreach (explode(' ', $names) as $name) {
        if (!method_exists($class, $name)) echo "$class::$name is missing\n";
    }
}
foreach (['Swoole\Http\Request' => 'fd streamId header server cookie get files post tmpfiles',
          'Swoole\Http\Response' => 'fd socket header cookie trailer'] as $class => $names) {
    foreach (explode(' ', $names) as $name) {
        if (!(new ReflectionProperty($class, $name))->isPublic()) echo "$class::\$$name is hidden\n";
    }
}
echo "done\n";
?>
--EXPECT--
done
