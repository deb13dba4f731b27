import { Link } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { buttonClass } from '../components/button.tsx'
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

/** What could not even begin: the server is away, or the page itself has a fault. */
export function FailedScreen({ error }: { error: unknown }) {
  return (
    <main>
      <LoadFailed what={t('this page')} error={error} retry={() => window.location.reload()} />
    </main>
  )
}
