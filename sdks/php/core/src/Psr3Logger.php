<?php

declare(strict_types=1);

namespace Bugle;

use Bugle\Monolog\Report;
use Psr\Log\AbstractLogger;

/**
 * Reports what is logged, for libraries that take a PSR-3 logger.
 *
 * @example $mailer->setLogger(new Psr3Logger('warning'))
 */
final class Psr3Logger extends AbstractLogger
{
    private const LEVELS = [
        'debug' => 100, 'info' => 200, 'notice' => 250, 'warning' => 300, 'error' => 400, 'critical' => 500,
        'alert' => 550, 'emergency' => 600,
    ];

    /** @param string $least the least severe level that is reported */
    public function __construct(private readonly string $least = 'error')
    {
    }

    /**
     * @param mixed $level
     * @param string|\Stringable $message
     * @param array<array-key, mixed> $context
     */
    public function log($level, $message, array $context = []): void
    {
        $number = self::LEVELS[is_string($level) ? $level : ''] ?? 400;
        if ($number >= (self::LEVELS[$this->least] ?? 400)) {
            Report::record(self::textOf($message), $context, 'psr3', $number);
        }
    }

    private static function textOf(mixed $message): string
    {
        try {
            return is_string($message) || $message instanceof \Stringable
                ? (string) $message
                : Scrub::toText($message);
        } catch (\Throwable) {
            return Scrub::toText($message);
        }
    }
}
