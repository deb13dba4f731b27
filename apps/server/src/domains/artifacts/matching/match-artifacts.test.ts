import { describe, expect, it } from 'vitest'
import { debugIdOf } from './match-artifacts.ts'

describe('the debug id of a file', () => {
  const id = '85314830-023f-4cf1-a267-535f4e37bb17'
  const images = [
    { codeFile: 'https://a.example/a.js?v=1', debugId: id.toUpperCase() },
    { codeFile: 'https://a.example/b.js', debugId: 'no uuid' },
  ]
  it.each<[string, string | undefined]>([
    ['https://a.example/a.js?v=1', id],
    ['https://a.example/a.js', id],
    ['https://a.example/b.js', undefined],
    ['https://b.example/a.js', undefined],
  ])('%s', (file, expected) => {
    expect(debugIdOf({ images }, file)).toBe(expected)
  })
})
