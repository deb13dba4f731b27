import { projectKeys } from '@bugle/client-state/keys/project-keys'
import { fieldError } from '@bugle/presentation/form-errors'
import { oneLine, titleOf } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { refusalOf } from '@bugle/presentation/refusals'
import { snippets } from '@bugle/presentation/snippet'
import { type SnippetName, snippetLabel } from '@bugle/presentation/snippet-name'
import type { Refusals } from '@bugle/presentation/types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { Button, buttonClass } from '../../components/button.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { CopyBlock } from '../../components/copy-block.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { Restricted } from '../../components/restricted.tsx'
import { Segments } from '../../components/segments.tsx'
import { basePath } from '../../lib/base-path.ts'
import { bundlerInstall, viteConfig } from '../../lib/bundler-plugin.ts'
import { indexed } from '../../lib/indexed.ts'
import { useMay } from '../../lib/permissions.tsx'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { useNow } from '../../lib/use-now.ts'
import { loaderQuery, type Project } from './queries.ts'
import { firstEventQuery, useRegenerateToken } from './set-up-queries.ts'
import { useChangeProject } from './settings-queries.ts'

interface SetUpProps {
  project: Project
  snippet: SnippetName
  onSnippet: (name: SnippetName) => void
}

/** The steps from a new project to its first event. */
export function SetUp({ project, snippet, onSnippet }: SetUpProps) {
  const client = useQueryClient()
  const [token, setToken] = useState(client.getQueryData<string>(projectKeys.newIngestToken(project.id)))
  // Once events arrive, what comes next stands first.
  const [hadEvents] = useState(client.getQueryData(firstEventQuery(project.id).queryKey)?.issue !== undefined)
  const hasEvents = useQuery(firstEventQuery(project.id)).data?.issue !== undefined
  const leads = token === undefined && (hadEvents || hasEvents)
  return (
    <ol className="grid gap-4">
      {leads && (
        <Step title={t('Events arrive')}>
          <FirstEvent project={project} />
        </Step>
      )}
      <Step number={1} title={t('Ingest token')}>
        {token === undefined ? (
          <LostToken project={project} onNew={setToken} />
        ) : (
          <>
            <div className="flex items-center gap-2 rounded-control border border-border bg-sunken py-1 pr-1 pl-3">
              <code className="grow font-mono text-12 break-all">{token}</code>
              <CopyButton text={token} label={t('Copy ingest token')} withLabel />
            </div>
            <p className="text-12 text-text-3">
              {t('It is shown only once. Save it where your program reads its settings.')}
            </p>
          </>
        )}
      </Step>
      <Step number={2} title={t('Send an event')}>
        <Snippet project={project} token={token} name={snippet} onName={onSnippet} />
      </Step>
      {bringsMinifiedCode(project) && (
        <Step number={3} title={t('Readable stacks')}>
          <BundlerPlugin project={project} />
        </Step>
      )}
      {!leads && (
        <Step number={bringsMinifiedCode(project) ? 4 : 3} title={t('First event')}>
          <FirstEvent project={project} />
        </Step>
      )}
    </ol>
  )
}

function Step({ number, title, children }: { number?: number; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-3 rounded-card border border-border bg-surface p-4">
      <span aria-hidden className="grid size-6 place-items-center rounded-full bg-pressed font-semibold tabular-nums">
        {number ?? <CircleCheck size={16} className="text-ok" />}
      </span>
      <div className="grid gap-2">
        <h2 className="text-14 leading-6 font-semibold">{title}</h2>
        {children}
      </div>
    </li>
  )
}

