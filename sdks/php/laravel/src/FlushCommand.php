<?php

declare(strict_types=1);

namespace Bugle\Laravel;

use Bugle\Bugle;
use Bugle\Check;
use Illuminate\Console\Command;

/** Sends the events that wait in the store. */
final class FlushCommand extends Command
{
    protected $signature = 'bugle:flush {--timeout=30 : seconds}';
    protected $description = 'Sends the events that wait for Bugle';

    public function handle(): int
    {
        $check = new Check(fn (string $line) => $this->line($line));
        return $check->flush(Bugle::client(), (int) $this->option('timeout')) ? 0 : 1;
    }
}
