<?php

declare(strict_types=1);

namespace Bugle\Symfony;

use Bugle\Bugle;
use Bugle\ErrorLog;
use Symfony\Component\HttpKernel\Bundle\Bundle;

/** Makes requests, commands and messages report once the three variables are set. It only wires; listeners watch. */
final class BugleBundle extends Bundle
{
    public function boot(): void
    {
        $options = $this->container?->getParameter('bugle.options');
        $options = array_filter(is_array($options) ? $options : [], static fn (mixed $value): bool => $value !== null);
        $isWanted = isset($options['token']) || isset($options['endpoint']) || isset($options['appId']);
        if ($this->container?->has('bugle.transport') === true) {
            $options['transport'] = fn (): ?object => $this->container?->get('bugle.transport');
        }
        $client = $isWanted ? Bugle::create($options) : null;
        Bugle::use($client);
        if (!$isWanted) {
            $this->sayThatItIsOff();
        }
        $user = $this->container?->get(UserFinder::class);
        if ($client !== null && $user instanceof UserFinder) {
            $client->scope()->findUser(fn (): ?array => $user->find($this->secret() ?: $client->options->token));
        }
    }

    /** Writes one line to Symfony's log, not one per request. */
    private function sayThatItIsOff(): void
    {
        $directory = $this->container?->getParameter('kernel.cache_dir');
        if (is_string($directory) && ErrorLog::isNew("$directory/bugle-off")) {
            $notice = $this->container?->get(OffNotice::class);
            $notice instanceof OffNotice && $notice->write();
        }
    }

    /** Returns the secret of the application; later versions of Symfony have none by default. */
    private function secret(): string
    {
        $secret = $this->container?->hasParameter('kernel.secret') === true
            ? $this->container->getParameter('kernel.secret')
            : '';
        return is_string($secret) ? $secret : '';
    }

    public function getPath(): string
    {
        return dirname(__DIR__);
    }
}
