import { type BugleEvent, filesOf, matches } from '@bugle/core'

export interface NoiseOptions {
  /** Errors whose innermost frame is of another file than these texts and expressions allow are not sent. */
  allowUrls?: (string | RegExp)[] | undefined
  /** Errors whose innermost frame is of such a file are not sent. */
  denyUrls?: (string | RegExp)[] | undefined
  /** `false` sends what no page can help, too: see docs/sdk-browser.md. */
  defaultFilters?: boolean | undefined
}

/** What every page has and none can help: of the browser, of scripts that tell nothing, of a mail program that opens links. */
const unhelpful = /^\w+: (ResizeObserver loop |Script error\.?$|.*Object Not Found Matching Id:)/
const extension = /^(chrome|moz|safari(-web)?|ms-browser)-extension:/

/** Says of an event whether it is none of the page's. */
export function noiseBy({ allowUrls, denyUrls, defaultFilters }: NoiseOptions): (event: BugleEvent) => boolean {
  return ({ exception_type, message, stack }) => {
    const [file] = filesOf(stack ?? '')
    const isOneOf = (rules: NoiseOptions['allowUrls']) => [rules ?? []].flat().some((rule) => matches(rule, file ?? ''))
    if (defaultFilters !== false && (unhelpful.test(`${exception_type}: ${message}`) || extension.test(file ?? '')))
      return true
    return file !== undefined && (isOneOf(denyUrls) || (allowUrls !== undefined && !isOneOf(allowUrls)))
  }
}
