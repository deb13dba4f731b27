import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CopyBlock } from '../../components/copy-block.tsx'
import { basePath } from '../../lib/base-path.ts'
import { dsnKeysQuery } from '../../lib/dsn-keys.ts'
import { heartbeatLine } from './heartbeat-line.ts'

/** The line that a job runs at its end, ready to paste. */
export function Heartbeat({ projectId, slug }: { projectId: string; slug: string }) {
  const keys = useQuery(dsnKeysQuery(projectId)).data
  const dsn = keys?.[0]?.dsn
  if (keys !== undefined && dsn === undefined)
    return (
      <p className="text-text-2">
        {t('A heartbeat needs a DSN, and this project has none yet.')}{' '}
        <Link
          to="/projects/$projectId/settings/$section"
          params={{ projectId, section: 'sentry' }}
          className="text-accent-ink underline underline-offset-3"
        >
          {t('Create one')}
        </Link>
      </p>
    )
  if (dsn === undefined) return <div className="skeleton h-16" />
  const text = heartbeatLine(window.location.origin + basePath, dsn, slug)
  return (
    <div className="grid gap-2">
      <p className="text-text-2">
        {t('Put this at the end of the job. A run without it is missed, and becomes an issue.')}
      </p>
      <CopyBlock label={t('Heartbeat to paste')} copyLabel={t('Copy command')} text={text} />
    </div>
  )
}
