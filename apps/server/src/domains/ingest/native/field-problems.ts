import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TObject, TSchema } from 'typebox'

// allErrors stays off: on an open endpoint it would let a hostile body choose how much work a response takes.
const ajv = new Ajv({ strict: false, coerceTypes: false, validateSchema: false, meta: false })

/** A compiled schema of an object, and what it says against others. */
export interface ObjectCheck<T> {
  accepts: (value: unknown) => value is T
  /** Returns the first problem of each field. */
  problemsOf: (value: unknown) => Record<string, string[]>
}

export function checkOf<T>(schema: TObject): ObjectCheck<T> {
  const whole = ajv.compile<T>(schema)
  const properties: Record<string, TSchema> = schema.properties
  const fields = Object.entries(properties).map(([name, field]) => ({ name, check: ajv.compile(field) }))
  const required: readonly string[] = schema.required ?? []
  return {
    accepts: (value): value is T => whole(value),
    problemsOf: (value) => problemsOf(value, fields, required),
  }
}

function problemsOf(
  value: unknown,
  fields: readonly { name: string; check: ValidateFunction }[],
  required: readonly string[],
): Record<string, string[]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { body: ['must be a JSON object'] }
  const given = value as Record<string, unknown>
  const problems: Record<string, string[]> = {}
  for (const { name, check } of fields) {
    if (!Object.hasOwn(given, name)) {
      if (required.includes(name)) problems[name] = ['is required']
    } else if (!check(given[name])) {
      problems[name] = [describe(check.errors ?? [])]
    }
  }
  return problems
}

/** The most deeply nested error of a union says most; `must be null` says nothing. */
function describe(errors: readonly ErrorObject[]): string {
  const informative = errors.filter(({ keyword, params }) => keyword !== 'anyOf' && params.type !== 'null')
  const error = (informative.length > 0 ? informative : errors).reduce((deepest, next) =>
    next.instancePath.length > deepest.instancePath.length ? next : deepest,
  )
  const field = error.instancePath === '' ? '' : `${error.instancePath.slice(1).replaceAll('/', '.')} `
  const values = error.keyword === 'enum' ? `: ${(error.params.allowedValues as string[]).join(', ')}` : ''
  return `${field}${error.message ?? 'is wrong'}${values}`
}
