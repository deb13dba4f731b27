import type { Database } from '../../../db/database.ts'
import type { Mailer } from '../../../ports/mailer.ts'
import type { Sealer } from '../../../ports/sealer.ts'
import { findUser } from '../../accounts/index.ts'
import type { JobHandler } from '../../jobs/index.ts'
import { mailSender } from '../../mail/index.ts'
import { digestUnsubscribeToken } from '../settings/index.ts'
import { digestMailOf, type ProjectDigest } from './digest-mail.ts'
import { findReleaseSessions, findResolvers, findSummaries, findWorst, type Period } from './digest-store.ts'
import { type DigestPayload, digestMail } from './queue-digests.ts'

export interface DigestDeps {
  db: Database
  mailer: Mailer
  sealer: Sealer
  /** Public origin, where links lead. */
  url: string
}

/** Issues, and releases, that a digest names of each project. */
const listed = { issues: 5, releases: 3 }

/** Handles the jobs of digests: nothing is sent when nothing happened. */
export function digestJobs({ db, mailer, sealer, url }: DigestDeps): Record<typeof digestMail, JobHandler> {
  const send = mailSender(mailer, url)
  return {
    [digestMail]: async ({ userId, rhythm, from, to }: DigestPayload, job) => {
      const user = await findUser(db, userId)
      if (user === undefined || user.disabledAt !== null || user.emailConfirmedAt === null) return
      const projects = await findProjects(db, userId, { from: new Date(from), to: new Date(to) })
      if (projects.length === 0) return
      const token = digestUnsubscribeToken(sealer, userId)
      const content = digestMailOf({ rhythm, projects, url, unsubscribeUrl: `${url}/unsubscribe#token=${token}` })
      await send(job, user.email, content, { unsubscribeUrl: `${url}/unsubscribe?token=${token}` })
    },
  }
}

async function findProjects(db: Database, userId: string, period: Period): Promise<ProjectDigest[]> {
  const digests: ProjectDigest[] = []
  for (const summary of await findSummaries(db, userId, period)) {
    const { projectId } = summary
    digests.push({
      ...summary,
      worst: await findWorst(db, projectId, period, listed.issues),
      resolvers: await findResolvers(db, projectId, period),
      releases: await findReleaseSessions(db, projectId, period, listed.releases),
    })
  }
  return digests
}
