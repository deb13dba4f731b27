import { type Database, onOwnConnection, type Queryable } from './database.ts'
import type { Place } from './place.ts'

// Every statement that only Citus understands is here; no other PostgreSQL can try them.

/**
 * Whether the tables are in a schema that Citus placed on this node, and this is not its coordinator: rows are read and written as
 * everywhere, and tables are made by the coordinator.
 */
export async function isNode(db: Queryable): Promise<boolean> {
  if (!(await isPlaced(db))) return false
  const { rows } = await db.query<{ isNode: boolean }>('select not citus_is_coordinator() as "isNode"')
  return rows[0]!.isNode
}

/** Whether Citus placed the schema of the tables: to the functions of PostgreSQL that measure, they are empty. */
export async function isPlaced(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ isCitus: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_schema') is not null as "isCitus"`,
  )
  if (!rows[0]!.isCitus) return false
  const { rows: found } = await db.query<{ isPlaced: boolean }>(
    `select exists (select 1 from pg_dist_schema s where s.schemaid = current_schema()::regnamespace) as "isPlaced"`,
  )
  return found[0]!.isPlaced
}

/** The coordinator does not respond, so that no table is made or dropped. */
export class CoordinatorAway extends Error {
  /** SQLSTATE of a connection that could not be made: nobody is to blame who needed a table. */
  readonly code = '08001'
}

/**
 * Runs a statement that makes or drops a table. On a node, the coordinator runs it, in a transaction of its own: the caller must hold no
 * lock on the table, and a statement that was run is not undone with the caller's transaction.
 *
 * @param statement with the schema before each name, because the coordinator knows no search path of ours
 * @throws CoordinatorAway
 */
export async function changeTables(db: Queryable, statement: string): Promise<void> {
  if (!(await isNode(db))) {
    await db.query(statement)
    return
  }
  const { success, result } = await runOnCoordinator(db, statement)
  if (success) return
  if ((await runOnCoordinator(db, 'select 1')).success) throw new Error(`the coordinator refused a table: ${result}`)
  throw new CoordinatorAway(`the coordinator, which makes and drops tables, does not respond: ${result}`)
}

async function runOnCoordinator(db: Queryable, statement: string): Promise<{ success: boolean; result: string }> {
  const { rows } = await db.query<{ success: boolean; result: string }>(
    'select c.success, c.result from run_command_on_coordinator($1) c',
    [statement],
  )
  return rows[0]!
}

/** Returns the schema of the tables, as statements write it. */
export async function ownSchema(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ schema: string }>('select quote_ident(current_schema()) as schema')
  return rows[0]!.schema
}

/** Returns how to connect to the coordinator of a node, with the same account and schema; undefined elsewhere. */
export async function findCoordinator(db: Database): Promise<Place | undefined> {
  const address = await findCoordinatorAddress(db)
  if (address === undefined) return undefined
  const { host, port } = address
  const { connectionString, ...place }: Place = db.options
  if (connectionString === undefined) return { ...place, host, port }
  const url = new URL(connectionString)
  url.hostname = host
  url.port = String(port)
  return { ...place, connectionString: url.href }
}

/** Returns where the coordinator of a node is; undefined elsewhere. */
export async function findCoordinatorAddress(db: Queryable): Promise<NodeAddress | undefined> {
  if (!(await isNode(db))) return undefined
  const { rows } = await db.query<NodeAddress>(
    'select n.nodename as host, n.nodeport as port from pg_dist_node n where n.groupid = 0',
  )
  return rows[0]
}

/** A server of Citus. */
export interface NodeAddress {
  host: string
  port: number
}

/** Where Citus has the schema of the tables. */
export interface Placement {
  node: NodeAddress
  /** Whether that is the server that was asked. */
  isHere: boolean
  /** Whether the coordinator responds. */
  hasCoordinator: boolean
  coordinator: NodeAddress
}

/** Returns where Citus has the schema of the tables, as the server sees it; undefined if it has not placed it. */
export async function findPlacement(db: Queryable): Promise<Placement | undefined> {
  if (!(await isPlaced(db))) return undefined
  const node = await findNode(db, await ownSchema(db))
  const { rows } = await db.query<NodeAddress & { isHere: boolean; isCoordinator: boolean }>(
    `select c.nodename as host, c.nodeport as port, citus_is_coordinator() as "isCoordinator",
            exists (select 1 from pg_dist_local_group l join pg_dist_node n on n.groupid = l.groupid
                     where n.nodename = $1 and n.nodeport = $2) as "isHere"
       from pg_dist_node c where c.groupid = 0`,
    [node!.host, node!.port],
  )
  const { isHere, isCoordinator, ...coordinator } = rows[0]!
  return {
    node: node!,
    isHere,
    coordinator,
    hasCoordinator: isCoordinator || (await runOnCoordinator(db, 'select 1')).success,
  }
}

