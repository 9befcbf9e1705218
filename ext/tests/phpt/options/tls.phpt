--TEST--
Options of TLS: what set() refuses, and what start() says of files and of what does not fit together
--FILE--
<?php
use Swoole\Http\Server;
function attempt(array $options, int $type = SWOOLE_SOCK_TCP | SWOOLE_SSL) {
    try {
        $server = new Server('127.0.0.1', 0, SWOOLE_PROCESS, $type);
        $server->set(['worker_num' => 1] + $options);
        $server->on('request', fn () => 1);
        $server->start();
        echo "started\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', str_replace(__DIR__, 'DIR', $e->getMessage()), "\n";
    }
}
attempt(['ssl_protocols' => 256]);
attempt(['ssl_method' => 99]);
attempt(['ssl_verify_depth' => -1]);
attempt(['ssl_handshake_timeout' => 'soon']);
attempt(['tls' => 'yes']);
attempt(['ssl_sni_certs' => 'example.org']);
attempt(['ssl_sni_certs' => ['example.org' => 'a.pem']]);
attempt(['ssl_sni_certs' => [['ssl_cert_file' => 'a.pem']]]);
attempt(['ssl_sni_certs' => ['a.*.org' => ['ssl_cert_file' => 'a.pem']]]);
attempt(['ssl_cert_file' => "a\0b"]);
echo "-\n";
attempt([]);
attempt(['ssl_cert_file' => '/nowhere/cert.pem', 'ssl_key_file' => '/nowhere/key.pem']);
attempt(['ssl_cert_file' => __FILE__, 'ssl_key_file' => __FILE__]);
attempt(['tls' => 'self-signed', 'ssl_cert_file' => 'a.pem']);
attempt(['tls' => 'self-signed', 'ssl_protocols' => SWOOLE_SSL_SSLv2]);
attempt(['tls' => 'self-signed', 'ssl_method' => SWOOLE_SSLv3_METHOD]);
attempt(['tls' => 'self-signed', 'ssl_protocols' => SWOOLE_SSL_DTLS]);
attempt(['tls' => 'self-signed', 'ssl_method' => SWOOLE_DTLS_SERVER_METHOD]);
attempt(['tls' => 'self-signed', 'ssl_ciphers' => 'NONE-SUCH']);
attempt(['tls' => 'self-signed', 'ssl_ecdh_curve' => 'none-such'], SWOOLE_SOCK_TCP);
attempt(['tls' => 'self-signed', 'ssl_dhparam' => '/nowhere/dh.pem']);
attempt(['tls' => 'self-signed', 'ssl_verify_peer' => true]);
attempt(['tls' => 'self-signed', 'ssl_verify_peer' => true, 'ssl_cafile' => '/nowhere/ca.pem']);
attempt(['tls' => 'self-signed', 'ssl_sni_certs' => ['example.org' => ['ssl_key_file' => 'a.pem', 'docroot' => '/']]]);
attempt(['tls' => 'self-signed', 'ssl_sni_certs' => ['example.org' => ['ssl_cert_file' => '/nowhere/a.pem']]]);
attempt(['tls' => 'self-signed', 'ssl_stapling_file' => __FILE__]);
?>
--EXPECTF--
ValueError: Swoole\Server::set(): Argument #1 ($settings) option "ssl_protocols" must be between 0 and 255, 256 given
ValueError: Swoole\Server::set(): Argument #1 ($settings) option "ssl_method" must be between 0 and 16, 99 given
ValueError: Swoole\Server::set(): Argument #1 ($settings) option "ssl_verify_depth" must be between 0 and 100, -1 given
TypeError: Swoole\Server::set(): Argument #1 ($settings) option "ssl_handshake_timeout" must be int or float (seconds), "soon" given
ValueError: Swoole\Server::set(): Argument #1 ($settings) option "tls" must be "self-signed" or empty, "yes" given
TypeError: Swoole\Server::set(): Argument #1 ($settings) option "ssl_sni_certs" must be array of arrays by string, "example.org" given
TypeError: Swoole\Server::set(): Argument #1 ($settings) option "ssl_sni_certs" must be array of arrays by string, "a.pem" given
TypeError: Swoole\Server::set(): Argument #1 ($settings) option "ssl_sni_certs" must be array of arrays by string, array given
ValueError: Swoole\Server::set(): Argument #1 ($settings) each key of option "ssl_sni_certs" must be a host name, or "*." and one, "a.*.org" given
ValueError: Swoole\Server::set(): Argument #1 ($settings) option "ssl_cert_file" must not contain NUL bytes
-
Swoole\Exception: port 0: TLS needs ssl_cert_file, or tls => 'self-signed'
Swoole\Exception: port 0: ssl_cert_file /nowhere/cert.pem: No such file or directory
Swoole\Exception: port 0: ssl_cert_file DIR/tls.php: no start line
Swoole\Exception: port 0: tls is self-signed, and there is ssl_cert_file
Swoole\Exception: port 0: ssl_protocols has none of SWOOLE_SSL_TLSv1, TLSv1_1, TLSv1_2, TLSv1_3
Swoole\Exception: port 0: ssl_method must be SWOOLE_TLS_METHOD or one of TLSv1, TLSv1_1, TLSv1_2
Swoole\Exception: port 0: ssl_protocols has none of SWOOLE_SSL_TLSv1, TLSv1_1, TLSv1_2, TLSv1_3
Swoole\Exception: port 0: ssl_method must be SWOOLE_TLS_METHOD or one of TLSv1, TLSv1_1, TLSv1_2
Swoole\Exception: port 0: ssl_ciphers NONE-SUCH: no cipher match
Swoole\Exception: port 0: ssl_ecdh_curve none-such: %s
Swoole\Exception: port 0: ssl_dhparam /nowhere/dh.pem: No such file or directory
Swoole\Exception: port 0: ssl_verify_peer needs ssl_client_cert_file, ssl_cafile or ssl_capath
Swoole\Exception: port 0: ssl_cafile /nowhere/ca.pem: No such file or directory
Swoole\Exception: port 0: each element of ssl_sni_certs needs ssl_cert_file
Swoole\Exception: port 0: ssl_sni_certs, example.org: ssl_cert_file /nowhere/a.pem: No such file or directory
Swoole\Exception: port 0: ssl_stapling_file DIR/tls.php: %s
