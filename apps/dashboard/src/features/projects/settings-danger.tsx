import { t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { showToast } from '../../lib/toasts.ts'
import type { Project } from './queries.ts'
import { useDeleteProject } from './settings-queries.ts'

/** Deletes a project with everything in it. */
export function DangerSettings({ project, onDeleted }: { project: Project; onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const remove = useDeleteProject(project)
  return (
    <Panel
      title={t('Delete project')}
      hint={t('This also deletes its issues, events, counts and tokens. Programs that still send events get a 401.')}
      isDanger
    >
      <Button variant="danger" className="justify-self-start" onClick={() => setAsking(true)}>
        {t('Delete project…')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('Delete {{name}}', { name: project.name })}
          action={t('Delete {{name}}', { name: project.name })}
          typed={project.name}
          isBusy={remove.isPending}
          error={remove.isError ? reasonOf(remove.error) : undefined}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                showToast({ text: t('Deleted {{name}}', { name: project.name }) })
                onDeleted()
              },
            })
          }
          onClose={() => setAsking(false)}
        >
          <p>
            {t(
              'This deletes {{count, number}} unresolved issues and everything else in the project. It cannot be undone.',
              {
                count: project.unresolved_count,
              },
            )}
          </p>
        </Confirm>
      )}
    </Panel>
  )
}
