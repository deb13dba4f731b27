<?php

declare(strict_types=1);

namespace Bugle\Laravel;

use Bugle\Client;

/**
 * Gives each job, scheduled task and command a scope of its own, and sends between jobs.
 *
 * Laravel reports the error of a job after its last event about it, so the scope of a job lasts until the next one.
 */
final class Work
{
    /** Commands that run until they are stopped, in which nobody waits for a response. */
    private const WORKERS = '/^(queue:(work|listen)|horizon(:work|:supervisor)?|schedule:work|octane:.*|pulse:work)$/';

    private ?object $job = null;
    private bool $hasTimedOut = false;

    public function __construct(private readonly Client $client)
    {
    }

    public function watch(Listeners $events): void
    {
        $events->on('Illuminate\Console\Events\CommandStarting', fn (object $event) => $this->startCommand($event));
        $events->on('Illuminate\Queue\Events\JobProcessing', fn (object $event) => $this->startJob($event));
        foreach (['JobProcessed', 'JobExceptionOccurred', 'JobFailed'] as $end) {
            $events->on("Illuminate\\Queue\\Events\\$end", fn (object $event) => $this->endJob($event, $end));
        }
        $events->on('Illuminate\Queue\Events\Looping', function (): void {
            $this->client->freshScope();
            $this->client->drainIdle();
        });
        $events->on('Illuminate\Queue\Events\JobTimedOut', fn (object $event) => $this->reportTimeout($event->job));
        $events->on('Illuminate\Queue\Events\WorkerStopping', fn () => $this->stopWorker());
        $events->on('Illuminate\Console\Events\ScheduledTaskStarting', function (object $event): void {
            $this->client->freshScope()->setContext('task', ['name' => self::taskName($event->task)]);
        });
        $events->on('Illuminate\Console\Events\ScheduledTaskFailed', function (object $event): void {
            $this->client->captureException($event->exception, [
                'mechanism' => ['type' => 'laravel.schedule', 'handled' => false],
            ]);
        });
    }

    private function startCommand(object $event): void
    {
        $name = (string) $event->command;
        // The name alone: arguments may be secrets.
        $this->client->scope()->setContext('command', ['name' => $name]);
        if (preg_match(self::WORKERS, $name) === 1) {
            $this->client->sendAtOnce();
        }
    }

    private function startJob(object $event): void
    {
        $scope = self::isSync($event) ? $this->client->pushScope() : $this->client->freshScope();
        $this->job = $event->job;
        $scope->setContext('job', self::contextOf($event->job));
    }

    private function endJob(object $event, string $end): void
    {
        if (self::isSync($event) && $this->job === $event->job) {
            $this->client->popScope();
            if ($end !== 'JobProcessed') {
                // The error is reported by whoever dispatched the job.
                $this->client->scope()->setContext('job', self::contextOf($event->job));
            }
        }
        // A job that has timed out is marked as failed before the worker ends itself.
        if ($end !== 'JobFailed' || self::isSync($event)) {
            $this->job = null;
        }
    }

    /** Before `JobTimedOut` existed, the worker announced only that it stops; the stack shows why. */
    private function stopWorker(): void
    {
        if ($this->job !== null && !$this->hasTimedOut && self::hungFrames() !== null) {
            $this->reportTimeout($this->job);
        }
        $this->client->flush();
    }

    /**
     * Reports a job that its worker is about to end, with the place where it hung. The worker kills itself right after,
     * so the event leaves now.
     */
    private function reportTimeout(object $job): void
    {
        $this->hasTimedOut = true;
        $name = self::nameOf($job);
        [$file, $line, $trace] = self::hungFrames() ?? ['', 0, []];
        $this->client->captureError('JobTimedOut', "$name ran longer than its timeout", $file, $line, $trace, [
            'mechanism' => ['type' => 'laravel.timeout', 'handled' => false],
            'contexts' => ['job' => self::contextOf($job)],
        ]);
        $this->client->flush(1000);
    }

    /**
     * Finds the frames below the worker's alarm: the job's own, where it hung.
     *
     * @return array{string, int, list<array<string, mixed>>}|null
     */
    private static function hungFrames(): ?array
    {
        $trace = debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, 250);
        foreach ($trace as $at => $call) {
            $isWorker = ($call['class'] ?? '') === 'Illuminate\Queue\Worker';
            // The worker's alarm is a closure.
            if ($isWorker && str_contains($call['function'], '{closure')) {
                return [(string) ($call['file'] ?? ''), (int) ($call['line'] ?? 0), array_slice($trace, $at + 1)];
            }
        }
        return null;
    }

    /** @return array<string, mixed> */
    private static function contextOf(object $job): array
    {
        return [
            'class' => self::nameOf($job),
            'queue' => (string) $job->getQueue(),
            'connection' => (string) $job->getConnectionName(),
            'attempts' => (int) $job->attempts(),
            'uuid' => (string) $job->uuid(),
        ];
    }

    private static function nameOf(object $job): string
    {
        return (string) $job->resolveName();
    }

    private static function isSync(object $event): bool
    {
        return $event->connectionName === 'sync' || is_a($event->job, 'Illuminate\Queue\Jobs\SyncJob');
    }

    /** Names a scheduled task by its description, or its command without arguments. */
    public static function taskName(object $task): string
    {
        $description = (string) ($task->description ?? '');
        if ($description !== '') {
            return $description;
        }
        $isArtisan = preg_match("~artisan'?\"? ([\w:.-]+)~", (string) ($task->command ?? ''), $found) === 1;
        return $isArtisan ? $found[1] : 'closure';
    }
}
