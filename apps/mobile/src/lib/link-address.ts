/** The server and the code of a scanned or opened link. */
export interface LinkAddress {
  server: string
  code: string
}

/** Reads `bugle://link?s=https%3A%2F%2F…&c=…`, or the same link of a server's page: `https://…/m/link#c=…`. */
export function parseLink(text: string): LinkAddress | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  if (url === undefined) return undefined
  const isApp = url.protocol === 'bugle:' && /^\/*link\/?$/.test(`${url.host}${url.pathname}`)
  const isPage = /^https?:$/.test(url.protocol) && /\/m\/link\/?$/.test(url.pathname)
  if (!isApp && !isPage) return undefined
  const values = isApp ? url.searchParams : new URLSearchParams(url.hash.slice(1))
  const server = isApp ? values.get('s') : url.origin
  const code = values.get('c')
  if (server === null || code === null || !/^[\w-]{20,100}$/.test(code)) return undefined
  return URL.canParse(server) && /^https?:$/.test(new URL(server).protocol) ? { server, code } : undefined
}
