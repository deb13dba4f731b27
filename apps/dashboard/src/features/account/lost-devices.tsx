import { deviceName } from '@bugle/presentation/device-name'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff } from 'lucide-react'
import { pushDevicesQuery } from './push-devices-query.ts'

/** Says that a phone is no longer reached by push: whoever relies on it would find out at night. */
export function LostDevices() {
  const { data: devices = [] } = useQuery({ ...pushDevicesQuery, staleTime: 60_000 })
  const lost = devices.filter(({ lost_at }) => lost_at !== null)
  if (lost.length === 0) return null
  const names = lost.map(({ device, service }) => (device === null ? service : deviceName(device)))
  return (
    <p
      role="status"
      className="mb-4 flex flex-wrap items-center gap-2 rounded-card bg-warning-wash px-3 py-2 text-warning-ink"
    >
      <BellOff size={16} aria-hidden className="shrink-0" />
      <span className="from-event">
        {t('Push messages no longer reach {{devices}}.', { devices: names.join(', ') })}
      </span>
      <Link to="/account/$section" params={{ section: 'notifications' }} className="underline">
        {t('Show devices')}
      </Link>
    </p>
  )
}
