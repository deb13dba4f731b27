<?php

declare(strict_types=1);

namespace Bugle\Laravel;

use Bugle\Bugle;
use Illuminate\Console\Command;

/** Sends the events that wait in the spool. */
final class FlushCommand extends Command
{
    protected $signature = 'bugle:flush {--timeout=30 : seconds}';
    protected $description = 'Sends the events that wait for Bugle';

    public function handle(): int
    {
        $isSent = Bugle::client()?->flush((int) $this->option('timeout') * 1000, true) ?? false;
        $this->line($isSent ? 'Everything is sent.' : 'Some events are still waiting.');
        return $isSent ? 0 : 1;
    }
}
