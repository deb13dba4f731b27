<?php

declare(strict_types=1);

namespace Bugle\Laravel;

use Bugle\Client;
use Bugle\ProcessEnd;

/** Reports what reaches Laravel's exception handler, after its own rules of what is worth reporting. */
final class Reports
{
    public function __construct(private readonly Client $client)
    {
    }

    public function report(\Throwable $error): void
    {
        // The shutdown function was there first.
        if (ProcessEnd::hasReported() && is_a($error, 'Symfony\Component\ErrorHandler\Error\FatalError')) {
            return;
        }
        $this->client->captureException($error, [
            'mechanism' => ['type' => 'laravel', 'handled' => self::isByHelper()],
        ]);
    }

    /** Returns whether the program itself called `report($error)`, and so has handled the error. */
    private static function isByHelper(): bool
    {
        foreach (debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, 20) as $call) {
            if (in_array($call['function'], ['report', 'rescue', 'report_if'], true) && !isset($call['class'])) {
                return true;
            }
        }
        return false;
    }
}
