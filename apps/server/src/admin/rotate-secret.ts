import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { CannotOpen, type Sealer } from '../ports/sealer.ts'
import { OperatorError } from './operator-error.ts'
import { findSealed, replaceSealed, type SealedColumn, type SealedRow, sealedColumns } from './sealed-store.ts'

export interface RotateOptions {
  isDryRun: boolean
  print: (line: string) => void
  batch?: number
  columns?: readonly SealedColumn[]
}

interface Counts {
  current: number
  sealedAnew: number
  lost: number
}

/**
 * Encrypts anew, under the current secret, what is encrypted under the previous one. Beside a running server, a batch
 * at a time; what is done stays done, so that it can be broken off and run again.
 *
 * @throws OperatorError when some of it can be opened with neither
 */
export async function rotateSecret(
  db: Kysely<Schema>,
  sealer: Sealer,
  { isDryRun, print, batch = 200, columns = sealedColumns }: RotateOptions,
): Promise<void> {
  let lost = 0
  for (const column of columns) {
    const counts = await rotateColumn(db, sealer, column, { isDryRun, print, batch })
    print(`${column.table}: ${sentenceOf(counts, isDryRun)}`)
    lost += counts.lost
  }
  if (lost > 0)
    throw new OperatorError(
      `${lost} could not be opened. Set BUGLE_SECRET_PREVIOUS to the secret that they were encrypted under, and run this again.`,
    )
  print(isDryRun ? 'Dry run: nothing was changed.' : 'Done. BUGLE_SECRET_PREVIOUS is no longer needed.')
}

async function rotateColumn(
  db: Kysely<Schema>,
  sealer: Sealer,
  column: SealedColumn,
  { isDryRun, print, batch }: Required<Pick<RotateOptions, 'isDryRun' | 'print' | 'batch'>>,
): Promise<Counts> {
  const counts: Counts = { current: 0, sealedAnew: 0, lost: 0 }
  for (let after: string | undefined; ; ) {
    const rows = await findSealed(db, column, after, batch)
    await db.transaction().execute(async (tx) => {
      for (const row of rows) counts[await rotateRow(tx, sealer, column, row, isDryRun)] += 1
    })
    after = rows.at(-1)?.key
    if (rows.length < batch) return counts
    print(`${column.table}: ${counts.current + counts.sealedAnew + counts.lost} seen …`)
  }
}

async function rotateRow(
  tx: Kysely<Schema>,
  sealer: Sealer,
  column: SealedColumn,
  row: SealedRow,
  isDryRun: boolean,
): Promise<keyof Counts> {
  const belongsTo = column.belongsTo(row.key)
  try {
    const text = sealer.open(row.sealed, belongsTo)
    if (sealer.isCurrent(row.sealed)) return 'current'
    if (!isDryRun) await replaceSealed(tx, column, row, sealer.seal(text, belongsTo))
    return 'sealedAnew'
  } catch (error) {
    if (error instanceof CannotOpen) return 'lost'
    throw error
  }
}

function sentenceOf({ current, sealedAnew, lost }: Counts, isDryRun: boolean): string {
  return `${sealedAnew} ${isDryRun ? 'to be encrypted anew' : 'encrypted anew'}, ${current} were current, ${lost} cannot be opened`
}
