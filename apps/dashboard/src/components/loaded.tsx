import { t } from '@bugle/presentation/i18n'
import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { LoadFailed, Notice } from './notice.tsx'

interface LoadedProps<T> {
  /** A query of the cache. */
  query: { data: T | undefined; isError: boolean; isPaused?: boolean; error: unknown; refetch: () => unknown }
  /** Names what is loaded: `the sessions`. */
  name: string
  /** A placeholder with the geometry of the content. */
  waiting?: ReactNode
  children: (data: T) => ReactNode
}

/**
 * Renders the data of a query as soon as there is any. Until then it shows a placeholder, or why the data is missing.
 * Data stays on the screen when a refetch fails: the page's banner reports that.
 */
export function Loaded<T>({ query, name, waiting, children }: LoadedProps<T>): ReactNode {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <LoadFailed name={name} error={query.error} retry={() => void query.refetch()} />
  // Nothing is requested while offline; the query resumes when the connection is back.
  if (query.isPaused === true)
    return (
      <Notice icon={WifiOff} text={t('Offline, and not loaded before. It will appear once the server responds.')} />
    )
  return (
    <div role="status" aria-label={t('Loading {{name}}', { name })}>
      {waiting ?? <div className="skeleton h-64" />}
    </div>
  )
}
