import type { Tx } from '../../db/database.ts'
import { type BodyPlace, findBody, findScreenshot } from './body-store.ts'
import { eventFlag } from './event-columns.ts'
import { restoreScreenshot } from './screenshot.ts'

/** An event byte for byte as it was sent; undefined when its body is gone. */
export async function readRaw(
  db: Pick<Tx, 'query'>,
  event: BodyPlace & { eventId: string; flags: number },
): Promise<Buffer | undefined> {
  const body = await findBody(db, event)
  const isCut = (event.flags & (eventFlag.screenshot | eventFlag.screenshot_in_body)) === eventFlag.screenshot
  if (body === undefined || !isCut) return body
  const picture = await findScreenshot(db, event)
  return picture === undefined ? body : restoreScreenshot(body, picture)
}
