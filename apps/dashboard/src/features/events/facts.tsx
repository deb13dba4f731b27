import { factsOf } from '@bugle/presentation/event-facts'
import { formatTimestamp, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { CopyButton } from '../../components/copy-button.tsx'
import { DataTree } from '../../components/data-tree.tsx'
import { ReleaseLink } from '../../components/release-link.tsx'
import { Section } from '../../components/section.tsx'
import type { EventView } from './queries.ts'

/** Where the event happened and for whom. */
export function EventFacts({ event }: { event: EventView }) {
  return (
    <Section title={t('This event')}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {factsOf(event).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-3">{name}</dt>
            <dd className="from-event font-mono text-12 leading-5" dir="auto">
              {name === t('Release') ? <ReleaseLink projectId={event.project_id} version={value} /> : oneLine(value)}
            </dd>
          </div>
        ))}
        <dt className="text-text-3">{t('Event ID')}</dt>
        <dd className="flex min-w-0 items-center font-mono text-12 leading-5">
          <span className="min-w-0 break-all">{event.id}</span>
          <CopyButton text={event.id} label={t('Copy event ID')} />
        </dd>
        <dt className="text-text-3">{t('Occurred')}</dt>
        <dd className="text-12 leading-5">{formatTimestamp(event.occurred_at)}</dd>
      </dl>
    </Section>
  )
}

/** Free-form data of an event as trees of text. */
export function DataSections({ event }: { event: EventView }) {
  const sections = [
    [t('Contexts'), event.contexts],
    [t('Extra'), event.extra],
    [t('Other fields'), event.other],
  ] as const
  const shown = sections.filter(([, data]) => Object.keys(data).length > 0)
  return (
    <div className="grid grid-cols-2 items-start gap-6 empty:hidden max-xl:grid-cols-1">
      {shown.map(([title, data]) => (
        <Section
          key={title}
          title={title}
          aside={<CopyButton text={JSON.stringify(data, null, 2)} label={t('Copy {{name}}', { name: title })} />}
        >
          <div className="rounded-card border border-border bg-surface px-3 py-2">
            <DataTree data={data} />
          </div>
        </Section>
      ))}
    </div>
  )
}
