--TEST--
NameResolver\Consul and Nacos: what they ask, and what they make of the answers
--FILE--
<?php
use Swoole\NameResolver\{Consul, Exception, Nacos};

Co\run(function () {
    $server = new Co\Http\Server('127.0.0.1', 0);
    $answer = [200, 'true'];
    $server->handle('/', function ($request, $response) use (&$answer) {
        echo $request->server['request_method'], ' ', urldecode($request->server['request_uri'] . (isset($request->server['query_string']) ? '?' . $request->server['query_string'] : '')), ' ', $request->getContent(), "\n";
        $response->status($answer[0]);
        $response->end($answer[1]);
    });
    go(fn () => $server->start());
    $url = "http://127.0.0.1:$server->port";
    $consul = new Consul($url, 'app_');
    var_dump($consul->join('db', '10.0.0.1', 5432, ['weight' => 50, 'Tags' => ['x']]), $consul->leave('db', '10.0.0.1', 5432), $consul->enableMaintenanceMode('db', '10.0.0.1', 5432));
    $answer[1] = '[{"Service":{"Address":"10.0.0.1","Port":5432,"Weights":{"Passing":50,"Warning":1}}},{"Service":{"Address":"10.0.0.2","Port":5433}}]';
    var_dump($consul->getCluster('db')->count());
    $answer[1] = '[]';
    var_dump($consul->getCluster('db'), $consul->lookup('db'));

    $nacos = new Nacos($url);
    $answer[1] = 'ok';
    var_dump($nacos->join('db', '10.0.0.1', 5432, ['weight' => 2.5]), $nacos->leave('db', '10.0.0.1', 5432));
    $answer[1] = '{"hosts":[{"ip":"10.0.0.1","port":5432,"weight":1.0}]}';
    var_dump($nacos->getCluster('db')->pop());
    foreach ([[500, 'broken'], [200, 'no json'], [404, '']] as $answer) {
        foreach ([$consul, $nacos] as $resolver) {
            try { var_dump($resolver->getCluster('db')); } catch (Exception $error) { echo $error->getMessage(), ' ', $error->getCode(), "\n"; }
        }
    }
    $server->shutdown();
    try { (new Consul('http://127.0.0.1:1'))->getCluster('db'); } catch (Exception $error) { echo $error->getMessage(), "\n"; }
});
?>
--EXPECT--
PUT /v1/agent/service/register {"Tags":["x"],"ID":"app_db_10.0.0.1_5432","Name":"app_db","Address":"10.0.0.1","Port":5432,"Weights":{"Passing":50,"Warning":1}}
PUT /v1/agent/service/deregister/app_db_10.0.0.1_5432 
PUT /v1/agent/service/maintenance/app_db_10.0.0.1_5432?enable=true 
bool(true)
bool(true)
bool(true)
GET /v1/health/service/app_db?passing=true 
int(2)
GET /v1/health/service/app_db?passing=true 
GET /v1/health/service/app_db?passing=true 
NULL
string(0) ""
POST /nacos/v1/ns/instance?ip=10.0.0.1&port=5432&serviceName=swoole_service_db&weight=2.5 
DELETE /nacos/v1/ns/instance?ip=10.0.0.1&port=5432&serviceName=swoole_service_db 
bool(true)
bool(true)
GET /nacos/v1/ns/instance/list?serviceName=swoole_service_db&healthyOnly=true 
array(3) {
  ["host"]=>
  string(8) "10.0.0.1"
  ["port"]=>
  int(5432)
  ["weight"]=>
  int(1)
}
GET /v1/health/service/app_db?passing=true 
The registry answered 500: broken 500
GET /nacos/v1/ns/instance/list?serviceName=swoole_service_db&healthyOnly=true 
The registry answered 500: broken 500
GET /v1/health/service/app_db?passing=true 
The registry answered what is not JSON 0
GET /nacos/v1/ns/instance/list?serviceName=swoole_service_db&healthyOnly=true 
The registry answered what is not JSON 0
GET /v1/health/service/app_db?passing=true 
NULL
GET /nacos/v1/ns/instance/list?serviceName=swoole_service_db&healthyOnly=true 
NULL
Cannot reach http://127.0.0.1:1
