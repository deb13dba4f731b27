import type { FoundFrame } from './frame.ts'

/**
 * Parses a call as Django's page for errors shows it, outermost first: `/srv/shop/cart.py, line 12, in pay`.
 *
 * @example parseDjango('/srv/cart.py, line 12, in pay') // { function: 'pay', file: '/srv/cart.py', line: 12 }
 */
export function parseDjango(line: string): FoundFrame | undefined {
  const call = /^([^"\s]{1,900}\.py),? line (\d{1,9}),? in (\S{1,300})$/.exec(line)
  return call === null ? undefined : { file: call[1]!, line: Number(call[2]), function: call[3]! }
}

/** Parses the first line of a call as Django's mails before version 3 print it: `File "/srv/cart.py" in pay`. */
export function parseDjangoMail(line: string): FoundFrame | undefined {
  const call = /^File "([^"]{1,900}\.py)" in (\S{1,300})$/.exec(line)
  return call === null ? undefined : { file: call[1]!, function: call[2]! }
}

/** Parses the second line of such a call, which begins with its number: `  216.    self.connect()`. */
export function djangoLine(line: string): number | undefined {
  const number = /^(\d{1,9})\.(?:\s|$)/.exec(line)
  return number === null ? undefined : Number(number[1])
}

/** The head of such a page or mail, and the place that it names: `NoCart at /pay`, the message, and `Request Method: GET`. */
export function djangoHead(
  header: string,
): { exception_type: string; message: string; location: FoundFrame | undefined } | undefined {
  if (!header.includes('Request Method:') && !header.startsWith('Internal Server Error: /')) return undefined
  const head = /(?:^|\n)([A-Z]\w{0,100}) at \/\S{0,900}\n([^\n]{1,900})/.exec(header)
  if (head === null) return undefined
  const place = /\nException Location:\s{1,20}(\S{1,900}) in (\S{1,300}), line (\d{1,9})/.exec(header)
  return {
    exception_type: head[1]!,
    message: head[2]!,
    location: place === null ? undefined : { file: place[1]!, function: place[2]!, line: Number(place[3]) },
  }
}
