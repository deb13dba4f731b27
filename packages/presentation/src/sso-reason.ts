import { t } from './i18n.ts'

/** Says why a login by the identity provider has failed, by the code that it left. */
export function ssoReason(code: string): string {
  switch (code) {
    case 'sso_expired':
      return t('Signing in took too long. Begin again.')
    case 'sso_email_unverified':
      return t('Your identity provider names no verified e-mail address, so there is no account for you.')
    case 'sso_domain':
      return t('Addresses of your domain get no account on this server.')
    case 'sso_taken':
      return t('This identity belongs to another account.')
    case 'sso_unreachable':
      return t('The identity provider does not respond. Try again in a moment.')
    case 'account_disabled':
      return t('The operator of this server has disabled this account.')
    default:
      return t('Signing in by the identity provider failed. Begin again.')
  }
}
