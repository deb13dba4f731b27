<?php

declare(strict_types=1);

namespace Bugle\Laravel;

use Bugle\Bugle;
use Bugle\Check;
use Illuminate\Console\Command;

/** Sends a test event and reports its outcome. */
final class TestCommand extends Command
{
    protected $signature = 'bugle:test {--api-token= : reads the event back with this API token}';
    protected $description = 'Sends a test event to Bugle';

    public function handle(): int
    {
        $token = $this->option('api-token');
        $check = new Check(fn (string $line) => $this->line($line));
        return $check->run(Bugle::client(), is_string($token) && $token !== '' ? $token : null) ? 0 : 1;
    }
}
