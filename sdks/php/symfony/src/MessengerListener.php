<?php

declare(strict_types=1);

namespace Bugle\Symfony;

use Bugle\Bugle;
use Bugle\Plain;
use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\Messenger\Event\WorkerMessageFailedEvent;
use Symfony\Component\Messenger\Event\WorkerMessageReceivedEvent;
use Symfony\Component\Messenger\Event\WorkerRunningEvent;
use Symfony\Component\Messenger\Event\WorkerStoppedEvent;
use Symfony\Component\Messenger\Exception\HandlerFailedException;

/** Gives each message a scope of its own, and reports the errors of its handlers. */
final class MessengerListener implements EventSubscriberInterface
{
    public function __construct(private readonly bool $capturesRetries)
    {
    }

    /** @return array<string, mixed> */
    public static function getSubscribedEvents(): array
    {
        return [
            WorkerMessageReceivedEvent::class => ['begin', 1024],
            // The listener that decides about a retry, at 100, logs the error as well.
            WorkerMessageFailedEvent::class => [['ignoreWrapper', 128], ['report', -64]],
            WorkerRunningEvent::class => ['idle', -64],
            WorkerStoppedEvent::class => ['stop', -64],
        ];
    }

    public function begin(WorkerMessageReceivedEvent $event): void
    {
        Bugle::client()?->freshScope()->setContext('message', [
            'class' => Plain::className($event->getEnvelope()->getMessage()),
            'transport' => $event->getReceiverName(),
        ]);
    }

    /** Leaves the error that only wraps those of the handlers to `report`, whoever logs it. */
    public function ignoreWrapper(WorkerMessageFailedEvent $event): void
    {
        $error = $event->getThrowable();
        if (self::errorsOf($error) !== [$error]) {
            Bugle::client()?->ignore($error);
        }
    }

    public function report(WorkerMessageFailedEvent $event): void
    {
        if ($event->willRetry() && !$this->capturesRetries) {
            return;
        }
        foreach (self::errorsOf($event->getThrowable()) as $error) {
            Bugle::captureException($error, [
                'mechanism' => ['type' => 'symfony.messenger', 'handled' => $event->willRetry()],
            ]);
        }
        Bugle::flush();
    }

    public function idle(WorkerRunningEvent $event): void
    {
        if ($event->isWorkerIdle()) {
            Bugle::client()?->drainIdle();
        }
    }

    public function stop(): void
    {
        Bugle::flush();
    }

    /**
     * Unpacks the errors of several handlers.
     *
     * @return array<array-key, \Throwable>
     */
    private static function errorsOf(\Throwable $error): array
    {
        if (!$error instanceof HandlerFailedException) {
            return [$error];
        }
        // The first is of 6.4 and later, the second of earlier versions.
        $method = method_exists($error, 'getWrappedExceptions') ? 'getWrappedExceptions' : 'getNestedExceptions';
        return $error->{$method}() ?: [$error];
    }
}
