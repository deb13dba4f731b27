import pg from 'pg'

export interface DescribedColumn {
  name: string
  /** Kind of value that the driver returns for it. */
  kind: string
}

interface Field {
  name: string
  dataTypeID: number
}

/** Asks the server for the columns that a statement returns, without running it. */
class Description {
  readonly #text: string
  readonly #resolve: (fields: Field[]) => void
  readonly #reject: (error: Error) => void
  #fields: Field[] = []

  constructor(text: string, resolve: (fields: Field[]) => void, reject: (error: Error) => void) {
    this.#text = text
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: pg.Connection): void {
    const { parse, describe, sync } = connection as unknown as Record<string, (message?: object) => void>
    parse!.call(connection, { text: this.#text, types: [] })
    describe!.call(connection, { type: 'S' })
    sync!.call(connection)
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#fields = fields
  }

  handleError(error: Error): void {
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#fields)
  }
}

/**
 * Returns the columns of a statement.
 *
 * @throws if PostgreSQL does not take the statement
 */
export async function describeColumns(client: pg.ClientBase, text: string): Promise<DescribedColumn[]> {
  const fields = await new Promise<Field[]>((resolve, reject) => {
    client.query(new Description(text, resolve, reject))
  })
  return fields.map(({ name, dataTypeID }) => ({ name, kind: kindOf(dataTypeID) }))
}

/** A value of each type, as the server sends it. */
const samples: Record<number, string> = {
  16: 't', // bool
  17: '\\x00', // bytea
  19: 'a', // name
  20: '1', // int8
  21: '1', // int2
  23: '1', // int4
  25: 'a', // text
  26: '1', // oid
  27: '(0,1)', // tid
  700: '1', // float4
  701: '1', // float8
  869: '::1', // inet
  1000: '{t}', // bool[]
  1001: '{"\\\\x00"}', // bytea[]
  1003: '{a}', // name[]
  1005: '{1}', // int2[]
  1007: '{1}', // int4[]
  1009: '{a}', // text[]
  1016: '{1}', // int8[]
  1043: 'a', // varchar
  1082: '2026-01-01', // date
  1184: '2026-01-01 00:00:00+00', // timestamptz
  1185: '{"2026-01-01 00:00:00+00"}', // timestamptz[]
  1700: '1', // numeric
  2950: '00000000-0000-0000-0000-000000000000', // uuid
  2951: '{00000000-0000-0000-0000-000000000000}', // uuid[]
  3220: '0/0', // pg_lsn
}
const json = [114, 3802]

function kindOf(type: number): string {
  if (json.includes(type)) return 'json'
  const sample = samples[type]
  if (sample === undefined) return `a value of type ${type}, of which there is no sample`
  return kindOfValue(pg.types.getTypeParser(type)(sample))
}

function kindOfValue(value: unknown): string {
  if (Array.isArray(value)) return `${kindOfValue(value[0])}[]`
  if (value instanceof Date) return 'Date'
  return Buffer.isBuffer(value) ? 'Buffer' : typeof value
}

/** Whether code that expects values of these kinds may get one of a column. */
export function fits(expected: ReadonlySet<string>, kind: string): boolean {
  if (kind === 'json') return !expected.has('Date') && !expected.has('Buffer')
  return expected.has(kind) || expected.has('anything')
}
