import Type, { type Static, type TSchema, type TUnsafe } from 'typebox'
import { limits } from './vocabulary/limits.ts'

/** Small pieces that the schemas of the interface are made of. */

/** An ISO 8601 time in UTC, such as `2026-11-20T09:30:00.000Z`. */
export const Timestamp = Type.String({ format: 'date-time' })

/** A whole number that counts something. */
export const Count = Type.Integer({ minimum: 0 })

/** The value, or null. */
export function nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const { type, enum: values, ...rest } = schema as TSchema & { type?: string; enum?: unknown[] }
  if (type === undefined || '$id' in rest) return Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }] })
  const widened = { ...rest, type: [type, 'null'], ...(values === undefined ? {} : { enum: [...values, null] }) }
  return Type.Unsafe<Static<T> | null>(widened)
}

/** A field of a request that may be left out; null means absent. */
export function optional<T extends TSchema>(schema: T) {
  return Type.Optional(nullable(schema))
}

/** One of some words. (A union of literals would become `anyOf`.) */
export function oneOf<const Words extends readonly string[]>(...words: Words): TUnsafe<Words[number]> {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: [...words] })
}

/** The same schema with words for the document. */
export function described<T extends TSchema>(description: string, schema: T): T {
  return { ...schema, description }
}

/** A line of text that a person writes, such as a name: something to see, and no U+0000, which no database keeps. */
export function line(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$', description })
}

/** An e-mail address that an account is to have. */
export const newEmail = Type.String({ format: 'email', maxLength: 254 })

/** A password that an account is to have. */
export const newPassword = Type.String({ minLength: limits.passwordMin, maxLength: limits.passwordMax })
