<?php

declare(strict_types=1);

namespace Swoole\Server;

use ReflectionClass;
use ReflectionFunction;
use Swoole\Coroutine;
use Swoole\Coroutine\Http\Server as HttpServer;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\Server;
use Swoole\Timer;
use Throwable;
use function array_slice;
use function function_exists;
use function is_array;
use function is_string;
use function strlen;

/**
 * Questions to the processes of a server, which it answers as JSON: {"code": 0, "data": ...}, or another code and why.
 * Server::command() asks them after init(); start() also serves them over HTTP.
 */
class Admin
{
    /** Bytes of a value of PHP. */
    public const SIZE_OF_ZVAL = 16;
    /** Bytes of a string, without its text. */
    public const SIZE_OF_ZEND_STRING = 32;
    /** Bytes of an object, without its properties. */
    public const SIZE_OF_ZEND_OBJECT = 56;
    /** Bytes of an array, without its elements. */
    public const SIZE_OF_ZEND_ARRAY = 56;

    private const BAD_REQUEST = 4001;
    private const NOT_FOUND = 4004;
    private const EVERY_PROCESS = SWOOLE_SERVER_COMMAND_MASTER | SWOOLE_SERVER_COMMAND_WORKER | SWOOLE_SERVER_COMMAND_TASK_WORKER;
    private const TICKS = 100;  // of /proc, in a second

    private static string $token = '';

    /** Before Server::start(). */
    public static function init(Server $server): void
    {
        foreach (get_class_methods(self::class) as $method) {
            if (str_starts_with($method, 'handler')) {
                $name = strtolower((string) preg_replace('~(?<!^)[A-Z]~', '_$0', substr($method, strlen('handler'))));
                $server->addCommand($name, self::EVERY_PROCESS, [self::class, $method]);  // @phpstan-ignore argument.type (it is a method)
            }
        }
    }

    /** What HTTP requests have in X-ADMIN-SERVER-ACCESS-TOKEN. It is of this process and its children. */
    public static function getAccessToken(): string
    {
        return self::$token === '' ? self::$token = bin2hex(random_bytes(16)) : self::$token;
    }

    /**
     * Serves http://admin_server/api/COMMAND/PROCESS in a coroutine: PROCESS is master, worker-N or task_worker-N, and the
     * query is what the command gets. A client needs the access token.
     */
    public static function start(Server $server): void
    {
        $address = $server->setting['admin_server'] ?? '';
        $parts = parse_url(is_string($address) ? $address : '');
        $http = new HttpServer($parts['host'] ?? '127.0.0.1', $parts['port'] ?? 0);
        $http->handle('/api/', static fn(Request $request, Response $response) => self::respond($server, $request, $response));
        Coroutine::create(static fn() => $http->start());
    }

    /** @return string */
    public static function handlerGetResources(Server $server, string $msg)
    {
        return self::json(array_map(
            static fn(string $type) => ['type' => $type],
            array_map(get_resource_type(...), get_resources()),
        ));
    }

    /** @return string */
    public static function handlerGetWorkerInfo(Server $server, string $msg)
    {
        return self::json([
            'id' => $server->worker_id,
            'pid' => getmypid(),
            'is_task' => $server->taskworker,
            'memory' => memory_get_usage(),
            'coroutine' => Coroutine::stats(),
            'timer' => Timer::stats(),
        ]);
    }

    /**
     * @param string $msg JSON with session_id
     * @return string
     */
    public static function handlerCloseSession(Server $server, string $msg)
    {
        $session = self::value($msg, 'session_id');
        if (!is_numeric($session)) {
            return self::failure('session_id is a number', self::BAD_REQUEST);
        }
        return $server->close((int) $session) ? self::json(null) : self::failure('There is no such session', self::NOT_FOUND);
    }

    /** @return string */
    public static function handlerGetTimerList(Server $server, string $msg)
    {
        $timers = [];
        foreach (Timer::list() as $id) {
            $timers[] = ['id' => $id] + (Timer::info($id) ?? []);
        }
        return self::json($timers);
    }

    /** @return string */
    public static function handlerGetCoroutineList(Server $server, string $msg)
    {
        $coroutines = [];
        foreach (Coroutine::list() as $id) {
            $coroutines[] = ['id' => $id, 'elapsed' => Coroutine::getElapsed($id), 'backTrace' => Coroutine::getBackTrace($id)];
        }
        return self::json($coroutines);
    }

    /** @return string */
    public static function handlerGetObjects(Server $server, string $msg)
    {
        return self::failure('Objects cannot be listed', self::NOT_FOUND);
    }

    /**
     * @param string $msg JSON with class_name
     * @return string
     */
    public static function handlerGetClassInfo(Server $server, string $msg)
    {
        $name = self::value($msg, 'class_name');
        if (!is_string($name) || !class_exists($name, false) && !interface_exists($name, false)) {
            return self::failure('There is no such class', self::NOT_FOUND);
        }
        $class = new ReflectionClass($name);
        return self::json([
            'name' => $class->getName(),
            'filename' => $class->getFileName(),
            'constants' => array_keys($class->getConstants()),
            'properties' => array_map(static fn($one) => $one->getName(), $class->getProperties()),
            'methods' => array_map(static fn($one) => $one->getName(), $class->getMethods()),
            'interface' => $class->getInterfaceNames(),
        ]);
    }

