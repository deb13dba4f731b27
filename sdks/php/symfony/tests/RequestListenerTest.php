<?php

declare(strict_types=1);

namespace Bugle\Symfony\Tests;

use Bugle\Bugle;
use Bugle\Monolog\Monolog2Handler;
use Bugle\Symfony\ConsoleListener;
use Bugle\Symfony\RequestListener;
use Bugle\Tests\CountsSessions;
use Bugle\Tests\RecordsEvents;
use Monolog\Logger;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Console\Event\ConsoleErrorEvent;
use Symfony\Component\Console\Exception\CommandNotFoundException;
use Symfony\Component\Console\Input\StringInput;
use Symfony\Component\Console\Output\NullOutput;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpKernel\Event\ExceptionEvent;
use Symfony\Component\HttpKernel\Event\RequestEvent;
use Symfony\Component\HttpKernel\Exception\NotFoundHttpException;
use Symfony\Component\HttpKernel\Exception\ServiceUnavailableHttpException;
use Symfony\Component\HttpKernel\HttpKernelInterface;

final class RequestListenerTest extends TestCase
{
    use CountsSessions;
    use RecordsEvents;

    public function testReportsServerErrorsAlone(): void
    {
        $this->handle(new NotFoundHttpException('no such page'));
        $this->handle(new ServiceUnavailableHttpException(null, 'closed'));
        self::assertSame(['closed'], $this->messages());
    }

    public function testLeavesOutMistypedCommands(): void
    {
        $error = new CommandNotFoundException('no such command');
        $input = new StringInput('shop:typo --password=hidden');
        (new ConsoleListener())->report(new ConsoleErrorEvent($input, new NullOutput(), $error));
        $this->log($error);
        self::assertSame([], $this->messages());
    }

    public function testCountsEachRequestOnceAlsoInAWorker(): void
    {
        [$client, $counted] = $this->countingClient();
        Bugle::use($client);
        $listener = new RequestListener();
        $kernel = $this->createStub(HttpKernelInterface::class);
        // As outside of a command, where the request begins with the client.
        $client->beginSession();
        foreach (['well', 'failed'] as $how) {
            $listener->begin(new RequestEvent($kernel, new Request(), HttpKernelInterface::MAIN_REQUEST));
            $listener->begin(new RequestEvent($kernel, new Request(), HttpKernelInterface::SUB_REQUEST));
            if ($how === 'failed') {
                $this->handle(new \LengthException('x'));
            }
            $listener->end();
            $listener->reset();
        }
        self::assertSame(['exited' => 1, 'errored' => 0, 'crashed' => 1], $counted());
    }

    private function handle(\Throwable $error): void
    {
        $kernel = $this->createStub(HttpKernelInterface::class);
        $main = HttpKernelInterface::MAIN_REQUEST;
        (new RequestListener())->report(new ExceptionEvent($kernel, new Request(), $main, $error));
        $this->log($error);
    }

    /** Logs an error as Symfony does after each of its events. */
    private function log(\Throwable $error): void
    {
        $logger = new Logger('request', [new Monolog2Handler(Logger::ERROR)]);
        $logger->error('Uncaught PHP Exception', ['exception' => $error]);
    }

    /** @return list<string> */
    private function messages(): array
    {
        Bugle::flush();
        return array_column($this->server->accepted, 'message');
    }
}
