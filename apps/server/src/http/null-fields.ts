import type { TSchema } from 'typebox'

/**
 * Removes optional fields that are null, as deep as the schema names fields: null means absent. A null is kept where the
 * field gives it a meaning, such as no assignee.
 */
export function withoutNullFields(body: unknown, schema: TSchema): unknown {
  const { properties, required = [] } = schema as { properties?: Record<string, TSchema>; required?: string[] }
  if (properties === undefined || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const fields = Object.entries(body).flatMap(([name, value]) => {
    const field = Object.hasOwn(properties, name) ? properties[name]! : undefined
    if (field === undefined) return [[name, value]]
    if (value === null && !required.includes(name) && !takesNull(field)) return []
    return [[name, withoutNullFields(value, field)]]
  })
  return Object.fromEntries(fields)
}

/** Whether a schema accepts null; one without a type accepts anything. */
function takesNull({ type, anyOf }: TSchema & { type?: string | string[]; anyOf?: TSchema[] }): boolean {
  if (anyOf !== undefined) return anyOf.some(takesNull)
  return type === undefined || [type].flat().includes('null')
}
