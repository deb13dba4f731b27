const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}'
const day = String.raw`\d{1,2}(?:st|nd|rd|th)?`
const weekday = '(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?'
const time = String.raw`\d\d?:\d\d(?::\d\d)?(?:[.,]\d{1,9})?`
const zone = String.raw` ?(?:GMT|UTC|Z)?(?:[+-]\d{4})?(?: \([A-Z][A-Za-z ]{2,40}\))?`

/** Matches a day with its month, with what people, logs and browsers put around it. */
const date = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${weekday}(?:${day}(?: of |[ /-])${month}|${month} ${day})(?![\w])` +
    String.raw`(?:(?:,? |[/-])\d{4}(?!\d))?(?:(?:,? (?:at )?|:)${time})?(?: \d{4}(?!\d))?(?:${zone})(?![\p{L}\p{N}])`,
  'gu',
)
/** Rules out most messages with one search. */
const mayHold =
  /\d.{0,6}(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6} \d/

/**
 * Writes dates in words and of logs as one number form, which the template then replaces.
 *
 * @example withoutDates('closed on March 12, 2026') === 'closed on 00:00'
 */
export function withoutDates(text: string): string {
  return mayHold.test(text) ? text.replaceAll(date, '00:00') : text
}
