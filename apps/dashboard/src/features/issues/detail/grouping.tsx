import { unmergeIssue } from '@bugle/client-state/changes/merge-issues'
import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Split } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Section } from '../../../components/section.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { indexed } from '../../../lib/indexed.ts'
import { useMayInProject } from '../../../lib/permissions.tsx'
import { deps } from '../change.ts'
import { fingerprintsQuery, type Issue } from '../queries.ts'

/**
 * Explains why these events are one issue: the rule, the parts compared and left out, and merged fingerprints to split
 * off.
 */
export function Grouping({ issue }: { issue: Issue }) {
  const { components, dropped, version } = issue.grouping
  return (
    <Section title={t('Grouping')}>
      <p className="text-text-2">{sentenceOf(issue)}</p>
      <Retry issue={issue} />
      <details>
        <summary className="min-h-6 text-12 text-text-3 hover:text-text coarse:py-3">{t('Compared parts')}</summary>
        <ol className="mt-1 grid gap-0.5 font-mono text-12">
          {indexed(components).map(({ index, item }) => (
            <li key={index} className="from-event" dir="auto">
              {oneLine(item)}
            </li>
          ))}
        </ol>
        {dropped.length > 0 && (
          <>
            <p className="mt-2 text-12 text-text-3">{t('Ignored parts')}</p>
            <ul className="grid gap-0.5 font-mono text-12 text-text-2">
              {indexed(dropped).map(({ index, item: { part, why } }) => (
                <li key={index} className="from-event" dir="auto">
                  {oneLine(part)} <span className="font-sans text-text-3">{why}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        <p className="mt-2 text-12 text-text-3">{t('Grouping version {{version}}', { version })}</p>
      </details>
      <Fingerprints issue={issue} />
    </Section>
  )
}

/**
 * Describes the grouping. A single event has nothing to compare yet: the sentence says what another one needs to join.
 */
export function sentenceOf({ grouping: { reason, components }, count }: Pick<Issue, 'grouping' | 'count'>): string {
  const isOne = count === 1
  const frames = components.filter((component) => component.startsWith('frame:')).length
  switch (reason) {
    case 'custom':
      return isOne
        ? t('Events for which your program sets the same fingerprint join it.')
        : t('Your program set the same fingerprint for these events.')
    case 'frames':
      return isOne
        ? t('Events with the same type and {{count, number}} frames join it.', { count: frames })
        : t('The type and {{count, number}} frames of the stack are the same.', { count: frames })
    case 'bundle':
      return isOne
        ? t(
            'Events with this type and these positions in the bundle join it. A source map makes grouping more reliable.',
          )
        : t('The type and the positions in the bundle are the same. A source map makes grouping more reliable.')
    case 'message':
      return isOne
        ? t('There is no stack trace. Events with this type and message join it, apart from variable parts.')
        : t('There is no stack trace. The type and the message are the same, apart from variable parts.')
    case 'type':
      return isOne ? t('Only the type is known. Events of this type join it.') : t('Only the type is known.')
    default:
      return t('Grouped by {{reason}}.', { reason })
  }
}

/** Says that a stack of the issue waits for another attempt. */
function Retry({ issue }: { issue: Issue }) {
  const retryAt = useQuery(fingerprintsQuery(issue.id)).data?.find(({ retry_at }) => retry_at !== null)?.retry_at
  if (retryAt === undefined || retryAt === null) return null
  return (
    <p className="text-warning-ink">
      {t('A stack could not be resolved in its time. It is tried again, and the issue may change then:')}{' '}
      <TimeAgo at={retryAt} />
    </p>
  )
}

const unmerging = unmergeIssue(deps)

/** The fingerprints that were merged; all but one can be split off. */
function Fingerprints({ issue }: { issue: Issue }) {
  const found = useQuery(fingerprintsQuery(issue.id))
  const unmerge = useMutation(unmerging)
  const mayUnmerge = useMayInProject(issue.project_id)('issue:write')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const all = found.data ?? []
  if (all.length < 2) return null
  const toggle = (fingerprint: string) => {
    const next = new Set(chosen)
    if (!next.delete(fingerprint)) next.add(fingerprint)
    setChosen(next)
  }
  return (
    <div className="grid gap-2">
      <p className="text-12 text-text-3">{t('Merged from {{count, number}} fingerprints:', { count: all.length })}</p>
      <ul className="rounded-card border border-border bg-surface">
        {all.map(({ fingerprint, type, message, count, last_seen }) => (
          <li key={fingerprint} className="border-b border-border last:border-b-0">
            <label className="flex min-h-10 cursor-pointer items-center gap-3 px-3 hover:bg-sunken coarse:min-h-11">
              <input
                type="checkbox"
                className="checkbox"
                disabled={!mayUnmerge}
                checked={chosen.has(fingerprint)}
                onChange={() => toggle(fingerprint)}
              />
              <span className="from-event min-w-0 grow truncate" dir="auto" title={fingerprint}>
                {oneLine(`${type}: ${message}`)}
              </span>
              <span className="shrink-0 text-12 text-text-3 tabular-nums">
                {t('{{count, number}} events', { count })} · <TimeAgo at={last_seen} />
              </span>
            </label>
          </li>
        ))}
      </ul>
      {mayUnmerge && (
        <Button
          className="justify-self-start"
          disabled={chosen.size === 0 || chosen.size === all.length || unmerge.isPending}
          title={chosen.size === all.length ? t('At least one has to remain') : undefined}
          onClick={() =>
            unmerge.mutate({ issue, fingerprints: [...chosen] }, { onSuccess: () => setChosen(new Set()) })
          }
        >
          <Split size={16} aria-hidden />
          {t('Unmerge')}
        </Button>
      )}
    </div>
  )
}
