import { formatPercent } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { limits } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button, buttonClass } from '../../components/button.tsx'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { Field } from '../../components/field.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { withBasePath } from '../../lib/base-path.ts'
import { exportQuery, type PersonRequest, personRequestsQuery, useErasePerson } from './people-queries.ts'

/** Exports or erases a project's data about one user. */
export function PeopleSettings({ projectId, mayErase }: { projectId: string; mayErase: boolean }) {
  const [exported, setExported] = useState<string>()
  const [asked, setAsked] = useState<string>()
  const erase = useErasePerson(projectId)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const person = String(new FormData(event.currentTarget).get('person'))
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    // An export during an erasure would hold half of the data.
    setExported(button?.value === 'erase' ? undefined : person)
    if (button?.value === 'erase') setAsked(person)
  }
  return (
    <>
      <Panel
        title={t('Data of one user')}
        hint={t('Find, export or erase what events hold about a user, by the anonymous ID your programs send.')}
      >
        <form onSubmit={submit} className="grid gap-4">
          <Field
            label={t('User ID')}
            name="person"
            required
            maxLength={limits.shortText}
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" name="what" value="export">
              {t('Export events')}
            </Button>
            {mayErase && (
              <Button type="submit" name="what" value="erase">
                {t('Erase events…')}
              </Button>
            )}
          </div>
        </form>
        {exported !== undefined && <Export key={exported} projectId={projectId} person={exported} />}
        {asked !== undefined && (
          <ConfirmRequest
            title={t('Erase all events of {{person}}', { person: asked })}
            action={t('Erase events')}
            id={asked}
            request={erase}
            done={t('Erasure started.')}
            onClose={() => setAsked(undefined)}
          >
            <p>{t('Their events, screenshots and exports are deleted; issue counts remain. This cannot be undone.')}</p>
          </ConfirmRequest>
        )}
      </Panel>
      <Requests projectId={projectId} />
    </>
  )
}

/** The progress of an export, then its download. */
function Export({ projectId, person }: { projectId: string; person: string }) {
  const found = useQuery(exportQuery(projectId, person))
  return (
    <Loaded query={found} name={t('the export')} waiting={<div className="skeleton h-12" />}>
      {({ download_url, progress, events }) => (
        <div role="status" className="flex flex-wrap items-center gap-3 rounded-control bg-sunken px-3 py-2">
          {download_url === null ? (
            <span>{t('Searching the events: {{share}}', { share: formatPercent(progress) })}</span>
          ) : (
            <>
              <span className="from-event grow">
                {t('{{count, number}} events of {{person}}', { count: events, person })}
              </span>
              <a href={withBasePath(download_url)} download className={buttonClass()}>
                <Download size={14} aria-hidden />
                {t('Download')}
              </a>
            </>
          )}
        </div>
      )}
    </Loaded>
  )
}

/** Log of exports and erasures; it holds no user IDs. */
function Requests({ projectId }: { projectId: string }) {
  const requests = useQuery(personRequestsQuery(projectId))
  return (
    <Loaded query={requests} name={t('the log')} waiting={<div className="skeleton h-32" />}>
      {(all) =>
        all.length > 0 && (
          <Panel title={t('Exports and erasures')} hint={t('The log contains no user IDs.')}>
            <ul className="rounded-card border border-border">
              {all.map((request) => (
                <RequestLine key={request.id} request={request} />
              ))}
            </ul>
          </Panel>
        )
      }
    </Loaded>
  )
}

function RequestLine({ request }: { request: PersonRequest }) {
  return (
    <li className="grid border-b border-border px-3 py-2 last:border-b-0">
      <span className="font-medium">
        {request.kind === 'export' ? t('Export') : t('Erasure')} · {stateOf(request)}
      </span>
      <span className="text-12 text-text-3">
        {request.requested_by !== null && <span className="from-event">{request.requested_by.name} · </span>}
        <TimeAgo at={request.requested_at} isPhrase />
      </span>
    </li>
  )
}

function stateOf({ status, progress, events }: PersonRequest): string {
  return status === 'done' ? t('{{count, number}} events', { count: events }) : formatPercent(progress)
}
