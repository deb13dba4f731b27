import type { Schemas } from '@bugle/api-client'
import type { EventView, Frame } from './types.ts'

export type Reason = Schemas['FrameReason']

/** Frames that stay minified, or lack a part of their original, for the same reason. */
export interface ReasonGroup {
  code: string
  /** One for each different sentence: those of other files name other facts. */
  reasons: [Reason, ...Reason[]]
  frames: number
}

/** Whether nothing can be done about a reason: native code, or code that a bundler made. */
function isFinal({ code, command }: Reason): boolean {
  return code === 'no_position' || (code === 'position_outside' && command === undefined)
}

/** Groups the reasons of an event's frames by what fixes them. Reasons that nothing fixes are left out. */
export function groupReasons({ exceptions }: EventView): ReasonGroup[] {
  const groups = new Map<string, ReasonGroup>()
  for (const reason of exceptions.flatMap(({ frames }) => frames).flatMap(reasonsWorthShowing)) {
    if (isFinal(reason)) continue
    const key = keyOf(reason)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { code: reason.code, reasons: [reason], frames: 1 })
    else {
      known.frames += 1
      if (known.reasons.every(({ sentence }) => sentence !== reason.sentence)) known.reasons.push(reason)
    }
  }
  return [...groups.values()]
}

function reasonsOf({ symbolication }: Frame): Reason[] {
  return symbolication?.reason === undefined ? [] : [symbolication.reason]
}

/** A frame whose source lines came with the event can be read as it is. */
function reasonsWorthShowing(frame: Frame): Reason[] {
  return frame.context_line === undefined ? reasonsOf(frame) : []
}

function keyOf({ code, command }: Reason): string {
  return `${code} ${command ?? ''}`
}

/** Where the reasons of a stack are shown: those of several frames once above it, others at their frame. */
export interface PlacedReasons {
  above: ReasonGroup[]
  atFrame: (frame: Frame) => Reason | undefined
}

export function placeReasons(event: EventView): PlacedReasons {
  const above = groupReasons(event).filter(({ frames }) => frames > 1)
  const keys = new Set(above.flatMap(({ reasons }) => reasons.map(keyOf)))
  return {
    above,
    atFrame: (frame) => reasonsWorthShowing(frame).find((reason) => !isFinal(reason) && !keys.has(keyOf(reason))),
  }
}

/** How many frames of an event were looked up, and how many of them stay minified. */
export function countMinified({ exceptions }: EventView): { minified: number; all: number } {
  const states = exceptions.flatMap(({ frames }) =>
    frames.flatMap(({ symbolication }) =>
      symbolication === undefined || (symbolication.reason !== undefined && isFinal(symbolication.reason))
        ? []
        : [symbolication.state],
    ),
  )
  return { minified: states.filter((state) => state === 'unresolved').length, all: states.length }
}
