/** The server and the secret of a scanned, opened or pasted link. */
export interface LinkAddress {
  server: string
  code: string
}

/** A kind of link: its page, where the app's own link and that of a server have it, and the name of the secret. */
interface LinkKind {
  app: RegExp
  page: RegExp
  secret: string
}

const signIn: LinkKind = { app: /^\/*link\/?$/, page: /\/m\/link\/?$/, secret: 'c' }
const invitation: LinkKind = { app: /^\/*invitation\/?$/, page: /\/invitation\/?$/, secret: 'token' }

/** Reads `bugle://link?s=https%3A%2F%2F…&c=…`, or the same link of a server's page: `https://…/m/link#c=…`. */
export const parseLink = (text: string): LinkAddress | undefined => parse(text, signIn)

/** Reads the link of an invitation: `https://…/invitation#token=…`, or `bugle://invitation?s=https%3A%2F%2F…&token=…`. */
export const parseInvitation = (text: string): LinkAddress | undefined => parse(text, invitation)

function parse(text: string, { app, page, secret }: LinkKind): LinkAddress | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  if (url === undefined) return undefined
  const isApp = url.protocol === 'bugle:' && app.test(`${url.host}${url.pathname}`)
  const isPage = /^https?:$/.test(url.protocol) && page.test(url.pathname)
  if (!isApp && !isPage) return undefined
  const values = isApp ? url.searchParams : new URLSearchParams(url.hash.slice(1))
  const server = isApp ? values.get('s') : url.origin
  const code = values.get(secret)
  if (server === null || code === null || !/^[\w-]{20,200}$/.test(code)) return undefined
  return URL.canParse(server) && /^https?:$/.test(new URL(server).protocol) ? { server, code } : undefined
}
