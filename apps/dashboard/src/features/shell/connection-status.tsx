import { formatTime } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { Radio, RefreshCw, WifiOff } from 'lucide-react'
import { useConnection } from '../../lib/connection.ts'
import { useUnsent } from '../../lib/unsent.ts'

/** Whether live updates arrive. */
export function ConnectionStatus() {
  const { updating, respondedAt } = useConnection()
  const [Icon, text, color] = {
    live: [Radio, t('Live'), 'text-ok'] as const,
    polling: [RefreshCw, t('Updates every 10 s'), 'text-text-3'] as const,
    reconnecting: [RefreshCw, t('Reconnecting…'), 'text-text-3'] as const,
    offline: [
      WifiOff,
      t('Offline · as of {{time}}', { time: formatTime(new Date(respondedAt).toISOString()) }),
      'text-warning',
    ] as const,
  }[updating]
  return (
    <span
      role="status"
      title={text}
      className="flex min-h-6 items-center gap-2 px-2 text-12 text-text-3 max-xl:justify-center max-xl:px-0"
    >
      <Icon size={14} aria-hidden className={`shrink-0 ${color}`} />
      <span className="truncate max-xl:sr-only">{text}</span>
    </span>
  )
}

/** Says since when the page is offline, and what the server does not have yet; its content stays on the screen. */
export function OfflineBanner() {
  const { updating, respondedAt } = useConnection()
  const { count } = useUnsent()
  const isOffline = updating === 'offline'
  if (!isOffline && count === 0) return null
  const time = formatTime(new Date(respondedAt).toISOString())
  return (
    <p
      role="status"
      className="flex min-h-9 items-center gap-2 border-b border-border bg-warning-wash px-4 py-1 text-warning-ink"
    >
      <WifiOff size={14} aria-hidden className="shrink-0" />
      <span>
        {isOffline && `${t('The server is not responding. Showing data loaded at {{time}}.', { time })} `}
        {count > 0 && t('{{count, number}} changes are waiting to be sent.', { count })}
      </span>
    </p>
  )
}
