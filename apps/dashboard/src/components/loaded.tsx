import type { ReactNode } from 'react'
import { t } from '../lib/words.ts'
import { LoadFailed } from './notice.tsx'

interface LoadedProps<T> {
  /** A query of the cache. */
  of: { data: T | undefined; isError: boolean; error: unknown; refetch: () => unknown }
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
  return (
    <div role="status" aria-label={t('Loading {{what}}', { what })}>
      {waiting ?? <div className="skeleton h-64" />}
    </div>
  )
}
