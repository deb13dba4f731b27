import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { ChevronRight } from 'lucide-react'
import { Count, Section } from '../../components/section.tsx'
import { indexed } from '../../lib/indexed.ts'
import { locationOf } from './frame-line.tsx'
import type { EventView } from './queries.ts'

type Thread = EventView['threads'][number]

/** The threads of the program beside the one that the error occurred on. */
export function Threads({ threads }: { threads: Thread[] }) {
  if (threads.length === 0) return null
  return (
    <Section
      title={
        <>
          {t('Threads')} <Count>{threads.length}</Count>
        </>
      }
    >
      <ul className="rounded-card border border-border bg-surface">
        {indexed(threads).map(({ index, item: thread }) => (
          <li key={index} className="border-b border-border last:border-b-0">
            <ThreadLine thread={thread} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ThreadLine({ thread: { id, name, crashed, current, frames } }: { thread: Thread }) {
  const title = (
    <>
      <span className="from-event min-w-0 truncate font-mono text-12" dir="auto">
        {oneLine(name ?? t('Thread {{id}}', { id }))}
      </span>
      {crashed && <span className="text-12 text-error-ink">{t('crashed')}</span>}
      {current && !crashed && <span className="text-12 text-text-3">{t('current')}</span>}
    </>
  )
  const row = 'flex min-h-8 items-center gap-2 px-3 coarse:min-h-11'
  if (frames.length === 0) return <div className={`${row} pl-8 text-text-3`}>{title}</div>
  return (
    <details className="group/thread">
      <summary className={`${row} list-none hover:bg-sunken focus-visible:-outline-offset-2`}>
        <ChevronRight size={14} aria-hidden className="shrink-0 text-text-3 group-open/thread:rotate-90" />
        {title}
        <span className="ml-auto text-12 text-text-3 tabular-nums">
          {t('{{count, number}} frames', { count: frames.length })}
        </span>
      </summary>
      <ol className="border-t border-border py-1 font-mono text-12">
        {indexed(frames).map(({ index, item: frame }) => (
          <li key={index} className={`flex flex-wrap gap-x-3 px-8 leading-6 ${frame.in_app ? '' : 'text-text-3'}`}>
            <span className="from-event" dir="auto">
              {oneLine(frame.function ?? t('(anonymous)'))}
            </span>
            <span className="from-event text-text-3" dir="auto">
              {oneLine(locationOf(frame))}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
