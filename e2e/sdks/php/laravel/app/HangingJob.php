<?php

declare(strict_types=1);

namespace App;

use Illuminate\Contracts\Queue\ShouldQueue;

/** Waits for something that never comes. */
final class HangingJob implements ShouldQueue
{
    public int $tries = 1;
    public int $timeout = 1;

    public function handle(): void
    {
        $this->wait();
    }

    private function wait(): void
    {
        for (;;) {
            usleep(10_000);
        }
    }
}
