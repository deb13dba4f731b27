import { type Database, onOwnConnection, type Queryable } from './database.ts'
import type { Place } from './place.ts'

// Every statement that only Citus understands is here; no other PostgreSQL can try them.

/**
 * Whether the tables are in a schema that Citus placed on this node, and this is not its coordinator: rows are read and written as
 * everywhere, and tables are made and measured by Citus's own functions.
 */
export async function isNode(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ isCitus: boolean }>(
    `select to_regproc('pg_catalog.citus_is_coordinator') is not null as "isCitus"`,
  )
  if (!rows[0]!.isCitus) return false
  const { rows: found } = await db.query<{ isNode: boolean }>(
    `select not citus_is_coordinator()
        and exists (select 1 from pg_dist_schema s where s.schemaid = current_schema()::regnamespace) as "isNode"`,
  )
  return found[0]!.isNode
}

/**
 * Runs a statement that makes or drops a table. On a node, the coordinator runs it, in a transaction of its own: the caller must hold no
 * lock on the table, and a statement that was run is not undone with the caller's transaction.
 *
 * @param statement with the schema before each name, because the coordinator knows no search path of ours
 */
export async function changeTables(db: Queryable, statement: string): Promise<void> {
  if (!(await isNode(db))) {
    await db.query(statement)
    return
  }
  const { rows } = await db.query<{ success: boolean; result: string }>(
    'select c.success, c.result from run_command_on_coordinator($1) c',
    [statement],
  )
  if (!rows[0]!.success) throw new Error(`the coordinator refused a table: ${rows[0]!.result}`)
}

/** Returns the schema of the tables, as statements write it. */
export async function ownSchema(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ schema: string }>('select quote_ident(current_schema()) as schema')
  return rows[0]!.schema
}

/** Returns how to connect to the coordinator of a node, with the same account and schema; undefined elsewhere. */
export async function findCoordinator(db: Database): Promise<Place | undefined> {
  if (!(await isNode(db))) return undefined
  const { rows } = await db.query<{ host: string; port: number }>(
    'select n.nodename as host, n.nodeport as port from pg_dist_node n where n.groupid = 0',
  )
  const { host, port } = rows[0]!
  const { connectionString, ...place }: Place = db.options
  if (connectionString === undefined) return { ...place, host, port }
  const url = new URL(connectionString)
  url.hostname = host
  url.port = String(port)
  return { ...place, connectionString: url.href }
}

/** The node that has the schema of a bucket. */
export interface NodeAddress {
  host: string
  port: number
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
      await client.query('select citus_schema_distribute(to_regnamespace($1))', [schema])
    }
    const { rows } = await client.query<NodeAddress>(
      `select n.nodename as host, n.nodeport as port
         from pg_dist_schema s join pg_dist_partition t on t.colocationid = s.colocationid
         join pg_dist_shard h on h.logicalrelid = t.logicalrelid
         join pg_dist_placement p on p.shardid = h.shardid
         join pg_dist_node n on n.groupid = p.groupid
        where s.schemaid = to_regnamespace($1) limit 1`,
      [schema],
    )
    return rows[0]
  })
}

/** Bytes of a table, or of all of them without its name. */
export interface MeasuredRow {
  table: string | null
  mainBytes: number
  indexBytes: number
  totalBytes: number
}

/** Measures tables with their partitions, and all tables of the schema. */
export async function measureNode(db: Queryable, tables: readonly string[]): Promise<MeasuredRow[]> {
  const { rows } = await db.query<MeasuredRow>({
    name: 'measure-sizes-of-node',
    text: `select n.name as "table", sum(citus_relation_size(p.relid))::int8 as "mainBytes",
                  sum(citus_total_relation_size(p.relid) - citus_table_size(p.relid))::int8 as "indexBytes",
                  sum(citus_total_relation_size(p.relid))::int8 as "totalBytes"
             from unnest($1::text[]) as n (name)
            cross join lateral (
              select n.name::regclass as relid
               union all select x.relid from pg_partition_tree(n.name::regclass) x where x.isleaf) as p
            group by n.name
            union all
           select null, 0, 0, (select coalesce(sum(citus_total_relation_size(d.logicalrelid)), 0)::int8
                                 from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
                                where c.relnamespace = current_schema()::regnamespace)`,
    values: [tables],
  })
  return rows
}
