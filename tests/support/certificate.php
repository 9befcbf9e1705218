<?php
// certificate.php FILE: a key and a certificate for localhost and 127.0.0.1 that signed itself.

file_put_contents("$argv[1].cnf", implode("\n", [
    '[req]', 'distinguished_name=name', '[name]', '[ours]', 'subjectAltName=DNS:localhost,IP:127.0.0.1', 'basicConstraints=CA:TRUE', '',
]));
$options = [
    'config' => "$argv[1].cnf", 'x509_extensions' => 'ours', 'digest_alg' => 'sha256',
    'private_key_bits' => 2048, 'private_key_type' => OPENSSL_KEYTYPE_EC, 'curve_name' => 'prime256v1',
];
$key = openssl_pkey_new($options);
$signed = openssl_csr_sign(openssl_csr_new(['commonName' => 'localhost'], $key, $options), null, $key, 2, $options);
openssl_x509_export($signed, $certificate);
openssl_pkey_export($key, $pem, null, $options);
file_put_contents($argv[1], $pem . $certificate);
