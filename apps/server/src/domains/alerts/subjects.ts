import { decisionTriggers, type IssueTrigger, issueTriggers, type ProjectTrigger } from '@bugle/protocol'
import type { Queryable } from '../../db/database.ts'
import { groupBy } from '../../lib/group-by.ts'
import type { Delivery } from '../channels/index.ts'
import { findFeedbackTexts, findReportedIssues, findSurvivors, type ReportedIssue } from '../notifications/index.ts'
import { findSettledBy, type IncidentRow } from './incident-store.ts'
import { isOfProject } from './judge-projects.ts'
import { findProjectName } from './rule-store.ts'

interface Basis {
  /** Deliveries that it answers. */
  ids: string[]
  projectId: number
  project: string
  /** The release, monitor or feedback that it is about, or empty. */
  subject: string
  at: Date
}

export interface IssueSubject extends Basis {
  event: IssueTrigger
  issue: ReportedIssue
}

export interface ProjectSubject extends Basis {
  event: ProjectTrigger
  /** In the words of people: the feedback itself, or as the subject. */
  text: string
}

export interface RecoveredSubject extends Basis {
  event: 'recovered'
  /** Those that are over. */
  incidents: IncidentRow[]
}

/** An issue or project that a message is about. */
export type Subject = IssueSubject | ProjectSubject | RecoveredSubject

export function isAboutIssue(subject: Subject): subject is IssueSubject {
  return 'issue' in subject
}

export function isAboutProject(subject: Subject): subject is ProjectSubject {
  return isOfProject(subject.event)
}

/**
 * Returns the subjects of deliveries: issues, decisions about them, and projects. An issue that was merged is the one that
 * it belongs to now.
 *
 * @param wanted whether issues that are settled are left out
 */
export async function findSubjects(
  db: Queryable,
  deliveries: readonly Delivery[],
  wanted: { isOpen: boolean },
): Promise<Subject[]> {
  const subjects: Subject[] = []
  for (const [projectId, ofProject] of groupBy(await withSurvivors(db, deliveries), (delivery) => delivery.projectId)) {
    const project = projectId === null ? undefined : await findProjectName(db, projectId)
    if (projectId === null || project === undefined) continue
    for (const { id, event, subject, createdAt: at, ruleId } of ofProject) {
      const basis = { ids: [id], projectId, project, subject, at }
      if (event === 'recovered') {
        const incidents = ruleId === null ? [] : await findSettledBy(db, { projectId, ruleId, deliveryId: id })
        subjects.push({ ...basis, event, incidents })
      }
      if (isOfProject(event)) subjects.push({ ...basis, event, text: await textOf(db, projectId, event, subject) })
    }
    const [decided, changed] = split(ofProject.filter(({ issueId }) => issueId !== null))
    subjects.push(...(await findIssueSubjects(db, { projectId, project }, changed, wanted)))
    for (const same of groupBy(decided, ({ event }) => event).values())
      subjects.push(...(await findIssueSubjects(db, { projectId, project }, same, { isOpen: false })))
  }
  return subjects
}

async function withSurvivors(db: Queryable, deliveries: readonly Delivery[]): Promise<Delivery[]> {
  const survivors = await findSurvivors(
    db,
    deliveries.flatMap(({ projectId, issueId }) =>
      projectId === null || issueId === null ? [] : [{ projectId, issueId }],
    ),
  )
  return deliveries.map((one) => {
    const issueId = one.issueId === null ? undefined : survivors.get(one.issueId)
    return issueId === undefined ? one : { ...one, issueId }
  })
}

function split(deliveries: readonly Delivery[]): [decided: Delivery[], others: Delivery[]] {
  const isDecision = ({ event }: Delivery) => (decisionTriggers as readonly string[]).includes(event)
  return [deliveries.filter(isDecision), deliveries.filter((one) => !isDecision(one))]
}

async function findIssueSubjects(
  db: Queryable,
  { projectId, project }: { projectId: number; project: string },
  deliveries: readonly Delivery[],
  wanted: { isOpen: boolean },
): Promise<IssueSubject[]> {
  const ids = [...new Set(deliveries.flatMap(({ issueId }) => issueId ?? []))]
  if (ids.length === 0) return []
  const subjects: IssueSubject[] = []
  for (const issue of await findReportedIssues(db, projectId, ids, wanted)) {
    const ofIssue = deliveries.filter(({ issueId }) => issueId === issue.issueId)
    const { event, subject, createdAt: at } = ofIssue[0]!
    if (isOfIssue(event))
      subjects.push({ ids: ofIssue.map(({ id }) => id), projectId, project, subject, at, event, issue })
  }
  return subjects
}

function isOfIssue(event: Delivery['event']): event is IssueTrigger {
  return (issueTriggers as readonly string[]).includes(event)
}

/** Feedback is what somebody wrote; a monitor is named with its environment, a release by its version. */
async function textOf(db: Queryable, projectId: number, event: ProjectTrigger, subject: string): Promise<string> {
  if (event !== 'feedback.new') return subject
  return (await findFeedbackTexts(db, projectId, [subject])).get(subject) ?? ''
}
