<?php

declare(strict_types=1);

namespace Swoole\Server;

use Swoole\Constant;
use Swoole\Exception;
use Swoole\Server;
use Swoole\Timer;
use function is_scalar;
use function is_string;
use function strlen;
use function Tern\Internal\close_on_exec;

/** Which options a server knows, and what it does for those that are written in PHP: stats_file and admin_server. */
class Helper
{
    /** Of stats_file, in milliseconds. */
    public const STATS_TIMER_INTERVAL_TIME = 1000;

    /** Of a whole process. */
    public const GLOBAL_OPTIONS = [
        Constant::OPTION_DEBUG_MODE => true,
        Constant::OPTION_TRACE_FLAGS => true,
        Constant::OPTION_LOG_FILE => true,
        Constant::OPTION_LOG_LEVEL => true,
        Constant::OPTION_LOG_DATE_FORMAT => true,
        Constant::OPTION_LOG_DATE_WITH_MICROSECONDS => true,
        Constant::OPTION_LOG_ROTATION => true,
        Constant::OPTION_DISPLAY_ERRORS => true,
        Constant::OPTION_DNS_SERVER => true,
        Constant::OPTION_SOCKET_DNS_TIMEOUT => true,
        Constant::OPTION_SOCKET_CONNECT_TIMEOUT => true,
        Constant::OPTION_SOCKET_WRITE_TIMEOUT => true,
        Constant::OPTION_SOCKET_SEND_TIMEOUT => true,
        Constant::OPTION_SOCKET_READ_TIMEOUT => true,
        Constant::OPTION_SOCKET_RECV_TIMEOUT => true,
        Constant::OPTION_SOCKET_TIMEOUT => true,
        Constant::OPTION_SOCKET_BUFFER_SIZE => true,
        Constant::OPTION_HTTP2_HEADER_TABLE_SIZE => true,
        Constant::OPTION_HTTP2_ENABLE_PUSH => true,
        Constant::OPTION_HTTP2_MAX_CONCURRENT_STREAMS => true,
        Constant::OPTION_HTTP2_INIT_WINDOW_SIZE => true,
        Constant::OPTION_HTTP2_MAX_FRAME_SIZE => true,
        Constant::OPTION_HTTP2_MAX_HEADER_LIST_SIZE => true,
    ];

    /** Of HTTP: of a server, and of each of its ports. */
    private const HTTP_OPTIONS = [
        Constant::OPTION_HTTP_PARSE_COOKIE => true,
        Constant::OPTION_HTTP_PARSE_POST => true,
        Constant::OPTION_HTTP_PARSE_FILES => true,
        Constant::OPTION_HTTP_COMPRESSION_LEVEL => true,
        Constant::OPTION_COMPRESSION_LEVEL => true,
        Constant::OPTION_HTTP_GZIP_LEVEL => true,
        Constant::OPTION_HTTP_COMPRESSION_MIN_LENGTH => true,
        Constant::OPTION_COMPRESSION_MIN_LENGTH => true,
        Constant::OPTION_HTTP_COMPRESSION_TYPES => true,
        Constant::OPTION_COMPRESSION_TYPES => true,
        Constant::OPTION_UPLOAD_TMP_DIR => true,
    ];

