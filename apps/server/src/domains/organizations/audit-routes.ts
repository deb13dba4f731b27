import { OrganizationAuditPage, OrganizationAuditQuery, type OrganizationEntry } from '@bugle/protocol'
import Type from 'typebox'
import type { Database } from '../../db/database.ts'
import { type App, endpoint, listEndpoint, plainIdOf } from '../../http/index.ts'
import { type EntryFilter, findOrganizationAudits } from './organization-audit-store.ts'
import { toEntry } from './views.ts'

const maxExported = 10_000

import { csvLine } from '../../lib/csv.ts'

/** Mounts the audit trail of an organization, as pages and as CSV. */
export function mountAuditRoutes(app: App, { db }: { db: Database }): void {
  listEndpoint(app, {
    url: '/api/organizations/:id/audit',
    summary: 'List the audit trail of an organization, newest first',
    description: 'Owners and admins. Entries are kept for a year.',
    tag: 'Organizations',
    scope: 'audit:read',
    query: OrganizationAuditQuery,
    response: OrganizationAuditPage,
    find: ({ organizationId, query }, { after, limit }) =>
      findOrganizationAudits(db, organizationId, { ...filterOf(query), before: after?.id, limit }),
    positionOf: ({ id }) => ({ id }),
    show: (entries) => ({ entries: entries.map(toEntry) }),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/organizations/:id/audit.csv',
    summary: 'Export the audit trail of an organization as CSV',
    description: `The newest ${maxExported.toLocaleString('en')} entries of the filter.`,
    tag: 'Organizations',
    access: 'caller',
    scope: 'audit:read',
    query: OrganizationAuditQuery,
    response: Type.String({ description: 'Lines of CSV with a head.' }),
    produces: 'text/csv',
    handler: async ({ organizationId, query, reply }) => {
      const rows = await findOrganizationAudits(db, organizationId, { ...filterOf(query), limit: maxExported })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="audit.csv"')
        .send(toCsv(rows.map(toEntry)))
    },
  })
}

function filterOf({ actor, action, from, to }: OrganizationAuditQuery): Omit<EntryFilter, 'limit'> {
  return {
    actorId: actor === undefined ? undefined : plainIdOf('usr', actor),
    action: action?.includes('\0') ? undefined : action,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  }
}

function toCsv(entries: OrganizationEntry[]): string {
  const head = ['id', 'time', 'action', 'actor_kind', 'actor_id', 'actor_name', 'address', 'device', 'details']
  const lines = entries.map(({ id, created_at, action, actor, address, device, details }) => [
    String(id),
    created_at,
    action,
    actor.kind,
    actor.id,
    actor.name,
    address,
    device,
    JSON.stringify(details),
  ])
  return [head, ...lines].map(csvLine).join('')
}
