/** Server before the first sign-in: none, since its address is typed in. */
export const homeServer = ''
export const canChooseServer = true

/**
 * Completes an address as people type it: `bugle.example.com` is https.
 *
 * @throws {TypeError} if it is no address
 */
export function normalServer(address: string): string {
  const text = address.trim()
  const url = new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Whether http would send the password through other people's networks. */
export function isOpenHttp(server: string): boolean {
  const { protocol, hostname } = new URL(server)
  if (protocol !== 'http:') return false
  return !/^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[?(::1|f[cd]|fe80))|\.(local|internal|home\.arpa)$/i.test(
    hostname,
  )
}
