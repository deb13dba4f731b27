import { t } from '@bugle/presentation/i18n'
import { buttonClass } from '../components/button.tsx'
import { programAddressOf, useHashEntry } from '../features/auth/address-hash.ts'
import { AuthCard } from '../features/auth/auth-card.tsx'
import { useTitle } from '../lib/use-title.ts'

/**
 * Asks before a program gets the session of a login by the identity provider: the provider may not have asked anything, and
 * any program can begin a login.
 */
export function ContinueInProgramScreen() {
  const title = t('Sign in to a program')
  useTitle(title)
  const address = programAddressOf(useHashEntry('to'))
  return (
    <AuthCard title={title} below={null}>
      {address === undefined ? (
        <p>{t('This link is incomplete. Begin the sign-in again.')}</p>
      ) : (
        <>
          <p>
            {address.startsWith('bugle:')
              ? t('The Bugle app on this device asks for access to your account.')
              : t('The command line on this computer asks for access to your account.')}
          </p>
          <p className="text-text-2">{t('Continue only if you began this sign-in yourself, a moment ago.')}</p>
          <a href={address} className={buttonClass('main')}>
            {t('Continue')}
          </a>
        </>
      )}
    </AuthCard>
  )
}
