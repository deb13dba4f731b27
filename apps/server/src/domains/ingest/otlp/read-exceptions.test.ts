import { expect, it } from 'vitest'
import { eventOfLog, eventsOfSpan, type OtlpContext } from './read-exceptions.ts'

const context = { appIds: ['shop'], anonymousId: (text: string) => text, settings: {} } as unknown as OtlpContext
const many = Array.from({ length: 20_000 }, (_, n) => ({ key: `k${n}`, value: { stringValue: 'value' } }))
const own = [{ key: 'exception.type', value: { stringValue: 'E' } }]
const named = [{ key: 'service.name', value: { stringValue: 'shop' } }, ...many]

it('stores of the attributes of a resource as much as each of its events may repeat', () => {
  const found = eventOfLog({ record: { attributes: own }, resource: { attributes: named } }, context)!
  expect(JSON.stringify(found.event).length).toBeLessThan(40_000)
  expect(found.event.tags).toMatchObject({ service: 'shop' })
})

it('bounds the attributes and the exceptions of a span', () => {
  const events = Array.from({ length: 1000 }, () => ({ name: 'exception', attributes: own }))
  const found = eventsOfSpan({ record: { attributes: many, events }, resource: {} }, context)
  expect(found).toHaveLength(128)
  expect(JSON.stringify(found[0]!.event).length).toBeLessThan(40_000)
})

it('keeps every digit of 64-bit integers', () => {
  const attributes = [
    ...own,
    { key: 'user.id', value: { intValue: '261733281341374469' } },
    { key: 'guild', value: { intValue: '261733281341374471' } },
    { key: 'list', value: { arrayValue: { values: [{ intValue: '-9223372036854775807' }, { intValue: '7' }] } } },
  ]
  const { event } = eventOfLog({ record: { attributes }, resource: {} }, context)!
  expect(event.user).toEqual({ id: '261733281341374469' })
  expect(event.extra).toEqual({ guild: '261733281341374471', list: ['-9223372036854775807', 7] })
})
