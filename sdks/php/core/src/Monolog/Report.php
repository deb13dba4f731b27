<?php

declare(strict_types=1);

namespace Bugle\Monolog;

use Bugle\Bugle;

/** Turns a log record into an event: its exception, reported once, or else its message. */
final class Report
{
    /** @var bool a logger of the host may log what our own work causes */
    private static bool $isBusy = false;

    /**
     * @param array<array-key, mixed> $context
     * @param int $level Monolog's number
     */
    public static function record(string $message, array $context, string $channel, int $level): void
    {
        if (self::$isBusy) {
            return;
        }
        self::$isBusy = true;
        try {
            $error = $context['exception'] ?? null;
            unset($context['exception']);
            $hint = [
                'level' => $level >= 500 ? 'fatal' : ($level >= 400 ? 'error' : ($level >= 300 ? 'warning' : 'info')),
                'tags' => ['logger' => $channel],
                'mechanism' => ['type' => 'monolog', 'handled' => true],
            ] + ($context === [] ? [] : ['extra' => ['log' => $context]]);
            if ($error instanceof \Throwable) {
                Bugle::captureException($error, $hint);
            } else {
                Bugle::captureMessage($message, $hint);
            }
        } finally {
            self::$isBusy = false;
        }
    }
}
