import { t } from '@bugle/presentation/i18n'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { EndsOthers } from '../features/auth/ends-others.tsx'
import { meQuery } from '../features/auth/queries.ts'
import { SignInForm } from '../features/auth/sign-in-form.tsx'
import { SsoButton } from '../features/auth/sso.tsx'
import { basePath, withBasePath } from '../lib/base-path.ts'
import { endWait, useEnding } from '../lib/session.ts'

/**
 * Asks for a new sign-in over the page when the session has ended. The page keeps its state and continues afterwards.
 */
export function SignInAgain() {
  const client = useQueryClient()
  const ending = useEnding()
  const before = client.getQueryData(meQuery.queryKey)
  const giveUp = () => endWait(false)
  const goOn = async () => {
    const now = await signedInUserId()
    // Another user must not see what this page shows, nor send what it holds.
    if (now !== before?.id) window.location.assign(withBasePath('/'))
    else endWait(true)
  }
  return (
    <Dialog title={t('Sign in again')} onClose={giveUp}>
      <p className="text-text-2">
        {ending === 'session_replaced'
          ? t('You signed in elsewhere. Everything on this page stays; sign in to continue.')
          : t('Your session has ended. Everything on this page stays; sign in to continue.')}
      </p>
      <EndsOthers />
      <SignInForm email={before?.email} onDone={() => void goOn()} />
      <SsoButton next={window.location.pathname.slice(basePath.length) + window.location.search} />
      <Button variant="quiet" onClick={giveUp}>
        {t('Leave page')}
      </Button>
    </Dialog>
  )
}

/** Bypasses the API client, whose requests wait for the session. */
async function signedInUserId(): Promise<string | undefined> {
  const response = await fetch(withBasePath('/api/auth/me')).catch(() => undefined)
  return response?.ok ? ((await response.json()) as { id: string }).id : undefined
}
