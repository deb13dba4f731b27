import { parseSync } from 'libpg-query'
import { bucketTables, referenceTables } from '../src/db/table-classes.ts'

/** A node of PostgreSQL's own syntax tree, as `libpg-query` writes it. */
type Node = Record<string, unknown>

/** Columns of each table whose default is a time or a random number. */
export type MovingDefaults = ReadonlyMap<string, readonly string[]>

const times = new Set(['now', 'transaction_timestamp'])
const moving = new Set(['clock_timestamp', 'statement_timestamp', 'timeofday', 'random', 'gen_random_uuid'])

const why = {
  emptySelect: 'selects no column, which a distributed plan cannot describe: write `select 1 from`',
  severalStatements:
    'is several statements in one message, which a prepared statement cannot hold: send them one by one',
  conflict:
    'computes a time or a random number in `on conflict do update`, which must be the same on every node: pass it, or take it from `excluded`',
  case: 'computes a time or a random number in a CASE of a write, which is not IMMUTABLE: pass it as a parameter',
  insertSelect:
    'computes a time or a random number in `insert … select`, which reaches the node as a broken text: pass it as a parameter',
  missingDefault: (column: string) =>
    `leaves ${column} to its default in \`insert … select\`, which computes it there: pass it as a parameter`,
  update: 'computes a time beside a column in UPDATE, which must not be STABLE: pass it as a parameter',
  volatile:
    'computes a time that moves or a random number in UPDATE or DELETE, which must not be VOLATILE: pass it as a parameter',
  crossing: (events: string, accounts: string) =>
    `is about ${events} and about ${accounts}, which may be on different servers: send two statements`,
  cte: 'inserts together with a CTE that modifies, for which there is no distributed plan: send two statements',
  conflictTag:
    'takes a meaning from its command tag after `on conflict do nothing`, which counts rows that were not written: return them and count those',
} as const

/** Returns why a statement may not be sent: a sentence for each form that a bucket on a distributed engine refuses. */
export function forbiddenForms(text: string, defaults: MovingDefaults): string[] {
  const statements = statementsOf(text)
  return [
    ...new Set([
      ...(statements.length > 1 ? [why.severalStatements] : []),
      ...statements.flatMap((statement) => [
        ...(isInBucket(statement.InsertStmt) ? faultsOfComputedInsert(statement.InsertStmt as Node, defaults) : []),
        ...[...walk(statement)].flatMap(faultsOfPart),
        ...crossing(statement),
      ]),
    ]),
  ]
}

/** Commands of `alter table` that Citus refuses for a table that it has placed, and what may not stand beside others or in a new column. */
const refusedCommands = new Set(['AT_SetStorage', 'AT_SetStatistics', 'AT_SetOptions', 'AT_ClusterOn'])
const refusedInColumn = new Set(['CONSTR_CHECK', 'CONSTR_PRIMARY', 'CONSTR_UNIQUE', 'CONSTR_IDENTITY'])

/** Returns why a statement of a migration cannot change tables that Citus has placed. */
export function refusedOnPlaced(text: string): string[] {
  return statementsOf(text).flatMap(({ AlterTableStmt, CreateTrigStmt }) => {
    if (CreateTrigStmt !== undefined) return ['makes a trigger']
    const commands = ((AlterTableStmt as Node | undefined)?.cmds ?? []) as { AlterTableCmd: Node }[]
    return commands.flatMap(({ AlterTableCmd: { subtype, def } }) => [
      ...(refusedCommands.has(String(subtype)) ? ['sets storage, statistics or options of a column'] : []),
      ...(subtype === 'AT_AddConstraint' && commands.length > 1 ? ['adds a constraint beside another change'] : []),
      ...(subtype === 'AT_AddColumn' && [...walk(def)].some(({ contype }) => refusedInColumn.has(String(contype)))
        ? ['adds a column with a constraint or an identity']
        : []),
    ])
  })
}

/** Returns why the number of rows that a statement reports may not be used; undefined if it may. */
export function untrustedTag(text: string): string | undefined {
  const isUntrusted = statementsOf(text).some(({ InsertStmt }) => {
    const conflict = (InsertStmt as Node | undefined)?.onConflictClause as Node | undefined
    return conflict?.action === 'ONCONFLICT_NOTHING'
  })
  return isUntrusted ? why.conflictTag : undefined
}

function statementsOf(text: string): Node[] {
  const { stmts = [] } = parseSync(text) as { stmts?: { stmt: Node }[] }
  return stmts.map(({ stmt }) => stmt)
}

/** Judges a part of a statement, such as a CTE, wherever it stands. */
function faultsOfPart({ SelectStmt, InsertStmt, UpdateStmt, DeleteStmt }: Node): string[] {
  if (SelectStmt !== undefined) return isEmptySelect(SelectStmt as Node) ? [why.emptySelect] : []
  if (isInBucket(InsertStmt)) return faultsOfInsert(InsertStmt as Node)
  const change = UpdateStmt ?? DeleteStmt
  return isInBucket(change) ? faultsOfChange(change as Node) : []
}

