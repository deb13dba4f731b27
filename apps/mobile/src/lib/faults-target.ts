import { storage } from './storage'

/** Where faults of this app are reported, if its user wants that: a project of their own server. */
export interface FaultsTarget {
  server: string
  projectId: string
  token: string
}

export const faultsAppId = 'app.bugle.mobile'
const key = 'faults'

export function faultsTarget(): FaultsTarget | undefined {
  const text = storage.get(key)
  return text === undefined ? undefined : (JSON.parse(text) as FaultsTarget)
}

export function setFaultsTarget(target: FaultsTarget | undefined): void {
  if (target === undefined) storage.remove(key)
  else storage.set(key, JSON.stringify(target))
}

interface Reported {
  message?: string
  exceptions?: { message?: string }[]
  breadcrumbs?: { category?: string; message?: string; data?: object }[]
}

/**
 * Removes from a report whatever may identify people, other servers or the events that the app shows: addresses, e-mails,
 * and everything that was written to the console.
 */
export function withoutSecrets<Event extends Reported>(event: Event): Event {
  const breadcrumbs = (event.breadcrumbs ?? [])
    .filter(({ category }) => category !== 'console')
    .map(({ data: _, ...crumb }) => ({ ...crumb, message: cleanText(crumb.message ?? '') }))
  const exceptions = event.exceptions?.map((exception) => ({
    ...exception,
    message: cleanText(exception.message ?? ''),
  }))
  return {
    ...event,
    message: cleanText(event.message ?? ''),
    breadcrumbs,
    ...(exceptions === undefined ? {} : { exceptions }),
  }
}

function cleanText(text: string): string {
  return text
    .replaceAll(/\bhttps?:\/\/[^/\s"']+/g, '')
    .replaceAll(/[^\s@"']+@[^\s@"']+/g, '[e-mail]')
    .replaceAll(/"[^"]*"|“[^”]*”/g, '"…"')
    .slice(0, 500)
}
