<?php

declare(strict_types=1);

namespace Swoole\Curl;

use CurlHandle;
use Error;
use Stringable;
use Tern\Internal\Client\Hooked;
use ValueError;
use function function_exists;
use function is_string;
use function sprintf;

/** A handle of ext/curl as an object. Its transfers suspend the coroutine, whatever hooks are switched on. */
final class Handler implements Stringable
{
    private ?CurlHandle $handle;
    private string|bool $answer = false;

    /** @throws Exception without ext/curl */
    public function __construct(string $url = '')
    {
        if (!function_exists('curl_init')) {
            throw new Exception('Swoole\Curl\Handler needs the curl extension (package php-curl)');
        }
        $handle = curl_init();
        if ($handle === false) {
            throw new Exception('There is no memory for a handle of curl');
        }
        $this->handle = $handle;
        if ($url !== '') {
            $this->setOpt(CURLOPT_URL, $url);
        }
    }

    public function __toString(): string
    {
        return sprintf('Object(%d) of type (curl)', spl_object_id($this));
    }

    /** Whether it is not closed yet. */
    public function isAvailable(): bool
    {
        return $this->handle !== null;
    }

    /**
     * @param int $opt CURLOPT_...
     * @param mixed $value
     * @return bool false: curl refuses the value
     * @throws Exception if there is no such option
     */
    public function setOpt(int $opt, $value): bool
    {
        try {
            return curl_setopt($this->open(), $opt, $value);
        } catch (ValueError $error) {
            throw new Exception($error->getMessage(), 0, $error);
        }
    }

    /**
     * Suspends in a coroutine, and blocks elsewhere.
     *
     * @return string|bool the body with CURLOPT_RETURNTRANSFER, else true; false: errno() tells why
     */
    public function exec()
    {
        $handle = $this->open();
        return $this->answer = Hooked::call(fn() => curl_exec($handle));
    }

    /** @return array<string, mixed>|false of the last transfer, as curl_getinfo() has it */
    public function getInfo()
    {
        return curl_getinfo($this->open());
    }

    /** @return int CURLE_... of the last transfer; 0: it did not fail */
    public function errno(): int
    {
        return curl_errno($this->open());
    }

    /** @return string '': the last transfer did not fail */
    public function error(): string
    {
        return curl_error($this->open());
    }

    /**
     * As after the constructor without a URL.
     *
     * @return void
     */
    public function reset()
    {
        curl_reset($this->open());
        $this->answer = false;
    }

    /** @return string|false the body of the last transfer; false: none was returned */
    public function getContent()
    {
        return is_string($this->answer) ? $this->answer : false;
    }

    public function close(): void
    {
        $this->open();
        $this->handle = null;
    }

    private function open(): CurlHandle
    {
        return $this->handle ?? throw new Error('This handle of curl is closed');
    }
}
