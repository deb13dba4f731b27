import { t } from './i18n.ts'
import type { EventView } from './types.ts'

type Fact = [name: string, value: string]

/** Lists where an event happened and for whom. Missing values are left out. */
export function factsOf(event: EventView): Fact[] {
  const context = (name: string) => asTexts(event.contexts[name])
  const names = ['device', 'app', 'os', 'expo', 'browser', 'request']
  const [device, app, os, expo, browser, request] = names.map(context) as Texts[]
  const handled = event.mechanism?.handled
  const facts: [name: string, value: string | null | undefined][] = [
    [t('Environment'), event.environment],
    [t('Release'), event.release],
    [t('Dist'), event.dist],
    [t('Platform'), event.platform],
    [t('App'), joined([event.app_id, app?.version, app?.build && `(${app.build})`])],
    [t('Device'), joined([device?.manufacturer, device?.model, device?.model_id && `(${device.model_id})`])],
    [t('Operating system'), joined([os?.name, os?.version])],
    [t('Browser'), joined([browser?.name, browser?.version])],
    [t('Expo'), joined([expo?.runtime_version, expo?.update_id])],
    [t('Request'), joined([request?.method, request?.url])],
    [t('User'), event.user_id],
    [t('Mechanism'), event.mechanism?.type],
    [t('Handled'), handled == null ? undefined : handled ? t('yes') : t('no')],
    [t('SDK'), joined([event.sdk?.name, event.sdk?.version])],
    [t('Represents'), event.repeat > 1 ? t('{{count, number}} identical events', { count: event.repeat }) : undefined],
  ]
  return facts.flatMap(([name, value]): Fact[] => (value ? [[name, value]] : []))
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
