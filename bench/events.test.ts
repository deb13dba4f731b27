import { describe, expect, it } from 'vitest'
import { seededRandom } from '../e2e/harness/random.ts'
import { makeWorkload } from './events.ts'
import { agoInTurn } from './releases-in-turn.ts'
import { fill } from './slots.ts'

const options = { seed: 7, projects: 30, issues: 60, perProject: 30 }

interface Sent {
  exception_type: string
  message: string
  stack: string
  event_id?: string
  timestamp: string
  breadcrumbs: unknown[]
  extra: { cart_total_cents: number }
}

function send(now: number): Sent[] {
  const random = seededRandom(3)
  return makeWorkload(options).map((template) => {
    fill(template, random, now)
    return JSON.parse(template.bytes.toString()) as Sent
  })
}

describe('the bench’s events', () => {
  it('are the same for a seed, all but the ids', () => {
    const withoutIds = () =>
      send(1_700_000_000_000).map((event) => ({ ...event, event_id: event.event_id !== undefined }))
    expect(withoutIds()).toEqual(withoutIds())
  })

  it('are 3 to 6 kB with 28 to 32 frames and 16 to 24 breadcrumbs', () => {
    for (const template of makeWorkload(options)) {
      expect(template.bytes.length).toBeGreaterThan(3000)
      expect(template.bytes.length).toBeLessThan(6500)
    }
    for (const { stack, breadcrumbs } of send(1_700_000_000_000)) {
      const frames = stack.split('\n    at ').length - 1
      expect(frames).toBeGreaterThanOrEqual(28)
      expect(frames).toBeLessThanOrEqual(32)
      expect(breadcrumbs.length).toBeGreaterThanOrEqual(16)
      expect(breadcrumbs.length).toBeLessThanOrEqual(24)
    }
  })

  it('repeat their message at the head of the stack, with the same values', () => {
    for (const { exception_type, message, stack } of send(1_700_000_000_000))
      expect(stack.startsWith(`${exception_type}: ${message}\n`)).toBe(true)
  })

  it('carry a UUIDv7 of their time on about half of them, without repetition', () => {
    const now = 1_795_234_894_551
    const ids = send(now).flatMap(({ event_id: id }) => (id === undefined ? [] : [id]))
    expect(ids.length).toBeGreaterThan(options.projects * options.perProject * 0.4)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now)
    }
  })

  it('give every project the same number of events, and frequent issues to several projects', () => {
    const workload = makeWorkload(options)
    const perProject = new Map<number, number>()
    for (const { project } of workload) perProject.set(project, (perProject.get(project) ?? 0) + 1)
    expect(new Set(perProject.values())).toEqual(new Set([options.perProject]))
    const projectsOf = (issue: number) =>
      new Set(workload.filter((one) => one.issue === issue).map((one) => one.project))
    expect(projectsOf(0).size).toBeGreaterThan(3)
    expect(projectsOf(59).size).toBeLessThanOrEqual(1)
  })

  it('of releases in turn occur while their release is the newest, or later', () => {
    const random = seededRandom(5)
    const intervals = Array.from({ length: 1000 }, () => Math.floor(agoInTurn(1, 5, random) * 5))
    expect(new Set(intervals)).toEqual(new Set([0, 1, 2, 3]))
    expect(intervals.filter((interval) => interval === 3).length).toBeGreaterThan(750)
    expect(Array.from({ length: 100 }, () => agoInTurn(4, 5, random)).every((ago) => ago < 0.2)).toBe(true)
  })
})
