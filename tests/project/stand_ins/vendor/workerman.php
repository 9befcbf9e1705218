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
            \answer_requests($port, function (): string {
                $connection = new Connection();
                (self::$only->onMessage)($connection);
                return $connection->sent->body;
            });
        }
    }

    final class Connection
    {
        public Protocols\Http\Response $sent;

        public function send(Protocols\Http\Response $response): void
        {
            $this->sent = $response;
        }
    }
}

namespace Workerman\Protocols\Http {
    final class Response
    {
        /** @param array<string, string> $fields */
        public function __construct(public int $status, public array $fields, public string $body)
        {
        }
    }
}
