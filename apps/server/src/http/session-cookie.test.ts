import { expect, it } from 'vitest'
import { sessionCookieOf } from './session-cookie.ts'

const plain = sessionCookieOf('http://127.0.0.1:8080')
const secure = sessionCookieOf('https://bugle.example.com')

it('on https it is Secure, and its name binds it to the host', () => {
  expect(secure.write('1|s', 'web')).toBe(
    '__Host-bugle_session=1|s; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax; Secure',
  )
  expect(secure.clear('web')).toBe('__Host-bugle_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure')
  expect(plain.write('1|s', 'web')).toBe('bugle_session=1|s; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax')
})

it('is found among other cookies by its full name', () => {
  expect(plain.read('a=1; bugle_session=7|x-_; b=2', 'web')).toBe('7|x-_')
  expect(plain.read('xbugle_session=7|x; bugle_sessions=8|x', 'web')).toBeUndefined()
  expect(plain.read(undefined, 'web')).toBeUndefined()
})

it('on https accepts no cookie that another host could have set', () => {
  expect(secure.read('bugle_session=7|x', 'web')).toBeUndefined()
})

it('the mobile app has a cookie of its own', () => {
  expect(secure.write('1|s', 'mobile')).toMatch(/^__Host-bugle_mobile=1\|s; /)
  const both = 'bugle_session=1|a; bugle_mobile=2|b'
  expect([plain.read(both, 'web'), plain.read(both, 'mobile')]).toEqual(['1|a', '2|b'])
})
