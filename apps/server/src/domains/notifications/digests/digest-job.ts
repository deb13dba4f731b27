import { inBucket, isBucketAway, mainBucket } from '../../../db/buckets.ts'
import type { Database } from '../../../db/database.ts'
import { groupBy } from '../../../lib/group-by.ts'
import type { Mailer } from '../../../ports/mailer.ts'
import type { Sealer } from '../../../ports/sealer.ts'
import { findUser } from '../../accounts/index.ts'
import type { JobHandler } from '../../jobs/index.ts'
import { mailSender } from '../../mail/index.ts'
import { digestUnsubscribeToken } from '../settings/index.ts'
import { digestMailOf, type ProjectDigest } from './digest-mail.ts'
import {
  type DigestProject,
  findDigestProjects,
  findReleaseSessions,
  findResolvers,
  findSummaries,
  findWorst,
  mostProjects,
  type Period,
} from './digest-store.ts'
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

/** Attempts that wait for a bucket that is away: about a minute. */
const waits = 3

/** Handles the jobs of digests: nothing is sent when nothing happened. */
export function digestJobs({ db, mailer, sealer, url }: DigestDeps): Record<typeof digestMail, JobHandler> {
  const send = mailSender(mailer, url)
  return {
    [digestMail]: async ({ userId, rhythm, from, to }: DigestPayload, job) => {
      const user = await findUser(db, userId)
      if (user === undefined || user.disabledAt !== null || user.emailConfirmedAt === null) return
      const mayWait = job.attempts <= waits
      const period = { from: new Date(from), to: new Date(to) }
      const { projects, missing } = await findProjects(db, { userId, mayWait }, period)
      if (projects.length === 0) return
      const token = digestUnsubscribeToken(sealer, userId)
      const content = digestMailOf({
        rhythm,
        projects,
        missing,
        url,
        unsubscribeUrl: `${url}/unsubscribe#token=${token}`,
      })
      await send(job, user.email, content, { unsubscribeUrl: `${url}/unsubscribe?token=${token}` })
    },
  }
}

interface FoundProjects {
  projects: ProjectDigest[]
  /** Names of projects whose bucket is away. */
  missing: string[]
}

/** Asks each bucket for its projects. One that is away is waited for at first; then the digest says what it leaves out. */
async function findProjects(
  db: Database,
  { userId, mayWait }: { userId: string; mayWait: boolean },
  period: Period,
): Promise<FoundProjects> {
  const found: FoundProjects = { projects: [], missing: [] }
  for (const [bucket, own] of groupBy(await findDigestProjects(db, userId), (project) => project.bucket))
    try {
      found.projects.push(...(await inBucket(bucket, () => findInBucket(db, own, period))))
    } catch (error) {
      if (mayWait || bucket === mainBucket || !isBucketAway(error)) throw error
      found.missing.push(...own.map(({ name }) => name))
    }
  const projects = found.projects.sort((a, b) => b.events - a.events || a.projectId - b.projectId)
  return { ...found, projects: projects.slice(0, mostProjects) }
}

async function findInBucket(
  db: Database,
  projects: readonly DigestProject[],
  period: Period,
): Promise<ProjectDigest[]> {
  const digests: ProjectDigest[] = []
  for (const summary of await findSummaries(db, projects, period)) {
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
