import type { App } from '../http/index.ts'
import { dayMs } from '../lib/time.ts'

export interface WellKnownDeps {
  /** Address for reports about this server; without one, reports go to the project. */
  securityContact: string | undefined
  now: () => Date
}

/** Where vulnerabilities of Bugle are reported. */
const projectContact = 'https://github.com/bugle/bugle/security/advisories/new'

/**
 * Serves what programs look for at a known address: whom to report a vulnerability to (RFC 9116), and where a password
 * manager sends people to change their password (https://w3c.github.io/webappsec-change-password-url).
 */
export function mountWellKnown(app: App, { securityContact = projectContact, now }: WellKnownDeps): void {
  const hidden = { schema: { hide: true } }
  app.get('/.well-known/security.txt', hidden, async (_request, reply) => {
    const lines = [
      `Contact: ${securityContact}`,
      // A file without an end would be believed long after it is wrong.
      `Expires: ${new Date(now().getTime() + 90 * dayMs).toISOString().slice(0, 10)}T00:00:00Z`,
      'Preferred-Languages: en, de',
      `Canonical: ${app.publicUrl}/.well-known/security.txt`,
      '',
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(lines.join('\n'))
  })
  app.get('/.well-known/change-password', hidden, async (_request, reply) =>
    reply.redirect(`${app.publicUrl}/account/security`),
  )
}
