import type { Options } from './options.ts'
import { isErrorLike, isScalar, keysOf, listOf, read, toPlain } from './plain.ts'
import { cleanText, cleanUrl, toText } from './scrub.ts'

/** Fields that name the failure and never hold transmitted or stored data. */
const plainFields =
  'code errno syscall path address port hostname dest signal status statusCode statusText type severity schema table column constraint digest requestId'.split(
    ' ',
  )
/** Fields that have a place of their own in the event. */
const known = /^(name|message|stack|cause|errors)$/

/**
 * Extracts the most informative fields of an error (`code`, `status`, `syscall` …); of any other thrown value, all fields.
 */
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

/** Recognizes a request or response object, which holds everything that went over the wire. */
export function isExchange(value: unknown, get: typeof read = read): boolean {
  const has = (name: string) => get(value, name) !== undefined
  return has('headers') || has('config') || (has('status') && has('body'))
}

/** Extracts the plain fields of an error or response, the failed request, and the names of invalid fields. */
export function plainFieldsOf(thrown: unknown, get: typeof read = read): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  const take = (from: unknown, names: string[]) => {
    for (const name of names) {
      const value = get(from, name)
      if (typeof value === 'string') fields[name] ??= cleanUrl(cleanText(value, 200))
      // JavaScriptCore gives errors a column that is a number, databases one that is a name.
      else if (value !== null && isScalar(value) && name !== 'column') fields[name] ??= value
    }
  }
  take(thrown, plainFields)
  // Metadata of an AWS SDK response.
  take(get(thrown, '$metadata'), ['httpStatusCode', 'requestId'])
  const request = requestOf(thrown, get)
  if (request !== undefined) fields.request = request
  const invalid = namesOf(get(thrown, 'errors') ?? get(thrown, 'issues'))
  if (invalid.length > 0) fields.fields = invalid
  return fields
}

/** Finds the request in the shapes of axios, got and ky. */
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

/** Lists the paths in a validator's `errors` or `issues`: an array of entries with a path, or an object by path. */
function namesOf(errors: unknown): string[] {
  const list = listOf(errors)
  const paths = list.length > 0 ? list.map((one) => read(one, 'path')) : keysOf(errors, 20)
  return paths.filter(Boolean).map((path) => toText(path, 100).replaceAll(',', '.'))
}
