import { t } from './i18n.ts'

interface Subscription {
  status: string
  billed: boolean
}

/** Says what the state of a subscription means for its events; undefined while all is well. */
export function subscriptionNote({ status, billed }: Subscription): string | undefined {
  if (!billed) return undefined
  if (status === 'past_due') return t('Everything works for now, but a payment is overdue.')
  if (status === 'expired') return t('You can read everything. New events are refused after a week.')
  return undefined
}
