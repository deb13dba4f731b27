import { deviceName } from '@bugle/presentation/device-name'
import { formatDate } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { BellOff, Smartphone } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { showToast } from '../../lib/toasts.ts'
import { type PushDevice, pushDevicesQuery, useRemovePushDevice } from './push-devices-query.ts'

/** The devices that are notified by push, and those that can no longer be reached. */
export function PushDevices() {
  const devices = useQuery(pushDevicesQuery)
  return (
    <Panel
      title={t('Devices')}
      hint={t(
        'Phones and browsers with the mobile app that are notified by push. Each is turned on by itself, under You.',
      )}
    >
      <Loaded query={devices} name={t('the devices')} waiting={<div className="skeleton h-16" />}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-text-3">{t('No device is notified by push.')}</p>
          ) : (
            <ul className="rounded-card border border-border">
              {all.map((device) => (
                <DeviceRow key={device.id} device={device} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

function DeviceRow({ device }: { device: PushDevice }) {
  const remove = useRemovePushDevice()
  const isLost = device.lost_at !== null
  const Icon = isLost ? BellOff : Smartphone
  return (
    <li className="flex items-center gap-3 border-b border-border px-3 py-2 last:border-b-0">
      <Icon size={20} aria-hidden className="shrink-0 text-text-3" />
      <span className="grid min-w-0 grow">
        <span className="from-event flex flex-wrap items-center gap-x-2 font-medium" title={device.device ?? undefined}>
          {device.device === null ? device.service : deviceName(device.device)}
          {isLost && (
            <span className="rounded-pill bg-warning-wash px-1.5 text-11 font-medium text-warning-ink">
              {t('no longer reached')}
            </span>
          )}
        </span>
        <span className="text-12 text-text-3">
          {device.lost_at !== null ? (
            t('Lost on {{day}}. Open Bugle on it to turn notifications on again.', { day: formatDate(device.lost_at) })
          ) : (
            <LastMessage device={device} />
          )}
        </span>
      </span>
      <Button
        onClick={() =>
          remove.mutate(device.id, { onError: (error) => showToast({ text: reasonOf(error), isFailure: true }) })
        }
        disabled={remove.isPending}
      >
        {t('Remove')}
      </Button>
    </li>
  )
}

function LastMessage({ device: { sent_at, failure, created_at } }: { device: PushDevice }) {
  if (failure !== null) return t('The last message was not sent: {{reason}}', { reason: failure })
  if (sent_at === null) return t('since {{day}}', { day: formatDate(created_at) })
  return (
    <>
      {t('last message')} <TimeAgo at={sent_at} isPhrase />
    </>
  )
}
