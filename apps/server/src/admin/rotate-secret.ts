import { type Database, type Tx, transaction } from '../db/database.ts'
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
  resealed: number
  lost: number
}

/**
 * Encrypts data of the previous secret with the current one, in batches, while a server may run. It can be interrupted
 * and run again, since finished batches are kept.
 *
 * @throws OperatorError if some data can be decrypted with neither secret
 */
export async function rotateSecret(
  db: Database,
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
      `${lost} could not be decrypted. Set BUGLE_SECRET_PREVIOUS to the secret that encrypted them, and run this again.`,
    )
  print(isDryRun ? 'Dry run: nothing was changed.' : 'Done. BUGLE_SECRET_PREVIOUS is no longer needed.')
}

async function rotateColumn(
  db: Database,
  sealer: Sealer,
  column: SealedColumn,
  { isDryRun, print, batch }: Required<Pick<RotateOptions, 'isDryRun' | 'print' | 'batch'>>,
): Promise<Counts> {
  const counts: Counts = { current: 0, resealed: 0, lost: 0 }
  for (let after: string | undefined; ; ) {
    const rows = await findSealed(db, column, after, batch)
    await transaction(db, async (tx) => {
      for (const row of rows) counts[await rotateRow(tx, sealer, column, row, isDryRun)] += 1
    })
    after = rows.at(-1)?.key
    if (rows.length < batch) return counts
    print(`${column.table}: ${counts.current + counts.resealed + counts.lost} processed …`)
  }
}

async function rotateRow(
  tx: Tx,
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
    return 'resealed'
  } catch (error) {
    if (error instanceof CannotOpen) return 'lost'
    throw error
  }
}

function sentenceOf({ current, resealed, lost }: Counts, isDryRun: boolean): string {
  return `${resealed} ${isDryRun ? 'to be encrypted again' : 'encrypted again'}, ${current} were current, ${lost} cannot be decrypted`
}
