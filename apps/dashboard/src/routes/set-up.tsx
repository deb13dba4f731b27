import { t } from '@bugle/presentation/i18n'
import { snippetOf } from '@bugle/presentation/snippet'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Loaded } from '../components/loaded.tsx'
import { projectQuery } from '../features/projects/queries.ts'
import { SetUp } from '../features/projects/set-up.tsx'
import { useTitle } from '../lib/use-title.ts'

export function SetUpScreen() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId/setup' })
  const { with: chosen } = useSearch({ from: '/signed-in/projects/$projectId/setup' })
  const navigate = useNavigate()
  const project = useQuery(projectQuery(projectId))
  useTitle(t('Send events'), project.data?.name)
  return (
    <div className="mx-auto grid max-w-[42rem] gap-6 p-6 phone:p-4">
      <div className="grid gap-1">
        <h1 className="from-event text-20 font-semibold" dir="auto">
          {project.data === undefined ? t('Send events') : t('Send events to {{name}}', { name: project.data.name })}
        </h1>
        <p className="text-14 text-text-2">
          {t('Any program that can send an HTTP request can report an error.')}
          {project.data !== undefined && (
            <>
              {' '}
              {t('Its app ID:')} <code className="from-event font-mono text-12">{project.data.app_ids.join(', ')}</code>
            </>
          )}
        </p>
      </div>
      <p className="text-text-2">
        {t('Your program uses a Sentry SDK already?')}{' '}
        <Link
          to="/projects/$projectId/settings/$section"
          params={{ projectId, section: 'sentry' }}
          className="text-accent-ink underline underline-offset-3"
        >
          {t('Change one line')}
        </Link>
      </p>
      <Loaded query={project} name={t('the project')} waiting={<SetUpSkeleton />}>
        {(data) => (
          <SetUp
            key={data.id}
            project={data}
            snippet={chosen ?? snippetOf(data.platform)}
            onSnippet={(name) => void navigate({ to: '.', search: { with: name }, replace: true, resetScroll: false })}
          />
        )}
      </Loaded>
    </div>
  )
}

function SetUpSkeleton() {
  return (
    <div className="grid gap-4">
      <div className="skeleton h-28" />
      <div className="skeleton h-52" />
      <div className="skeleton h-24" />
    </div>
  )
}
