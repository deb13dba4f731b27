import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'

/**
 * Compiles the schemas of requests. Bodies are taken as they are: `"5"` is not a number, and no field is dropped. Query
 * strings hold only text, so there `5` becomes a number and defaults are filled in.
 *
 * A schema is compiled when the first request needs it, as are the components: together they took most of the time of a
 * start.
 */
export function validatorCompiler(components: TSchema[]): FastifySchemaCompiler<unknown> {
  let strict: Ajv | undefined
  const strictAjv = () => (strict ??= ajv({ coerceTypes: false, useDefaults: false }, components))
  let coercing: Ajv | undefined
  // `1e400` becomes Infinity, which strict numbers neither refuse nor hold to a maximum.
  const coercingAjv = () => (coercing ??= ajv({ coerceTypes: true, useDefaults: true, strictNumbers: false }, []))
  return ({ schema, httpPart }) =>
    whenNeeded(() => (httpPart === 'body' ? strictAjv() : coercingAjv()).compile(schema as object))
}

function whenNeeded(compile: () => ValidateFunction): (data: unknown) => boolean {
  let validate: ValidateFunction | undefined
  const check: { (data: unknown): boolean; errors?: ValidateFunction['errors'] } = (data) => {
    validate ??= compile()
    const isValid = validate(data)
    check.errors = validate.errors
    return isValid
  }
  return check
}

/** Describes what a value lacks by a schema that its route cannot name, by field; undefined if nothing. */
export function mistakesIn(schema: TSchema, value: unknown): Record<string, string[]> | undefined {
  const validate = ajv({ coerceTypes: false, useDefaults: false }, []).compile(schema)
  return validate(value) ? undefined : fieldErrors(validate.errors ?? [])
}

/** Describes validation errors for people, by field. Nested fields are joined by dots. */
export function fieldErrors(found: ErrorObject[]): Record<string, string[]> {
  const byField = new Map<string, string[]>()
  for (const error of found) {
    const sentences = byField.get(fieldOf(error)) ?? []
    const sentence = sentenceOf(error)
    byField.set(fieldOf(error), sentences.includes(sentence) ? sentences : [...sentences, sentence])
  }
  return Object.fromEntries(byField)
}

// Reports all errors at once, so that a form can show them. Bodies of these routes are small and flat.
function ajv(options: Options, components: TSchema[]): Ajv {
  // Our own schemas are not checked against the meta-schema: compiling it takes a second of every start.
  const instance = new Ajv({
    ...options,
    allErrors: true,
    removeAdditional: false,
    allowUnionTypes: true,
    validateSchema: false,
    meta: false,
  })
  instance.addFormat('email', isEmail)
  instance.addFormat('date-time', isTimestamp)
  for (const component of components) instance.addSchema(component)
  return instance
}

/** Checks for text before the @, a domain with a dot after it, and no character that every mail server rejects. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const labels = text.slice(at + 1).split('.')
  if (at < 1 || local.length > 64 || labels.length < 2) return false
  if (/[\s\p{Cc}\p{Cs}@,;:<>()[\]\\"]/u.test(local) || local.startsWith('.') || local.endsWith('.')) return false
  return (
    !local.includes('..') &&
    labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u.test(label))
  )
}

/** Whether a time exists: the 31st of a shorter month would be read as a day of the next. */
function isTimestamp(text: string): boolean {
  const day = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.exec(text)?.[1]
  return day !== undefined && isoOf(day).startsWith(day) && /^(?!0000)\d{4}-/.test(isoOf(text))
}

function isoOf(text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? '' : new Date(time).toISOString()
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1)
  if (keyword === 'required') path.push(String(params.missingProperty))
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty))
  return path.join('.') || 'body'
}

function sentenceOf({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'required') return 'is required'
  if (keyword === 'type') return `must be ${typeOf(params.type)}`
  if (keyword === 'additionalProperties') return 'is not a known field'
  if (keyword === 'minProperties') return 'must not be empty'
  if (keyword === 'enum') return `must be one of ${allowedOf(params.allowedValues)}`
  if (keyword === 'format')
    return params.format === 'email' ? 'must be a valid e-mail address' : 'must be an ISO 8601 time'
  if (keyword === 'pattern') return 'is blank or contains characters that are not allowed'
  if (keyword === 'minLength' && params.limit === 1) return 'must not be empty'
  if (keyword === 'minLength') return `must have at least ${params.limit} characters`
  if (keyword === 'maxLength') return `must have at most ${params.limit} characters`
  if (keyword === 'minimum') return `must be at least ${params.limit}`
  if (keyword === 'maximum') return `must be at most ${params.limit}`
  if (keyword === 'minItems') return `must have at least ${params.limit}`
  if (keyword === 'maxItems') return `must have at most ${params.limit}`
  return message ?? 'is wrong'
}

function typeOf(type: string | string[]): string {
  const names = (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null')
  return names.map((name) => (/^[aeio]/.test(name) ? `an ${name}` : `a ${name}`)).join(' or ')
}

function allowedOf(values: unknown[]): string {
  return values.filter((value) => value !== null).join(', ')
}
