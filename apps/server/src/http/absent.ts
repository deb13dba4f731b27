import type { TSchema } from 'typebox'

/**
 * A body without the optional fields that are null, as deep as its schema names fields: null means absent. It stays where
 * the field itself says what it means, such as nobody for an assignee.
 */
export function withoutAbsent(body: unknown, schema: TSchema): unknown {
  const { properties, required = [] } = schema as { properties?: Record<string, TSchema>; required?: string[] }
  if (properties === undefined || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const fields = Object.entries(body).flatMap(([name, value]) => {
    const field = Object.hasOwn(properties, name) ? properties[name]! : undefined
    if (field === undefined) return [[name, value]]
    if (value === null && !required.includes(name) && !takesNull(field)) return []
    return [[name, withoutAbsent(value, field)]]
  })
  return Object.fromEntries(fields)
}

/** A schema without a type takes anything. */
function takesNull({ type, anyOf }: TSchema & { type?: string | string[]; anyOf?: TSchema[] }): boolean {
  if (anyOf !== undefined) return anyOf.some(takesNull)
  return type === undefined || [type].flat().includes('null')
}
