<?php

declare(strict_types=1);

namespace Bugle\Symfony;

use Bugle\Bugle;
use Bugle\Scrub;
use Symfony\Contracts\HttpClient\HttpClientInterface;
use Symfony\Contracts\HttpClient\ResponseInterface;
use Symfony\Contracts\HttpClient\ResponseStreamInterface;

/**
 * Records requests as breadcrumbs: method and URL without query. Responses arrive later and are left alone, because
 * reading a status would wait for it.
 */
final class BreadcrumbHttpClient implements HttpClientInterface
{
    public function __construct(private HttpClientInterface $client)
    {
    }

    public function request(string $method, string $url, array $options = []): ResponseInterface
    {
        Bugle::addBreadcrumb(['category' => 'http', 'message' => "$method " . Scrub::cleanUrl($url)]);
        return $this->client->request($method, $url, $options);
    }

    public function stream($responses, ?float $timeout = null): ResponseStreamInterface
    {
        return $this->client->stream($responses, $timeout);
    }

    public function withOptions(array $options): static
    {
        $clone = clone $this;
        $clone->client = $this->client->withOptions($options);
        return $clone;
    }
}
