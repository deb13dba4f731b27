import { t } from '@bugle/presentation/i18n'
import { snippetOf } from '@bugle/presentation/snippet'
import { mayDo } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Restricted } from '../components/restricted.tsx'
import { meQuery } from '../features/auth/queries.ts'
import { CreateProjectForm } from '../features/projects/create-project-form.tsx'
import { projectsQuery } from '../features/projects/queries.ts'
import { useTitle } from '../lib/use-title.ts'

export function NewProjectScreen() {
  useTitle(t('New project'))
  const navigate = useNavigate()
  const organizations = useQuery(meQuery).data?.organizations ?? []
  const allowed = organizations.filter(({ role }) => mayDo(role, 'project:write'))
  const isFirst = useQuery(projectsQuery).data?.length === 0
  return (
    <div className="mx-auto grid max-w-[42rem] gap-6 p-6 phone:p-4">
      <div className="grid gap-1">
        <h1 className="text-20 font-semibold">{isFirst ? t('Create your first project') : t('New project')}</h1>
        <p className="text-14 text-text-2">{t('A project is one app that sends errors.')}</p>
      </div>
      {organizations.length > 0 && allowed.length === 0 ? (
        <Restricted />
      ) : (
        <CreateProjectForm
          organizations={allowed}
          onDone={({ id, platform }, snippet) =>
            void navigate({
              to: '/projects/$projectId/setup',
              params: { projectId: id },
              search: { with: snippet === snippetOf(platform) ? undefined : snippet },
            })
          }
        />
      )}
    </div>
  )
}
