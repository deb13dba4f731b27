<?php

declare(strict_types=1);

namespace Bugle\Symfony\DependencyInjection;

use Symfony\Component\Config\Definition\Builder\TreeBuilder;
use Symfony\Component\Config\Definition\ConfigurationInterface;

/** Options of Bugle in Symfony's spelling; docs/frameworks/symfony.md explains them. */
final class Configuration implements ConfigurationInterface
{
    /** Names of the configuration and of the client's options. */
    public const OPTIONS = [
        'token' => 'token', 'endpoint' => 'endpoint', 'app_id' => 'appId', 'enabled' => 'enabled',
        'release' => 'release', 'environment' => 'environment', 'dist' => 'dist', 'tags' => 'tags',
        'sample_rate' => 'sampleRate', 'ignore_errors' => 'ignoreErrors', 'before_send' => 'beforeSend',
        'before_breadcrumb' => 'beforeBreadcrumb', 'fingerprint' => 'fingerprint',
        'max_breadcrumbs' => 'maxBreadcrumbs', 'max_queue' => 'maxQueue',
        'error_fields' => 'errorFields', 'scrub_keys' => 'scrubKeys', 'store_directory' => 'storeDirectory',
        'exit_timeout_ms' => 'exitTimeoutMs', 'source_lines' => 'sourceLines', 'project_root' => 'projectRoot',
        'send' => 'send', 'finish_request' => 'finishRequest', 'sessions' => 'sessions',
        'debug' => 'debug',
    ];

    public function getConfigTreeBuilder(): TreeBuilder
    {
        $tree = new TreeBuilder('bugle');
        $options = $tree->getRootNode()->children();
        // Without a file of configuration, the variables alone are enough.
        $defaults = [
            'token' => '%env(default::BUGLE_TOKEN)%', 'endpoint' => '%env(default::BUGLE_ENDPOINT)%',
            'app_id' => '%env(default::BUGLE_APP_ID)%', 'release' => '%env(default::BUGLE_RELEASE)%',
            'environment' => '%kernel.environment%', 'store_directory' => '%kernel.project_dir%/var/bugle',
            'project_root' => '%kernel.project_dir%',
        ];
        foreach (array_keys(self::OPTIONS) as $name) {
            if ($name === 'tags' || $name === 'ignore_errors') {
                $options->arrayNode($name)->normalizeKeys(false)->scalarPrototype()->end()->end();
            } else {
                $options->variableNode($name)->defaultValue($defaults[$name] ?? null)->end();
            }
        }
        $options->scalarNode('transport')->defaultNull()
            ->info('A service that implements Bugle\Transport\Transport, such as Psr18Transport.')->end();
        $options->enumNode('user')->values(['hash', 'id', false])->defaultValue('hash')
            ->info('hash: of the identifier, with the secret of the application. id: the identifier itself.')->end();
        $options->booleanNode('capture_retries')->defaultTrue()
            ->info('Whether failures of messages are reported that will be tried again.')->end();
        $options->arrayNode('breadcrumbs')->addDefaultsIfNotSet()->children()
            ->booleanNode('queries')->defaultTrue()->end()
            ->booleanNode('http_client')->defaultTrue()->end()
            ->booleanNode('cache')->defaultFalse()->end();
        return $tree;
    }
}
