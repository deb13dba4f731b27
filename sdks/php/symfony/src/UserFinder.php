<?php

declare(strict_types=1);

namespace Bugle\Symfony;

use Symfony\Component\Security\Core\Authentication\Token\Storage\TokenStorageInterface;

/**
 * Finds the user that Symfony's security knows, without a query. The identifier is an e-mail address in most
 * applications, so events get a hash of it unless asked otherwise.
 */
final class UserFinder
{
    public function __construct(
        private readonly ?TokenStorageInterface $tokens,
        private readonly string|false $shown,
    ) {
    }

    /**
     * @param string $secret of the application; without one, a hash could be undone by trying identifiers
     * @return array{id: string}|null
     */
    public function find(string $secret): ?array
    {
        $user = $this->shown === false ? null : $this->tokens?->getToken()?->getUser();
        if (!is_object($user) || !method_exists($user, 'getUserIdentifier')) {
            return null;
        }
        $id = (string) $user->getUserIdentifier();
        return ['id' => $this->shown === 'id' ? $id : substr(hash_hmac('sha256', $id, $secret), 0, 32)];
    }
}
