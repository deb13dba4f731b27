const loopback = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Whether an Origin header names this server. A write that a browser authenticates by itself, by a cookie, must carry
 * one: a page of another origin cannot forge it. This machine's own names for itself are one.
 *
 * @param url the public address; the Host header is never asked
 */
export function isSameOrigin(origin: string | undefined, url: string): boolean {
  return origin !== undefined && spellingsOf(url).includes(origin)
}

function spellingsOf(url: string): string[] {
  const { hostname, origin } = new URL(url)
  return loopback.includes(hostname) ? loopback.map((name) => origin.replace(hostname, name)) : [origin]
}
