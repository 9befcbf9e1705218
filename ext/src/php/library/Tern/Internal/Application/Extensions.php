<?php

declare(strict_types=1);

namespace Tern\Internal\Application;

use function in_array;

/** What extensions of PHP keep for a request, where several requests are handled at a time in contexts. docs/contexts.md shows it. */
final class Extensions
{
    /** Each context has its own settings, handlers and values of these. */
    public const SEPARATE = ['Core', 'bcmath', 'date', 'intl', 'json', 'libxml', 'mbstring', 'pcre', 'session', 'SPL', 'standard'];

    /** They keep nothing for a request but objects and resources, or it is meant to be the process's. */
    public const SHARED = [
        'FFI', 'PDO', 'PDO_Firebird', 'PDO_ODBC', 'PDO_OCI', 'PDO_DBLIB', 'pdo_dblib', 'pdo_mysql', 'pdo_pgsql', 'pdo_sqlite',
        'pdo_sqlsrv', 'Phar', 'Reflection', 'SimpleXML', 'Zend OPcache', 'amqp', 'apcu', 'brotli', 'bz2', 'calendar', 'ctype', 'curl',
        'dba', 'decimal', 'dom', 'ds', 'enchant', 'ev', 'event', 'exif', 'fileinfo', 'filter', 'ftp', 'gd', 'gettext', 'gmp', 'gnupg',
        'grpc', 'hash', 'iconv', 'igbinary', 'imagick', 'imap', 'inotify', 'ldap', 'lexbor', 'lz4', 'mailparse', 'maxminddb', 'mcrypt',
        'memcache', 'memcached', 'mongodb', 'msgpack', 'mysqli', 'mysqlnd', 'oauth', 'oci8', 'odbc', 'openssl', 'pcntl', 'pgsql', 'posix',
        'protobuf', 'pspell', 'random', 'rdkafka', 'readline', 'redis', 'shmop', 'smbclient', 'snappy', 'snmp', 'soap', 'sockets', 'sodium',
        'sqlite3', 'sqlsrv', 'ssh2', 'stomp', 'swoole', 'sysvmsg', 'sysvsem', 'sysvshm', 'tern', 'tidy', 'timezonedb', 'tokenizer',
        'translit', 'uri', 'uuid', 'vips', 'xdebug', 'xlswriter', 'xml', 'xmlreader', 'xmlrpc', 'xmlwriter', 'xsl', 'yaml', 'zip', 'zlib',
        'zmq', 'zstd',
    ];

    /** They keep the running request in variables of their own, or change code of the whole process. */
    public const ONE_AT_A_TIME = ['blackfire', 'elastic_apm', 'newrelic', 'runkit7', 'scoutapm', 'tideways', 'tideways_xhprof', 'uopz', 'xhprof'];

    /** @return list<string> those that are loaded and keep a request for themselves */
    public static function oneAtATime(): array
    {
        return array_values(array_intersect(array_map(strtolower(...), self::loaded()), self::ONE_AT_A_TIME));
    }

    /** @return list<string> those that are loaded and in none of the lists: contexts share what they keep */
    public static function unknown(): array
    {
        $known = array_map(strtolower(...), [...self::SEPARATE, ...self::SHARED, ...self::ONE_AT_A_TIME]);
        return array_values(array_filter(self::loaded(), static fn(string $name): bool => !in_array(strtolower($name), $known, true)));
    }

    /** @return list<string> */
    private static function loaded(): array
    {
        return array_values(array_unique([...get_loaded_extensions(), ...get_loaded_extensions(true)]));
    }
}
