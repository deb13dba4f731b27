<?php

declare(strict_types=1);

namespace Bugle\Symfony;

use Bugle\Bugle;
use Symfony\Component\HttpKernel\Bundle\Bundle;

/** Makes requests, commands and messages report once the three variables are set. It only wires; listeners watch. */
final class BugleBundle extends Bundle
{
    public function boot(): void
    {
        $options = $this->container?->getParameter('bugle.options');
        $options = array_filter(is_array($options) ? $options : [], static fn (mixed $value): bool => $value !== null);
        $isWanted = isset($options['token']) || isset($options['endpoint']) || isset($options['appId']);
        $client = $isWanted ? Bugle::create($options) : null;
        Bugle::use($client);
        $user = $this->container?->get(UserFinder::class);
        if ($client !== null && $user instanceof UserFinder) {
            $client->scope()->findUser($user->find(...));
        }
    }

    public function getPath(): string
    {
        return dirname(__DIR__);
    }
}
