<?php

declare(strict_types=1);

namespace Bugle\Symfony;

use Psr\Log\LoggerInterface;

/** Writes to Symfony's log that none of the variables is set. */
final class OffNotice
{
    public function __construct(private readonly ?LoggerInterface $logger)
    {
    }

    public function write(): void
    {
        try {
            $this->logger?->info('Bugle is off: BUGLE_TOKEN, BUGLE_ENDPOINT and BUGLE_APP_ID are not set');
        } catch (\Throwable) {
            // A log that does not work is not ours to report.
        }
    }
}
