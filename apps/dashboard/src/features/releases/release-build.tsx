import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import type { ReactNode } from 'react'
import { CopyButton } from '../../components/copy-button.tsx'
import { Count, Section } from '../../components/section.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import type { ReleaseDetails } from './queries.ts'

/** How a release was built and deployed, as far as it was recorded. */
export function ReleaseBuild({ release }: { release: ReleaseDetails }) {
  const { commits, deploys, updates } = release
  return (
    <div className="grid min-w-0 gap-6 empty:hidden">
      <Facts release={release} />
      {deploys.length > 0 && (
        <List title={t('Deploys')} count={deploys.length}>
          {deploys.map(({ id, environment, name, url, finished_at }) => (
            <Line key={id} at={finished_at}>
              <span className="from-event font-medium">{oneLine(environment)}</span>{' '}
              <Address url={url}>{name ?? url ?? ''}</Address>
            </Line>
          ))}
        </List>
      )}
      {updates.length > 0 && (
        <List title={t('Expo updates')} count={updates.length}>
          {updates.map(({ update_id, channel, message, created_at }) => (
            <Line key={update_id} at={created_at}>
              <code className="font-mono text-12">{oneLine(update_id)}</code>{' '}
              <span className="from-event text-text-2">
                {[channel, message]
                  .filter((part) => part !== null)
                  .map(oneLine)
                  .join(' · ')}
              </span>
            </Line>
          ))}
        </List>
      )}
      {commits.length > 0 && (
        <List title={t('Commits')} count={commits.length}>
          {commits.map(({ id, author_name, message, committed_at }) => (
            <Line key={id} at={committed_at}>
              <code className="font-mono text-12" title={id}>
                {oneLine(id.slice(0, 10))}
              </code>{' '}
              <span className="from-event">{oneLine(message?.split('\n')[0] ?? '')}</span>
              {author_name !== null && <span className="from-event text-12 text-text-3"> {oneLine(author_name)}</span>}
            </Line>
          ))}
        </List>
      )}
    </div>
  )
}

function Facts({ release: { commit, ref, repository, url } }: { release: ReleaseDetails }) {
  const facts = [
    [t('Commit'), commit],
    [t('Branch or tag'), ref],
    [t('Repository'), repository],
    [t('Page'), url],
  ] as const
  const known = facts.filter(([, value]) => value !== null)
  if (known.length === 0) return null
  return (
    <Section title={t('Build')}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1">
        {known.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-3">{name}</dt>
            <dd className="from-event flex items-center font-mono text-12 wrap-anywhere">
              <Address url={value}>{value!}</Address>
              <CopyButton text={value!} label={t('Copy {{name}}', { name })} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function List({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <Section title={title} aside={<Count>{count}</Count>}>
      <ul className="rounded-card border border-border bg-surface">{children}</ul>
    </Section>
  )
}

function Line({ at, children }: { at: string | null; children: ReactNode }) {
  return (
    <li className="flex items-baseline gap-3 border-b border-border px-3 py-2 last:border-b-0">
      <span className="min-w-0 grow wrap-anywhere">{children}</span>
      {at !== null && (
        <span className="shrink-0 text-12 text-text-3">
          <TimeAgo at={at} isPhrase />
        </span>
      )}
    </li>
  )
}

/** A text that links where its address is one of the web: others could run code. */
function Address({ url, children }: { url: string | null; children: string }) {
  if (url === null || !/^https?:\/\//i.test(url)) return <span>{oneLine(children)}</span>
  return (
    <a href={url} target="_blank" rel="noreferrer noopener" className="text-accent-ink hover:underline">
      {oneLine(children)}
    </a>
  )
}
