import pg from 'pg'

/**
 * Replaces U+0000 by U+FFFD in the texts of a statement's parameters. PostgreSQL refuses it in every text, and texts of events
 * reach statements on many ways, such as the files of frames that are looked up. Lone surrogates become U+FFFD when the driver
 * encodes a text.
 */
export function storableParameters(values: readonly unknown[]): readonly unknown[] {
  return values.every(isStorable) ? values : values.map(storable)
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0')
  return Array.isArray(value) ? value.every(isStorable) : true
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD')
  return Array.isArray(value) ? value.map(storable) : value
}

interface Statement {
  values?: unknown[]
}

/** A connection whose statements get storable parameters alone. */
export class StorableClient extends pg.Client {
  // The driver's own type is a list of eight forms; what they have in common is here.
  override query: typeof pg.Client.prototype.query = (
    statement: string | Statement,
    values?: unknown,
    done?: unknown,
  ) => {
    const own = typeof statement === 'object' && Array.isArray(statement.values) ? statement.values : undefined
    const clean = own && storableParameters(own)
    return super.query(
      (clean === own ? statement : { ...(statement as Statement), values: clean }) as never,
      (Array.isArray(values) ? storableParameters(values) : values) as never,
      done as never,
    ) as never
  }
}
