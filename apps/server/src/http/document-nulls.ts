interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
  [keyword: string]: unknown
}

interface Operation {
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}

interface Document {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

/** Schemas of bodies alone; others stand in responses too, where a null would mean something. */
const isOfBodies = (name: string) => name.endsWith('Body')

/** Says of each optional field of a body that null is accepted: it means absent, as `withoutNullFields` reads it. */
export function documentNulls<T extends object>(made: T): T {
  const { paths = {}, components = {} } = made as Document
  const schemas = components.schemas ?? {}
  const done = new Set<Schema>()
  for (const operations of Object.values(paths))
    for (const { requestBody } of Object.values(operations)) {
      const schema = requestBody?.content?.['application/json']?.schema
      const name = schema?.$ref?.split('/').at(-1)
      if (schema !== undefined && name === undefined) acceptNulls(schema, done)
      else if (name !== undefined && isOfBodies(name) && schemas[name] !== undefined) acceptNulls(schemas[name], done)
    }
  return made
}

function acceptNulls(schema: Schema, done: Set<Schema>): void {
  const { properties, required = [] } = schema
  if (properties === undefined || done.has(schema)) return
  done.add(schema)
  for (const [name, field] of Object.entries(properties)) {
    acceptNulls(field, done)
    if (!required.includes(name)) properties[name] = orNull(field)
  }
}

function orNull(schema: Schema): Schema {
  const { type, anyOf, $ref, enum: words } = schema
  if ($ref !== undefined) return { anyOf: [schema, { type: 'null' }] }
  if (anyOf !== undefined) return anyOf.some(takesNull) ? schema : { ...schema, anyOf: [...anyOf, { type: 'null' }] }
  if (type === undefined || takesNull(schema)) return schema
  const known = { ...schema, type: [type, 'null'].flat() }
  return words === undefined ? known : { ...known, enum: [...words, null] }
}

function takesNull({ type }: Schema): boolean {
  return type !== undefined && [type].flat().includes('null')
}
