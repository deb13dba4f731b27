import * as protocol from '@bugle/protocol'
import type { TSchema } from 'typebox'

/**
 * Every schema of the protocol that has a `$id`, each once: nested ones are references by name. Fastify shares them
 * among routes, and the OpenAPI document lists them as components.
 */
export const components: TSchema[] = (Object.values(protocol) as unknown[])
  .filter(isNamed)
  .map((schema) => withReferences(schema, 'inside'))

/** Copies a schema; every named one, the root included unless `which` is `inside`, becomes a reference. */
export function withReferences(schema: TSchema, which: 'itself' | 'inside' = 'itself'): TSchema {
  return (which === 'inside' ? copyOf(schema) : referenceOrCopyOf(schema)) as TSchema
}

/** Stops at named schemas: most responses are one, and the refusals of all routes share one. */
function referenceOrCopyOf(value: unknown): unknown {
  return isNamed(value) ? { $ref: `${value.$id}#` } : copyOf(value)
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referenceOrCopyOf)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields.map(([name, field]) => [name, referenceOrCopyOf(field)]))
}

function isNamed(value: unknown): value is TSchema & { $id: string } {
  return typeof value === 'object' && value !== null && '$id' in value && typeof value.$id === 'string'
}
