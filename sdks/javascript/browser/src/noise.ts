import { type BugleEvent, filesOf, matches } from '@bugle/core'

export interface NoiseOptions {
  /** Drops errors whose innermost frame is in a file that matches none of these strings and expressions. */
  allowUrls?: (string | RegExp)[] | undefined
  /** Drops errors whose innermost frame is in a file that matches one of these. */
  denyUrls?: (string | RegExp)[] | undefined
  /** `false` also sends errors that no page can prevent; see docs/sdk-browser.md. */
  defaultFilters?: boolean | undefined
}

/**
 * Errors that occur on every page and that none can prevent: the browser's own, scripts without details, a mail program
 * that opens links; and what React says in place of an error of the server, which the server reports.
 */
const unhelpful =
  /^\w+: (ResizeObserver loop |Script error\.?$|Minified React error #441;|An error occurred in the Server Components|.*Object Not Found Matching Id:)/
const extension = /^(chrome|moz|safari(-web)?|ms-browser)-extension:/

/** Returns a test for events that are not the page's own. */
export function noiseBy({ allowUrls, denyUrls, defaultFilters }: NoiseOptions): (event: BugleEvent) => boolean {
  return ({ exception_type, message, stack }) => {
    const [file] = filesOf(stack ?? '')
    const isOneOf = (rules: NoiseOptions['allowUrls']) => [rules ?? []].flat().some((rule) => matches(rule, file ?? ''))
    if (defaultFilters !== false && (unhelpful.test(`${exception_type}: ${message}`) || extension.test(file ?? '')))
      return true
    return file !== undefined && (isOneOf(denyUrls) || (allowUrls !== undefined && !isOneOf(allowUrls)))
  }
}
