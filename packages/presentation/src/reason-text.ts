import type { Schemas } from '@bugle/api-client'
import { explainReason, type Reason, reasonCodes, type Translate } from '@bugle/symbols/reason'
import { language, t } from './i18n.ts'

type ApiReason = Pick<Schemas['FrameReason'], 'code' | 'sentence' | 'facts'>

/**
 * Explains why a frame is not resolved, or a file not indexed, in the reader's language. A code of a newer server
 * keeps the English sentence of the API.
 */
export function reasonText({ code, facts, sentence }: ApiReason): string {
  if (language() === 'en' || facts === undefined || !isKnown(code)) return sentence
  return explainReason({ code, ...facts } as Reason, {}, t as Translate).sentence
}

function isKnown(code: string): boolean {
  return (reasonCodes as string[]).includes(code)
}
