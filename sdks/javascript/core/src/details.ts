import { isExchange } from './exception.ts'
import { isErrorLike, isScalar, keysOf, listOf, read, toPlain } from './plain.ts'
import type { Integration } from './runtime.ts'
import { cleanText, cleanUrl, toText } from './scrub.ts'

/** Fields that name the failure and never hold transmitted or stored data. */
const plainFields = () =>
  'code errno syscall path address port hostname dest signal status statusCode statusText type severity schema table column constraint digest requestId'.split(
    ' ',
  )
/** Fields that have a place of their own in the event. */
const known = /^(name|message|stack|cause|errors)$/

/**
 * Adds the most informative fields of an error (`code`, `status`, `syscall` …) to its event; of any other thrown value, all
 * fields.
 */
export function details(): Integration {
  return {
    name: 'details',
    setup(runtime, { errorFields, scrubKeys }) {
      runtime.builders!.push((event, _, thrown) => {
        if (event.stack === null && event.mechanism.type === 'generic' && !isErrorLike(thrown))
          event.stack = callerStack()
        if (typeof thrown !== 'object' || thrown === null) return
        const isError = isErrorLike(thrown)
        let fields: unknown
        if (isError || isExchange(thrown)) {
          fields = plainFieldsOf(thrown)
          const more = errorFields === true ? keysOf(thrown).filter((key) => !known.test(key)) : listOf(errorFields)
          if (more.length > 0)
            Object.assign(
              fields as object,
              toPlain(Object.fromEntries(more.map((key) => [key, read(thrown, key as string)])), scrubKeys),
            )
          if (keysOf(fields).length === 0) return
        } else fields = toPlain(thrown, scrubKeys)
        event.extra = { ...event.extra, [isError ? 'error' : 'thrown']: fields }
      })
    },
  }
}

/** Extracts the plain fields of an error or response, the failed request, and the names of invalid fields. */
function plainFieldsOf(thrown: unknown): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  const take = (from: unknown, names: string[]) => {
    for (const name of names) {
      const value = read(from, name)
      if (typeof value === 'string') fields[name] ??= cleanUrl(cleanText(value, 200))
      // JavaScriptCore gives errors a column that is a number, databases one that is a name.
      else if (value !== null && isScalar(value) && name !== 'column') fields[name] ??= value
    }
  }
  take(thrown, plainFields())
  // Metadata of an AWS SDK response.
  take(read(thrown, '$metadata'), ['httpStatusCode', 'requestId'])
  const request = requestOf(thrown)
  if (request !== undefined) fields.request = request
  const invalid = namesOf(read(thrown, 'errors') ?? read(thrown, 'issues'))
  if (invalid.length > 0) fields.fields = invalid
  return fields
}

/** Finds the request in the shapes of axios, got and ky. */
function requestOf(error: unknown): object | undefined {
  const request = ['config', 'options', 'request'].map((name) => read(error, name)).find((one) => read(one, 'url'))
  if (request === undefined) return undefined
  const url = toText(read(request, 'url'))
  const base = read(request, 'baseURL')
  const status = read(read(error, 'response'), 'statusCode') ?? read(read(error, 'response') ?? error, 'status')
  return {
    method: toText(read(request, 'method') ?? 'GET', 20).toUpperCase(),
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

/** Returns the host's stack at this call, without SDK frames. */
function callerStack(): string | null {
  // Not always a string: a host may format stacks in its own way.
  const stack = `${new Error().stack}`
  const callers = stack.replace(/^[\s\S]*captureException.*\n/, 'NonError\n')
  return callers === stack ? null : callers
}
