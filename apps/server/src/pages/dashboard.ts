import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../http/index.ts'
import { Refusal } from '../refusal.ts'

/** Nothing from elsewhere, nothing inline; pictures of events come from the interface, of the same origin. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** By preference. The build writes them beside the files that get smaller. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
]

/**
 * The dashboard as the build left it: `/` and every unknown path that a browser navigates to give its page, which
 * knows its paths itself. What is under `/assets/` is named by its content and kept by browsers for good. Other clients
 * get the same 404 as ever for paths that nobody knows.
 *
 * @param directory of the build; without one there is no dashboard
 */
export function mountDashboard(app: App, directory: URL): void {
  const names = new Set(listFiles(directory))
  if (!names.has('index.html')) return

  async function send(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    if (!names.has(name)) throw new Refusal('not_found')
    const isHashed = name.startsWith('assets/')
    reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = encodings.find((one) => names.has(name + one.suffix) && accepts(accepted, one.name))
    if (encoding !== undefined) reply.header('content-encoding', encoding.name)
    return reply
      .header('vary', 'accept-encoding')
      .type(types[extname(name)] ?? 'application/octet-stream')
      .send(await readFile(new URL(name + (encoding?.suffix ?? ''), directory)))
  }
  const sendPage = (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply.code(200).header('content-security-policy', policy), 'index.html')

  const hidden = { schema: { hide: true } }
  app.get('/', hidden, sendPage)
  app.get('/assets/:name', hidden, (request, reply) =>
    send(request, reply, `assets/${(request.params as { name: string }).name}`),
  )
  for (const name of names)
    if (/^[^/]+\.(js|svg)$/.test(name)) app.get(`/${name}`, hidden, (request, reply) => send(request, reply, name))
  app.findPage = (request) => (isNavigation(request) ? sendPage : undefined)
}

/** A browser on its way to a page, not a client of the interface that has mistaken an address. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return !/^\/(api|ingest|assets)([/?]|$)/.test(url) && headers.accept?.includes('text/html') === true
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((entry) => {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

function listFiles(directory: URL): string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  } catch {
    return []
  }
}
