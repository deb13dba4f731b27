import type { IngestEvent } from '@bugle/protocol'
import type { Random } from '../../e2e/harness/random.ts'
import { fill, makeSlots, type Slots } from './slots.ts'
import type { Snippets } from './source.ts'

export type SampleEvent = IngestEvent

/** Category, message and data, oldest first; texts may contain slots. */
export type Crumb = [category: string, message: string, data?: Record<string, unknown>]

/** A kind of error. Texts may contain slots such as `{order}`, which get one value per event. */
export interface SampleIssue {
  type: string
  message: string
  stack?: string | object[]
  story: Crumb[]
  level?: IngestEvent['level']
  platform?: IngestEvent['platform']
  mechanism?: string
  handled?: boolean
  tags?: Record<string, string>
  extra?: Record<string, unknown>
  causes?: NonNullable<IngestEvent['exceptions']>
  fingerprint?: string[]
  /** Index of the release that introduced it, and of the one that fixed it. */
  since?: number
  until?: number
  /** A single burst, in days ago. */
  burst?: [from: number, to: number]
  /** The largest `repeat` of an event. */
  repeat?: number
  screenshot?: string
}

export interface SampleProject {
  name: string
  appId: string
  platform: IngestEvent['platform']
  sdk: { name: string; version: string }
  /** Oldest first; each was current for an equal part of the time. */
  releases: string[]
  environments: string[]
  users: number
  events: number
  /** Most frequent first. */
  issues: SampleIssue[]
  /** Source snippets, and the names that events use for their files. */
  source?: { snippets: Snippets; files: (file: string) => string }
  /** A built file by the name that each release gives it, which is its path on the server, and its source map. */
  built?: { file: string; map: string }
  /** Fields that an SDK would fill in. */
  context: (random: Random, release: string, platform: SampleIssue['platform']) => EventContext
}

export interface EventContext {
  platform?: IngestEvent['platform']
  tags: Record<string, string>
  contexts: Record<string, unknown>
}

const day = 86_400_000
const days = 14

/** Generates two weeks of a project's errors, oldest first. The same seed gives the same events, relative to `now`. */
export function makeEvents(project: SampleProject, { random, now }: { random: Random; now: number }): SampleEvent[] {
  const shares = zipf(project.issues.length, project.events)
  return project.issues
    .flatMap((issue, rank) => Array.from({ length: shares[rank]! }, () => ({ issue, at: timeOf(issue) })))
    .sort((a, b) => a.at - b.at)
    .map(({ issue, at }) => makeEvent(project, issue, { random, at, release: releaseAt(at, issue) }))

  function timeOf(issue: SampleIssue): number {
    const [from, to] = windowOf(issue)
    const even = from + random.next() * (to - from)
    // Peaks in the afternoon. The result stays sorted and, except at its ends, within the range.
    const rhythmic = even + day * 0.1 * Math.sin(2 * Math.PI * (even / day - 0.125))
    return Math.round(rhythmic < from || rhythmic > to ? even : rhythmic)
  }

  function windowOf({ burst, since = 0, until = project.releases.length }: SampleIssue): [number, number] {
    if (burst !== undefined) return [now - burst[0] * day, now - burst[1] * day]
    return [startOf(since), startOf(until)]
  }

  function startOf(release: number): number {
    return now - days * day * (1 - release / project.releases.length)
  }

  /** Users update over several days. */
  function releaseAt(at: number, { since = 0 }: SampleIssue): string {
    const current = Math.min(
      project.releases.length - 1,
      Math.floor(((at - startOf(0)) / (days * day)) * project.releases.length),
    )
    const behind = random.next() < 0.25 ? 1 : 0
    return project.releases[Math.max(since, current - behind, 0)]!
  }
}

/** Splits `total` by Zipf's law into shares of at least one. */
function zipf(count: number, total: number): number[] {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 1) ** 1.05)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return weights.map((weight) => Math.max(1, Math.round((weight / sum) * total)))
}

function makeEvent(
  project: SampleProject,
  issue: SampleIssue,
  { random, at, release }: { random: Random; at: number; release: string },
): SampleEvent {
  const slots = makeSlots(random, release)
  const { platform, tags, contexts } = project.context(random, release, issue.platform)
  const filled = <T>(value: T): T => fill(value, slots)
  return {
    exception_type: issue.type,
    message: filled(issue.message),
    platform: platform ?? issue.platform ?? project.platform,
    app_id: project.appId,
    level: issue.level ?? 'error',
    release,
    environment: random.pick(project.environments),
    timestamp: new Date(at).toISOString(),
    user: { id: userOf(project, random) },
    tags: { ...tags, ...filled(issue.tags ?? {}) },
    contexts,
    mechanism: { type: issue.mechanism ?? 'generic', handled: issue.handled ?? false },
    breadcrumbs: breadcrumbs(issue.story, { random, at, slots }),
    sdk: project.sdk,
    ...(issue.stack === undefined ? {} : { stack: filled(issue.stack) as string }),
    ...sourceContext(project, filled(JSON.stringify([issue.stack, issue.causes])), filled),
    ...(issue.extra === undefined ? {} : { extra: filled(issue.extra) }),
    ...(issue.causes === undefined ? {} : { exceptions: filled(issue.causes) }),
    ...(issue.fingerprint === undefined ? {} : { fingerprint: issue.fingerprint }),
    ...(issue.screenshot !== undefined && random.next() < 0.3 ? { screenshot: issue.screenshot } : {}),
    ...(issue.repeat === undefined ? {} : { repeat: 1 + random.below(issue.repeat) }),
    ...(random.next() < 0.01 ? { client_drops: [{ reason: 'queue_full', count: 1 + random.below(4) }] } : {}),
  }
}

/** Collects the source snippets for the stacks of an event, as an SDK sends them. */
function sourceContext(
  { source }: SampleProject,
  stacks: string,
  filled: (text: string) => string,
): { source_context?: object[] } {
  const entries = Object.entries(source?.snippets ?? {}).flatMap(([location, { before, hit, after }]) => {
    const [, name, line] = /^(.*):(\d+)$/.exec(location)!
    const file = filled(source!.files(name!))
    // `file:12`, `file", line 12` and `"file":"…","line":12`
    const [, ...behind] = stacks.split(file)
    const isNamed = behind.some((text) => /^\D{1,12}(\d+)/.exec(text)?.[1] === line)
    const lines = { pre_context: before, context_line: hit, post_context: after }
    return isNamed ? [{ file, line: Number(line), ...lines }] : []
  })
  return entries.length === 0 ? {} : { source_context: entries }
}

/** A few users meet most errors. */
function userOf({ appId, users }: SampleProject, random: Random): string {
  const number = Math.floor(users * random.next() ** 2)
  return `anon-${appId.slice(-3)}-${number.toString(36).padStart(3, '0')}`
}

/** Generates the breadcrumbs before an error, paced like a person. */
function breadcrumbs(
  story: readonly Crumb[],
  { random, at, slots }: { random: Random; at: number; slots: Slots },
): NonNullable<IngestEvent['breadcrumbs']> {
  let ts = at
  return [...story]
    .reverse()
    .map(([category, message, data]) => {
      ts -= category === 'ui.click' || category === 'navigation' ? 800 + random.below(9000) : 20 + random.below(900)
      const crumb = { category, message: fill(message, slots), ts }
      return data === undefined ? crumb : { ...crumb, data: fill(data, slots) }
    })
    .reverse()
}
