import { randomBytes } from 'node:crypto'
import { type Database, transaction } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { type AuditActor, recordOrganizationAudit } from '../organizations/index.ts'
import { countDsnKeys, insertDsnKey, markDsnKeyRevoked, updateDsnKey } from './dsn-key-store.ts'
import { ingestTokenHashOf } from './ingest-token.ts'
import type { Actor } from './project.ts'
import { lockProject, notifyChanged } from './project-store.ts'

/** Live keys of a project. */
const maxKeys = 20

/** The key of a DSN as Sentry's SDKs take it: 32 hex digits. */
export function newDsnKey(): string {
  return randomBytes(16).toString('hex')
}

/** Returns the address and key by which a Sentry SDK sends, as one string. */
export function dsnOf(url: string, key: string, projectId: number): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${key}@${host}${pathname.replace(/\/$/, '')}/${projectId}`
}

export interface NewDsnKey {
  label: string
  /** A key in use at another service; by default a new one. */
  key?: string | undefined
  /** The number that the project has there. */
  formerNumber?: number | undefined
  /** Pages that may send by it; all if there are none. */
  allowedOrigins?: string[] | undefined
}

/** Adds a key, or takes over one that the project has at another service, so that its apps need no change. */
export function createDsnKey(
  db: Database,
  actor: Actor,
  auditActor: AuditActor,
  projectId: number,
  { label, key = newDsnKey(), formerNumber, allowedOrigins = [] }: NewDsnKey,
): Promise<number> {
  return transaction(db, async (tx) => {
    const { organizationId, name } = await lockProject(tx, actor, projectId)
    if ((await countDsnKeys(tx, projectId)) >= maxKeys)
      throw new Refusal('validation_failed', { errors: { key: [`a project has at most ${maxKeys} keys`] } })
    const hash = ingestTokenHashOf(key)
    const id = await insertDsnKey(tx, { projectId, label, key, hash, formerNumber, allowedOrigins })
    if (id === undefined) throw new Refusal('validation_failed', { errors: { key: ['is in use already'] } })
    await recordOrganizationAudit(tx, organizationId, auditActor, 'dsn_key.created', { project: name, label })
    await notifyChanged(tx, projectId)
    return id
  })
}

export function changeDsnKey(
  db: Database,
  actor: Actor,
  auditActor: AuditActor,
  projectId: number,
  id: number,
  change: { label: string | undefined; allowedOrigins: string[] | undefined },
): Promise<void> {
  return transaction(db, async (tx) => {
    const { organizationId, name } = await lockProject(tx, actor, projectId)
    if (!(await updateDsnKey(tx, projectId, id, change))) throw new Refusal('not_found')
    const { label, allowedOrigins } = change
    await recordOrganizationAudit(tx, organizationId, auditActor, 'dsn_key.changed', {
      project: name,
      key: id,
      ...(label === undefined ? {} : { label }),
      ...(allowedOrigins === undefined ? {} : { allowed_origins: allowedOrigins.join(' ') }),
    })
    await notifyChanged(tx, projectId)
  })
}

export function revokeDsnKey(
  db: Database,
  actor: Actor,
  auditActor: AuditActor,
  projectId: number,
  id: number,
): Promise<void> {
  return transaction(db, async (tx) => {
    const { organizationId, name } = await lockProject(tx, actor, projectId)
    if (!(await markDsnKeyRevoked(tx, projectId, id))) throw new Refusal('not_found')
    await recordOrganizationAudit(tx, organizationId, auditActor, 'dsn_key.revoked', { project: name, key: id })
    await notifyChanged(tx, projectId)
  })
}
