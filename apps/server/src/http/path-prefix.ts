import type { Server } from 'node:http'

/** The path of the public address, without a slash at its end: `/bugle`, or nothing. */
export function prefixOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '')
}

/**
 * Takes requests below a prefix for what they are without it, whether or not a proxy has removed it. To be called last:
 * it comes before all that listens to the server by then.
 */
export function servePrefix(server: Server, prefix: string): void {
  if (prefix === '') return
  server.prependListener('request', (request) => {
    const url = request.url ?? ''
    if (!url.startsWith(prefix)) return
    const rest = url.slice(prefix.length)
    if (rest === '' || rest.startsWith('?')) request.url = `/${rest}`
    else if (rest.startsWith('/')) request.url = rest
  })
}
