<?php

declare(strict_types=1);

namespace App;

use Bugle\Symfony\BugleBundle;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Bundle\FrameworkBundle\Kernel\MicroKernelTrait;
use Symfony\Bundle\SecurityBundle\SecurityBundle;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\HttpKernel\Kernel as BaseKernel;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

use function Symfony\Component\DependencyInjection\Loader\Configurator\service;

final class Kernel extends BaseKernel
{
    use MicroKernelTrait;

    public function registerBundles(): iterable
    {
        yield new FrameworkBundle();
        yield new SecurityBundle();
        $bundles = is_file($this->file('bundles')) ? require $this->file('bundles') : [BugleBundle::class => []];
        foreach (array_filter(array_keys($bundles), 'class_exists') as $bundle) {
            yield new $bundle();
        }
    }

    private function file(string $name): string
    {
        return $this->getProjectDir() . "/config/$name.php";
    }

    public function getProjectDir(): string
    {
        return dirname(__DIR__);
    }

    protected function configureContainer(ContainerConfigurator $container): void
    {
        $container->extension('framework', [
            'secret' => 'a secret of the shop', 'http_method_override' => false, 'router' => ['utf8' => true],
            'session' => ['storage_factory_id' => 'session.storage.factory.mock_file'],
            'http_client' => ['mock_response_factory' => StockResponses::class],
            'messenger' => [
                'transports' => ['files' => [
                    'dsn' => 'files://' . $this->getProjectDir() . '/var/queue',
                    'retry_strategy' => ['max_retries' => 0],
                ]],
                'routing' => [PayMessage::class => 'files'],
            ],
        ]);
        $container->extension('security', [
            'enable_authenticator_manager' => true,
            'providers' => ['users' => ['memory' => ['users' => [
                'hidden@example.com' => ['password' => 'plain', 'roles' => ['ROLE_USER']],
            ]]]],
            'password_hashers' => ['Symfony\Component\Security\Core\User\InMemoryUser' => 'plaintext'],
            'firewalls' => ['main' => ['stateless' => true, 'http_basic' => ['realm' => 'shop']]],
            'access_control' => [['path' => '^/secret', 'roles' => 'ROLE_USER']],
        ]);
        if (class_exists(BugleBundle::class)) {
            // A loaded machine takes longer than a second.
            $container->extension('bugle', [
                'exit_timeout_ms' => getenv('SHOP_TIMEOUT') ?: null,
                'breadcrumbs' => ['cache' => true],
            ]);
            if (is_file($this->file('bugle'))) {
                $container->extension('bugle', require $this->file('bugle'));
            }
        }
        $services = $container->services()->defaults()->autowire()->autoconfigure();
        $services->set(OrderController::class)->public()->tag('controller.service_arguments')
            ->arg('$reports', service('app.logger'));
        $logger = $services->set('app.logger', \Monolog\Logger::class)->args(['shop']);
        if (class_exists(BugleBundle::class)) {
            $logger->call('pushHandler', [service('bugle.monolog_handler')]);
        }
        $services->set(StockResponses::class);
        $services->set(PayHandler::class);
        $services->set(FilesTransportFactory::class)->tag('messenger.transport_factory');
        $services->set(ImportCommand::class);
        $services->set(FillCommand::class);
    }

    protected function configureRoutes(RoutingConfigurator $routes): void
    {
        foreach (['ok', 'handled', 'memory', 'warn'] as $name) {
            $routes->add($name, "/$name")->controller([OrderController::class, $name]);
        }
        $routes->add('order_show', '/orders/{id}')->controller([OrderController::class, 'show']);
        $routes->add('secret', '/secret/{id}')->controller([OrderController::class, 'show']);
    }
}
