<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Tern\Internal\PhpLimits;
use Tern\Internal\Site\Process\Isolation;
use Tern\Internal\Site\Process\Pool;
use ValueError;

/** How a classic site is served. */
final class Options
{
    /** Of the root it is the front controller. */
    public const FRONT = 'index.php';
    public const CONCURRENCY = 50;
    public const MAX_WAIT_S = 30;

    /**
     * @param string $root an absolute path, symbolic links resolved
     * @param int $concurrency scripts at a time in each worker
     * @param int $maxWaitS seconds that a request waits when that number run; then it gets a 503. 0: any time
     * @param string $isolation context, or process: scripts run in PHP workers, one at a time in each
     * @param bool $htaccess reads .htaccess files
     * @param string|null $rules a file of Tern's own rules
     * @param list<string> $hide patterns of files that are never sent, beside the usual ones
     * @param list<string> $show usual patterns that do not apply
     * @param bool $followsLinks symbolic links may lead out of the root
     * @param list<string>|null $sendfile folders, beside the root, with files that scripts may send by X-Sendfile and X-Accel-Redirect;
     *     absolute, symbolic links resolved. Null: both fields are like others
     * @param array<string, string> $settings ini settings of each request
     * @param bool $watches every change is seen with the next request
     * @param int|null $leastWorkers PHP workers that run also without a request; null: as $isolation needs
     * @param int|null $mostWorkers PHP workers at a time; null: the usual number
     * @param int $idleTimeS seconds after which PHP workers end that are not needed
     * @param int $maxRequests after which a PHP worker is replaced; 0: any number
     */
    public function __construct(
        public readonly string $root,
        public readonly int $concurrency = self::CONCURRENCY,
        public readonly int $maxWaitS = self::MAX_WAIT_S,
        public readonly string $isolation = 'context',
        public readonly bool $htaccess = false,
        public readonly ?string $rules = null,
        public readonly array $hide = [],
        public readonly array $show = [],
        public readonly bool $followsLinks = true,
        public readonly ?array $sendfile = null,
        public readonly array $settings = [],
        public readonly bool $watches = false,
        public readonly ?int $leastWorkers = null,
        public readonly ?int $mostWorkers = null,
        public readonly int $idleTimeS = Pool::IDLE_TIME_S,
        public readonly int $maxRequests = 0,
    ) {
    }

    /**
     * The same for another folder.
     *
     * @param list<string>|null $sendfile
     */
    public function at(string $root, ?string $rules, ?array $sendfile): self
    {
        return new self(
            $root,
            $this->concurrency,
            $this->maxWaitS,
            $this->isolation,
            $this->htaccess,
            $rules,
            $this->hide,
            $this->show,
            $this->followsLinks,
            $sendfile,
            $this->settings,
            $this->watches,
            $this->leastWorkers,
            $this->mostWorkers,
            $this->idleTimeS,
            $this->maxRequests,
        );
    }

    public function hasRules(): bool
    {
        return $this->htaccess || $this->rules !== null;
    }

    /** The PHP workers. Call it before the server starts. */
    public function pool(): Pool
    {
        $all = Isolation::reason($this) !== null;
        $least = $this->leastWorkers ?? ($all ? Pool::LEAST : 0);
        return new Pool($least, $this->mostWorkers ?? Pool::MOST, $this->idleTimeS, $this->maxRequests);
    }

    /**
     * @return list<string> patterns of files that are never sent
     * @throws ValueError
     */
    public function hidden(): array
    {
        return NeverSent::patterns($this->root, $this->hide, $this->show);
    }

    /** @return array<string, mixed> options of the server */
    public function ofServer(): array
    {
        return [
            'enable_static_handler' => !$this->hasRules(),  // they may be about files
            'document_root' => $this->root,
            'http_index_files' => [self::FRONT, 'index.html'],
            'static_hidden_names' => $this->hidden(),
            'static_follow_symlinks' => $this->followsLinks,
            'open_http2_protocol' => true,
            'max_wait_time' => 10,
            'package_max_length' => PhpLimits::bodyBytes(),
            // PHP reads forms: what a form may look like, and what its settings allow, is as under PHP-FPM.
            'http_parse_post' => false,
            'http_parse_files' => false,
        ];
    }
}
