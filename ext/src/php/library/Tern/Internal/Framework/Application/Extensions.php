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
        'ctype', 'curl', 'date', 'dba', 'decimal', 'dom', 'ds', 'enchant', 'ev', 'event', 'exif', 'fileinfo', 'filter', 'ftp', 'gd',
        'gettext', 'gmp', 'gnupg', 'grpc', 'hash', 'iconv', 'igbinary', 'imagick', 'imap', 'inotify', 'intl', 'json', 'ldap', 'lexbor',
        'libxml', 'lz4', 'mailparse', 'maxminddb', 'mbstring', 'mcrypt', 'memcache', 'memcached', 'mongodb', 'msgpack', 'mysqli',
        'mysqlnd', 'oauth', 'oci8', 'odbc', 'openssl', 'pcntl', 'pcre', 'pgsql', 'posix', 'protobuf', 'pspell', 'random', 'rdkafka',
        'readline', 'redis', 'session', 'shmop', 'smbclient', 'snappy', 'snmp', 'soap', 'sockets', 'sodium', 'sqlite3', 'sqlsrv', 'ssh2',
        'standard', 'stomp', 'swoole', 'sysvmsg', 'sysvsem', 'sysvshm', 'tern', 'tidy', 'timezonedb', 'tokenizer', 'translit', 'uri',
        'uuid', 'vips', 'xdebug', 'xlswriter', 'xml', 'xmlreader', 'xmlrpc', 'xmlwriter', 'xsl', 'yaml', 'zip', 'zlib', 'zmq', 'zstd',
    ];

    /** They keep the running request in variables of their own, or change code of the whole process. */
    public const ONE_AT_A_TIME = ['blackfire', 'elastic_apm', 'newrelic', 'runkit7', 'scoutapm', 'tideways', 'tideways_xhprof', 'uopz', 'xhprof'];

    /** @return list<string> those that are loaded and keep a request for themselves */
    public static function oneAtATime(): array
    {
        return array_values(array_intersect(array_map(strtolower(...), self::loaded()), self::ONE_AT_A_TIME));
    }

    /** @return list<string> those that are loaded and in none of the lists: contexts may share what they keep outside of their globals */
    public static function unknown(): array
    {
        $known = array_map(strtolower(...), [...self::KNOWN, ...self::ONE_AT_A_TIME]);
        return array_values(array_filter(self::loaded(), static fn(string $name): bool => !in_array(strtolower($name), $known, true)));
    }

    /** @return list<string> */
    private static function loaded(): array
    {
        return array_values(array_unique([...get_loaded_extensions(), ...get_loaded_extensions(true)]));
    }
}
