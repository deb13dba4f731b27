import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, buttonClass } from '../../components/button.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { Segments } from '../../components/segments.tsx'
import { oneLine } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { t } from '../../lib/words.ts'
import { cureOf, reasonWord } from './cures.ts'
import { firstEventQuery, ingestTokenKey, type Project, useRegenerateToken } from './queries.ts'
import { snippets } from './snippet.ts'

/** The way from a new project to its first event. */
export function SetUp({ project }: { project: Project }) {
  const client = useQueryClient()
  const [token, setToken] = useState(client.getQueryData<string>(ingestTokenKey(project.id)))
  return (
    <ol className="grid gap-4">
      <Step number={1} title={t('Ingest token')}>
        {token === undefined ? (
          <LostToken project={project} onNew={setToken} />
        ) : (
          <>
            <div className="flex items-center gap-2 rounded-control border border-border bg-sunken py-1 pr-1 pl-3">
              <code className="grow font-mono text-12 break-all">{token}</code>
              <CopyButton text={token} label={t('Copy the ingest token')} withWord />
            </div>
            <p className="text-12 text-text-3">
              {t('It is shown once. Keep it where your program reads its settings.')}
            </p>
          </>
        )}
      </Step>
      <Step number={2} title={t('Send an event')}>
        <Snippet project={project} token={token ?? `bgl_live_…${project.ingest_token_last4}`} />
      </Step>
      <Step number={3} title={t('The first event')}>
        <FirstEvent project={project} />
      </Step>
    </ol>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-3 rounded-card border border-border bg-surface p-4">
      <span aria-hidden className="grid size-6 place-items-center rounded-full bg-pressed font-semibold tabular-nums">
        {number}
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
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-text-2">
        {t(
          'The token that ends in {{last4}} was shown when it was made. A new one can be made; the old one is taken for one more hour.',
          { last4: project.ingest_token_last4 },
        )}
      </p>
      <Button
        disabled={regenerate.isPending}
        onClick={() => regenerate.mutate(3600, { onSuccess: ({ ingest_token }) => onNew(ingest_token) })}
      >
        {t('Make a new token')}
      </Button>
      {regenerate.isError && <p className="text-error-ink">{reasonOf(regenerate.error)}</p>}
    </div>
  )
}

function Snippet({ project, token }: { project: Project; token: string }) {
  const [name, setName] = useState(snippets[0]!.name)
  const { install, text: write } = snippets.find((one) => one.name === name)!
  const text = write(window.location.origin, project, token)
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segments
          label={t('Language')}
          value={name}
          options={snippets.map((one) => ({ value: one.name, label: one.name }))}
          onChange={setName}
        />
        <CopyButton text={text} label={t('Copy the command')} withWord />
      </div>
      {install !== undefined && (
        <>
          <p className="text-12 text-text-3">
            {t('The packages are not on a registry yet: make them in the folder of Bugle, and install one from there.')}
          </p>
          <div className="overflow-hidden rounded-control border border-border bg-code-bg">
            <CodeBlock label={t('Installation')}>{`node scripts/build-sdks.mjs\n${install}`}</CodeBlock>
          </div>
        </>
      )}
      <div className="overflow-hidden rounded-control border border-border bg-code-bg">
        <CodeBlock label={t('Command')}>{text}</CodeBlock>
      </div>
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
          {t('It is here.')}
        </p>
        <p className="grid">
          <strong className="from-event text-14 font-semibold" dir="auto">
            {oneLine(issue.title)}
          </strong>
          <span className="from-event text-text-3">{issue.culprit}</span>
        </p>
        <Link to="/issues/$issueId" params={{ issueId: issue.id }} className={buttonClass('main')}>
          {t('Open the issue')}
        </Link>
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
          {reasonOf(first.error)} {t('It is asked again.')}
        </p>
      )}
      {first.data?.refused.map(({ reason, total }) => (
        <p key={reason} role="alert" className="flex gap-2 rounded-control bg-warning-wash px-3 py-2 text-warning-ink">
          <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
          <span>
            {t('Refused {{count, number}} events.', { count: total })} {reasonWord(reason)}. {cureOf(reason, project)}
          </span>
        </p>
      ))}
    </div>
  )
}
