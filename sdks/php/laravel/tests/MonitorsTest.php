<?php

declare(strict_types=1);

namespace Bugle\Laravel\Tests;

use Bugle\Bugle;
use Bugle\Laravel\Monitors;
use Bugle\Tests\RecordsEvents;
use Illuminate\Console\Scheduling\CallbackEvent;
use Illuminate\Console\Scheduling\Event;
use Illuminate\Console\Scheduling\EventMutex;
use Illuminate\Container\Container;
use PHPUnit\Framework\TestCase;

final class MonitorsTest extends TestCase
{
    use RecordsEvents;

    public function testTellsAMonitorAboutATaskWithItsOwnSchedule(): void
    {
        $this->task(static fn (): int => 0)->bugleMonitor('books')->timezone('Europe/Berlin')->dailyAt('03:10')
            ->run($this->container());
        [$start, $end] = $this->checkIns();
        $schedule = ['monitor' => 'books', 'schedule' => '10 3 * * *', 'timezone' => 'Europe/Berlin'];
        self::assertSame(['in_progress'] + [1 => 'ok'], [$start['status'], $end['status']]);
        self::assertSame($schedule, array_intersect_key($start, $schedule));
        self::assertSame($start['check_in_id'], $end['check_in_id']);
        self::assertIsInt($end['duration_ms']);
    }

    public function testTellsThatATaskHasFailedAndThrowsWhatItThrows(): void
    {
        $task = $this->task(static fn () => throw new \LengthException('x'))->description('close-books')->daily()
            ->bugleMonitor(settings: ['marginMinutes' => 5]);
        try {
            $task->run($this->container());
            self::fail();
        } catch (\LengthException) {
            [$start, $end] = $this->checkIns();
        }
        self::assertSame(['close-books', 5, 'error'], [$end['monitor'], $start['margin_minutes'], $end['status']]);
    }

    public function testDoesNothingToATaskWhileBugleIsOff(): void
    {
        Bugle::use(null);
        $ran = false;
        $this->task(static function () use (&$ran): void {
            $ran = true;
        })->bugleMonitor('x')->run($this->container());
        self::assertTrue($ran);
        self::assertSame([], $this->checkIns());
    }

    /** @return list<array<string, mixed>> */
    private function checkIns(): array
    {
        return array_map(static fn (array $one): array => json_decode($one['body'], true), $this->server->items);
    }

    private function container(): Container
    {
        $container = new Container();
        $container->instance(\Illuminate\Contracts\Container\Container::class, $container);
        return $container;
    }

    private function task(\Closure $work): Event
    {
        Monitors::register();
        $mutex = $this->createStub(EventMutex::class);
        $mutex->method('create')->willReturn(true);
        return new CallbackEvent($mutex, $work);
    }
}