function LostToken({ project, onNew }: { project: Project; onNew: (token: string) => void }) {
  const regenerate = useRegenerateToken(project.id)
  const [isAsking, setAsking] = useState(false)
  const mayReplace = useMay(project.organization_id)('project:write')
  const { ingest_token_last4: last4 } = project
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-text-2">
        {t(
          'The token ending in {{last4}} was shown once, when it was created. If you did not save it, replace it: the old one stays valid for one hour.',
          {
            last4,
          },
        )}
      </p>
      {mayReplace ? <Button onClick={() => setAsking(true)}>{t('Replace token…')}</Button> : <Restricted />}
      {isAsking && (
        <Confirm
          title={t('Replace the token ending in {{last4}}', { last4 })}
          action={t('Replace token')}
          isBusy={regenerate.isPending}
          error={regenerate.isError ? reasonOf(regenerate.error) : undefined}
          onConfirm={() =>
            regenerate.mutate({ graceSeconds: 3600, days: 0 }, { onSuccess: ({ ingest_token }) => onNew(ingest_token) })
          }
          onClose={() => setAsking(false)}
        >
          <p>{t('Programs that use it are refused after an hour, until they have the new one.')}</p>
        </Confirm>
      )}
    </div>
  )
}

/** Stands in for the token while it is unknown. */
const missing = 'YOUR_TOKEN'

interface SnippetProps {
  project: Project
  token: string | undefined
  name: SnippetName
  onName: (name: SnippetName) => void
}

function Snippet({ project, token, name, onName }: SnippetProps) {
  const { install, text: write } = snippets.find((one) => one.name === name)!
  const origin = window.location.origin + basePath
  const isPhone = useIsPhone()
  const { data: loader } = useQuery(loaderQuery)
  const text = write(origin, project, token ?? missing, loader)
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {isPhone ? (
          <select
            className="input"
            aria-label={t('Language')}
            value={name}
            onChange={(event) => onName(event.target.value as SnippetName)}
          >
            {snippets.map((one) => (
              <option key={one.name} value={one.name}>
                {snippetLabel(one.name)}
              </option>
            ))}
          </select>
        ) : (
          <Segments
            label={t('Language')}
            value={name}
            options={snippets.map((one) => ({ value: one.name, label: snippetLabel(one.name) }))}
            onChange={onName}
          />
        )}
      </div>
      {install !== undefined && (
        <CopyBlock label={t('Installation')} copyLabel={t('Copy command')} text={install(origin)}>
          {install(origin)}
        </CopyBlock>
      )}
      {token === undefined ? (
        <>
          <p className="text-warning-ink">{t('Replace the highlighted placeholder with your token.')}</p>
          <div className="overflow-hidden rounded-control border border-border bg-code-bg">
            <CodeBlock label={t('Command')}>
              {indexed(text.split(missing)).map(({ index, item }) => (
                <Fragment key={index}>
                  {index > 0 && <mark className="rounded-pill bg-warning-wash px-1 text-warning-ink">{missing}</mark>}
                  {item}
                </Fragment>
              ))}
            </CodeBlock>
          </div>
        </>
      ) : (
        <CopyBlock label={t('Command')} copyLabel={t('Copy code')} text={text} />
      )}
    </div>
  )
}

