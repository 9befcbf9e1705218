<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

use Tern\Launcher\Text;
use function array_slice;
use function count;
use function sprintf;
use function strlen;

/** What a Survey has found, for a terminal and for programs. */
final class SurveyText
{
    private const KINDS = ['application' => 'index.php returns an application that handles many requests', 'classic' => 'each PHP file is a page',
        'files' => 'nothing that is served runs'];
    private const FEW = 5;  // places of a difference that are shown

    public function __construct(private readonly Survey $survey)
    {
    }

    public function show(bool $all): void
    {
        $survey = $this->survey;
        printf("%s: %d files with PHP code, %d packages; %s\n", Text::line($survey->folder), $survey->files, count($survey->packages), self::KINDS[$survey->kind->value]);
        echo $survey->programs === 0 ? '' : "$survey->programs programs for the command line (#!) are left out\n";
        foreach ($survey->differences as $one) {
            if ($one->package === null) {
                printf("\n%-8s %-20s %d: %s\n", $one->level, $one->topic, count($one->places), $one->text);
                printf("%29s instead: %s\n", '', $one->fix);
                $this->showPlaces($one->places, $all ? count($one->places) : self::FEW);
            }
        }
        $this->showPackages();
        $this->showUnread($all ? count($survey->tree->unread) : self::FEW);
        $counts = array_map(static fn(string $level): string => "$level {$survey->count($level)}", Rule::LEVELS);
        echo "\nplaces: ", implode(', ', $counts), "\n";
    }

    /** @return array{healthy: bool, folder: string, application: string, files: int, findings: list<array<string, mixed>>, unread: list<array<string, string>>} */
    public function data(bool $healthy): array
    {
        $findings = $unread = [];
        foreach ($this->survey->differences as $one) {
            $findings[] = ['level' => $one->level, 'topic' => $one->topic, 'text' => $one->text, 'fix' => $one->fix,
                'package' => $one->package, 'count' => count($one->places), 'places' => $one->places];
        }
        foreach ($this->survey->tree->unread as $file => $why) {
            $unread[] = ['file' => (string) $file, 'why' => $why];
        }
        return ['healthy' => $healthy, 'folder' => $this->survey->folder, 'application' => $this->survey->kind->value,
            'files' => $this->survey->files, 'findings' => $findings, 'unread' => $unread];
    }

    /** @param list<Place> $places */
    private function showPlaces(array $places, int $most): void
    {
        $rows = [];
        foreach (array_slice($places, 0, $most) as $one) {
            $rows[] = [Text::line("$one->file:$one->line"), Text::line($one->code)];
        }
        $width = max([0, ...array_map(static fn(array $row): int => strlen($row[0]), $rows)]);
        foreach ($rows as [$where, $code]) {
            printf("    %-{$width}s  %s\n", $where, $code);
        }
        echo count($places) > $most ? sprintf("    and %d more: --all\n", count($places) - $most) : '';
    }

    /** A line for each package. */
    private function showPackages(): void
    {
        $lines = [];
        foreach ($this->survey->differences as $one) {
            if ($one->package !== null) {
                $first = $one->places[0];
                $lines[$one->package][] = sprintf('%s %d (%s:%d)', $one->topic, count($one->places), Text::line($first->file), $first->line);
            }
        }
        ksort($lines);
        echo $lines === [] ? '' : "\npackages with code that breaks, if a request runs it (--vendor shows all):\n";
        foreach ($lines as $package => $topics) {
            echo '    ', Text::line((string) $package), ': ', implode(', ', $topics), "\n";
        }
    }

    private function showUnread(int $most): void
    {
        $unread = $this->survey->tree->unread;
        echo $unread === [] ? '' : "\nnot read, or not as PHP reads it:\n";
        foreach (array_slice($unread, 0, $most) as $file => $why) {
            echo '    ', Text::line($file === '' ? $this->survey->folder : (string) $file), ': ', Text::line($why), "\n";
        }
        echo count($unread) > $most ? sprintf("    and %d more: --all\n", count($unread) - $most) : '';
    }
}
