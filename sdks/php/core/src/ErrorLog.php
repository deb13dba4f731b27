<?php

declare(strict_types=1);

namespace Bugle;

/**
 * Writes to PHP's error log what an operator has to fix, once a day: each request of a web server is a process that
 * knows nothing of the others.
 *
 * @internal
 */
final class ErrorLog
{
    private const SECONDS = 86_400;

    public static function once(string $line): void
    {
        // The person who runs a command reads this each time.
        if (PHP_SAPI === 'cli') {
            error_log("[bugle] $line");
        } else {
            self::daily($line);
        }
    }

    /** Writes a line once a day, in commands too: an outage may meet every run of one. */
    public static function daily(string $line): void
    {
        if (self::isNew(sys_get_temp_dir() . '/bugle-said-' . hash('xxh128', __DIR__ . $line))) {
            error_log("[bugle] $line");
        }
    }

    /**
     * Returns whether the mark is older than a day, and renews it. A mark that cannot be written never counts as new:
     * the line would be written at every request.
     */
    public static function isNew(string $mark): bool
    {
        $last = is_file($mark) ? @filemtime($mark) : false;
        if ($last !== false && abs(time() - $last) < self::SECONDS) {
            return false;
        }
        return @touch($mark);
    }
}
