<?php

declare(strict_types=1);

namespace Bugle\Symfony\Tests;

use Bugle\Bugle;
use Bugle\Symfony\BreadcrumbHttpClient;
use Bugle\Symfony\Doctrine\BreadcrumbMiddleware;
use Bugle\Tests\RecordsEvents;
use Doctrine\DBAL\Configuration;
use Doctrine\DBAL\DriverManager;
use PHPUnit\Framework\TestCase;
use Symfony\Component\HttpClient\MockHttpClient;
use Symfony\Component\HttpClient\Response\MockResponse;

final class BreadcrumbsTest extends TestCase
{
    use RecordsEvents;

    public function testRecordsQueriesOfDoctrineWithoutValues(): void
    {
        $configuration = new Configuration();
        $configuration->setMiddlewares([new BreadcrumbMiddleware()]);
        $parameters = ['driver' => 'pdo_sqlite', 'memory' => true];
        $connection = DriverManager::getConnection($parameters, $configuration);
        $connection->executeStatement('create table cards (number text)');
        $connection->executeStatement('insert into cards values (?)', ['hidden-parameter']);
        $found = $connection->fetchOne("select number from cards where number <> 'hidden-literal'");
        self::assertSame('hidden-parameter', $found);
        self::assertSame([
            'create table cards (number text)',
            'insert into cards values (?)',
            'select number from cards where number <> ?',
        ], $this->messages());
    }

    public function testRecordsRequestsWithoutTheirQuery(): void
    {
        $client = new BreadcrumbHttpClient(new MockHttpClient(new MockResponse('fine')));
        $options = ['headers' => ['Authorization' => 'hidden']];
        $response = $client->withOptions($options)->request('GET', 'https://u:hidden@x.io/cart?card=hidden');
        self::assertSame('fine', $response->getContent());
        self::assertSame(['GET https://x.io/cart'], $this->messages());
    }

    /** @return list<string> */
    private function messages(): array
    {
        Bugle::captureMessage('now');
        Bugle::flush();
        self::assertStringNotContainsString('hidden', (string) json_encode($this->server->accepted));
        return array_column($this->server->accepted[0]['breadcrumbs'], 'message');
    }
}
