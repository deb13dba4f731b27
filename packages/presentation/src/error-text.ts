import { type ApiError, isAway, sessionEndingOf } from '@bugle/api-client'
import { t } from './i18n.ts'

/** Describes why a request failed, in one sentence. */
export function errorText(error: ApiError): string {
  if (error.code === 'no_response') return t('The server did not respond.')
  if (isAway(error)) return t('The server is not ready. Try again shortly.')
  if (sessionEndingOf(error.code) !== undefined) return t('Your session had ended. Try again.')
  if (error.status === 404) return t('It does not exist or belongs to another account.')
  if (error.status >= 500) return t('The server reported an error ({{status}}).', { status: error.status })
  return error.code === 'validation_failed' ? fieldsText(error) : error.message
}

/** Says what is wrong with which field, where no field stands beside the message. */
function fieldsText({ errors, message }: ApiError): string {
  const parts = Object.entries(errors).flatMap(([field, texts]) => texts.map((text) => `${field} ${text}`))
  return parts.length === 0 ? message : `${parts.join(', ')}.`
}
