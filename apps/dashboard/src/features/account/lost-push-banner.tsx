import { deviceName } from '@bugle/presentation/device-name'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { pushDevicesQuery, useRemovePushDevice } from './push-devices-query.ts'

/** Says which device can no longer be reached by push, until that has been seen. */
export function LostPushBanner() {
  const { data } = useQuery(pushDevicesQuery)
  const remove = useRemovePushDevice()
  const lost = data?.find(({ lost_at }) => lost_at !== null)
  if (lost === undefined) return null
  const name = lost.device === null ? lost.service : deviceName(lost.device)
  return (
    <p
      role="status"
      className="flex min-h-9 flex-wrap items-center gap-2 border-b border-border bg-warning-wash px-4 py-1 text-warning-ink"
    >
      <BellOff size={14} aria-hidden className="shrink-0" />
      <span>
        {t('{{device}} is no longer notified. Open Bugle on it to turn notifications on again.', { device: name })}
      </span>
      <Button variant="quiet" onClick={() => remove.mutate(lost.id)} disabled={remove.isPending}>
        {t('Dismiss')}
      </Button>
    </p>
  )
}
