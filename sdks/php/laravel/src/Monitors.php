<?php

declare(strict_types=1);

namespace Bugle\Laravel;

use Bugle\Bugle;
use Illuminate\Console\Scheduling\Event;

/**
 * Gives scheduled tasks a monitor by one line, with the schedule that they have anyway.
 *
 * @example $schedule->command('backup:run')->dailyAt('03:00')->bugleMonitor()
 */
final class Monitors
{
    public static function register(): void
    {
        if (Event::hasMacro('bugleMonitor')) {
            return;
        }
        Event::macro('bugleMonitor', function (?string $monitor = null, array $settings = []): Event {
            /** @var Event $this */
            return Monitors::watch($this, $monitor, $settings);
        });
    }

    /** @param array<string, mixed> $settings as `withMonitor` takes, beside the schedule */
    public static function watch(Event $task, ?string $monitor, array $settings): Event
    {
        // A task in the background ends in another process, which does not know the id: the run that began last ends.
        $id = null;
        $began = null;
        // Name and schedule may be set after this line.
        $report = static function (string $status, array $more = []) use ($task, $monitor, $settings): ?string {
            $zone = $task->timezone instanceof \DateTimeZone ? $task->timezone->getName() : $task->timezone;
            $details = $more + $settings + ['schedule' => $task->expression, 'timezone' => $zone ?: null];
            return Bugle::captureCheckIn($monitor ?? Work::taskName($task), $status, $details);
        };
        $end = static function (string $status) use ($report, &$id, &$began): void {
            $took = $began === null ? [] : ['durationMs' => intdiv(hrtime(true) - $began, 1_000_000)];
            $report($status, ['checkInId' => $id] + $took);
        };
        return $task
            ->before(static function () use ($report, &$id, &$began): void {
                $began = hrtime(true);
                $id = $report('in_progress');
            })
            ->onSuccess(static fn () => $end('ok'))
            ->onFailure(static fn () => $end('error'));
    }
}
