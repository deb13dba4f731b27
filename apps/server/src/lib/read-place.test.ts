import { describe, expect, it } from 'vitest'
import { readPlace } from './read-place.ts'

const address = 'postgres://bugle:word@db.example.com:5432/bugle'

describe('readPlace', () => {
  it('leaves an address without a schema as it is', () => {
    expect(readPlace(`${address}?sslmode=verify-full`)).toEqual({ connectionString: `${address}?sslmode=verify-full` })
  })

  it('leads every statement to the schema, and keeps the other parameters', () => {
    expect(readPlace(`${address}?schema=second&sslmode=verify-full&options=-c%20jit%3Doff`)).toEqual({
      connectionString: `${address}?sslmode=verify-full`,
      options: '-c jit=off -c search_path=second,public',
      schema: 'second',
    })
    expect(readPlace('postgres://bugle@/bugle?host=/run/postgresql&schema=b_2')).toEqual({
      connectionString: 'postgres://bugle@/bugle?host=%2Frun%2Fpostgresql',
      options: '-c search_path=b_2,public',
      schema: 'b_2',
    })
  })

  it.each(['', 'public', 'pg_toast', 'Second', 'two words', 'a;b', 'a,b', 'a"b', 'x'.repeat(64)])(
    'refuses the schema %j',
    (schema) => {
      expect(() => readPlace(`${address}?schema=${encodeURIComponent(schema)}`)).toThrow('must name a schema')
    },
  )
})
