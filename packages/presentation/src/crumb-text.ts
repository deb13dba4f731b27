import type { Schemas } from '@bugle/api-client'

type Crumb = Schemas['EventView']['breadcrumbs'][number]

/**
 * Returns what a breadcrumb says: its message, or what Sentry's SDKs put in its data in place of one.
 *
 * @example crumbText({ category: 'http', message: '', data: { method: 'POST', url: '/api/pay' } }) // 'POST /api/pay'
 */
export function crumbText({ message, data }: Pick<Crumb, 'message' | 'data'>): string {
  if (message.trim() !== '' || data == null) return message
  const { method, url, from, to, arguments: given, reason } = data as Record<string, unknown>
  if (isText(url)) return isText(method) ? `${method} ${url}` : url
  if (isText(to)) return isText(from) ? `${from} → ${to}` : to
  if (Array.isArray(given)) return given.map(toText).join(' ')
  return isText(reason) ? reason : ''
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
}
