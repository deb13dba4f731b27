import Type, { type Static, type TSchema, type TUnsafe } from 'typebox'
import { limits } from './vocabulary/limits.ts'

/** Building blocks of the API's schemas. */

/** An ISO 8601 time in UTC, such as `2026-11-20T09:30:00.000Z`. */
export const Timestamp = Type.String({ format: 'date-time' })

/** A non-negative integer. */
export const Count = Type.Integer({ minimum: 0 })

/** The value, or null. */
export function nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const { type, enum: values, ...rest } = schema as TSchema & { type?: string; enum?: unknown[] }
  if (type === undefined || '$id' in rest) return Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }] })
  const widened = { ...rest, type: [type, 'null'], ...(values === undefined ? {} : { enum: [...values, null] }) }
  return Type.Unsafe<Static<T> | null>(widened)
}

/** An optional field of a request; null means absent. */
export function optional<T extends TSchema>(schema: T) {
  return Type.Optional(nullable(schema))
}

/** An enumeration of strings. (A union of literals would become `anyOf`.) */
export function oneOf<const Words extends readonly string[]>(...words: Words): TUnsafe<Words[number]> {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: [...words] })
}

/** Adds a description to a schema. */
export function described<T extends TSchema>(description: string, schema: T): T {
  return { ...schema, description }
}

/** Marks of direction, by which a name would rewrite the text beside it, for a class of a regular expression. */
export const directionMarks = '\\u202A-\\u202E\\u2066-\\u2069'

/** Also U+0000, which databases cannot store. */
const refused = `\\u0000${directionMarks}`

/** A line of text that a person writes, such as a name: neither blank nor with characters that forge what stands beside it. */
export function line(maxLength: number, description: string) {
  return Type.String({
    minLength: 1,
    maxLength,
    pattern: `^[^${refused}]*[^\\s${refused}][^${refused}]*$`,
    description,
  })
}

/** A new e-mail address of an account. */
export const newEmail = Type.String({ format: 'email', maxLength: 254 })

/** A new password of an account. */
export const newPassword = Type.String({ minLength: limits.passwordMin, maxLength: limits.passwordMax })
