<?php

declare(strict_types=1);

namespace App;

use Illuminate\Console\Scheduling\Schedule;
use Illuminate\Foundation\Console\Kernel;

final class ConsoleKernel extends Kernel
{
    protected function schedule(Schedule $schedule): void
    {
        $schedule->call(function (): void {
            throw new \UnderflowException('nothing to close');
        })->name('close-books')->everyMinute()->bugleMonitor();
    }

    protected function commands(): void
    {
        $this->command('shop:import {--password=}', function (): void {
            throw new \LengthException('the file is empty');
        });
        $this->command('shop:fill {count} {--hang}', function (): void {
            if ($this->option('hang')) {
                dispatch(new HangingJob());
                return;
            }
            for ($i = 0; $i < (int) $this->argument('count'); $i += 1) {
                dispatch(new PayJob($i, 'hidden-payload'));
            }
        });
    }
}
