<?php

declare(strict_types=1);

namespace Bugle\Monolog;

use Bugle\Bugle;

/** Turns a log record into a breadcrumb: its message, level and channel, and its context, with secrets masked. */
final class Breadcrumb
{
    /** @param array<array-key, mixed> $context */
    public static function record(string $message, array $context, string $channel, string $level): void
    {
        // The exception is an event of its own.
        unset($context['exception']);
        Bugle::addBreadcrumb([
            'category' => 'log',
            'message' => $message,
            'data' => ['level' => strtolower($level), 'logger' => $channel] + $context,
        ]);
    }
}
