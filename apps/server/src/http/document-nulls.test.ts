import { expect, it } from 'vitest'
import { documentNulls } from './document-nulls.ts'

const bodyOf = (schema: object) => ({ post: { requestBody: { content: { 'application/json': { schema } } } } })

it('says of optional fields of bodies that null is accepted, as deep as they are named', () => {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      level: { type: 'string', enum: ['error'] },
      assignee: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      snooze: { type: 'object', properties: { until: { type: 'string' } } },
      other: { $ref: '#/components/schemas/Other' },
    },
  }
  const { paths } = documentNulls({ paths: { '/a': bodyOf(schema) }, components: { schemas: { Other: {} } } })
  expect(paths['/a'].post.requestBody.content['application/json'].schema).toEqual({
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      level: { type: ['string', 'null'], enum: ['error', null] },
      assignee: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      snooze: { type: ['object', 'null'], properties: { until: { type: ['string', 'null'] } } },
      other: { anyOf: [{ $ref: '#/components/schemas/Other' }, { type: 'null' }] },
    },
  })
})

it('leaves schemas alone that stand in responses too', () => {
  const Event = { type: 'object', properties: { level: { type: 'string' } } }
  const ViewBody = { type: 'object', properties: { name: { type: 'string' } } }
  const { components } = documentNulls({
    paths: {
      '/a': bodyOf({ $ref: '#/components/schemas/Event' }),
      '/b': bodyOf({ $ref: '#/components/schemas/ViewBody' }),
    },
    components: { schemas: { Event, ViewBody } },
  })
  expect(components.schemas.Event).toEqual({ type: 'object', properties: { level: { type: 'string' } } })
  expect(components.schemas.ViewBody.properties.name).toEqual({ type: ['string', 'null'] })
})
