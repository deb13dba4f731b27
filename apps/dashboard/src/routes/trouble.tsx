import { ApiError } from '@bugle/api-client'
import { Link } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button, buttonClass } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { LoadFailed, Notice } from '../components/notice.tsx'
import { useTitle } from '../lib/use-title.ts'
import { t } from '../lib/words.ts'

export function NotFoundScreen() {
  useTitle(t('Not found'))
  return (
    <main>
      <h1 className="sr-only">{t('Not found')}</h1>
      <Notice icon={CircleHelp} text={t('There is no such page.')}>
        <Link to="/" className={buttonClass()}>
          {t('Go to the issues')}
        </Link>
      </Notice>
    </main>
  )
}

const ReportFault = lazy(() => import('./report-fault.tsx').then((module) => ({ default: module.ReportFault })))

/** What could not even begin: the server is away, or the page itself has a fault, which can be copied or reported. */
export function FailedScreen({ error }: { error: unknown }) {
  const [isReporting, setReporting] = useState(false)
  return (
    <main>
      <LoadFailed what={t('this page')} error={error} retry={() => window.location.reload()} />
      {!(error instanceof ApiError) && (
        <div className="flex flex-wrap justify-center gap-2">
          <CopyButton text={reportOf(error)} label={t('Copy what happened')} withWord />
          <Button look="quiet" onClick={() => setReporting(true)}>
            {t('Report it to a project here…')}
          </Button>
        </div>
      )}
      {isReporting && (
        <Suspense>
          <ReportFault error={error} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </main>
  )
}

function reportOf(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `${window.location.href}\n${navigator.userAgent}\n${new Date().toISOString()}\n\n${text}\n`
}
