<?php
namespace Workerman {
    final class Worker
    {
        public const VERSION = '5.0.0';
        public static string $pidFile = '';
        public static string $logFile = '';
        public static string $stdoutFile = '';
        public int $count = 1;
        public bool $reusePort = false;
        public ?\Closure $onMessage = null;
        private static self $only;

        public function __construct(private string $address)
        {
            self::$only = $this;
        }

        public static function runAll(): void
        {
            if ($_SERVER['argv'][1] !== 'start') {
                exit("there is no command\n");
            }
            $port = (int) parse_url(str_replace('http:', 'tcp:', self::$only->address), PHP_URL_PORT);
            \answer_requests($port, function (string $line): string {
                $connection = new Connection\TcpConnection();
                (self::$only->onMessage)($connection, new Request(explode(' ', $line)));
                return $connection->sent->body;
            });
        }
    }

    final class Request
    {
        /** @param list<string> $words of its first line */
        public function __construct(private array $words)
        {
        }

        public function method(): string
        {
            return $this->words[0];
        }

        public function path(): string
        {
            return (string) parse_url($this->words[1], PHP_URL_PATH);
        }

        /** @return array<mixed> */
        public function get(): array
        {
            parse_str((string) parse_url($this->words[1], PHP_URL_QUERY), $found);
            return $found;
        }

        public function rawBody(): string
        {
            return '';
        }
    }
}

namespace Workerman\Connection {
    final class TcpConnection
    {
        public static int $defaultMaxPackageSize = 0;
        public \Workerman\Protocols\Http\Response $sent;

        public function send(\Workerman\Protocols\Http\Response $response): void
        {
            $this->sent = $response;
        }
    }
}

namespace Workerman\Protocols\Http {
    final class Response
    {
        /** @param array<string, string> $fields */
        public function __construct(public int $status = 200, public array $fields = [], public string $body = '')
        {
        }
    }
}
