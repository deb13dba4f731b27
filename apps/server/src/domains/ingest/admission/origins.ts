/**
 * Whether a page may send by a key. A request without an origin is none of a page, and passes: the list keeps other
 * websites out, not programs, which can claim any origin.
 *
 * @param allowed such as `https://shop.example` and `https://*.shop.example`; empty allows all
 */
export function isAllowedOrigin(origin: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.length === 0) return true
  const sent = origin.toLowerCase()
  return allowed.some((one) => {
    const [scheme, host] = one.split('://*')
    return host === undefined
      ? sent === one
      : sent.startsWith(`${scheme}://`) && sent.endsWith(host) && !isBare(sent, one)
  })
}

/** `*` stands for at least one label. */
function isBare(sent: string, pattern: string): boolean {
  return sent.length < pattern.length
}
