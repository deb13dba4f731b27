<?php

declare(strict_types=1);

namespace App;

use Symfony\Component\HttpClient\Response\MockResponse;

/** Answers requests to the stock. */
final class StockResponses
{
    public function __invoke(string $method, string $url): MockResponse
    {
        return new MockResponse('7');
    }
}
