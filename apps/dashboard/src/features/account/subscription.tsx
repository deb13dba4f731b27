import { formatDate } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { subscriptionNote } from '@bugle/presentation/subscription'
import { Panel } from '../../components/settings-layout.tsx'
import type { Me } from './queries.ts'

/** Plan and status of the subscription. */
export function Subscription({ me: { subscription } }: { me: Me }) {
  const { status, plan, trial_ends_at } = subscription
  const statusLabel = {
    trialing: t('Trial'),
    active: t('Active'),
    past_due: t('Past due'),
    canceled: t('Canceled'),
    expired: t('Expired'),
  }[status]
  const planLabel = { monthly: t('Monthly'), yearly: t('Yearly'), self_hosted: t('Self-hosted') }[plan]
  return (
    <Panel title={t('Subscription')} hint={subscriptionNote(subscription)}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        <dt className="text-text-3">{t('Status')}</dt>
        <dd className="font-medium">{statusLabel}</dd>
        <dt className="text-text-3">{t('Plan')}</dt>
        <dd>{planLabel}</dd>
        <dt className="text-text-3">{status === 'trialing' ? t('Trial ends') : t('Trial ended')}</dt>
        <dd>{formatDate(trial_ends_at)}</dd>
      </dl>
    </Panel>
  )
}