    /** Of a server. */
    public const SERVER_OPTIONS = [
        Constant::OPTION_ENABLE_COROUTINE => true,
        Constant::OPTION_CHROOT => true,
        Constant::OPTION_USER => true,
        Constant::OPTION_GROUP => true,
        Constant::OPTION_DAEMONIZE => true,
        Constant::OPTION_PID_FILE => true,
        Constant::OPTION_REACTOR_NUM => true,
        Constant::OPTION_SINGLE_THREAD => true,
        Constant::OPTION_WORKER_NUM => true,
        Constant::OPTION_MAX_WAIT_TIME => true,
        Constant::OPTION_MAX_QUEUED_BYTES => true,
        Constant::OPTION_MAX_CONCURRENCY => true,
        Constant::OPTION_WORKER_MAX_CONCURRENCY => true,
        Constant::OPTION_SEND_TIMEOUT => true,
        Constant::OPTION_DISPATCH_MODE => true,
        Constant::OPTION_SEND_YIELD => true,
        Constant::OPTION_DISPATCH_FUNC => true,
        Constant::OPTION_DISCARD_TIMEOUT_REQUEST => true,
        Constant::OPTION_ENABLE_UNSAFE_EVENT => true,
        Constant::OPTION_ENABLE_DELAY_RECEIVE => true,
        Constant::OPTION_ENABLE_REUSE_PORT => true,
        Constant::OPTION_TASK_USE_OBJECT => true,
        Constant::OPTION_TASK_OBJECT => true,
        Constant::OPTION_EVENT_OBJECT => true,
        Constant::OPTION_TASK_ENABLE_COROUTINE => true,
        Constant::OPTION_TASK_WORKER_NUM => true,
        Constant::OPTION_TASK_IPC_MODE => true,
        Constant::OPTION_TASK_TMPDIR => true,
        Constant::OPTION_TASK_MAX_REQUEST => true,
        Constant::OPTION_TASK_MAX_REQUEST_GRACE => true,
        Constant::OPTION_MAX_CONNECTION => true,
        Constant::OPTION_MAX_CONN => true,
        Constant::OPTION_START_SESSION_ID => true,
        Constant::OPTION_HEARTBEAT_CHECK_INTERVAL => true,
        Constant::OPTION_HEARTBEAT_IDLE_TIME => true,
        Constant::OPTION_MAX_REQUEST => true,
        Constant::OPTION_MAX_REQUEST_GRACE => true,
        Constant::OPTION_RELOAD_ASYNC => true,
        Constant::OPTION_OPEN_CPU_AFFINITY => true,
        Constant::OPTION_CPU_AFFINITY_IGNORE => true,
        Constant::OPTION_UPLOAD_MAX_FILESIZE => true,
        Constant::OPTION_ENABLE_STATIC_HANDLER => true,
        Constant::OPTION_DOCUMENT_ROOT => true,
        Constant::OPTION_HTTP_AUTOINDEX => true,
        Constant::OPTION_HTTP_INDEX_FILES => true,
        Constant::OPTION_STATIC_HANDLER_LOCATIONS => true,
        Constant::OPTION_URL_REWRITE_RULES => true,
        Constant::OPTION_INPUT_BUFFER_SIZE => true,
        Constant::OPTION_BUFFER_INPUT_SIZE => true,
        Constant::OPTION_OUTPUT_BUFFER_SIZE => true,
        Constant::OPTION_BUFFER_OUTPUT_SIZE => true,
        Constant::OPTION_MESSAGE_QUEUE_KEY => true,
        Constant::OPTION_BOOTSTRAP => true,
        Constant::OPTION_INIT_ARGUMENTS => true,
        Constant::OPTION_ENABLE_MESSAGE_BUS => true,
        Constant::OPTION_MAX_PACKAGE_SIZE => true,
        ...self::HTTP_OPTIONS,
    ];

