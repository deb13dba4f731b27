import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, buttonClass } from '../../components/button.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { oneLine, plural } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { firstEventQuery, ingestTokenKey, type Project, useRegenerateToken } from './queries.ts'
import { curlSnippet } from './snippet.ts'

/** The way from a new project to its first event. */
export function SetUp({ project }: { project: Project }) {
  const client = useQueryClient()
  const [token, setToken] = useState(client.getQueryData<string>(ingestTokenKey(project.id)))
  return (
    <ol className="grid gap-4">
      <Step number={1} title="Ingest token">
        {token === undefined ? (
          <LostToken project={project} onNew={setToken} />
        ) : (
          <>
            <div className="flex items-center gap-2 rounded-control border border-border bg-sunken py-1 pr-1 pl-3">
              <code className="grow font-mono text-12 break-all">{token}</code>
              <CopyButton text={token} label="Copy the ingest token" withWord />
            </div>
            <p className="text-12 text-text-3">It is shown once. Keep it where your program reads its settings.</p>
          </>
        )}
      </Step>
      <Step number={2} title="Send an event">
        <Snippet project={project} token={token ?? `bgl_live_…${project.ingest_token_last4}`} />
      </Step>
      <Step number={3} title="The first event">
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
        The token that ends in <code className="font-mono">{project.ingest_token_last4}</code> was shown when it was
        made. A new one can be made; the old one is taken for one more hour.
      </p>
      <Button
        disabled={regenerate.isPending}
        onClick={() => regenerate.mutate(undefined, { onSuccess: ({ ingest_token }) => onNew(ingest_token) })}
      >
        Make a new token
      </Button>
      {regenerate.isError && <p className="text-error-ink">{reasonOf(regenerate.error)}</p>}
    </div>
  )
}

function Snippet({ project, token }: { project: Project; token: string }) {
  const text = curlSnippet(window.location.origin, project, token)
  return (
    <div className="overflow-hidden rounded-control border border-border bg-code-bg">
      <div className="flex items-center justify-between border-b border-border pr-1 pl-3">
        <span className="text-12 text-text-2">curl</span>
        <CopyButton text={text} label="Copy the command" withWord />
      </div>
      <CodeBlock label="Command">{text}</CodeBlock>
    </div>
  )
}

function FirstEvent({ project }: { project: Project }) {
  const first = useQuery(firstEventQuery(project.id))
  const [since] = useState(() => Date.now())
  const seconds = Math.max(0, Math.floor((useNow() - since) / 1000))
  const issue = first.data?.issue
  if (issue !== undefined)
    return (
      <div role="status" className="grid justify-items-start gap-3">
        <p className="flex items-center gap-2 font-medium">
          <CircleCheck size={16} className="shrink-0 text-ok" aria-hidden />
          It is here.
        </p>
        <p className="grid">
          <strong className="from-event text-14 font-semibold" dir="auto">
            {oneLine(issue.title)}
          </strong>
          <span className="from-event text-text-3">{issue.culprit}</span>
        </p>
        <Link to="/issues/$issueId" params={{ issueId: issue.id }} className={buttonClass('main')}>
          Open the issue
        </Link>
      </div>
    )
  return (
    <div className="grid gap-2">
      <p role="status" className="flex items-center gap-2 text-text-2">
        <LoaderCircle size={16} className="shrink-0 motion-safe:animate-spin" aria-hidden />
        Waiting for the first event…
        <span aria-hidden className="tabular-nums text-text-3">
          {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
        </span>
      </p>
      {first.isError && <p className="text-text-2">{reasonOf(first.error)} It is asked again.</p>}
      {first.data?.refused.map(({ reason, total }) => (
        <p key={reason} role="alert" className="flex gap-2 rounded-control bg-warning-wash px-3 py-2 text-warning-ink">
          <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
          <span>
            Refused {plural(total, 'event')}: {cureOf(reason, project)}
          </span>
        </p>
      ))}
    </div>
  )
}

function cureOf(reason: string, project: Project): string {
  if (reason === 'app_id_mismatch')
    return `their app_id is not ${project.app_ids.join(' or ')}, which this project takes.`
  if (reason === 'invalid_payload') return 'a field is missing or has a wrong type. The answer names it.'
  if (reason === 'payload_too_large') return 'over 1 MB. The usual cause is a large screenshot.'
  if (reason === 'rate_limited') return 'over 1000 requests in a minute.'
  return `${reason}.`
}
