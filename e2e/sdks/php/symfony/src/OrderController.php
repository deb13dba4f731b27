<?php

declare(strict_types=1);

namespace App;

use Psr\Log\LoggerInterface;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Contracts\Cache\CacheInterface;
use Symfony\Contracts\HttpClient\HttpClientInterface;

final class OrderController
{
    public function __construct(
        private readonly LoggerInterface $reports,
        private readonly HttpClientInterface $http,
        private readonly CacheInterface $cache,
    ) {
    }

    public function ok(): Response
    {
        return new Response('fine');
    }

    public function show(Request $request, string $id): Response
    {
        $this->http->request('GET', "https://stock.example.com/$id?token=hidden-url")->getContent();
        $request->getSession()->set('card', 'hidden-session');
        $this->cache->get("price.$id", static fn (): string => 'hidden-value');
        return $this->charge($id, (string) $request->request->get('card'));
    }

    public function handled(): Response
    {
        $this->reports->info('below the level');
        $this->reports->error('the stock is low', ['sku' => 'A-17', 'password' => 'hidden-log']);
        $error = new \OverflowException('too many');
        $this->reports->error('logged twice', ['exception' => $error]);
        $this->reports->error('logged twice', ['exception' => $error]);
        return new Response('handled');
    }

    public function warn(): Response
    {
        return new Response([][7]);
    }

    public function memory(): Response
    {
        for ($all = [];;) {
            $all[] = str_repeat('x', 1000);
        }
    }

    private function charge(string $id, string $card): Response
    {
        throw new \DomainException("card declined for order $id");
    }
}
