import type { Options } from './options.ts'
import { isErrorLike, isScalar, keysOf, listOf, read, toPlain } from './plain.ts'
import { cleanText, cleanUrl, toText } from './scrub.ts'

/** Fields that name what failed, and never hold what was sent, answered or stored. */
const plainFields =
  'code errno syscall path address port hostname dest signal status statusCode statusText type severity schema table column constraint digest requestId'.split(
    ' ',
  )
/** What an event has a place for. */
const known = /^(name|message|stack|cause|errors)$/

/** Values that an error carries and that say most: `code`, `status`, `syscall` …; of what else is thrown, all. */
export function detailsOf(thrown: unknown, { errorFields, scrubKeys }: Options): Record<string, unknown> | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined
  const isError = isErrorLike(thrown)
  if (!isError && !isExchange(thrown)) return { thrown: toPlain(thrown, scrubKeys) }
  const fields = plainFieldsOf(thrown)
  const more = errorFields === true ? keysOf(thrown).filter((key) => !known.test(key)) : listOf(errorFields)
  if (more.length > 0)
    Object.assign(fields, toPlain(Object.fromEntries(more.map((key) => [key, read(thrown, key as string)])), scrubKeys))
  return keysOf(fields).length === 0 ? undefined : { [isError ? 'error' : 'thrown']: fields }
}

/** A request or an answer: what a library hands over with everything that went over the wire. */
export function isExchange(value: unknown, get: typeof read = read): boolean {
  return get(value, 'headers') !== undefined || get(value, 'config') !== undefined
}

/** The plain fields of an error or an answer, the request that failed, and the names of what was not valid. */
export function plainFieldsOf(thrown: unknown, get: typeof read = read): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  const take = (from: unknown, names: string[]) => {
    for (const name of names) {
      const value = get(from, name)
      if (typeof value === 'string') fields[name] ??= cleanUrl(cleanText(value, 200))
      else if (value !== null && isScalar(value)) fields[name] ??= value
    }
  }
  take(thrown, plainFields)
  // An answer of the AWS SDK.
  take(get(thrown, '$metadata'), ['httpStatusCode', 'requestId'])
  const request = requestOf(thrown, get)
  if (request !== undefined) fields.request = request
  const invalid = namesOf(get(thrown, 'errors') ?? get(thrown, 'issues'))
  if (invalid.length > 0) fields.fields = invalid
  return fields
}

/** As axios, got and ky hand it over. */
function requestOf(error: unknown, get: typeof read): object | undefined {
  const request = ['config', 'options', 'request'].map((name) => get(error, name)).find((one) => get(one, 'url'))
  if (request === undefined) return undefined
  const url = toText(get(request, 'url'))
  const base = get(request, 'baseURL')
  const status = get(get(error, 'response'), 'statusCode') ?? get(get(error, 'response') ?? error, 'status')
  return {
    method: toText(get(request, 'method') ?? 'GET', 20).toUpperCase(),
    url: cleanUrl(base && !/^\w+:/.test(url) ? `${toText(base).replace(/\/$/, '')}/${url.replace(/^\//, '')}` : url),
    ...(typeof status === 'number' ? { status } : {}),
  }
}

/** Of a validator's `errors` or `issues`: a list of what has a path, or an object by path. */
function namesOf(errors: unknown): string[] {
  const list = listOf(errors)
  const paths = list.length > 0 ? list.map((one) => read(one, 'path')) : keysOf(errors, 20)
  return paths.filter(Boolean).map((path) => toText(path, 100).replaceAll(',', '.'))
}
