import { ApiError } from '@bugle/api-client'
import { Link } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { buttonClass } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { LoadFailed, Notice } from '../components/notice.tsx'
import { useTitle } from '../lib/use-title.ts'
import { t } from '../lib/words.ts'

export function NotFoundScreen() {
  useTitle(t('Not found'))
  return (
    <main>
      <Notice icon={CircleHelp} text={t('There is no such page.')}>
        <Link to="/" className={buttonClass()}>
          {t('Go to the issues')}
        </Link>
      </Notice>
    </main>
  )
}

/** What could not even begin: the server is away, or the page itself has a fault, which can be copied for who mends it. */
export function FailedScreen({ error }: { error: unknown }) {
  const report = error instanceof ApiError ? undefined : reportOf(error)
  return (
    <main>
      <LoadFailed what={t('this page')} error={error} retry={() => window.location.reload()} />
      {report !== undefined && (
        <div className="flex justify-center">
          <CopyButton text={report} label={t('Copy what happened')} withWord />
        </div>
      )}
    </main>
  )
}

function reportOf(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `${window.location.href}\n${navigator.userAgent}\n${new Date().toISOString()}\n\n${text}\n`
}
