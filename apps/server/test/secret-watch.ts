import type pg from 'pg'

/** Fields of requests and responses that hold secrets, at any depth. */
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

/** A location where a secret of the tests was found in plain text, without the secret. */
export interface Leak {
  kind: string
  location: string
}

/**
 * Collects the secrets that occur in tests, and searches for them afterwards: in the log, in error responses, and in
 * every column of every table. Mails are excluded, because their purpose is to carry links.
 */
export class SecretWatch {
  readonly #secrets = new Map<string, string>()
  readonly #texts: { location: string; text: string }[] = []

  /** Collects every secret in a request or a response. */
  learn(value: unknown, field = ''): void {
    if (typeof value === 'string') {
      if (secretFields.has(field)) this.#add(field, value)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) this.learn(inner, Array.isArray(value) ? field : key)
    }
  }

  /** Records a line of the log, or an error response. */
  see(location: string, text: string): void {
    this.#texts.push({ location, text })
  }

  async leaks(pool: pg.Pool): Promise<Leak[]> {
    const locations = [...this.#texts, ...(await clearColumns(pool))]
    return locations.flatMap(({ location, text }) =>
      [...this.#secrets].filter(([secret]) => holds(text, secret)).map(([, kind]) => ({ kind, location })),
    )
  }

  /**
   * Adds a secret; of a session's token, the part after the bar. Texts too short to be distinguished from others are
   * left out.
   */
  #add(kind: string, text: string): void {
    const secret = kind.endsWith('token') ? (text.split('|').at(-1) ?? '') : text
    const isReported = kind === 'code' ? /^\d{6}$/.test(secret) : secret.length >= (leastLength[kind] ?? 16)
    if (isReported) this.#secrets.set(secret, kind)
  }
}

/** Six digits are a code if they stand alone: not in a time, an id or an address. */
function holds(text: string, secret: string): boolean {
  if (secret.length > 6) return text.includes(secret)
  return text.includes(secret) && new RegExp(`(?<![\\w.:-])${secret}(?![\\w.:-])`).test(text)
}

/** Reads everything that the tables hold as text or that can be read as such, by column. */
async function clearColumns(pool: pg.Pool): Promise<{ location: string; text: string }[]> {
  const { rows } = await pool.query<{ table: string; column: string; type: string }>(
    `select c.relname as "table", a.attname as "column", t.typname as type
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and t.typname in ('text', 'varchar', 'json', 'jsonb', '_text', 'bytea')`,
  )
  const locations: { location: string; text: string }[] = []
  for (const { table, column, type } of rows) {
    // Bytes are read as the text that they may contain.
    const value = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    const found = await pool.query<{ text: string | null }>(
      `select string_agg(${value}, E'\\n') as text from "${table}"`,
    )
    locations.push({ location: `${table}.${column}`, text: found.rows[0]?.text ?? '' })
  }
  return locations
}
