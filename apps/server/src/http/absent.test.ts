import { BulkBody, IngestEvent, RegisterBody } from '@bugle/protocol'
import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import { withoutAbsent } from './absent.ts'

const cases: [rule: string, schema: TSchema, body: unknown, read: unknown][] = [
  ['null in an optional field is absent', BulkBody, { ids: ['a'], query: null }, { ids: ['a'] }],
  ['in fields inside of others, too', BulkBody, { patch: { level: null, snooze: null } }, { patch: {} }],
  ['where it means something it stays', BulkBody, { patch: { assignee_id: null } }, { patch: { assignee_id: null } }],
  ['a field that is required cannot be absent', RegisterBody, { email: null }, { email: null }],
  ['what nobody knows stays, to be refused', BulkBody, { colour: null }, { colour: null }],
  ['what takes null reads it itself', IngestEvent, { level: null, extra: null }, { level: null, extra: null }],
  ['what is no object stays as it is', BulkBody, { patch: [null] }, { patch: [null] }],
  ['nor is a body that is none', BulkBody, null, null],
]
it.each(cases)('%s', (_rule, schema, body, read) => {
  expect(withoutAbsent(body, schema)).toEqual(read)
})
