import { ApiError } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { CircleHelp, CloudOff } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button, buttonClass } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { LoadFailed, Notice } from '../components/notice.tsx'
import { withBasePath } from '../lib/base-path.ts'
import { ChunkLoadError, lazyPart, preloadAll } from '../lib/lazy-code.ts'
import { useTitle } from '../lib/use-title.ts'

/** Shown outside the shell, where nobody is signed in. */
export function NotFoundPage() {
  return (
    <main>
      <NotFoundScreen />
    </main>
  )
}

export function NotFoundScreen() {
  useTitle(t('Not found'))
  return (
    <>
      <h1 className="sr-only">{t('Not found')}</h1>
      <Notice icon={CircleHelp} text={t('This page does not exist.')}>
        <Link to="/" className={buttonClass()}>
          {t('Go to your projects')}
        </Link>
      </Notice>
    </>
  )
}

const ReportError = lazyPart(() => import('./report-error.tsx'), 'ReportError')

/** Shown when a page could not even start. */
export function FailedPage(props: ErrorComponentProps) {
  return (
    <main>
      <FailedScreen {...props} />
    </main>
  )
}

/** The server is unreachable, a file failed to load, or the dashboard has a bug, which can be copied or reported. */
export function FailedScreen({ error, reset }: ErrorComponentProps) {
  const [isReporting, setReporting] = useState(false)
  const router = useRouter()
  if (error instanceof ChunkLoadError)
    return (
      <Notice icon={CloudOff} text={t('This screen could not be loaded.')}>
        <Button onClick={() => void loadAgain(() => void router.invalidate().then(reset))}>{t('Try again')}</Button>
      </Notice>
    )
  return (
    <>
      <LoadFailed name={t('this page')} error={error} retry={() => window.location.reload()} />
      {!(error instanceof ApiError) && (
        <div className="flex flex-wrap justify-center gap-2">
          <CopyButton text={reportOf(error)} label={t('Copy details')} withLabel />
          <Button variant="quiet" onClick={() => setReporting(true)}>
            {t('Report to a project on this server…')}
          </Button>
        </div>
      )}
      {isReporting && (
        <Suspense>
          <ReportError error={error} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </>
  )
}

/**
 * Reloads the page only when the server responds: its files may have other names by now, and browsers do not request a
 * failed module twice.
 */
async function loadAgain(onLoaded: () => void): Promise<void> {
  if (await preloadAll()) onLoaded()
  else if (
    await fetch(withBasePath('/healthz')).then(
      ({ ok }) => ok,
      () => false,
    )
  )
    window.location.reload()
}

function reportOf(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `${window.location.href}\n${navigator.userAgent}\n${new Date().toISOString()}\n\n${text}\n`
}