function isEmptySelect({ targetList, valuesLists, op }: Node): boolean {
  return op === 'SETOP_NONE' && targetList === undefined && valuesLists === undefined
}

const ofBucket = new Set(bucketTables)
/** Tables of accounts, and the views of them, without the queue of jobs, which every server has. */
const ofAccounts = new Set<string>(
  [...referenceTables, 'visible_projects', 'second_factors'].filter((name) => name !== 'jobs'),
)

/** Returns the side of a statement that is about one, by PostgreSQL's own parser; a queue of jobs is on both. */
export function sideByParser(text: string): 'events' | 'accounts' | undefined {
  const [events, accounts] = statementsOf(text).reduce<[number, number]>(
    ([e, a], statement) => {
      const sides = tablesOfSides(statement)
      return [e + sides[0]!.length, a + sides[1]!.filter((name) => name !== 'jobs').length]
    },
    [0, 0],
  )
  if (accounts > 0) return 'accounts'
  return events > 0 ? 'events' : undefined
}

/** Names the tables of a bucket and of accounts that one statement is about. */
function crossing(statement: Node): string[] {
  const [events, accounts] = tablesOfSides(statement)
  if (events!.length === 0 || accounts!.length === 0) return []
  return [why.crossing(events!.sort().join(', '), accounts!.sort().join(', '))]
}

function tablesOfSides(statement: Node): string[][] {
  const parts = [...walk(statement)]
  const defined = new Set(parts.map(({ CommonTableExpr }) => (CommonTableExpr as Node | undefined)?.ctename))
  const named = new Set(parts.flatMap(({ relname }) => (defined.has(relname) ? [] : [String(relname)])))
  return [ofBucket, ofAccounts].map((tables) => [...named].filter((name) => tables.has(name)))
}

/** Tables of accounts are ordinary tables of one server: what is said of the others does not concern them. */
function isInBucket(statement: unknown): boolean {
  const relation = (statement as Node | undefined)?.relation as Node | undefined
  return ofBucket.has(String(relation?.relname))
}

/**
 * Judges a whole statement that is an insert: the engine sends its select to the node as text, with what it computed beforehand.
 * Inserts within a CTE, such as that of a segment, are sent as they are.
 */
function faultsOfComputedInsert({ relation, cols, selectStmt, withClause }: Node, defaults: MovingDefaults): string[] {
  const select = (selectStmt as Node | undefined)?.SelectStmt as Node | undefined
  if (select === undefined || select.valuesLists !== undefined) return []
  const given = new Set(((cols ?? []) as { ResTarget: { name: string } }[]).map(({ ResTarget }) => ResTarget.name))
  const left = (defaults.get(String((relation as Node).relname)) ?? []).filter((column) => !given.has(column))
  // A default was met by the fault only where the select reads a table; arrays that are parameters have none.
  const readsTable = holds(selectStmt, 'RangeVar')
  return [
    ...(holdsTime(selectStmt) || holdsTime(withClause) ? [why.insertSelect] : []),
    ...(readsTable && given.size > 0 ? left.map(why.missingDefault) : []),
    ...(modifies(withClause) ? [why.cte] : []),
  ]
}

function faultsOfInsert({ selectStmt, onConflictClause }: Node): string[] {
  return [...(holdsTime(onConflictClause) ? [why.conflict] : []), ...(holdsTimeInCase(selectStmt) ? [why.case] : [])]
}

function faultsOfChange({ targetList, whereClause, fromClause, usingClause }: Node): string[] {
  const targets = (targetList ?? []) as Node[]
  const parts = [targets, whereClause, fromClause, usingClause]
  return [
    ...(targets.some((one) => holdsTime(one, times) && holds(one, 'ColumnRef')) ? [why.update] : []),
    ...(parts.some((one) => holdsTime(one, moving)) ? [why.volatile] : []),
    ...(holdsTimeInCase(targets) ? [why.case] : []),
  ]
}

const every = new Set([...times, ...moving])

function holdsTime(part: unknown, functions: ReadonlySet<string> = every): boolean {
  return [...walk(part)].some((node) => {
    if (node.SQLValueFunction !== undefined) return functions.has('now')
    const name = (node.FuncCall as { funcname: { String: { sval: string } }[] } | undefined)?.funcname.at(-1)
    return name !== undefined && functions.has(name.String.sval)
  })
}

function holdsTimeInCase(part: unknown): boolean {
  return [...walk(part)].some((node) => node.CaseExpr !== undefined && holdsTime(node.CaseExpr))
}

function holds(part: unknown, kind: string): boolean {
  return [...walk(part)].some((node) => node[kind] !== undefined)
}

function modifies(part: unknown): boolean {
  return ['InsertStmt', 'UpdateStmt', 'DeleteStmt'].some((kind) => holds(part, kind))
}

/** Walks over every object of a tree. */
function* walk(part: unknown): Generator<Node> {
  if (typeof part !== 'object' || part === null) return
  if (!Array.isArray(part)) yield part as Node
  for (const inner of Object.values(part)) yield* walk(inner)
}
