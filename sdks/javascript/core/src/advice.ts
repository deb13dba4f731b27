import type { Integration } from './runtime.ts'

const hints: Record<number, string> = {
  400: 'an event was invalid',
  401: 'check the token',
  402: 'the subscription has ended',
  403: 'check appId',
  413: 'a proxy allows less than Bugle',
}

/**
 * Returns the end of a sentence for whoever sets Bugle up: why nothing arrives.
 *
 * @param status of the response; 0 if there was none
 * @param location where the server redirects to
 */
export function adviceFor(url: string, status: number, location?: string): string {
  const target = status > 299 && status < 400 && location && new URL(location, url).href.replace(/\/ingest\b.*/, '')
  return `: ${hints[status] ?? (target ? `set endpoint to ${target}` : 'no Bugle there; check endpoint')}`
}

/** Says on the console what to mend when the server refuses everything. */
export function advice(): Integration {
  return {
    name: 'advice',
    setup(runtime) {
      runtime.advise = adviceFor
    },
  }
}
