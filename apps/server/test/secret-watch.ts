import type pg from 'pg'

/** Fields of requests and answers that hold something secret, wherever they stand. */
const secretFields = new Set([
  'password',
  'current_password',
  'token',
  'ingest_token',
  'totp_token',
  'secret',
  'code',
  'recovery_code',
  'recovery_codes',
])

const leastLength: { [kind: string]: number } = {
  password: 8,
  current_password: 8,
  recovery_code: 8,
  recovery_codes: 8,
}

/** A place where a secret of the tests was found in clear. It does not say the secret. */
export interface Leak {
  kind: string
  place: string
}

/**
 * Remembers what was secret while tests ran, and looks for it afterwards: in the log, in what was answered to errors,
 * and in every column of every table. Mails are not looked at: a link is what they are for.
 */
export class SecretWatch {
  readonly #secrets = new Map<string, string>()
  readonly #texts: { place: string; text: string }[] = []

  /** Everything secret in a request or an answer. */
  learn(value: unknown, field = ''): void {
    if (typeof value === 'string') {
      if (secretFields.has(field)) this.#add(field, value)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) this.learn(inner, Array.isArray(value) ? field : key)
    }
  }

  /** A line that was logged, or an answer to an error. */
  see(place: string, text: string): void {
    this.#texts.push({ place, text })
  }

  async leaks(pool: pg.Pool): Promise<Leak[]> {
    const places = [...this.#texts, ...(await clearColumns(pool))]
    return places.flatMap(({ place, text }) =>
      [...this.#secrets].filter(([secret]) => holds(text, secret)).map(([, kind]) => ({ kind, place })),
    )
  }

  /** Of a session's token the part behind the bar. What is too short to be told from other text is left out. */
  #add(kind: string, text: string): void {
    const secret = kind.endsWith('token') ? (text.split('|').at(-1) ?? '') : text
    const isReported = kind === 'code' ? /^\d{6}$/.test(secret) : secret.length >= (leastLength[kind] ?? 16)
    if (isReported) this.#secrets.set(secret, kind)
  }
}

/** Six digits are a code when they stand by themselves: not in a time, an id or an address. */
function holds(text: string, secret: string): boolean {
  if (secret.length > 6) return text.includes(secret)
  return text.includes(secret) && new RegExp(`(?<![\\w.:-])${secret}(?![\\w.:-])`).test(text)
}

/** All that the tables hold as text or can be read as such, a place for each column. */
async function clearColumns(pool: pg.Pool): Promise<{ place: string; text: string }[]> {
  const { rows } = await pool.query<{ table: string; column: string; type: string }>(
    `select c.relname as "table", a.attname as "column", t.typname as type
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and t.typname in ('text', 'varchar', 'json', 'jsonb', '_text', 'bytea')`,
  )
  const places: { place: string; text: string }[] = []
  for (const { table, column, type } of rows) {
    // Bytes are read as what they would say if somebody had put a text into them.
    const value = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    const found = await pool.query<{ text: string | null }>(
      `select string_agg(${value}, E'\\n') as text from "${table}"`,
    )
    places.push({ place: `${table}.${column}`, text: found.rows[0]?.text ?? '' })
  }
  return places
}
