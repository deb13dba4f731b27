import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../lib/i18n.ts'
import { LoadFailed, Notice } from './notice.tsx'

interface LoadedProps<T> {
  /** A query of the cache. */
  of: { data: T | undefined; isError: boolean; isPaused?: boolean; error: unknown; refetch: () => unknown }
  /** What is loaded: `the sessions`. */
  what: string
  /** The geometry of what will stand here. */
  waiting?: ReactNode
  children: (data: T) => ReactNode
}

/**
 * What the server answered, once it is there; before that what is waited for, or why it does not come. An answer stays
 * when asking again fails: the banner of the page tells of that.
 */
export function Loaded<T>({ of: query, what, waiting, children }: LoadedProps<T>): ReactNode {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <LoadFailed what={what} error={query.error} retry={() => void query.refetch()} />
  // Offline nothing is asked for; it is when the line is back.
  if (query.isPaused === true)
    return (
      <Notice icon={WifiOff} text={t('Offline: this was not loaded before. It comes as soon as the server answers.')} />
    )
  return (
    <div role="status" aria-label={t('Loading {{what}}', { what })}>
      {waiting ?? <div className="skeleton h-64" />}
    </div>
  )
}
