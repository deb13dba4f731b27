import type { Schemas } from '@bugle/api-client'

type FrameView = Schemas['FrameView']

/** Finds the first symbolicated frame of the program's own code, else the first symbolicated one; a doubted one proves nothing. */
export function resolvedFrame(event: Schemas['EventView']): FrameView | undefined {
  const frames = event.exceptions.flatMap((exception) => exception.frames)
  const resolved = frames.filter(
    ({ symbolication }) => symbolication?.state === 'resolved' && !isDoubted(symbolication),
  )
  return resolved.find(({ symbolication }) => symbolication?.in_app) ?? resolved[0]
}

type Symbolication = NonNullable<FrameView['symbolication']>
type FrameReason = NonNullable<Symbolication['reason']>

/** Whether the map of a frame may be of another build. */
function isDoubted({ reason }: Symbolication): boolean {
  return reason?.code === 'map_unsure'
}

/** Lists the reasons why frames of an event are not resolved, or their originals doubted, each once. */
export function reasonsOf(event: Schemas['EventView']): FrameReason[] {
  const frames = event.exceptions.flatMap((exception) => exception.frames)
  const reasons = frames.flatMap(({ symbolication }) =>
    symbolication?.reason && (symbolication.state === 'unresolved' || isDoubted(symbolication))
      ? [symbolication.reason]
      : [],
  )
  return [...new Map(reasons.map((reason) => [reason.code, reason])).values()]
}

/** Returns the command that fixes a reason, with the folders of the build, which the server does not know. */
export function remedyOf({ command }: FrameReason, folders: string[]): string | undefined {
  return command?.replaceAll(/(?<=bugle sourcemaps \w+ )\.(?= |$)/g, folders.join(' ') || '.')
}

/** Says where a frame comes from: `Cart.total, src/shop.ts:4: throw new RangeError(…)`. */
export function describeFrame({ symbolication }: FrameView): string {
  const { file, line, context_line = '' } = symbolication ?? {}
  const text = context_line.trim().slice(0, 80)
  return `${symbolication?.function}, ${file}:${line}${text === '' ? '' : `: ${text}`}`
}
