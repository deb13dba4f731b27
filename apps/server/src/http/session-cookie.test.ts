import { expect, it } from 'vitest'
import { sessionCookieOf } from './session-cookie.ts'

const plain = sessionCookieOf('http://127.0.0.1:8080')
const secure = sessionCookieOf('https://bugle.example.com')

it('on https is Secure and bound to the host by its name', () => {
  expect(secure.write('1|s')).toBe('__Host-bugle_session=1|s; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax; Secure')
  expect(secure.clear()).toBe('__Host-bugle_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure')
  expect(plain.write('1|s')).toBe('bugle_session=1|s; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax')
})

it('is found among others by its whole name', () => {
  expect(plain.read('a=1; bugle_session=7|x-_; b=2')).toBe('7|x-_')
  expect(plain.read('xbugle_session=7|x; bugle_sessions=8|x')).toBeUndefined()
  expect(plain.read(undefined)).toBeUndefined()
})

it('on https takes none that could come from elsewhere', () => {
  expect(secure.read('bugle_session=7|x')).toBeUndefined()
})
