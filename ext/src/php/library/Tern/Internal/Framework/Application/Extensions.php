<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use function in_array;

/**
 * Extensions of PHP where several requests are handled at a time in contexts. Each context has its own globals of all extensions, but
 * of those in ext/src/php/isolation/state/state_table.cpp. What an extension or its libraries keep in other variables is shared.
 */
final class Extensions
{
    /** What these keep outside of their globals is nothing of a request, or Tern exchanges it. */
    public const KNOWN = [
        'Core', 'FFI', 'PDO', 'PDO_Firebird', 'PDO_ODBC', 'PDO_OCI', 'PDO_DBLIB', 'pdo_dblib', 'pdo_mysql', 'pdo_pgsql', 'pdo_sqlite',
        'pdo_sqlsrv', 'Phar', 'Reflection', 'SPL', 'SimpleXML', 'Zend OPcache', 'amqp', 'apcu', 'bcmath', 'brotli', 'bz2', 'calendar', 'cgi-fcgi',
        'ctype', 'curl', 'date', 'dba', 'decimal', 'dom', 'ds', 'enchant', 'ev', 'event', 'excimer', 'exif', 'fileinfo', 'filter', 'ftp', 'gd',
        'gettext', 'gmp', 'gnupg', 'grpc', 'hash', 'iconv', 'igbinary', 'imagick', 'imap', 'inotify', 'intl', 'json', 'ldap', 'lexbor',
        'libxml', 'lz4', 'mailparse', 'maxminddb', 'mbstring', 'mcrypt', 'memcache', 'memcached', 'mongodb', 'msgpack', 'mysqli',
        'mysqlnd', 'oauth', 'oci8', 'odbc', 'openssl', 'pcntl', 'pcov', 'pcre', 'pgsql', 'posix', 'protobuf', 'pspell', 'random', 'rdkafka',
        'readline', 'redis', 'session', 'shmop', 'smbclient', 'snappy', 'snmp', 'soap', 'sockets', 'sodium', 'sqlite3', 'sqlsrv', 'ssh2',
        'standard', 'stomp', 'swoole', 'sysvmsg', 'sysvsem', 'sysvshm', 'tern', 'tidy', 'timezonedb', 'tokenizer', 'translit', 'uri',
        'uuid', 'vips', 'xdebug', 'xlswriter', 'xml', 'xmlreader', 'xmlrpc', 'xmlwriter', 'xsl', 'yaml', 'zip', 'zlib', 'zmq', 'zstd',
    ];

    /** They keep the running request in variables of their own, or change code of the whole process. */
    public const ONE_AT_A_TIME = ['blackfire', 'elastic_apm', 'newrelic', 'runkit7', 'scoutapm', 'tideways', 'tideways_xhprof', 'uopz', 'xhprof'];

    /**
     * Extensions that were run under Tern or, where `ran` is false, whose source was read: what contexts have of them, and what else to
     * know. docs/contexts.md has this table.
     *
     * @var array<string, array{how: string, ran: bool, text: string}>
     */
    public const TRIED = [
        'apcu' => ['how' => 'shared', 'ran' => true, 'text' => 'Its memory serves all requests of all workers. Code that apcu_entry() calls blocks the worker instead of waiting.'],
        'blackfire' => ['how' => 'one at a time', 'ran' => false, 'text' => 'Its source is not public; it profiles the running request.'],
        'ddtrace' => ['how' => 'own', 'ran' => false, 'text' => 'Its globals have the open spans of a request. Coroutines without contexts share them. Contexts share one heap.'],
        'excimer' => ['how' => 'shared', 'ran' => true, 'text' => 'A profile has whatever the worker runs, also other requests that run meanwhile. With timers that are due when a process ends, 1.0.4 can abort.'],
        'FFI' => ['how' => 'shared', 'ran' => true, 'text' => 'C libraries and their variables belong to the process. C functions block the worker, also sleep().'],
        'grpc' => ['how' => 'shared', 'ran' => false, 'text' => 'Its globals have one flag; its list of channels is a variable of the process. Its library has threads of its own.'],
        'igbinary' => ['how' => 'own', 'ran' => true, 'text' => 'Code that it calls may wait.'],
        'imagick' => ['how' => 'own', 'ran' => true, 'text' => 'Its calls block the worker: the library holds locks, also while it reports progress to the program.'],
        'mongodb' => ['how' => 'own', 'ran' => true, 'text' => 'A client is for one coroutine at a time: a second call throws. Each Manager that is in use has a client of its own.'],
        'msgpack' => ['how' => 'own', 'ran' => true, 'text' => 'Code that it calls blocks the worker instead of waiting. As serializer of sessions and clients it does not: __sleep() and __wakeup() must not wait there.'],
        'newrelic' => ['how' => 'one at a time', 'ran' => false, 'text' => 'Its agent follows the running request of the process.'],
        'opentelemetry' => ['how' => 'own', 'ran' => false, 'text' => 'Its globals have the hooks that a request sets. Hooks that code before the contexts sets do not hold in them.'],
        'parallel' => ['how' => 'refused', 'ran' => false, 'text' => 'It needs a thread-safe PHP, and runs PHP in threads of its own.'],
        'pcov' => ['how' => 'own', 'ran' => true, 'text' => 'A context has the lines that it runs. Coroutines without contexts share what is collected. The JIT is off.'],
        'protobuf' => ['how' => 'own', 'ran' => false, 'text' => 'Its globals have the messages and descriptors of a request. The library in PHP of the same name needs no extension.'],
        'rdkafka' => ['how' => 'shared', 'ran' => false, 'text' => 'Its library has threads of its own. A call that waits for messages blocks the worker; persistent producers are of the process.'],
        'tideways_xhprof' => ['how' => 'one at a time', 'ran' => true, 'text' => 'In coroutines one profile has all that runs, and the first call of disable() takes it.'],
        'uopz' => ['how' => 'one at a time', 'ran' => true, 'text' => 'It changes functions and classes of the whole process, also for later requests. The JIT is off.'],
        'xdebug' => ['how' => 'shared', 'ran' => true, 'text' => 'Coverage and traces are of the process: a request that stops them takes what others have. Measure with --concurrency 1.'],
        'xhprof' => ['how' => 'one at a time', 'ran' => false, 'text' => 'Its globals have the stack of the running functions, which a wait would tear.'],
    ];

    /** @return array<string, array{how: string, ran: bool, text: string}> the rows of those that are loaded */
    public static function tried(): array
    {
        $loaded = array_map(strtolower(...), self::loaded());
        return array_filter(self::TRIED, static fn(string $name): bool => in_array(strtolower($name), $loaded, true), ARRAY_FILTER_USE_KEY);
    }

    /** @return list<string> those that are loaded and keep a request for themselves */
    public static function oneAtATime(): array
    {
        return array_values(array_intersect(array_map(strtolower(...), self::loaded()), self::ONE_AT_A_TIME));
    }

    /** @return list<string> those that are loaded and in none of the lists: contexts may share what they keep outside of their globals */
    public static function unknown(): array
    {
        $known = array_map(strtolower(...), [...self::KNOWN, ...self::ONE_AT_A_TIME, ...array_keys(self::TRIED)]);
        return array_values(array_filter(self::loaded(), static fn(string $name): bool => !in_array(strtolower($name), $known, true)));
    }

    /** @return list<string> */
    private static function loaded(): array
    {
        return array_values(array_unique([...get_loaded_extensions(), ...get_loaded_extensions(true)]));
    }
}
