import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Owner } from '../lib/fair-share.ts'
import type { FreeSpace } from '../lib/free-space.ts'
import { Refusal } from '../refusal.ts'
import { boundIdOf, organizationIdOf, projectIdOf } from './ids.ts'
import { ofIssue, ofOrganization, ofProject } from './path-owners.ts'

/** Room for what people and their tools record, on the server where the work of a request is. */
export type RecordsSpace = Pick<FreeSpace, 'refusalFor' | 'note'>

/** Bytes of a row that is added, with its entries of trails and indexes. */
const rowBytes = 500

/**
 * Refuses to add records of an owner that is above its share while little room is left.
 *
 * @throws Refusal `records_full`, `storage_full`
 */
export function refuseFullRecords(room: RecordsSpace, owner: Owner): void {
  const code = room.refusalFor(owner)
  if (code === undefined) return
  throw new Refusal(code === 'project_storage_full' ? 'records_full' : code, { retryAfterSeconds: 60 })
}

/** Runs a request that adds records: of the project or organization that its path names, else of its caller. */
export async function keepingRecords<T>(
  { recordsSpace: room, authorize }: Pick<FastifyInstance, 'recordsSpace' | 'authorize'>,
  url: string,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  const owner = ownerOf(url, request)
  // How full a project is concerns those alone who see it. Paths of issues are else authorized by their handlers.
  if (ofIssue.test(url) && room.refusalFor(owner) !== undefined) await authorize(request.caller!, owner as number)
  refuseFullRecords(room, owner)
  const result = await work()
  noteRecords(room, owner, Number(request.headers['content-length'] ?? 0))
  return result
}

/** Counts the bytes of a new row until the next measurement includes it. */
export function noteRecords(room: RecordsSpace, owner: Owner, bytes: number): void {
  room.note(new Map([[owner, bytes + rowBytes]]))
}

function ownerOf(url: string, { caller, params }: FastifyRequest): Owner {
  const { id } = params as { id: string }
  if (ofProject.test(url)) return projectIdOf(id)
  if (ofOrganization.test(url)) return organizationIdOf(id)
  if (ofIssue.test(url)) return boundIdOf('iss', id).projectId
  return caller!.userId
}
