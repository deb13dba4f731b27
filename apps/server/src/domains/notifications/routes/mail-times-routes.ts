import { ChangeMailTimesBody, type MailTimes, MailTimesResponse } from '@bugle/protocol'
import type { Database } from '../../../db/database.ts'
import { type App, endpoint, knownTimeZone, quietColumnsOf, toQuietHours } from '../../../http/index.ts'
import { changeMailTimes, type DigestChoice, findMailTimes, type MailTimes as Times } from '../settings/index.ts'

export interface MailTimesDeps {
  db: Database
  now: () => Date
}

/** Mounts when a person is mailed about issues: quiet hours and digests. */
export function mountMailTimes(app: App, { db, now }: MailTimesDeps): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/me/mail-times',
    summary: 'Get your quiet hours and digest',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    response: MailTimesResponse,
    handler: async ({ caller }) => ({ times: toMailTimes(await findMailTimes(db, caller.userId)) }),
  })

  endpoint(app, {
    method: 'PATCH',
    url: '/api/me/mail-times',
    summary: 'Update your quiet hours and digest',
    description:
      'Changes only the fields sent; null ends one. Mails about issues are held in quiet hours unless a rule is urgent, and follow as one mail for each project.',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: ChangeMailTimesBody,
    response: MailTimesResponse,
    handler: async ({ caller, body }) => {
      const quiet = body.quiet_hours === undefined ? undefined : quietColumnsOf(body.quiet_hours)
      const digest = body.digest && digestOf(body.digest)
      return { times: toMailTimes(await changeMailTimes(db, caller.userId, { quiet, digest }, now())) }
    },
  })
}

/** @throws Refusal `validation_failed` if the time zone is unknown */
function digestOf({ every, time_zone }: NonNullable<ChangeMailTimesBody['digest']>): DigestChoice {
  return { digest: every, timeZone: knownTimeZone(time_zone, 'digest.time_zone') }
}

function toMailTimes(times: Times): MailTimes {
  const { digest, digestTimeZone, digestDueAt } = times
  return {
    quiet_hours: toQuietHours(times),
    digest:
      digest === null || digestTimeZone === null || digestDueAt === null
        ? null
        : { every: digest, time_zone: digestTimeZone, next_at: digestDueAt.toISOString() },
  }
}
