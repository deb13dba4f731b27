import { fieldError, isOfFields } from '@bugle/presentation/form-errors'
import { timeZone } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { onSubmit } from '../../lib/on-submit.ts'
import { Heartbeat } from './heartbeat.tsx'
import { type Monitor, usePutMonitor } from './queries.ts'

interface MonitorDialogProps {
  projectId: string
  /** The monitor to change; without one, another is made. */
  monitor: Monitor | undefined
  onClose: () => void
}

/** Makes a monitor, or changes its schedule; then the line for its job is ready to paste. */
export function MonitorDialog({ projectId, monitor, onClose }: MonitorDialogProps) {
  const put = usePutMonitor(projectId)
  const [made, setMade] = useState<string>()
  if (made !== undefined)
    return (
      <Dialog title={t('Monitor {{name}}', { name: made })} size="wide" onClose={onClose}>
        <Heartbeat projectId={projectId} slug={made} />
        <div className="flex justify-end">
          <Button variant="main" autoFocus onClick={onClose}>
            {t('Done')}
          </Button>
        </div>
      </Dialog>
    )
  const submit = onSubmit((fields) => {
    const text = (name: string) => String(fields.get(name)).trim()
    const slug = monitor?.slug ?? text('slug')
    const body = {
      schedule: text('schedule'),
      timezone: text('timezone'),
      margin_minutes: Number(text('margin')),
      max_runtime_minutes: Number(text('runtime')),
    }
    put.mutate({ slug, body }, { onSuccess: () => (monitor === undefined ? setMade(slug) : onClose()) })
  })
  const { error } = put
  return (
    <Dialog
      title={monitor === undefined ? t('New monitor') : t('Monitor {{name}}', { name: monitor.slug })}
      onClose={onClose}
    >
      <form onSubmit={submit} className="grid gap-4">
        {put.isError && !isOfFields(error) && (
          <p role="alert" className="text-error-ink">
            {reasonOf(error)}
          </p>
        )}
        {monitor === undefined && (
          <Field
            label={t('Name of the job')}
            hint={t('Lower-case letters, digits and hyphens, such as nightly-backup.')}
            name="slug"
            pattern="[a-z0-9_\-]{1,50}"
            required
            autoFocus
            spellCheck={false}
            error={fieldError(error, 'slug')}
          />
        )}
        <Field
          label={t('Schedule')}
          hint={t('A crontab such as 0 3 * * *, or every 5 minutes.')}
          name="schedule"
          required
          maxLength={100}
          defaultValue={monitor?.schedule ?? '0 3 * * *'}
          className="font-mono"
          spellCheck={false}
          error={fieldError(error, 'schedule')}
        />
        <Field
          label={t('Time zone')}
          name="timezone"
          required
          maxLength={60}
          defaultValue={monitor?.timezone ?? timeZone()}
          spellCheck={false}
          error={fieldError(error, 'timezone')}
        />
        <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
          <Field
            label={t('May be late by, in minutes')}
            name="margin"
            type="number"
            min={1}
            max={40_320}
            required
            defaultValue={monitor?.margin_minutes ?? 5}
            error={fieldError(error, 'margin_minutes')}
          />
          <Field
            label={t('May run for, in minutes')}
            name="runtime"
            type="number"
            min={1}
            max={40_320}
            required
            defaultValue={monitor?.max_runtime_minutes ?? 30}
            error={fieldError(error, 'max_runtime_minutes')}
          />
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="main" disabled={put.isPending}>
            {monitor === undefined ? t('Create monitor') : t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
