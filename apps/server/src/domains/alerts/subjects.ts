import type { IssueTrigger, ProjectTrigger } from '@bugle/protocol'
import type { Queryable } from '../../db/database.ts'
import type { Delivery } from '../channels/index.ts'
import { findReportedIssues, type ReportedIssue } from '../notifications/index.ts'
import { isOfProject } from './judge-projects.ts'
import { findProjectName } from './rule-store.ts'

interface Basis {
  /** Deliveries that it answers. */
  ids: string[]
  projectId: number
  project: string
  at: Date
}

export interface IssueSubject extends Basis {
  event: IssueTrigger
  issue: ReportedIssue
}

export interface ProjectSubject extends Basis {
  event: ProjectTrigger
}

export interface RecoveredSubject extends Basis {
  event: 'recovered'
}

/** An issue or project that a message is about. */
export type Subject = IssueSubject | ProjectSubject | RecoveredSubject

export function isAboutIssue(subject: Subject): subject is IssueSubject {
  return 'issue' in subject
}

export function isAboutProject(subject: Subject): subject is ProjectSubject {
  return isOfProject(subject.event)
}

/** Returns the subjects of deliveries: issues that are open still, and projects. */
export async function findSubjects(db: Queryable, deliveries: readonly Delivery[]): Promise<Subject[]> {
  const subjects: Subject[] = []
  for (const projectId of new Set(deliveries.map((delivery) => delivery.projectId))) {
    const project = projectId === null ? undefined : await findProjectName(db, projectId)
    if (projectId === null || project === undefined) continue
    const ofProject = deliveries.filter((delivery) => delivery.projectId === projectId)
    for (const { id, event, createdAt: at } of ofProject)
      if (event === 'recovered' || isOfProject(event)) subjects.push({ ids: [id], projectId, project, at, event })
    const ids = [...new Set(ofProject.flatMap(({ issueId }) => issueId ?? []))]
    for (const issue of await findReportedIssues(db, projectId, ids)) {
      const ofIssue = ofProject.filter(({ issueId }) => issueId === issue.issueId)
      const { event, createdAt: at } = ofIssue[0]!
      if (event !== 'test' && event !== 'recovered' && !isOfProject(event))
        subjects.push({ ids: ofIssue.map(({ id }) => id), projectId, project, at, event, issue })
    }
  }
  return subjects
}
