<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Pools;

use Tern\Launcher\Arguments;
use Tern\Launcher\Doctor\Code\Rule;
use Tern\Launcher\Doctor\Code\Survey;
use Tern\Launcher\Doctor\Code\SurveyText;
use Tern\Launcher\Doctor\Finding;
use Tern\Launcher\Fpm\Configuration;
use Tern\Launcher\Fpm\Log;
use Tern\Launcher\Fpm\Options;
use Tern\Launcher\Fpm\Paths;
use Tern\Launcher\Fpm\PoolConfig;
use Tern\Launcher\Fpm\Reader;
use Tern\Launcher\Text;
use Tern\Launcher\UsageError;

/** `tern doctor --fpm`: reads the pools of PHP-FPM and their sites, and says what differs under `tern fpm`. */
final class PoolsDoctor
{
    private readonly string $file;
    private readonly Paths $paths;
    private readonly Sites $sites;
    /** @var array<string, Survey> by folder */
    private array $surveys = [];

    /** @throws UsageError */
    public function __construct(private readonly Arguments $given)
    {
        $name = $given->operands[0] ?? Options::defaultConfig();
        $file = realpath($name);
        $this->file = $file !== false && is_file($file) ? $file : throw new UsageError("--fpm needs the configuration of PHP-FPM: there is no file \"$name\"");
        $this->paths = new Paths(null);
        $this->sites = new Sites($given->texts('--web-server'), $given->texts('--root'));
    }

    /** @return array{bool, list<Finding>, list<PoolReport>} the first: whether nothing stands in the way */
    public function run(): array
    {
        $configuration = new Configuration();
        if (!(new Reader($configuration, $this->paths, new Log()))->read($this->file)) {
            throw new UsageError("$this->file cannot be read as PHP-FPM would");
        }
        $general = PoolFindings::ofMaster($configuration->global, $this->file);
        $pools = array_map($this->report(...), $configuration->pools());
        return [$this->isHealthy($general, $pools), $general, $pools];
    }

    private function report(PoolConfig $pool): PoolReport
    {
        $findings = PoolFindings::ofPool($pool);
        $sites = $this->sites->of($pool, $this->paths);
        if ($sites === []) {
            $findings[] = Finding::advice('site', 'no folder was found: its code is not looked at', "--root $pool->name=FOLDER, or --web-server FILE");
        }
        $surveys = [];
        foreach (array_keys($sites) as $folder) {
            $surveys[$folder] = $this->surveys[$folder] ??= new Survey($folder, $this->given->has('--vendor'), true);
        }
        return new PoolReport($pool->name, $pool->text('listen'), $findings, $sites, $surveys);
    }

    /**
     * @param list<Finding> $general
     * @param list<PoolReport> $pools
     */
    private function isHealthy(array $general, array $pools): bool
    {
        $isStrict = $this->given->has('--strict');
        $findings = array_merge($general, ...array_map(static fn(PoolReport $one): array => $one->findings, $pools));
        foreach ($findings as $one) {
            if ($one->level === Finding::PROBLEM || $isStrict && $one->level === Finding::ADVICE) {
                return false;
            }
        }
        foreach ($this->surveys as $survey) {
            if ($survey->count(Rule::BREAKS) > 0 || $isStrict && $survey->count(Rule::DIFFERS) > 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * @param list<Finding> $general
     * @param list<PoolReport> $pools
     */
    public function show(array $general, array $pools): void
    {
        echo Text::line($this->file), ': PHP ', PHP_VERSION, "\n";
        Finding::show($general);
        foreach ($pools as $pool) {
            echo "\npool ", Text::line("$pool->name, at $pool->listen"), "\n";
            Finding::show($pool->findings);
            foreach ($pool->surveys as $folder => $survey) {
                echo "\nsite of pool ", Text::line("$pool->name, by {$pool->sites[$folder]}"), "\n";
                (new SurveyText($survey))->show($this->given->has('--all'));
            }
        }
    }

    /**
     * @param list<Finding> $general
     * @param list<PoolReport> $pools
     * @return array<string, mixed>
     */
    public function data(bool $isHealthy, array $general, array $pools): array
    {
        $rows = [];
        foreach ($pools as $pool) {
            $sites = [];
            foreach ($pool->surveys as $folder => $survey) {
                $breaks = $survey->count(Rule::BREAKS) > 0;
                $sites[] = ['by' => $pool->sites[$folder]] + (new SurveyText($survey))->data(!$breaks);
            }
            $rows[] = ['name' => $pool->name, 'listen' => $pool->listen, 'findings' => $pool->findings, 'sites' => $sites];
        }
        return ['healthy' => $isHealthy, 'file' => $this->file, 'findings' => $general, 'pools' => $rows];
    }
}
