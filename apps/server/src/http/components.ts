import * as protocol from '@bugle/protocol'
import type { TSchema } from 'typebox'

/**
 * Every schema of the protocol that has a `$id`, each once: where one holds another, it refers to it by
 * name. Fastify shares them among routes, and the OpenAPI document shows them as components.
 */
export const components: TSchema[] = (Object.values(protocol) as unknown[])
  .filter(isNamed)
  .map((schema) => byName(schema, 'inside'))

/** A schema that refers by name to every named one, itself included. */
export function byName(schema: TSchema, which: 'itself' | 'inside' = 'itself'): TSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    const isRoot = key === ''
    return isNamed(value) && !(isRoot && which === 'inside') ? { $ref: `${value.$id}#` } : value
  })
}

function isNamed(value: unknown): value is TSchema & { $id: string } {
  return typeof value === 'object' && value !== null && '$id' in value && typeof value.$id === 'string'
}
