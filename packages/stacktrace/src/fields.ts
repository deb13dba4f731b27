import { isStrongType, isSureType } from './type-name.ts'

const typeKeys = new Set([
  'exceptiontype',
  'errortype',
  'type',
  'exceptionclass',
  'errorclass',
  'class',
  'exceptionname',
  'errorname',
  'name',
])
const messageKeys = new Set([
  'message',
  'errormessage',
  'exceptionmessage',
  'exceptionvalue',
  'msg',
  'reason',
  'details',
])
const bothKeys = new Set(['exception', 'error'])

/**
 * Parses type and message that a page or a report labels, one a line: `Exception Type: X`, `Message: x`. Returns undefined
 * unless both are there, or a message below a type that stands alone.
 *
 * @example parseFields('Type: shop.NoCart\nMessage: no cart') // { exception_type: 'shop.NoCart', message: 'no cart' }
 */
export function parseFields(text: string): { exception_type: string; message: string } | undefined {
  if (!text.includes('\n') || !/(?:[Mm]essage|msg|[Rr]eason|[Vv]alue|[Dd]etails)\**\s?[:=]/.test(text)) return undefined
  let type: string | undefined
  let message: string | undefined
  for (const line of text.split('\n', maxLines)) {
    const field = /^[\s*>|•-]{0,12}([A-Za-z][A-Za-z _-]{0,30}?)\**\s{0,30}[:=]\**\s{0,30}(\S.{0,900})?$/.exec(line)
    if (field === null) {
      if (isSureType(line.trim())) type ??= line.trim()
      continue
    }
    const key = field[1]!.toLowerCase().replaceAll(/[ _-]/g, '')
    const value = (field[2] ?? '').replaceAll(/^`{1,3} ?| ?`{1,3}$/g, '').trim()
    if (typeKeys.has(key) || bothKeys.has(key)) {
      if (isStrongType(value)) type ??= value
    } else if (messageKeys.has(key) && value !== '') message ??= value
  }
  return type === undefined || message === undefined ? undefined : { exception_type: type, message }
}

const maxLines = 80
