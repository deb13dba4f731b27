import { eventFlag } from '../segments/index.ts'
import { type BodyLocation, type BodySource, bodiesOf, findBody, findScreenshot } from './body-store.ts'
import { restoreScreenshot } from './screenshot.ts'

interface SentEvent extends BodyLocation {
  eventId: string
  flags: number
}

/** Returns an event byte for byte as it was sent; undefined when its body is gone. */
export async function readRaw(source: BodySource, event: SentEvent): Promise<Buffer | undefined> {
  return withPicture(source, event, await findBody(source, event))
}

/**
 * Reads many payloads, up to a total number of bytes; the rest is left out. Each segment and pack is opened once, or
 * twice if the order of events is not that of their bodies; at most twice the bytes are in memory.
 *
 * @returns the payloads in order, at least the first
 */
export async function readRaws(
  source: BodySource,
  events: readonly SentEvent[],
  maxBytes: number,
): Promise<(Buffer | undefined)[]> {
  const bodies = new Map<SentEvent, Buffer | undefined>()
  await readInto(bodies, source, events, maxBytes)
  // This many fit. Bodies are read in storage order: some of the first events may still be missing.
  const fitting = events.slice(0, bodies.size)
  await readInto(bodies, source, fitting, maxBytes)
  const raws: (Buffer | undefined)[] = []
  let bytes = 0
  for (const event of fitting) {
    if (raws.length > 0 && (bytes > maxBytes || !bodies.has(event))) break
    const raw = bodies.has(event) ? await withPicture(source, event, bodies.get(event)) : await readRaw(source, event)
    raws.push(raw)
    bytes += raw?.length ?? 0
  }
  return raws
}

async function readInto(
  bodies: Map<SentEvent, Buffer | undefined>,
  source: BodySource,
  events: readonly SentEvent[],
  maxBytes: number,
): Promise<void> {
  const missing = events.filter((event) => !bodies.has(event))
  let bytes = 0
  for await (const { index, body } of bodiesOf(source, missing)) {
    // A copy: the body is a part of a whole pack.
    bodies.set(missing[index]!, body && Buffer.from(body))
    bytes += body?.length ?? 0
    if (bytes > maxBytes) break
  }
}

async function withPicture(
  source: BodySource,
  event: SentEvent,
  body: Buffer | undefined,
): Promise<Buffer | undefined> {
  const isCut = (event.flags & (eventFlag.screenshot | eventFlag.screenshot_in_body)) === eventFlag.screenshot
  if (body === undefined || !isCut) return body
  const picture = await findScreenshot(source, event)
  return picture === undefined ? body : restoreScreenshot(body, picture)
}
