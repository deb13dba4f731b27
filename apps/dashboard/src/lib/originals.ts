import type { Schemas } from '@bugle/api-client'

type Event = Schemas['EventView']
type Frame = Schemas['FrameView']

/** Whether frames of generated code are shown as their authors wrote them, or as they ran. */
export type FrameForm = 'original' | 'minified'

/** A frame as it is shown. */
export interface ShownFrame extends Frame {
  /** The frame of generated code that an original stands for. */
  generated?: Frame
}

/**
 * Replaces the resolved frames of an event by their originals; the others stay.
 *
 * @example withOriginals(event).exceptions[0].frames[0].file // 'src/cart.ts' instead of 'assets/app-9f3c.js'
 */
export function withOriginals(event: Event): Event {
  return {
    ...event,
    exceptions: event.exceptions.map((exception) => ({
      ...exception,
      ...exception.original,
      frames: exception.frames.map(toOriginal),
    })),
  }
}

/** Returns an event as it was sent: a frame that stands for several calls is one frame. */
export function asSent(event: Event): Event {
  const wasSent = ({ symbolication }: Frame) => symbolication?.is_inlined !== true
  return {
    ...event,
    exceptions: event.exceptions.map((exception) => ({ ...exception, frames: exception.frames.filter(wasSent) })),
  }
}

/** A function that has no name in its source. */
const anonymous = '<anonymous>'

function toOriginal(frame: Frame): ShownFrame {
  const { symbolication: original } = frame
  if (original?.state !== 'resolved') return frame
  const { function: name, module, file, line, column, in_app = frame.in_app, ...rest } = original
  const { context_line, pre_context, post_context } = rest
  return {
    ...(frame.async === undefined ? {} : { async: frame.async }),
    ...(name === undefined || name === anonymous ? {} : { function: name }),
    ...(module === undefined ? {} : { module }),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(context_line === undefined ? {} : { context_line }),
    ...(pre_context === undefined ? {} : { pre_context }),
    ...(post_context === undefined ? {} : { post_context }),
    in_app,
    symbolication: original,
    generated: frame,
  }
}

/** Whether an event has a frame whose original is known. */
export function hasOriginals({ exceptions }: Event): boolean {
  return exceptions.some(
    ({ frames, original }) =>
      original !== undefined || frames.some(({ symbolication }) => symbolication?.state === 'resolved'),
  )
}
