<?php

declare(strict_types=1);

namespace Bugle;

/** Reads the lines around frames of the program's own code, from at most twenty files kept per worker. */
final class SourceLines
{
    private const AROUND = 5;
    private const MAX_CONTEXTS = 50;
    private const MAX_FILES = 20;
    private const MAX_FILE_BYTES = 1_048_576;
    private const MAX_LINE = 500;

    /** @var array<string, array{mtime: int, lines: list<string>}> */
    private array $files = [];

    public function __construct(private readonly Frames $frames)
    {
    }

    /**
     * @param list<array{stack?: mixed}> $parts the errors of a chain
     * @return list<array<string, mixed>>
     */
    public function of(array $parts): array
    {
        $contexts = [];
        foreach ($parts as $part) {
            foreach (is_array($part['stack'] ?? null) ? $part['stack'] : [] as $frame) {
                if (count($contexts) >= self::MAX_CONTEXTS) {
                    break 2;
                }
                if (($frame['in_app'] ?? false) !== true || isset($frame['eval']) || !isset($frame['line'])) {
                    continue;
                }
                $contexts[$frame['line'] . ' ' . $frame['file']] ??= $this->around($frame['file'], $frame['line']);
            }
        }
        return array_values(array_filter($contexts));
    }

    /** @return array<string, mixed>|null */
    private function around(string $file, int $line): ?array
    {
        $lines = $this->linesOf($file);
        $at = $line - 1;
        if ($lines === null || !isset($lines[$at])) {
            return null;
        }
        $clean = static fn (string $text): string => Scrub::cleanCode(rtrim(Scrub::cut($text, self::MAX_LINE)));
        $from = max(0, $at - self::AROUND);
        return [
            'file' => $file,
            'line' => $line,
            'pre_context' => array_map($clean, array_slice($lines, $from, $at - $from)),
            'context_line' => $clean($lines[$at]),
            'post_context' => array_map($clean, array_slice($lines, $line, self::AROUND)),
        ];
    }

    /** @return list<string>|null */
    private function linesOf(string $file): ?array
    {
        $path = $this->frames->absolute($file);
        // Restricted to source files: a path may come from anywhere and must not be able to name a file of secrets.
        $isSource = $path !== null && preg_match('~\.(php|phtml|inc|twig|module)$~', $path) === 1;
        if (!$isSource || str_contains($path, '/../')) {
            return null;
        }
        $mtime = @filemtime($path);
        if ($mtime === false) {
            return null;
        }
        $known = $this->files[$file] ?? null;
        if ($known !== null && $known['mtime'] === $mtime) {
            return $known['lines'];
        }
        $text = @filesize($path) <= self::MAX_FILE_BYTES ? @file_get_contents($path) : false;
        if ($text === false) {
            return null;
        }
        if (count($this->files) >= self::MAX_FILES) {
            unset($this->files[array_key_first($this->files)]);
        }
        $this->files[$file] = ['mtime' => $mtime, 'lines' => explode("\n", $text)];
        return $this->files[$file]['lines'];
    }
}