    /** Of a server and of each of its ports. */
    public const PORT_OPTIONS = [
        Constant::OPTION_SSL_PROTOCOLS => true,
        Constant::OPTION_SSL_COMPRESS => true,
        Constant::OPTION_SSL_CERT_FILE => true,
        Constant::OPTION_SSL_KEY_FILE => true,
        Constant::OPTION_SSL_PASSPHRASE => true,
        Constant::OPTION_SSL_VERIFY_PEER => true,
        Constant::OPTION_SSL_ALLOW_SELF_SIGNED => true,
        Constant::OPTION_SSL_CAFILE => true,
        Constant::OPTION_SSL_CAPATH => true,
        Constant::OPTION_SSL_VERIFY_DEPTH => true,
        Constant::OPTION_SSL_CIPHERS => true,
        Constant::OPTION_OPEN_EOF_CHECK => true,
        Constant::OPTION_OPEN_EOF_SPLIT => true,
        Constant::OPTION_PACKAGE_EOF => true,
        Constant::OPTION_OPEN_MQTT_PROTOCOL => true,
        Constant::OPTION_OPEN_LENGTH_CHECK => true,
        Constant::OPTION_PACKAGE_LENGTH_TYPE => true,
        Constant::OPTION_PACKAGE_LENGTH_OFFSET => true,
        Constant::OPTION_PACKAGE_BODY_OFFSET => true,
        Constant::OPTION_PACKAGE_LENGTH_FUNC => true,
        Constant::OPTION_PACKAGE_MAX_LENGTH => true,
        Constant::OPTION_BUFFER_HIGH_WATERMARK => true,
        Constant::OPTION_BUFFER_LOW_WATERMARK => true,
        Constant::OPTION_OPEN_TCP_NODELAY => true,
        Constant::OPTION_WEBSOCKET_MASK => true,
        Constant::OPTION_HTTP_COMPRESSION => true,
        Constant::OPTION_WEBSOCKET_COMPRESSION => true,
        ...self::HTTP_OPTIONS,
        Constant::OPTION_HEARTBEAT_IDLE_TIME => true,
        Constant::OPTION_SOCKET_BUFFER_SIZE => true,
        Constant::OPTION_BACKLOG => true,
        Constant::OPTION_KERNEL_SOCKET_RECV_BUFFER_SIZE => true,
        Constant::OPTION_KERNEL_SOCKET_SEND_BUFFER_SIZE => true,
        Constant::OPTION_TCP_DEFER_ACCEPT => true,
        Constant::OPTION_OPEN_TCP_KEEPALIVE => true,
        Constant::OPTION_OPEN_HTTP_PROTOCOL => true,
        Constant::OPTION_OPEN_WEBSOCKET_PROTOCOL => true,
        Constant::OPTION_WEBSOCKET_SUBPROTOCOL => true,
        Constant::OPTION_OPEN_WEBSOCKET_CLOSE_FRAME => true,
        Constant::OPTION_OPEN_WEBSOCKET_PING_FRAME => true,
        Constant::OPTION_OPEN_WEBSOCKET_PONG_FRAME => true,
        Constant::OPTION_OPEN_HTTP2_PROTOCOL => true,
        Constant::OPTION_OPEN_REDIS_PROTOCOL => true,
        Constant::OPTION_MAX_IDLE_TIME => true,
        Constant::OPTION_TCP_KEEPIDLE => true,
        Constant::OPTION_TCP_KEEPINTERVAL => true,
        Constant::OPTION_TCP_KEEPCOUNT => true,
        Constant::OPTION_TCP_USER_TIMEOUT => true,
        Constant::OPTION_TCP_FASTOPEN => true,
        Constant::OPTION_PACKAGE_BODY_START => true,
        Constant::OPTION_SSL_CLIENT_CERT_FILE => true,
        Constant::OPTION_SSL_PREFER_SERVER_CIPHERS => true,
        Constant::OPTION_SSL_ECDH_CURVE => true,
        Constant::OPTION_SSL_DHPARAM => true,
        Constant::OPTION_SSL_SNI_CERTS => true,
    ];

    /** Of threads and signals. */
    public const AIO_OPTIONS = [
        Constant::OPTION_AIO_CORE_WORKER_NUM => true,
        Constant::OPTION_AIO_WORKER_NUM => true,
        Constant::OPTION_AIO_MAX_WAIT_TIME => true,
        Constant::OPTION_AIO_MAX_IDLE_TIME => true,
        Constant::OPTION_IOURING_ENTRIES => true,
        Constant::OPTION_IOURING_WORKERS => true,
        Constant::OPTION_IOURING_FLAG => true,
        Constant::OPTION_ENABLE_SIGNALFD => true,
        Constant::OPTION_ENABLE_KQUEUE => true,
        Constant::OPTION_WAIT_SIGNAL => true,
        Constant::OPTION_DNS_CACHE_REFRESH_TIME => true,
        Constant::OPTION_THREAD_NUM => true,
        Constant::OPTION_MIN_THREAD_NUM => true,
        Constant::OPTION_MAX_THREAD_NUM => true,
        Constant::OPTION_SOCKET_DONTWAIT => true,
        Constant::OPTION_DNS_LOOKUP_RANDOM => true,
        Constant::OPTION_USE_ASYNC_RESOLVER => true,
        Constant::OPTION_ENABLE_COROUTINE => true,
    ];

    /** As Coroutine::set() has them. */
    public const COROUTINE_OPTIONS = [
        Constant::OPTION_MAX_CORO_NUM => true,
        Constant::OPTION_MAX_COROUTINE => true,
        Constant::OPTION_ENABLE_DEADLOCK_CHECK => true,
        Constant::OPTION_HOOK_FLAGS => true,
        Constant::OPTION_ENABLE_PREEMPTIVE_SCHEDULER => true,
        Constant::OPTION_C_STACK_SIZE => true,
        Constant::OPTION_STACK_SIZE => true,
        Constant::OPTION_NAME_RESOLVER => true,
        Constant::OPTION_DNS_CACHE_EXPIRE => true,
        Constant::OPTION_DNS_CACHE_CAPACITY => true,
        Constant::OPTION_EXIT_CONDITION => true,
        Constant::OPTION_DEADLOCK_CHECK_DISABLE_TRACE => true,
        Constant::OPTION_DEADLOCK_CHECK_LIMIT => true,
        Constant::OPTION_DEADLOCK_CHECK_DEPTH => true,
    ];

