import { toBoundId, toProjectId } from '@bugle/protocol'
import { amount, counted } from '../../../lib/amounts.ts'
import { plainText } from '../../../lib/plain-text.ts'
import type { MailContent } from '../../mail/index.ts'
import type { ProjectSummary, ReleaseSessions, Resolver, WorstIssue } from './digest-store.ts'

/** The part of a digest about a project. */
export interface ProjectDigest extends ProjectSummary {
  worst: WorstIssue[]
  resolvers: Resolver[]
  releases: ReleaseSessions[]
}

export interface Digest {
  rhythm: 'daily' | 'weekly'
  projects: readonly ProjectDigest[]
  /** Names of projects that it leaves out because their server did not respond. */
  missing: readonly string[]
  /** Public origin. */
  url: string
  unsubscribeUrl: string
}

/** Returns the mail about what happened in all projects of a person, one section each. */
export function digestMailOf({ rhythm, projects, missing, url, unsubscribeUrl }: Digest): MailContent {
  const sum = (of: (project: ProjectDigest) => number) => projects.reduce((total, project) => total + of(project), 0)
  const span = rhythm === 'daily' ? 'Yesterday' : 'Last week'
  const [fresh, regressed] = [sum(({ newIssues }) => newIssues), sum((project) => project.regressed)]
  const [only] = projects
  const place = projects.length === 1 ? plainText(only!.name, 60) : `${projects.length} projects`
  return {
    subject: `${span} in ${place}: ${counted(fresh, 'new issue', 'new issues')}, ${amount(regressed)} regressed`,
    title: `${span} in ${place}`,
    paragraphs: [
      `${counted(
        sum(({ events }) => events),
        'event',
        'events',
      )}, ${counted(fresh, 'new issue', 'new issues')}, ${amount(regressed)} regressed.`,
      ...(missing.length === 0 ? [] : [missingText(missing)]),
    ],
    sections: projects.map((project) => sectionOf(project, url)),
    action: { label: 'Open Bugle', url },
    notes: [`You asked for this ${rhythm} digest. None comes when nothing happened.`],
    links: [
      { label: 'Settings of digests', url: `${url}/account/notifications` },
      { label: 'Unsubscribe', url: unsubscribeUrl },
    ],
  }
}

function missingText(missing: readonly string[]): string {
  const names = missing.slice(0, 10).map((name) => plainText(name, 60))
  const more = missing.length - names.length
  const all = more === 0 ? names.join(', ') : `${names.join(', ')} and ${amount(more)} more`
  return `Not included: ${all}. The server that has their events did not respond.`
}

function sectionOf(project: ProjectDigest, url: string): NonNullable<MailContent['sections']>[number] {
  const { projectId, name, events, lost, newIssues, regressed, worst, resolvers, releases } = project
  const page = `${url}/projects/${toProjectId(projectId)}`
  return {
    title: plainText(name, 60),
    url: `${page}/overview`,
    facts: [
      ['Events', amount(events)],
      ['New issues', amount(newIssues)],
      ['Regressed', amount(regressed)],
      ...(resolvers.length === 0 ? [] : [['Resolved', resolvedText(resolvers)] as [string, string]]),
      ...(lost === 0 ? [] : [['Lost or refused', counted(lost, 'event', 'events')] as [string, string]]),
      ...releases.map((one): [string, string] => [
        `Crash-free ${plainText(one.release, 60)}`,
        `${percentOf(one)} of ${counted(one.started, 'session', 'sessions')}`,
      ]),
    ],
    items: worst.map((issue) => ({
      title: plainText(issue.message === '' ? issue.type : `${issue.type}: ${issue.message}`, 160),
      detail: [
        issue.shortId,
        ...(issue.isNew ? ['new'] : []),
        counted(issue.events, 'event', 'events'),
        counted(issue.users, 'person', 'people'),
      ].join(' · '),
      url: `${url}/issues/${toBoundId('iss', projectId, issue.issueId)}`,
    })),
  }
}

/** `7: Ann 5, Ben 2` */
function resolvedText(resolvers: readonly Resolver[]): string {
  const total = resolvers.reduce((sum, { issues }) => sum + issues, 0)
  const named = resolvers
    .slice(0, 5)
    .flatMap(({ name, issues }) => (name === null ? [] : [`${plainText(name, 40)} ${issues}`]))
  return named.length === 0 ? amount(total) : `${amount(total)}: ${named.join(', ')}`
}

/** Rounded down: what crashed once is not free of crashes. */
function percentOf({ started, crashed }: ReleaseSessions): string {
  return `${(Math.floor((1 - crashed / started) * 10_000) / 100).toLocaleString('en-US')} %`
}
