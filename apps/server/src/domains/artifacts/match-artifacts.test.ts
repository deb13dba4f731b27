import { describe, expect, it } from 'vitest'
import { debugIdOf, urlsOf } from './match-artifacts.ts'

describe('the addresses of a file', () => {
  const cases: [file: string, urls: string[]][] = [
    ['https://a.example/x/b.js', ['https://a.example/x/b.js', '~/x/b.js']],
    ['https://a.example/b.js?v=2#x', ['https://a.example/b.js?v=2', 'https://a.example/b.js', '~/b.js?v=2', '~/b.js']],
    ['app:///main.jsbundle', ['app:///main.jsbundle', '~/main.jsbundle']],
    ['file:///app/dist/main.js', ['file:///app/dist/main.js', '~/app/dist/main.js']],
    ['/app/dist/main.js', ['/app/dist/main.js', '~/app/dist/main.js']],
    ['index.android.bundle', ['index.android.bundle', '~/index.android.bundle']],
    ['', ['', '~/']],
  ]
  it.each(cases)('%s', (file, urls) => {
    expect(urlsOf(file)).toEqual(urls)
  })
})

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
