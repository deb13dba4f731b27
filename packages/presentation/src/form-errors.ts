import { ApiError } from '@bugle/api-client'
import { capitalize } from './format.ts'
import { t } from './i18n.ts'

/** Returns the server's message about one field. */
export function fieldError(error: unknown, field: string): string | undefined {
  const said = error instanceof ApiError ? error.errors[field]?.[0] : undefined
  return said && inWords(said)
}

/** Returns the server's message about a list, or about one of its entries. */
export function listError(error: unknown, field: string): string | undefined {
  const errors = error instanceof ApiError ? Object.entries(error.errors) : []
  const said = errors.find(([name]) => name === field || name.startsWith(`${field}.`))?.[1][0]
  return said && inWords(said)
}

/** Messages about the fields of forms, with the limit that they name, in the reader's language. */
const messages: [RegExp, (limit: string) => string][] = [
  [/^is required$/, () => t('Is required.')],
  [/^must not be empty$/, () => t('Must not be empty.')],
  [/^must be a valid e-mail address$/, () => t('Must be a valid e-mail address.')],
  [/^must have at least (\d+) characters$/, (limit) => t('Must have at least {{limit}} characters.', { limit })],
  [/^must have at most (\d+) characters$/, (limit) => t('Must have at most {{limit}} characters.', { limit })],
  [
    /^must have at most (\d+), app_id included$/,
    (limit) => t('Must have at most {{limit}}, app_id included.', { limit }),
  ],
  [
    /^is blank or contains characters that are not allowed$/,
    () => t('Is blank or contains characters that are not allowed.'),
  ],
  [/^is taken already$/, () => t('Is taken already.')],
  [/^is in use already$/, () => t('Is in use already.')],
  [/^is wrong$/, () => t('Is wrong.')],
  [/^is wrong, or was used already$/, () => t('Is wrong, or was used already.')],
  [/^is one of the first to be guessed$/, () => t('Is one of the first to be guessed.')],
  [/^must be the one that was invited$/, () => t('Must be the one that was invited.')],
]

/** Makes a message of the server a sentence. One that is not known stays in English. */
function inWords(said: string): string {
  for (const [pattern, text] of messages) {
    const match = pattern.exec(said)
    if (match !== null) return text(match[1] ?? '')
  }
  return `${capitalize(said)}.`
}

/** Whether an error concerns fields alone, which report it themselves. */
export function isOfFields(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'validation_failed'
}

/**
 * Calls a function with the seconds until another attempt is allowed after a 429, as they pass; with 0 for other errors.
 *
 * @returns stops it
 */
export function countDownRetry(error: unknown, onSeconds: (left: number) => void): () => void {
  const waitMs = error instanceof ApiError && error.code === 'rate_limited' ? (error.retryAfterSeconds ?? 1) * 1000 : 0
  const end = Date.now() + waitMs
  const tick = () => onSeconds(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
  tick()
  const timer = waitMs === 0 ? undefined : setInterval(tick, 250)
  return () => clearInterval(timer)
}
