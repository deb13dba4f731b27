import { expect, it } from 'vitest'
import { isSameOrigin } from './same-origin.ts'

const https = 'https://bugle.example.com'
const cases: [origin: string | undefined, url: string, isSame: boolean][] = [
  [https, https, true],
  ['http://bugle.example.com', https, false],
  ['https://bugle.example.com:8443', https, false],
  ['https://evil.bugle.example.com', https, false],
  ['https://bugle.example.com.evil.io', https, false],
  ['null', https, false],
  ['', https, false],
  [undefined, https, false],
  ['http://localhost', https, false],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', true],
  ['http://localhost:8080', 'http://127.0.0.1:8080', true],
  ['http://[::1]:8080', 'http://localhost:8080', true],
  ['http://localhost:8081', 'http://127.0.0.1:8080', false],
  ['https://localhost:8080', 'http://127.0.0.1:8080', false],
]

it.each(cases)('%s at %s: %s', (origin, url, isSame) => {
  expect(isSameOrigin(origin, url)).toBe(isSame)
})
