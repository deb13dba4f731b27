import { BulkBody, IngestEvent, RegisterBody } from '@bugle/protocol'
import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import { withoutNullFields } from './null-fields.ts'

const cases: [rule: string, schema: TSchema, body: unknown, read: unknown][] = [
  ['null in an optional field is absent', BulkBody, { ids: ['a'], query: null }, { ids: ['a'] }],
  ['also in nested fields', BulkBody, { patch: { level: null, snooze: null } }, { patch: {} }],
  ['null that has a meaning is kept', BulkBody, { patch: { assignee_id: null } }, { patch: { assignee_id: null } }],
  ['null in a required field is kept', RegisterBody, { email: null }, { email: null }],
  ['unknown fields are kept, to be rejected later', BulkBody, { colour: null }, { colour: null }],
  ['fields that accept null keep it', IngestEvent, { level: null, extra: null }, { level: null, extra: null }],
  ['a value that is not an object is kept', BulkBody, { patch: [null] }, { patch: [null] }],
  ['a body that is not an object is kept', BulkBody, null, null],
]
it.each(cases)('%s', (_rule, schema, body, read) => {
  expect(withoutNullFields(body, schema)).toEqual(read)
})