    /**
     * @param string $msg JSON with function_name
     * @return string
     */
    public static function handlerGetFunctionInfo(Server $server, string $msg)
    {
        $name = self::value($msg, 'function_name');
        if (!is_string($name) || !function_exists($name)) {
            return self::failure('There is no such function', self::NOT_FOUND);
        }
        $function = new ReflectionFunction($name);
        return self::json([
            'name' => $function->getName(),
            'filename' => $function->getFileName(),
            'line' => $function->getStartLine(),
            'num' => $function->getNumberOfParameters(),
            'params' => array_map(static fn($one) => $one->getName(), $function->getParameters()),
        ]);
    }

    /** @return string */
    public static function handlerGetObjectByHandle(Server $server, string $msg)
    {
        return self::failure('Objects have no handles', self::NOT_FOUND);
    }

    /** @return string */
    public static function handlerGetVersionInfo(Server $server, string $msg)
    {
        return self::json(['os' => php_uname('s') . '-' . php_uname('r'), 'swoole' => SWOOLE_VERSION, 'php' => PHP_VERSION, 'ip' => swoole_get_local_ip()]);
    }

    /** @return string */
    public static function handlerGetDefinedFunctions(Server $server, string $msg)
    {
        return self::json(get_defined_functions());
    }

    /** @return string */
    public static function handlerGetDeclaredClasses(Server $server, string $msg)
    {
        return self::json(get_declared_classes());
    }

    /** @return string bytes in memory, of this process and of the whole machine */
    public static function handlerGetServerMemoryUsage(Server $server, string $msg)
    {
        preg_match('~^VmRSS:\s+(\d+) kB~m', (string) @file_get_contents('/proc/self/status'), $own);
        preg_match('~^MemTotal:\s+(\d+) kB~m', (string) @file_get_contents('/proc/meminfo'), $all);
        return self::json(['pid' => getmypid(), 'usage' => (int) ($own[1] ?? 0) * 1024, 'memory_size' => (int) ($all[1] ?? 0) * 1024]);
    }

    /** @return string seconds of CPU time that this process has had */
    public static function handlerGetServerCpuUsage(Server $server, string $msg)
    {
        $fields = explode(' ', substr((string) strrchr((string) @file_get_contents('/proc/self/stat'), ')'), 2));
        return self::json(['pid' => getmypid(), 'cpu_num' => swoole_cpu_num(), 'usage' => ((int) ($fields[11] ?? 0) + (int) ($fields[12] ?? 0)) / self::TICKS]);
    }

    /**
     * @param string $msg JSON with class_name and property_name
     * @return string
     */
    public static function handlerGetStaticPropertyValue(Server $server, string $msg)
    {
        $class = self::value($msg, 'class_name');
        $property = self::value($msg, 'property_name');
        if (!is_string($class) || !class_exists($class, false) || !is_string($property)) {
            return self::failure('There is no such class', self::NOT_FOUND);
        }
        $reflected = new ReflectionClass($class);
        if (!$reflected->hasProperty($property) || !$reflected->getProperty($property)->isStatic()) {
            return self::failure('There is no such property', self::NOT_FOUND);
        }
        return self::json(['value' => var_export($reflected->getProperty($property)->getValue(), true)]);
    }

    private static function respond(Server $server, Request $request, Response $response): void
    {
        $headers = $request->header ?? [];
        if (!hash_equals(self::getAccessToken(), $headers['x-admin-server-access-token'] ?? '')) {
            $response->status(403);
            $response->end(self::failure('The access token is wrong', 403));
            return;
        }
        [$command, $process] = array_slice(explode('/', $request->server['request_uri'] ?? ''), 2) + ['', ''];
        [$kind, $id] = explode('-', $process, 2) + ['', '0'];
        $type = match ($kind) {
            'master', 'manager' => SWOOLE_SERVER_COMMAND_MASTER,
            'worker' => SWOOLE_SERVER_COMMAND_WORKER,
            'task_worker' => SWOOLE_SERVER_COMMAND_TASK_WORKER,
            default => 0,
        };
        try {
            $result = $type === 0 ? false : $server->command($command, (int) $id, $type, $request->get ?? [], false);
        } catch (Throwable $error) {
            $result = self::failure($error->getMessage(), self::BAD_REQUEST);
        }
        $response->header('Content-Type', 'application/json');
        $response->end(is_string($result) ? $result : self::failure('There is no such command or process', self::NOT_FOUND));
    }

    /** What a command was given by that name. */
    private static function value(string $message, string $name): mixed
    {
        $given = json_decode($message, true);
        return is_array($given) ? $given[$name] ?? null : null;
    }

    private static function json(mixed $data): string
    {
        return (string) json_encode(['code' => 0, 'data' => $data], JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
    }

    private static function failure(string $why, int $code): string
    {
        return (string) json_encode(['code' => $code, 'data' => $why]);
    }
}
