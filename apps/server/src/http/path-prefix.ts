import type { Server } from 'node:http'

/** Returns the path of the public address without a trailing slash: `/bugle`, or an empty string. */
export function prefixOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '')
}

/**
 * Serves requests below a prefix as if they had none, whether or not a proxy has removed it. Call it last: it runs
 * before everything that listens to the server at that time.
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
