<?php

declare(strict_types=1);

namespace Bugle;

/**
 * Stops sending after a failure, so that a slow or dead server costs one process one time-out and the others nothing.
 *
 * The pause is 30 seconds and doubles up to five minutes, and is never shorter than `Retry-After`. It is a file that
 * all processes read; without a directory, it holds for this process.
 */
final class Circuit
{
    private const FIRST_PAUSE = 30;
    private const LONGEST_PAUSE = 300;
    private const LONGEST_ASKED = 3600;
    /** Seconds that other processes stay away while one tries again. */
    private const PROBE = 3;
    /** A pause of everything, and one of items beside events: a server may refuse them and take events. */
    public const ALL = 'open-until';
    public const ITEMS = 'items-open-until';

    /** @var array{until: float, failures: int} */
    private array $own = ['until' => 0.0, 'failures' => 0];

    /** @param self::ALL|self::ITEMS $file */
    public function __construct(private readonly ?DirectoryStore $store, private readonly string $file = self::ALL)
    {
    }

    /** Returns whether sending has to wait. When the pause is over, the first to ask may send; the others keep waiting. */
    public function isOpen(): bool
    {
        ['until' => $until, 'failures' => $failures] = $this->read();
        $now = microtime(true);
        if ($until > $now) {
            // A clock put back must not silence the program for longer than any pause.
            return $until - $now <= self::LONGEST_ASKED;
        }
        if ($failures > 0) {
            $this->write($now + self::PROBE, $failures);
        }
        return false;
    }

    /** Begins or prolongs the pause. Returns the number of failures in a row. */
    public function fail(?string $retryAfter = null): int
    {
        $failures = $this->read()['failures'] + 1;
        $pause = min(self::LONGEST_PAUSE, self::FIRST_PAUSE * 2 ** min(10, $failures - 1));
        $this->write(microtime(true) + max($pause, self::secondsOf($retryAfter)), $failures);
        return $failures;
    }

    /** Ends the pause. */
    public function succeed(): void
    {
        if ($this->own['failures'] > 0 || ($this->store !== null && is_file($this->file()))) {
            $this->own = ['until' => 0.0, 'failures' => 0];
            if ($this->store !== null) {
                @unlink($this->file());
            }
        }
    }

    /** Parses `Retry-After`, seconds or a date, to seconds, at most an hour. */
    public static function secondsOf(?string $retryAfter): float
    {
        $seconds = is_numeric($retryAfter) ? (float) $retryAfter : (float) strtotime((string) $retryAfter) - time();
        return max(0.0, min($seconds, self::LONGEST_ASKED));
    }

    /** @return array{until: float, failures: int} */
    private function read(): array
    {
        if ($this->store === null || !is_file($this->file())) {
            // PHP remembers what exists, but not what does not.
            return $this->store === null ? $this->own : ['until' => 0.0, 'failures' => 0];
        }
        $parts = explode(' ', (string) @file_get_contents($this->file()));
        return ['until' => (float) $parts[0], 'failures' => (int) ($parts[1] ?? 0)];
    }

    private function write(float $until, int $failures): void
    {
        $this->own = ['until' => $until, 'failures' => $failures];
        $this->store?->write($this->file, sprintf('%.3F %d', $until, $failures));
        clearstatcache(true);
    }

    private function file(): string
    {
        return $this->store?->directory . '/' . $this->file;
    }
}
