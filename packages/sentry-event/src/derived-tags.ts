import type { IngestEvent } from '@bugle/protocol'
import { withAgent } from './user-agent.ts'
import { type Fields, fieldsOf, textOf } from './values.ts'

export type Tag = string | number | boolean

/**
 * Returns what the contexts and the mechanism of an event say under the names of Sentry's own tags, so that one search
 * finds the events of all SDKs.
 */
export function derivedTags({
  contexts: sent,
  mechanism,
}: Pick<IngestEvent, 'contexts' | 'mechanism'>): [string, string][] {
  const contexts = withAgent(fieldsOf(sent) ?? {})
  const [device, page, request, screen] = ['device', 'page', 'request', 'screen'].map((name) =>
    fieldsOf(contexts[name]),
  )
  const handled = mechanism?.handled
  const tags: [string, string | undefined][] = [
    ['browser', titleOf(contexts.browser)],
    ['os', titleOf(contexts.os)],
    ['runtime', titleOf(contexts.runtime)],
    ['device', textOf(device?.model) ?? textOf(device?.family)],
    ['url', placeOf(textOf(request?.url) ?? textOf(page?.url))],
    ['transaction', routeOf(request) ?? textOf(screen?.name)],
    ['handled', typeof handled === 'boolean' ? (handled ? 'yes' : 'no') : undefined],
    ['mechanism', textOf(mechanism?.type)],
  ]
  return tags.filter((tag): tag is [string, string] => tag[1] !== undefined)
}

function titleOf(context: unknown): string | undefined {
  const fields = fieldsOf(context)
  const name = textOf(fields?.name)
  if (name === undefined) return undefined
  const version = textOf(fields!.version)
  return version === undefined ? name : `${name} ${version}`
}

/** Origin and path of a URL: each query would be a value of its own. */
function placeOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}

function routeOf(request: Fields | undefined): string | undefined {
  const route = textOf(request?.route)
  const method = textOf(request?.method)
  return route === undefined || method === undefined ? route : `${method} ${route}`
}
