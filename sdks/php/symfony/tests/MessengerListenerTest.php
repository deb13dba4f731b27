<?php

declare(strict_types=1);

namespace Bugle\Symfony\Tests;

use Bugle\Bugle;
use Bugle\Monolog\Monolog2Handler;
use Bugle\Symfony\MessengerListener;
use Bugle\Tests\RecordsEvents;
use Monolog\Logger;
use PHPUnit\Framework\TestCase;
use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Event\WorkerMessageFailedEvent;
use Symfony\Component\Messenger\Event\WorkerMessageReceivedEvent;
use Symfony\Component\Messenger\Exception\HandlerFailedException;

final class MessengerListenerTest extends TestCase
{
    use RecordsEvents;

    public function testReportsEachHandlersError(): void
    {
        $this->failMessage(true, false);
        $types = array_column($this->server->accepted, 'exception_type');
        self::assertSame(['DomainException', 'LengthException'], $types);
        self::assertSame([false, false], array_column(array_column($this->server->accepted, 'mechanism'), 'handled'));
        self::assertSame('stdClass', $this->server->accepted[0]['contexts']['message']['class']);
    }

    public function testReportsAnErrorOnceThatMessengerLogs(): void
    {
        $logger = new Logger('messenger', [new Monolog2Handler(Logger::ERROR)]);
        $log = static fn (WorkerMessageFailedEvent $event) => $logger->critical('Error thrown while handling', [
            'exception' => $event->getThrowable(),
        ]);
        $this->failMessage(true, false, $log);
        $types = array_column($this->server->accepted, 'exception_type');
        self::assertSame(['DomainException', 'LengthException'], $types);
    }

    public function testMarksErrorsThatAreTriedAgainAsHandled(): void
    {
        $this->failMessage(true, true);
        self::assertSame([true, true], array_column(array_column($this->server->accepted, 'mechanism'), 'handled'));
    }

    public function testLeavesThemOutIfAskedTo(): void
    {
        $this->failMessage(false, true);
        self::assertSame([], $this->server->accepted);
    }

    public function testKeepsMessagesApart(): void
    {
        $events = $this->events(true);
        $events->dispatch(new WorkerMessageReceivedEvent(new Envelope(new \stdClass()), 'async'));
        Bugle::setTag('left', 'behind');
        $events->dispatch(new WorkerMessageReceivedEvent(new Envelope(new \stdClass()), 'async'));
        Bugle::captureMessage('next');
        Bugle::flush();
        self::assertArrayNotHasKey('tags', $this->server->accepted[0]);
    }

    private function failMessage(bool $capturesRetries, bool $willRetry, ?\Closure $log = null): void
    {
        $envelope = new Envelope(new \stdClass());
        $error = new HandlerFailedException($envelope, [new \DomainException('a'), new \LengthException('b')]);
        $event = new WorkerMessageFailedEvent($envelope, 'async', $error);
        if ($willRetry) {
            $event->setForRetry();
        }
        $events = $this->events($capturesRetries);
        if ($log !== null) {
            $events->addListener(WorkerMessageFailedEvent::class, $log, 100);
        }
        $events->dispatch(new WorkerMessageReceivedEvent($envelope, 'async'));
        $events->dispatch($event);
    }

    private function events(bool $capturesRetries): EventDispatcher
    {
        $events = new EventDispatcher();
        $events->addSubscriber(new MessengerListener($capturesRetries));
        return $events;
    }
}