    /** What this class does. */
    public const HELPER_OPTIONS = [
        Constant::OPTION_STATS_FILE => true,
        Constant::OPTION_STATS_TIMER_INTERVAL => true,
        Constant::OPTION_ADMIN_SERVER => true,
    ];

    /** @var array<int, array<int>> the timers of a process, by server */
    private static array $timers = [];

    /**
     * @param array<string, mixed> $input_options
     * @throws Exception for the first option that is unknown
     */
    public static function checkOptions(array $input_options): void
    {
        $known = self::GLOBAL_OPTIONS + self::SERVER_OPTIONS + self::PORT_OPTIONS + self::AIO_OPTIONS
            + self::COROUTINE_OPTIONS + self::HELPER_OPTIONS;
        foreach ($input_options as $name => $value) {
            if (!isset($known[$name])) {
                throw new Exception("unsupported option [$name]");
            }
        }
    }

    public static function onBeforeStart(Server $server): void
    {
        if (self::setting($server, Constant::OPTION_ADMIN_SERVER) !== null) {
            Admin::init($server);
        }
    }

    public static function onBeforeShutdown(Server $server): void
    {
    }

    /** Begins to write stats_file, in the first worker. */
    public static function onWorkerStart(Server $server, int $workerId): void
    {
        $file = self::setting($server, Constant::OPTION_STATS_FILE);
        if ($workerId !== 0 || !is_string($file) || $file === '') {
            return;
        }
        $interval = self::setting($server, Constant::OPTION_STATS_TIMER_INTERVAL);
        $milliseconds = is_numeric($interval) ? (int) $interval : self::STATS_TIMER_INTERVAL_TIME;
        $timer = Timer::tick($milliseconds, static fn() => self::writeStats($server, $file));
        if ($timer !== false) {
            self::$timers[spl_object_id($server)][] = $timer;
        }
    }

    public static function onWorkerExit(Server $server, int $workerId): void
    {
        foreach (self::$timers[spl_object_id($server)] ?? [] as $timer) {
            Timer::clear($timer);
        }
        unset(self::$timers[spl_object_id($server)]);
    }

    /** @return void */
    public static function onWorkerStop(Server $server, int $workerId)
    {
    }

    public static function onStart(Server $server): void
    {
    }

    /** @return void */
    public static function onShutdown(Server $server)
    {
    }

    /** @return void */
    public static function onBeforeReload(Server $server)
    {
    }

    /** @return void */
    public static function onAfterReload(Server $server)
    {
    }

    /** @return void */
    public static function onManagerStart(Server $server)
    {
        if (self::setting($server, Constant::OPTION_ADMIN_SERVER) !== null) {
            Admin::start($server);
        }
    }

    /** @return void */
    public static function onManagerStop(Server $server)
    {
    }

    /** @return void */
    public static function onWorkerError(Server $server)
    {
    }

    /** By its extension: JSON, PHP code that returns an array, or one line for each figure, as in connection_num: 1. */
    private static function writeStats(Server $server, string $file): void
    {
        $stats = $server->stats();
        $text = match (strtolower(pathinfo($file, PATHINFO_EXTENSION))) {
            'json' => json_encode($stats, JSON_THROW_ON_ERROR),
            'php' => "<?php\nreturn " . var_export($stats, true) . ";\n",
            default => self::lines($stats),
        };
        self::replaceFile($file, $text);
    }

    /** @param array<string, mixed> $stats */
    private static function lines(array $stats): string
    {
        $text = '';
        foreach ($stats as $name => $value) {
            $text .= "$name: " . (is_scalar($value) ? $value : json_encode($value)) . "\n";
        }
        return $text;
    }

    /**
     * Written aside and then renamed, so that it appears whole, and so that a link or a pipe that another user has put there is
     * replaced. In a folder where this process cannot make files, a file that exists is written to.
     */
    private static function replaceFile(string $file, string $text): void
    {
        $aside = $file . '.' . getmypid() . '.new';
        @unlink($aside);
        $stream = close_on_exec(@fopen($aside, 'x'));
        if ($stream === false) {
            $isDone = @filetype($file) === 'file' && file_put_contents($file, $text) === strlen($text);
        } else {
            $isDone = fwrite($stream, $text) === strlen($text) && fclose($stream) && @rename($aside, $file);
            $isDone || @unlink($aside);
        }
        if (!$isDone) {
            trigger_error("stats_file $file cannot be written", E_USER_WARNING);
        }
    }

    private static function setting(Server $server, string $name): mixed
    {
        return $server->setting[$name] ?? null;
    }
}
