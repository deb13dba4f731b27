import { fieldError } from '@bugle/presentation/form-errors'
import { t } from '@bugle/presentation/i18n'
import { limits } from '@bugle/protocol/vocabulary'
import { Link } from '@tanstack/react-router'
import { Field } from '../components/field.tsx'
import { PasswordField } from '../components/password-field.tsx'
import { hashWith, useEmailOfHash, useLinkToken } from '../features/auth/address-hash.ts'
import { AuthCard, linkClass } from '../features/auth/auth-card.tsx'
import { LinkForm, TokenMissing } from '../features/auth/link-form.tsx'
import { useConfirmEmail, useForgotPassword, useResetPassword, useUnsubscribe } from '../features/auth/queries.ts'
import { TokensOfReset } from '../features/auth/tokens-of-reset.tsx'
import { useTitle } from '../lib/use-title.ts'

export function ForgotPasswordScreen() {
  const title = t('Forgot your password?')
  useTitle(title)
  const [email, setEmail] = useEmailOfHash()
  const change = useForgotPassword()
  return (
    <AuthCard title={title} below={<BackToSignIn email={email} />}>
      <LinkForm
        about={t('Enter the e-mail address of your account. We will send you a link to choose a new password.')}
        action={t('Send link')}
        done={t('If an account with this e-mail exists, we have sent it a link. The link is valid for one hour.')}
        change={change}
        bodyOf={() => ({ email })}
      >
        <Field
          label={t('E-mail')}
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          required
          autoFocus
          error={fieldError(change.error, 'email')}
        />
      </LinkForm>
    </AuthCard>
  )
}

export function ResetPasswordScreen() {
  const title = t('Choose a new password')
  useTitle(title)
  const token = useLinkToken()
  const change = useResetPassword()
  return (
    <AuthCard
      title={title}
      below={
        <>
          {!change.isSuccess && (
            <Link to="/forgot-password" className={linkClass}>
              {t('Request a new link')}
            </Link>
          )}
          <BackToSignIn />
        </>
      }
    >
      {token === undefined ? (
        <TokenMissing />
      ) : (
        <LinkForm
          about={t('This signs you out on every device.')}
          action={t('Change password')}
          done={t('Your password has been changed. Sign in with the new one.')}
          change={change}
          bodyOf={(form) => ({
            token,
            password: String(form.get('password')),
            end_api_tokens: form.has('endTokens'),
          })}
        >
          <PasswordField
            label={t('New password')}
            autoComplete="new-password"
            minLength={limits.passwordMin}
            hint={t('8 characters or more.')}
            autoFocus
            error={fieldError(change.error, 'password')}
          />
          {!change.isSuccess && <TokensOfReset token={token} />}
        </LinkForm>
      )}
    </AuthCard>
  )
}

export function ConfirmEmailScreen() {
  const title = t('Confirm your e-mail')
  useTitle(title)
  const token = useLinkToken()
  const change = useConfirmEmail()
  return (
    <AuthCard title={title} below={<OpenBugle />}>
      {token === undefined ? (
        <TokenMissing />
      ) : (
        <LinkForm
          about={t('You will sign in with this address and receive e-mails at it.')}
          action={t('Confirm e-mail')}
          done={t('Your e-mail is confirmed.')}
          change={change}
          bodyOf={() => ({ token })}
        />
      )}
    </AuthCard>
  )
}

export function UnsubscribeScreen() {
  const title = t('Unsubscribe from these e-mails?')
  useTitle(title)
  const token = useLinkToken({ mayBeInQuery: true })
  const change = useUnsubscribe()
  return (
    <AuthCard title={title} below={<OpenBugle />}>
      {token === undefined ? (
        <TokenMissing />
      ) : (
        <LinkForm
          about={t(
            'Bugle sends you e-mails about issues in a project. You can turn them back on in the project settings.',
          )}
          action={t('Unsubscribe')}
          done={t('Done. You will not receive these e-mails anymore.')}
          change={change}
          bodyOf={(form) => ({ token, everywhere: form.has('everywhere') })}
        >
          <label className="flex min-h-8 items-center gap-2 coarse:min-h-11">
            <input type="checkbox" name="everywhere" className="checkbox" />
            {t('Unsubscribe from all other projects too')}
          </label>
        </LinkForm>
      )}
    </AuthCard>
  )
}

/** Leads to the sign-in where nobody is signed in. */
function OpenBugle() {
  return (
    <Link to="/" className={linkClass}>
      {t('Open Bugle')}
    </Link>
  )
}

function BackToSignIn({ email = '' }: { email?: string }) {
  return (
    <Link to="/sign-in" hash={hashWith(email)} className={linkClass}>
      {t('Back to sign-in')}
    </Link>
  )
}
