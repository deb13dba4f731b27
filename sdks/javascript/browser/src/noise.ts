import { filesOf, type Integration, matches } from '@bugle/core'

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

/** Drops errors that are not the page's own; they count as `filtered`. */
export function noise({ allowUrls, denyUrls, defaultFilters }: NoiseOptions = {}): Integration {
  return {
    name: 'noise',
    setup(runtime) {
      runtime.sifters!.push(({ exception_type, message, stack }) => {
        const [file = ''] = filesOf(stack ?? '')
        const isNoise =
          (defaultFilters !== false && (unhelpful.test(`${exception_type}: ${message}`) || extension.test(file))) ||
          (file !== '' && (matches(denyUrls, file) || (!!allowUrls && !matches(allowUrls, file))))
        return isNoise && 'filtered'
      })
    },
  }
}
