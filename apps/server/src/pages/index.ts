/**
 * What browsers get: the dashboard, and the few pages of the server's own behind mailed links. They know no domain: what
 * they do goes through the same interface as everything else.
 */
import type { App } from '../http/index.ts'
import { accountPages } from './account-pages.ts'
import { script, style } from './page.ts'

export { mountDashboard } from './dashboard.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const files: Record<string, [type: string, content: string]> = {
  ...Object.fromEntries(Object.entries(accountPages).map(([path, html]) => [path, ['text/html', html]])),
  '/pages/style.css': ['text/css', style],
  '/pages/form.js': ['text/javascript', script],
}

export function mountPages(app: App): void {
  for (const [path, [type, content]] of Object.entries(files))
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.header('content-security-policy', policy).type(`${type}; charset=utf-8`).send(content),
    )
}
