<?php

declare(strict_types=1);

namespace Swoole\RemoteObject;

use Swoole\Http\Request;
use Swoole\Http\Response;
use function is_array;
use function is_string;

/** One request to a RemoteObject\Server. Its body is a serialized array of strings: see docs/internals/php.md. */
class Context
{
    public string $clientId;
    public int $coroutineId;
    public Request $request;
    public Response $response;
    /** @var array<string> */
    private array $params;

    /** @throws Exception for a request that no Client has sent */
    public function __construct(Request $request, Response $response)
    {
        $this->request = $request;
        $this->response = $response;
        $params = @unserialize((string) $request->getContent(), ['allowed_classes' => false]);
        $this->params = array_filter(is_array($params) ? $params : [], is_string(...));
        $this->clientId = $this->getParam('client_id');
        $this->coroutineId = (int) $this->getParam('coroutine_id');
    }

    /** @param array<mixed> $data the response */
    public function end(array $data): void
    {
        $this->response->end(serialize($data));
    }

    /** What is to be done: the path of the request. */
    public function getHandler(): string
    {
        $path = $this->request->server['path_info'] ?? '';
        return trim(is_string($path) ? $path : '', '/');
    }

    /** @throws Exception when there is none with this name */
    public function getParam(string $name): string
    {
        return $this->params[$name] ?? throw new Exception("The request has no parameter $name");
    }

    /** A parameter that is a serialized value. */
    public function getDataParam(string $name): mixed
    {
        $data = $this->getParam($name);
        $value = @unserialize($data);
        if ($value === false && $data !== serialize(false)) {
            throw new Exception("The parameter $name is not a serialized value, or is one of a class that the server does not have");
        }
        return $value;
    }

    public function getCoroutineId(): int
    {
        return $this->coroutineId;
    }

    public function getClientId(): string
    {
        return $this->clientId;
    }
}
