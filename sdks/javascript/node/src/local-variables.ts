import { Session } from 'node:inspector'
import { type BugleEvent, cleanText, type Integration, isSecretKey, scrubbed, toText } from '@bugle/core'

const maxFrames = 5
const maxVariables = 20
const maxText = 200
/** Errors a second whose variables are read: each stops the program for about a millisecond. */
const maxPerSecond = 10

/** A value as the inspector describes it. */
interface RemoteObject {
  type: string
  subtype?: string
  className?: string
  value?: unknown
  description?: string
  objectId?: string
}

interface Paused {
  reason: string
  data?: RemoteObject
  callFrames: {
    functionName: string
    url: string
    location: { lineNumber: number }
    scopeChain: { type: string; object: { objectId?: string } }[]
  }[]
}

/** Variables of the last errors by their text, the newest last. */
type Frames = { function: string; line: number; variables: Record<string, string> }[]

export interface LocalVariableOptions {
  /** Also errors that the program catches, at a higher price: the program stops at each `throw`. Default false. */
  caught?: boolean | undefined
}

/**
 * Adds the values of local variables to errors of the program's own code, as `contexts.variables`: at most twenty of the five
 * innermost frames, each as a short text, without those whose names look secret. It attaches V8's inspector, which stops the
 * program for a moment at each error and turns some optimizations off; another debugger cannot be attached by this thread.
 *
 * @example
 * import { localVariables } from '@bugle/node/local-variables'
 * init({ …, integrations: [localVariables()] })
 */
export function localVariables({ caught = false }: LocalVariableOptions = {}): Integration {
  const known = new Map<string, Frames>()
  return {
    name: 'local-variables',
    setup(runtime) {
      runtime.builders!.push((event: BugleEvent) => {
        const frames = known.get(keyOf(event.stack ?? ''))
        if (frames) event.contexts = { ...event.contexts, variables: shown(frames) }
      })
    },
    install(client) {
      const session = new Session()
      session.connect()
      let second = 0
      let count = 0
      session.on('Debugger.paused', ({ params }) => {
        try {
          const now = Math.floor(Date.now() / 1000)
          count = now === second ? count + 1 : 1
          second = now
          const { reason, data, callFrames } = params as unknown as Paused
          if (count <= maxPerSecond && (reason === 'exception' || reason === 'promiseRejection') && data?.description)
            keep(known, keyOf(data.description), framesOf(session, callFrames, client.options.scrubKeys))
        } catch (failure) {
          client.debug(failure)
        } finally {
          // Whatever happens, the program goes on.
          session.post('Debugger.resume')
        }
      })
      session.post('Debugger.enable')
      session.post('Debugger.setPauseOnExceptions', { state: caught ? 'all' : 'uncaught' })
      return () => session.disconnect()
    },
  }
}

/** Bounded: an error that is never reported leaves its variables behind. */
function keep(known: Map<string, Frames>, key: string, frames: Frames): void {
  known.delete(key)
  known.set(key, frames)
  if (known.size > 50) known.delete(known.keys().next().value!)
}

/** The inspector describes an error by its stack. */
function keyOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 5)
    .join('\n')
}

function framesOf(session: Session, callFrames: Paused['callFrames'], scrubKeys: RegExp | undefined): Frames {
  const frames: Frames = []
  for (const { functionName, url, location, scopeChain } of callFrames) {
    if (frames.length >= maxFrames) break
    if (/^node:|[/\\]node_modules[/\\]/.test(url)) continue
    const variables: Record<string, string> = {}
    for (const { type, object } of scopeChain) {
      if ((type !== 'local' && type !== 'block') || !object.objectId) continue
      // Synchronous: the program is stopped, and the response comes before `post` returns.
      session.post('Runtime.getProperties', { objectId: object.objectId, ownProperties: true }, (error, answer) => {
        if (error) return
        for (const { name, value } of answer.result) {
          if (Object.keys(variables).length >= maxVariables || name in variables) continue
          variables[name] = isSecretKey(name, scrubKeys) ? scrubbed : textOf(value as RemoteObject | undefined)
        }
      })
    }
    frames.push({ function: functionName || '<anonymous>', line: location.lineNumber + 1, variables })
  }
  return frames
}

/** Describes a value without reading into it: fields of objects are the data of people. */
function textOf(value: RemoteObject | undefined): string {
  if (!value) return '[unreadable]'
  const { type, subtype, className, description } = value
  if (type === 'string') return cleanText(JSON.stringify(toText(value.value, maxText)), maxText)
  if (type === 'object' && subtype !== 'null') return toText(description?.split('\n')[0] ?? className, 100)
  return type === 'function' ? '[function]' : toText(description ?? value.value, maxText)
}

function shown(frames: Frames): Record<string, Record<string, string>> {
  return Object.fromEntries(frames.map(({ function: name, line, variables }) => [`${name}:${line}`, variables]))
}
