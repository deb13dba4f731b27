import { t } from '@bugle/presentation/i18n'
import { MailQuestion } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { showToast } from '../../lib/toasts.ts'
import { useAskConfirmation } from './ask-confirmation.ts'
import type { Me } from './queries.ts'

/** Asks to confirm the e-mail until it is confirmed. */
export function UnconfirmedBanner({ me }: { me: Me | undefined }) {
  const ask = useAskConfirmation()
  if (me === undefined || me.email_confirmed) return null
  const send = () =>
    ask.mutate(undefined, {
      onSuccess: () => showToast({ text: t('We sent a link to {{email}}.', { email: me.email }) }),
      onError: (error) => showToast({ text: error.message, isFailure: true }),
    })
  return (
    <p
      role="status"
      className="flex min-h-9 flex-wrap items-center gap-2 border-b border-border bg-warning-wash px-4 py-1 text-warning-ink"
    >
      <MailQuestion size={14} aria-hidden className="shrink-0" />
      <span>{t('Confirm {{email}} with the link we sent to it.', { email: me.email })}</span>
      <Button variant="quiet" onClick={send} disabled={ask.isPending}>
        {t('Send again')}
      </Button>
    </p>
  )
}
