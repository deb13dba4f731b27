import { Client, DatabaseError } from 'pg'
import { expect, it } from 'vitest'
import { loggedError } from './logger.ts'

it('an error of the database brings its code, but not its connection', () => {
  const error = new DatabaseError('terminating connection', 23, 'error')
  Object.assign(error, { code: '57P01', client: new Client(), detail: 'x'.repeat(5000), positions: [1] })
  const logged = loggedError(error) as Record<string, unknown>
  expect(logged).toMatchObject({ type: 'DatabaseError', message: 'terminating connection', code: '57P01' })
  expect(Object.keys(logged).sort()).toEqual(['code', 'detail', 'length', 'message', 'name', 'stack', 'type'])
  expect(JSON.stringify(logged).length).toBeLessThan(5000)
})

it('an error names its causes', () => {
  const error = new Error('digest failed', { cause: new TypeError('no such row') })
  expect(loggedError(error)).toMatchObject({
    message: 'digest failed: no such row',
    stack: expect.stringContaining('caused by: TypeError: no such row'),
  })
})

it('anything else that was thrown is logged as it is', () => {
  expect(loggedError('a text')).toBe('a text')
})
