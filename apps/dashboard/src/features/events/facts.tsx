import { CopyButton } from '../../components/copy-button.tsx'
import { DataTree } from '../../components/data-tree.tsx'
import { Section } from '../../components/section.tsx'
import { oneLine } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import type { EventView } from './queries.ts'

type Fact = [name: string, value: string | null | undefined]

/** What was running where, for whom. What did not come is left out. */
export function EventFacts({ event }: { event: EventView }) {
  const context = (name: string) => asTexts(event.contexts[name])
  const [device, app, os, expo, browser] = ['device', 'app', 'os', 'expo', 'browser'].map(context) as Texts[]
  const handled = event.mechanism?.handled
  const facts: Fact[] = [
    [t('Environment'), event.environment],
    [t('Release'), event.release],
    [t('Dist'), event.dist],
    [t('Platform'), event.platform],
    [t('App'), joined([event.app_id, app?.version, app?.build && `(${app.build})`])],
    [t('Device'), joined([device?.manufacturer, device?.model, device?.model_id && `(${device.model_id})`])],
    [t('System'), joined([os?.name, os?.version])],
    [t('Browser'), joined([browser?.name, browser?.version])],
    [t('Expo'), joined([expo?.runtime_version, expo?.update_id])],
    [t('User'), event.user_id],
    [t('Caught by'), event.mechanism?.type],
    [t('Handled'), handled == null ? undefined : handled ? t('yes') : t('no')],
    [t('SDK'), joined([event.sdk?.name, event.sdk?.version])],
    [t('Stands for'), event.repeat > 1 ? t('{{count, number}} equal events', { count: event.repeat }) : undefined],
  ]
  return (
    <Section title={t('This event')}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-text-3">{name}</dt>
              <dd className="from-event font-mono text-12 leading-5" dir="auto">
                {oneLine(value!)}
              </dd>
            </div>
          ))}
      </dl>
    </Section>
  )
}

type Texts = Record<string, string> | undefined

function asTexts(context: unknown): Texts {
  if (typeof context !== 'object' || context === null) return undefined
  const texts = Object.entries(context).filter(([, value]) => ['string', 'number'].includes(typeof value))
  return Object.fromEntries(texts.map(([key, value]) => [key, String(value)]))
}

function joined(parts: (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}

/** Free-form data of an event, as a tree of text. */
export function DataSections({ event }: { event: EventView }) {
  const sections = [
    [t('Tags of this event'), event.tags],
    [t('Contexts'), event.contexts],
    [t('Extra'), event.extra],
    [t('Other fields'), event.other],
  ] as const
  return sections
    .filter(([, data]) => Object.keys(data).length > 0)
    .map(([title, data]) => (
      <Section
        key={title}
        title={title}
        aside={<CopyButton text={JSON.stringify(data, null, 2)} label={t('Copy: {{what}}', { what: title })} />}
      >
        <div className="rounded-card border border-border bg-surface px-3 py-2">
          <DataTree data={data} />
        </div>
      </Section>
    ))
}
