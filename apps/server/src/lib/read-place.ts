/** A PostgreSQL, as the driver takes it. */
interface ReadPlace {
  connectionString: string
  options?: string
  schema?: string
}

/** Names that need no quotes anywhere. */
const schemaName = /^[a-z_][a-z0-9_]{0,62}$/

/**
 * Reads the URL of a database. The driver's own parameters, and `schema`: the tables are in that schema then, and those of extensions in
 * `public`.
 *
 * @throws Error with a sentence for people, if the schema is not a plain name, or is `public`
 * @example readPlace('postgres://bugle@db.example.com/bugle?schema=second')
 */
export function readPlace(address: string): ReadPlace {
  const [before, query = ''] = address.split('?', 2) as [string, string?]
  const parameters = new URLSearchParams(query)
  const schema = parameters.get('schema')
  if (schema === null) return { connectionString: address }
  if (!schemaName.test(schema) || schema === 'public' || schema.startsWith('pg_'))
    throw new Error('must name a schema of small letters, digits and underscores, and not public')
  const own = parameters.get('options')
  parameters.delete('schema')
  parameters.delete('options')
  const rest = parameters.toString()
  return {
    connectionString: rest === '' ? before : `${before}?${rest}`,
    options: `${own === null ? '' : `${own} `}-c search_path=${schema},public`,
    schema,
  }
}