function FirstEvent({ project }: { project: Project }) {
  const first = useQuery(firstEventQuery(project.id))
  const [since] = useState(() => Date.now())
  const seconds = useNow((now) => Math.max(0, Math.floor((now - since) / 1000)))
  const issue = first.data?.issue
  if (issue !== undefined)
    return (
      <div role="status" className="grid justify-items-start gap-3">
        <p className="flex items-center gap-2 font-medium">
          <CircleCheck size={16} className="shrink-0 text-ok" aria-hidden />
          {t('Your first event has arrived.')}
        </p>
        <p className="grid">
          <strong className="from-event text-14 font-semibold" dir="auto">
            {titleOf(issue)}
          </strong>
          {issue.culprit !== null && <span className="from-event text-text-3">{oneLine(issue.culprit)}</span>}
        </p>
        <Link to="/issues/$issueId" params={{ issueId: issue.id }} className={buttonClass('main')}>
          {t('Open issue')}
        </Link>
        <NextSteps project={project} hasRelease={issue.first_release !== null} />
      </div>
    )
  return (
    <div className="grid gap-2">
      <p role="status" className="flex items-center gap-2 text-text-2">
        <LoaderCircle size={16} className="shrink-0 motion-safe:animate-spin" aria-hidden />
        {t('Waiting for the first event…')}
        <span aria-hidden className="tabular-nums text-text-3">
          {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
        </span>
      </p>
      {first.isError && (
        <p className="text-text-2">
          {reasonOf(first.error)} {t('Trying again…')}
        </p>
      )}
      {first.data?.refused.map((refused) => (
        <Refused key={refused.reason} project={project} {...refused} />
      ))}
    </div>
  )
}

/** Where to go once events arrive; only what is not done yet. */
function NextSteps({ project, hasRelease }: { project: Project; hasRelease: boolean }) {
  const link = 'text-accent-ink underline underline-offset-3'
  const may = useMay(project.organization_id)
  const settings = '/projects/$projectId/settings/$section' as const
  return (
    <>
      <p className="text-text-2">{t('Next steps:')}</p>
      <ul className="grid list-disc gap-1 pl-5">
        {bringsMinifiedCode(project) && (
          <li>
            <Link to={settings} params={{ projectId: project.id, section: 'source-maps' }} className={link}>
              {t('Upload source maps, to read your own files and lines')}
            </Link>
          </li>
        )}
        {may('member:write') && (
          <li>
            <Link
              to="/organizations/$organizationId/$section"
              params={{ organizationId: project.organization_id, section: 'members' }}
              className={link}
            >
              {t('Invite your team')}
            </Link>
          </li>
        )}
        <li>
          <Link to={settings} params={{ projectId: project.id, section: 'notifications' }} className={link}>
            {t('Get an e-mail about new issues')}
          </Link>
        </li>
        {!hasRelease && (
          <li>
            {t(
              'Send the release with each event: you will see which version introduced an issue, and whether a resolved one returns.',
            )}
          </li>
        )}
      </ul>
    </>
  )
}

/** Whether its events come from code that a bundler has made. */
function bringsMinifiedCode({ platform }: Project): boolean {
  return platform === 'web' || platform === null
}

/** The plugin that uploads source maps with each build. */
function BundlerPlugin({ project }: { project: Project }) {
  const origin = window.location.origin + basePath
  return (
    <div className="grid gap-2">
      <p className="text-text-2">
        {t(
          'A bundler makes stacks unreadable. Its plugin uploads the source maps of each build; in CI it needs an API token in {{variable}}.',
          {
            variable: 'BUGLE_TOKEN',
          },
        )}
      </p>
      <CopyBlock label={t('Installation')} copyLabel={t('Copy command')} text={bundlerInstall(origin)}>
        {bundlerInstall(origin)}
      </CopyBlock>
      <CopyBlock label="vite.config.js" copyLabel={t('Copy code')} text={viteConfig(origin, project.id)}>
        {viteConfig(origin, project.id)}
      </CopyBlock>
      <p className="text-12 text-text-3">
        {t('webpack, Rspack, Rollup, Rolldown and esbuild have the same plugin under their own name.')}
      </p>
    </div>
  )
}

/** A refusal of the first event, and the way out of it. */
function Refused({ project, reason, total, latest_detail: came }: Refusals & { project: Project }) {
  const change = useChangeProject(project)
  const isOtherApp = reason === 'app_id_mismatch' && came !== null
  if (isOtherApp && project.app_ids.includes(came))
    return (
      <p role="status" className="text-text-2">
        {t('Events with the app ID {{id}} are accepted now. Send the event again.', { id: came })}
      </p>
    )
  return (
    <div role="alert" className="flex gap-2 rounded-control bg-warning-wash px-3 py-2 text-warning-ink">
      <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
      <div className="grid justify-items-start gap-2">
        <p className="from-event">
          {t('Refused {{count, number}} events.', { count: total })} {refusalOf(reason, came, project)}
        </p>
        {isOtherApp && (
          <Button disabled={change.isPending} onClick={() => change.mutate({ app_ids: [...project.app_ids, came] })}>
            {t('Accept this app ID')}
          </Button>
        )}
        {change.isError && <p>{fieldError(change.error, 'app_ids') ?? reasonOf(change.error)}</p>}
      </div>
    </div>
  )
}
