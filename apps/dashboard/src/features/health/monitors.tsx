import { exactCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { HeartPulse, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Notice } from '../../components/notice.tsx'
import { useMayInProject } from '../../lib/permissions.tsx'
import { Heartbeat } from './heartbeat.tsx'
import { MonitorDialog } from './monitor-dialog.tsx'
import { isFailing, linesOf, MonitorRow } from './monitor-row.tsx'
import { type Monitor, monitorsQuery, useDeleteMonitor } from './queries.ts'

/** The request of a button: the dialog of a new monitor, or one about a known one. */
type Asked = { dialog: 'put'; monitor: Monitor | undefined } | { dialog: 'heartbeat' | 'delete'; monitor: Monitor }

/** Scheduled jobs, whether they run when they should. */
export function Monitors({ projectId }: { projectId: string }) {
  const found = useQuery(monitorsQuery(projectId))
  const mayChange = useMayInProject(projectId)('project:write')
  const [asked, setAsked] = useState<Asked>()
  const create = () => setAsked({ dialog: 'put', monitor: undefined })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-20 font-semibold">{t('Monitors')}</h1>
        {mayChange && (
          <Button variant="main" onClick={create}>
            <Plus size={16} aria-hidden />
            {t('New monitor')}
          </Button>
        )}
      </div>
      <Loaded query={found} name={t('the monitors')} waiting={<div className="skeleton h-48" />}>
        {({ monitors, missed_24h }) => {
          if (monitors.length === 0)
            return (
              <Notice
                icon={HeartPulse}
                text={t(
                  'No monitor yet. Make one here, or by the first check-in of a job: by an SDK, or by curl in its crontab.',
                )}
              />
            )
          const lines = linesOf(monitors)
          return (
            <>
              <dl className="flex flex-wrap gap-x-12 gap-y-3">
                <Figure value={lines.filter(({ state }) => state?.status === 'ok').length} word={t('in time')} />
                <Figure value={lines.filter(isFailing).length} word={t('failing')} isBad />
                <Figure value={missed_24h} word={t('missed in 24 hours')} isBad />
              </dl>
              <ul className="rounded-card border border-border bg-surface">
                {lines.map((line) => (
                  <MonitorRow
                    key={`${line.monitor.slug} ${line.state?.environment}`}
                    line={line}
                    onHeartbeat={() => setAsked({ dialog: 'heartbeat', monitor: line.monitor })}
                    on={
                      mayChange
                        ? {
                            edit: () => setAsked({ dialog: 'put', monitor: line.monitor }),
                            remove: () => setAsked({ dialog: 'delete', monitor: line.monitor }),
                          }
                        : undefined
                    }
                  />
                ))}
              </ul>
            </>
          )
        }}
      </Loaded>
      {asked !== undefined && <AskedDialog projectId={projectId} asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function Figure({ value, word, isBad = false }: { value: number; word: string; isBad?: boolean }) {
  return (
    <div className="grid">
      <dd className={`text-28 font-semibold tabular-nums ${isBad && value > 0 ? 'text-error-ink' : ''}`}>
        {exactCount(value)}
      </dd>
      <dt className="-order-1 text-12 text-text-3">{word}</dt>
    </div>
  )
}

function AskedDialog({ projectId, asked, onClose }: { projectId: string; asked: Asked; onClose: () => void }) {
  const remove = useDeleteMonitor(projectId)
  if (asked.dialog === 'put') return <MonitorDialog {...{ projectId, onClose }} monitor={asked.monitor} />
  const { slug } = asked.monitor
  if (asked.dialog === 'heartbeat')
    return (
      <Dialog title={t('Heartbeat of {{name}}', { name: slug })} size="wide" onClose={onClose}>
        <Heartbeat projectId={projectId} slug={slug} />
      </Dialog>
    )
  return (
    <ConfirmRequest
      title={t('Delete the monitor {{name}}', { name: slug })}
      action={t('Delete the monitor')}
      id={slug}
      request={remove}
      done={t('Monitor deleted')}
      onClose={onClose}
    >
      <p>{t('Its check-ins are deleted. The next check-in of its job creates it again.')}</p>
    </ConfirmRequest>
  )
}
