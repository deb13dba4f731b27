<?php

declare(strict_types=1);

namespace Bugle\Tests;

use Bugle\Bugle;
use Bugle\Monolog\Monolog2Breadcrumbs;
use Bugle\Monolog\Monolog2Handler;
use Bugle\Psr3Logger;
use Monolog\Logger;
use PHPUnit\Framework\TestCase;

final class LoggerTest extends TestCase
{
    use RecordsEvents;

    public function testReportsRecordsOfMonolog(): void
    {
        $logger = new Logger('shop', [new Monolog2Handler(Logger::ERROR)]);
        $this->log($logger);
    }

    public function testReportsRecordsOfPsr3(): void
    {
        $this->log(new Psr3Logger());
    }

    public function testKeepsRecordsOfMonologAsBreadcrumbs(): void
    {
        $logger = new Logger('shop', [new Monolog2Breadcrumbs(Logger::INFO)]);
        $logger->debug('below the level');
        $logger->info('the till is open', ['password' => 'hidden', 'exception' => new \DomainException('x')]);
        Bugle::captureMessage('now');
        Bugle::flush();
        ['ts' => $ts] = $breadcrumb = $this->server->accepted[0]['breadcrumbs'][0];
        self::assertIsInt($ts);
        $data = ['level' => 'info', 'logger' => 'shop', 'password' => '[scrubbed]'];
        $expected = ['category' => 'log', 'message' => 'the till is open', 'data' => $data];
        self::assertEquals($expected, array_diff_key($breadcrumb, ['ts' => 0]));
    }

    private function log(\Psr\Log\LoggerInterface $logger): void
    {
        $error = new \DomainException('broken');
        $logger->warning('below the level');
        $logger->critical('the stock is low', ['password' => 'hidden', 'sku' => 7]);
        $logger->error('twice', ['exception' => $error]);
        $logger->error('twice', ['exception' => $error]);
        Bugle::flush();
        self::assertSame([['the stock is low', 'fatal'], ['broken', 'error']], array_map(
            static fn (array $event): array => [$event['message'], $event['level']],
            $this->server->accepted,
        ));
        self::assertSame(['password' => '[scrubbed]', 'sku' => 7], $this->server->accepted[0]['extra']['log']);
    }
}
