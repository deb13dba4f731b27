const loopback = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Whether an Origin header names this server. A write that the browser authenticates by itself, with a cookie, must
 * carry one: a page of another origin cannot forge it. The names of the loopback address count as the same.
 *
 * @param url the public address; the Host header is never consulted
 */
export function isSameOrigin(origin: string | undefined, url: string): boolean {
  return origin !== undefined && spellingsOf(url).includes(origin)
}

function spellingsOf(url: string): string[] {
  const { hostname, origin } = new URL(url)
  return loopback.includes(hostname) ? loopback.map((name) => origin.replace(hostname, name)) : [origin]
}
