import { type AddDeployBody, limits } from '@bugle/protocol'
import type { Queryable, Tx } from '../../db/database.ts'
import { rowsOf, sql } from '../../db/sql.ts'
import { Refusal } from '../../refusal.ts'

/** A deploy of a release to an environment. */
export interface DeployRecord {
  id: number
  environment: string
  name: string | null
  url: string | null
  startedAt: Date | null
  finishedAt: Date
}

const deployColumns = sql`d.id, d.environment, d.name, d.url, d.started_at as "startedAt", d.finished_at as "finishedAt"`

/** Inserts a deploy. The caller has put the release in the same transaction, which locks the deploys of the project. */
export async function insertDeploy(
  tx: Tx,
  { projectId, version }: { projectId: number; version: string },
  { environment, name, url, started_at, finished_at }: AddDeployBody,
): Promise<DeployRecord> {
  if ((await countDeploys(tx, projectId, version)) >= limits.deploys)
    throw new Refusal('validation_failed', {
      errors: { environment: [`the release has ${limits.deploys} deploys already`] },
    })
  const rows = await rowsOf(
    tx,
    sql<DeployRecord>`
      insert into release_deploys as d (project_id, version, environment, name, url, started_at, finished_at)
      values (${projectId}, ${version}, ${environment}, ${name ?? null}, ${url ?? null}, ${started_at ?? null},
              coalesce(${finished_at ?? null}::timestamptz, now()))
      returning ${deployColumns}`,
  )
  return rows[0]!
}

async function countDeploys(tx: Tx, projectId: number, version: string): Promise<number> {
  const rows = await rowsOf(
    tx,
    sql<{ count: number }>`
      select count(*) as count from release_deploys d
       where d.project_id = ${projectId} and d.version = ${version}`,
  )
  return rows[0]!.count
}

export async function findDeploys(
  db: Queryable,
  projectId: number,
  version: string,
  limit: number,
): Promise<DeployRecord[]> {
  return rowsOf(
    db,
    sql<DeployRecord>`
      select ${deployColumns} from release_deploys d
       where d.project_id = ${projectId} and d.version = ${version} order by d.id desc limit ${limit}`,
  )
}
