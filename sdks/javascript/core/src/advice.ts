const hints: Record<number, string> = {
  400: 'an event was invalid',
  401: 'check the token',
  402: 'the subscription has ended',
  403: 'check appId',
  413: 'a proxy allows less than Bugle',
}

/**
 * Explains to whoever sets Bugle up why nothing arrives.
 *
 * @param status of the response; 0 if there was none
 * @param location where the server redirects to
 */
export function adviceFor(url: string, status: number, location?: string): string {
  const target = location && new URL(location, url).href.replace(/\/ingest\b.*/, '')
  const hint = hints[status] ?? (target ? `set endpoint to ${target}` : 'no Bugle there; check endpoint')
  return `[bugle] ${url} answered ${status || 'nothing'}: ${hint}`
}
