import * as protocol from '@bugle/protocol'
import type { TSchema } from 'typebox'

/**
 * Every schema of the protocol that has a `$id`, each once: nested ones are references by name. Fastify shares them
 * among routes, and the OpenAPI document lists them as components.
 */
export const components: TSchema[] = (Object.values(protocol) as unknown[])
  .filter(isNamed)
  .map((schema) => withReferences(schema, 'inside'))

/** Replaces every named schema, the root included unless `which` is `inside`, by a reference. */
export function withReferences(schema: TSchema, which: 'itself' | 'inside' = 'itself'): TSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    const isRoot = key === ''
    return isNamed(value) && !(isRoot && which === 'inside') ? { $ref: `${value.$id}#` } : value
  })
}

function isNamed(value: unknown): value is TSchema & { $id: string } {
  return typeof value === 'object' && value !== null && '$id' in value && typeof value.$id === 'string'
}
