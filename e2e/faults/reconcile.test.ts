import { describe, expect, it } from 'vitest'
import { seededRandom } from '../harness/random.ts'
import { makeMarkedEvent, typeOfKind } from './marked-event.ts'
import { type CountedIssue, reconcile } from './reconcile.ts'
import type { Note } from './sender.ts'

const random = seededRandom(1)

function note(outcome: Note['outcome'], issueId = 'iss_1'): Note {
  const event = { ...makeMarkedEvent(random, 1), kind: 0, repeat: 1, project: 0 }
  return { event, outcome, eventId: `evt_${event.marker}`, issueId, attempts: 1, complaints: [] }
}

function issue(count: number, id = 'iss_1'): CountedIssue {
  return { id, type: typeOfKind(0), count }
}

const faultWith = (notes: Note[], ...issues: CountedIssue[]) => reconcile(notes, [issues])[0]?.fault

describe('the reconciliation', () => {
  it('accepts every count between acknowledged and acknowledged + unanswered', () => {
    const notes = [note('acknowledged'), note('acknowledged'), note('unanswered'), note('refused'), note('unsent')]
    expect(faultWith(notes, issue(2))).toBeUndefined()
    expect(faultWith(notes, issue(3))).toBeUndefined()
  })

  it('names a loss, a double count, a split, and an issue id that is not the issue’s', () => {
    const notes = [note('acknowledged'), note('acknowledged')]
    expect(faultWith(notes, issue(1))).toBe('lost 1')
    expect(faultWith(notes, issue(3))).toBe('1 counted too often')
    expect(faultWith(notes, issue(1), issue(1, 'iss_2'))).toBe('split into 2 issues')
    expect(faultWith(notes, issue(2, 'iss_9'))).toBe('acknowledged as iss_1, is iss_9')
    expect(faultWith([note('acknowledged'), note('acknowledged', 'iss_2')], issue(2))).toBe(
      'acknowledged under 2 issue ids',
    )
  })
})
