import { type Random, seededRandom, shuffle } from '../e2e/harness/random.ts'
import { compile, type SlottedBody } from './slots.ts'
import { stackOf } from './stacks.ts'
import * as vocabulary from './vocabulary.ts'

/** A body template, and the index of the project whose token it is sent with. */
export interface EventTemplate extends SlottedBody {
  project: number
  issue: number
  /** Index in `vocabulary.releases`. */
  release: number
}

export interface WorkloadOptions {
  seed: number
  projects: number
  issues: number
  /** Templates per project. */
  perProject: number
}

export const appId = 'com.example.shop'

/**
 * Generates events like those of a shop's apps: 3 to 6 kB, 28 to 32 frames, 16 to 24 breadcrumbs, messages with
 * variable parts. Kinds of error are drawn by Zipf's law (exponent 1.1) from `issues`. Every project gets the same
 * number of events, because the rate limit counts by token; a frequent error therefore occurs in several projects, a
 * rare one in one.
 */
export function makeWorkload({ seed, projects, issues, perProject }: WorkloadOptions): EventTemplate[] {
  const random = seededRandom(seed)
  const kinds = Array.from({ length: issues }, (_, rank) => makeIssue(rank, random))
  const shares = spreadOver(projects, issues)
  const columns = shares.map((share) => shuffle(drawEvenly(share, perProject, random), random))
  const order = shuffle(
    columns.map((_, project) => project),
    random,
  )
  const templates: EventTemplate[] = []
  for (let turn = 0; turn < perProject; turn += 1)
    for (const project of order) {
      const issue = columns[project]![turn]!
      const event = makeEvent(kinds[issue]!, random)
      const release = vocabulary.releases.indexOf(event.release)
      templates.push({ project, issue, release, ...compile(JSON.stringify(event)) })
    }
  return templates
}

interface Share {
  issue: number
  weight: number
}

/** Distributes the issues over projects of equal size, splitting frequent ones. */
function spreadOver(projects: number, issues: number): Share[][] {
  const weights = Array.from({ length: issues }, (_, rank) => 1 / (rank + 1) ** 1.1)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const pieces = weights.flatMap((weight, issue) => {
    const count = Math.ceil((weight / total) * projects)
    return Array.from({ length: count }, () => ({ issue, weight: weight / total / count }))
  })
  const dealt = Array.from({ length: projects }, () => ({ load: 0, shares: [] as Share[] }))
  for (const piece of pieces.sort((a, b) => b.weight - a.weight)) {
    const least = dealt.reduce((best, one) => (one.load < best.load ? one : best))
    least.shares.push(piece)
    least.load += piece.weight
  }
  return dealt.map(({ shares }) => shares)
}

/** Systematic sampling: each issue is drawn as often as its weight says, plus or minus one. */
function drawEvenly(shares: readonly Share[], count: number, random: Random): number[] {
  const total = shares.reduce((sum, { weight }) => sum + weight, 0)
  const drawn: number[] = []
  let reached = 0
  const start = random.next()
  for (const { issue, weight } of shares) {
    reached += (weight / total) * count
    while (drawn.length + start < reached) drawn.push(issue)
  }
  while (drawn.length < count) drawn.push(shares.at(-1)!.issue)
  return drawn
}

interface IssueKind {
  rank: number
  exceptionType: string
  message: string
  stack: string
  platform: string
  level: string
  handled: boolean
}

function makeIssue(rank: number, random: Random): IssueKind {
  const exceptionType = random.pick(vocabulary.exceptionTypes)
  const message = random.pick(vocabulary.messages)
  return {
    rank,
    exceptionType,
    message,
    stack: stackOf({ exceptionType, message, rank }, random),
    platform: random.pick(vocabulary.platforms),
    level: random.pick(vocabulary.levels),
    handled: random.next() < 0.4,
  }
}

function makeEvent(kind: IssueKind, random: Random) {
  const device = random.pick(vocabulary.devices)
  const release = random.pick(vocabulary.releases)
  return {
    exception_type: kind.exceptionType,
    message: kind.message, // first, because the stack repeats its slots
    stack: kind.stack,
    ...(random.next() < 0.5 ? { event_id: '@i@' } : {}),
    level: kind.level,
    release,
    environment: random.pick(vocabulary.environments),
    platform: kind.platform,
    app_id: appId,
    timestamp: '@t@',
    user: { id: 'user-@p@' },
    tags: {
      route: random.pick(vocabulary.routes),
      locale: random.pick(vocabulary.locales),
      plan: random.pick(vocabulary.plans),
      payment_provider: random.pick(vocabulary.providers),
      feature_flags: random.pick(vocabulary.flags),
    },
    contexts: {
      device: { manufacturer: device.manufacturer, model: device.model, model_id: device.modelId },
      app: { version: release.split('@')[1], build: '@d4@', bundle_id: appId },
      os: { name: device.os, version: device.version },
    },
    mechanism: { type: kind.handled ? 'generic' : 'onunhandledrejection', handled: kind.handled },
    breadcrumbs: Array.from({ length: 16 + random.below(9) }, () => makeBreadcrumb(random)),
    extra: { request_id: '@u@', cart_total_cents: '@n5@', attempt: 1 + random.below(3) },
    sdk: { name: 'bugle.javascript', version: '0.1.0' },
  }
}

function makeBreadcrumb(random: Random) {
  const ts = 1_700_000_000_000 + random.below(1_000_000_000)
  const route = random.pick(vocabulary.routes)
  const shape = random.below(4)
  if (shape === 0) return { category: 'navigation', message: `${random.pick(vocabulary.routes)} -> ${route}`, ts }
  if (shape === 1) return { category: 'ui.click', message: `button#${random.pick(vocabulary.buttons)} @d4@`, ts }
  if (shape === 2) return { category: 'console', message: `${random.pick(vocabulary.notes)} in @d3@ ms`, ts }
  return {
    category: 'http',
    message: `GET /api${route}/@d6@`,
    ts,
    data: { status_code: random.pick(vocabulary.statuses), duration_ms: '@n3@' },
  }
}
