<?php

declare(strict_types=1);

namespace Bugle\Symfony\DependencyInjection;

use Bugle\Client;
use Bugle\Monolog\Monolog2Breadcrumbs;
use Bugle\Monolog\Monolog2Handler;
use Bugle\Monolog\Monolog3Breadcrumbs;
use Bugle\Monolog\Monolog3Handler;
use Bugle\Symfony\BreadcrumbHttpClient;
use Bugle\Symfony\Cache\BreadcrumbPool;
use Bugle\Symfony\Cache\NamespacedBreadcrumbPool;
use Bugle\Symfony\Command\FlushCommand;
use Bugle\Symfony\Command\TestCommand;
use Bugle\Symfony\ConsoleListener;
use Bugle\Symfony\Doctrine\BreadcrumbMiddleware;
use Bugle\Symfony\MessengerListener;
use Bugle\Symfony\OffNotice;
use Bugle\Symfony\RequestListener;
use Bugle\Symfony\UserFinder;
use Symfony\Component\DependencyInjection\Alias;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\ContainerInterface;
use Symfony\Component\DependencyInjection\Extension\Extension;
use Symfony\Component\DependencyInjection\Reference;

/** Registers the listeners whose component is there. */
final class BugleExtension extends Extension
{
    /** @param array<array-key, mixed> $configs */
    public function load(array $configs, ContainerBuilder $container): void
    {
        $config = $this->processConfiguration(new Configuration(), $configs);
        $options = ['sdk' => 'bugle/symfony'];
        foreach (Configuration::OPTIONS as $name => $option) {
            $options[$option] = $config[$name] === [] ? null : $config[$name];
        }
        $container->setParameter('bugle.options', $options);
        $container->register(RequestListener::class, RequestListener::class)
            ->addTag('kernel.event_subscriber')
            ->addTag('kernel.reset', ['method' => 'reset']);
        $container->register(ConsoleListener::class, ConsoleListener::class)->addTag('kernel.event_subscriber');
        if (class_exists('Symfony\Component\Messenger\Event\WorkerMessageFailedEvent')) {
            $container->register(MessengerListener::class, MessengerListener::class)
                ->setArguments([$config['capture_retries']])
                ->addTag('kernel.event_subscriber');
        }
        $optional = ContainerInterface::NULL_ON_INVALID_REFERENCE;
        $container->register(UserFinder::class, UserFinder::class)
            ->setArguments([new Reference('security.token_storage', $optional), $config['user']])
            ->setPublic(true);
        $container->register(OffNotice::class, OffNotice::class)
            ->setArguments([new Reference('logger', $optional)])
            ->setPublic(true);
        $container->register(Client::class, Client::class)->setFactory([Client::class, 'current']);
        if ($config['transport'] !== null) {
            $container->setAlias('bugle.transport', new Alias($config['transport'], true));
        }
        foreach (['bugle:test' => TestCommand::class, 'bugle:flush' => FlushCommand::class] as $name => $class) {
            $container->register($class, $class)->addTag('console.command', ['command' => $name]);
        }
        if ($config['breadcrumbs']['queries'] && interface_exists('Doctrine\DBAL\Driver\Middleware')) {
            $container->register(BreadcrumbMiddleware::class, BreadcrumbMiddleware::class)
                ->addTag('doctrine.middleware');
        }
        $hasHttpClient = interface_exists('Symfony\Contracts\HttpClient\HttpClientInterface');
        if ($config['breadcrumbs']['http_client'] && $hasHttpClient) {
            $container->register(BreadcrumbHttpClient::class, BreadcrumbHttpClient::class)
                // Outside of the others, also of the client that replaces it in tests.
                ->setDecoratedService('http_client', null, -20, ContainerInterface::IGNORE_ON_INVALID_REFERENCE)
                ->setArguments([new Reference(BreadcrumbHttpClient::class . '.inner')]);
        }
        if ($config['breadcrumbs']['cache'] && interface_exists('Symfony\Component\Cache\Adapter\AdapterInterface')) {
            $class = interface_exists('Symfony\Contracts\Cache\NamespacedPoolInterface')
                ? NamespacedBreadcrumbPool::class
                : BreadcrumbPool::class;
            $container->register(BreadcrumbPool::class, $class)
                ->setDecoratedService('cache.app', null, -20, ContainerInterface::IGNORE_ON_INVALID_REFERENCE)
                ->setArguments([new Reference(BreadcrumbPool::class . '.inner')]);
        }
        if (class_exists('Monolog\Logger')) {
            $isThird = constant('Monolog\Logger::API') >= 3;
            $handler = $isThird ? Monolog3Handler::class : Monolog2Handler::class;
            // 400 is `error` in every version.
            $container->register('bugle.monolog_handler', $handler)->setArguments([400]);
            $breadcrumbs = $isThird ? Monolog3Breadcrumbs::class : Monolog2Breadcrumbs::class;
            $container->register('bugle.monolog_breadcrumbs', $breadcrumbs)->setArguments([200]);
        }
    }
}