/** Lets Citus place a schema, unless it has. @returns where it is; undefined without Citus */
export async function placeSchema(db: Database, schema: string): Promise<NodeAddress | undefined> {
  const { rows: known } = await db.query<{ isCitus: boolean }>(
    `select to_regproc('pg_catalog.citus_schema_distribute') is not null as "isCitus"`,
  )
  if (!known[0]!.isCitus) return undefined
  return onOwnConnection(db, async (client) => {
    // Tables of a bucket that is in use are copied, for as long as that takes.
    await client.query('set statement_timeout = 0')
    const [state] = (
      await client.query<{ isPlaced: boolean; isCoordinator: boolean }>(
        `select exists (select 1 from pg_dist_schema s where s.schemaid = to_regnamespace($1)) as "isPlaced",
                citus_is_coordinator() as "isCoordinator"`,
        [schema],
      )
    ).rows
    if (!state!.isPlaced) {
      if (!state!.isCoordinator) return undefined
      // A sequence that a node has left, of another bucket of this name or of this one before a restore, would give its numbers again.
      const { rows: dropped } = await client.query<{ success: boolean; result: string }>(
        'select r.success, r.result from run_command_on_workers($1) r where not r.success',
        [`drop sequence if exists ${schema}.segment_sequence`],
      )
      if (dropped.length > 0) throw new Error(`a node of Citus refused: ${dropped[0]!.result}`)
      await client.query('select citus_schema_distribute(to_regnamespace($1))', [schema])
    }
    return findNode(client, schema)
  })
}

async function findNode(db: Queryable, schema: string): Promise<NodeAddress | undefined> {
  const { rows } = await db.query<NodeAddress>(
    `select n.nodename as host, n.nodeport as port
       from pg_dist_schema s join pg_dist_partition t on t.colocationid = s.colocationid
       join pg_dist_shard h on h.logicalrelid = t.logicalrelid
       join pg_dist_placement p on p.shardid = h.shardid
       join pg_dist_node n on n.groupid = p.groupid
      where s.schemaid = to_regnamespace($1) limit 1`,
    [schema],
  )
  return rows[0]
}

/**
 * Takes a schema without tables back from Citus: in one that is placed, it refuses some statements of migrations.
 *
 * @returns whether Citus had placed it
 */
export async function takeBackSchema(tx: Queryable): Promise<boolean> {
  if (!(await isPlaced(tx))) return false
  await tx.query('select citus_schema_undistribute(current_schema()::regnamespace)')
  return true
}

/** Tables of which the planner is to expect that a project has all rows; migrations say so, and Citus forgets it when it copies a table. */
export const tablesOfOneProject = [
  'environments',
  'exact_groups',
  'group_daily',
  'group_stats',
  'group_tags',
  'group_users',
  'groups',
  'issue_stats',
  'issue_users',
  'issues',
  'packs',
  'releases',
] as const

/** Gives the planner of a node what Citus forgot when it placed or moved the tables there. Elsewhere it does nothing. */
export async function restorePlans(db: Database): Promise<void> {
  if (!(await isNode(db))) return
  await onOwnConnection(db, async (client) => {
    await client.query('set statement_timeout = 0')
    await client.query('set citus.enable_manual_changes_to_shards = on')
    const { rows } = await client.query<{ shard: string }>(
      `select x.shard::text as shard
         from unnest($1::text[]) as n (name) join pg_dist_shard h on h.logicalrelid = n.name::regclass
        cross join to_regclass(shard_name(h.logicalrelid, h.shardid)) as x (shard)
         join pg_attribute a on a.attrelid = x.shard and a.attname = 'project_id'
        where not coalesce(a.attoptions, '{}') @> '{n_distinct=1}'`,
      [tablesOfOneProject],
    )
    for (const { shard } of rows) {
      await client.query(`alter table ${shard} alter column project_id set (n_distinct = 1)`)
      await client.query(`analyze ${shard}`)
    }
  })
}

/** Bytes of a table, or of all of them without its name. */
export interface MeasuredRow {
  table: string | null
  mainBytes: number
  indexBytes: number
  totalBytes: number
}

/** Measures tables with their partitions, and all tables of the schema. Here, Citus's own functions would ask every other node. */
export async function measurePlaced(db: Queryable, tables: readonly string[]): Promise<MeasuredRow[]> {
  const { rows } = await db.query<MeasuredRow>({
    name: 'measure-placed-sizes',
    text: `with placed as materialized (
             select d.logicalrelid as relid, to_regclass(shard_name(h.logicalrelid, h.shardid)) as shard
               from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
               join pg_dist_shard h on h.logicalrelid = d.logicalrelid
              where c.relnamespace = current_schema()::regnamespace),
           sizes as materialized (
             select p.relid,
                    case when p.shard is null then citus_relation_size(p.relid) else pg_relation_size(p.shard) end as main,
                    case when p.shard is null then citus_total_relation_size(p.relid) - citus_table_size(p.relid)
                         else pg_indexes_size(p.shard) end as indexes,
                    case when p.shard is null then citus_total_relation_size(p.relid)
                         else pg_total_relation_size(p.shard) end as total
               from placed p)
           select n.name as "table", sum(s.main)::int8 as "mainBytes", sum(s.indexes)::int8 as "indexBytes",
                  sum(s.total)::int8 as "totalBytes"
             from unnest($1::text[]) as n (name)
            cross join lateral (
              select n.name::regclass as relid
               union all select x.relid from pg_partition_tree(n.name::regclass) x where x.isleaf) as p
             join sizes s on s.relid = p.relid
            group by n.name
            union all
           select null, 0, 0, coalesce(sum(s.total), 0)::int8 from sizes s`,
    values: [tables],
  })
  return rows
}
