import { t } from './i18n.ts'

/** Sentences of the server about a channel that took no message, with the status that they name. */
const sentences: [RegExp, (status: string) => string][] = [
  [
    /^The service knows the address no longer \((\d+)\)\.$/,
    (status) => t('The service knows the address no longer ({{status}}).', { status }),
  ],
  [
    /^The service refuses the token or the address \((\d+)\)\.$/,
    (status) => t('The service refuses the token or the address ({{status}}).', { status }),
  ],
  [/^The service answered with (\d+)\.$/, (status) => t('The service answered with {{status}}.', { status })],
  [/^The address leads to another one: enter that\.$/, () => t('The address leads to another one: enter that.')],
  [/^The webhook was removed\.$/, () => t('The webhook was removed.')],
  [/^The channel is archived\.$/, () => t('The channel is archived.')],
  [/^Its reader has unsubscribed\.$/, () => t('Its reader has unsubscribed.')],
  [/^The mail server refuses the address\.$/, () => t('The mail server refuses the address.')],
  [
    /^Its configuration was encrypted with another BUGLE_SECRET: enter it again\.$/,
    () => t('Its configuration was encrypted with another BUGLE_SECRET: enter it again.'),
  ],
]

/** Says why a channel took no message, in the reader's language. A sentence that is not known stays in English. */
export function channelFailure(said: string): string {
  for (const [pattern, text] of sentences) {
    const match = pattern.exec(said)
    if (match !== null) return text(match[1] ?? '')
  }
  return said
}
