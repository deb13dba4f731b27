import { expect, it } from 'vitest'
import { isCommonPassword } from './common-password.ts'

const common = [
  ['password', 'Password1', 'P@ssw0rd', 'P@ssw0rd2024!', 'pa$$word123', 'passwort1', 'letmein!', 'Welcome2025'],
  ['iloveyou', 'ILoveYou2', 'trustno1', 'admin123', 'Admin@2024', 'root1234', 'changeme', 'test1234'],
  ['12345678', '123456789', '87654321', '1234567890', 'abcdefgh', 'abc12345', 'abcd1234', 'qwertyui', 'qwer1234'],
  ['1qaz2wsx', '1q2w3e4r', 'q1w2e3r4', 'asdfghjkl', 'azertyuiop', 'qwertz123', 'zaq12wsx', 'poiuytrewq'],
  ['aaaaaaaa', '11111111', '12121212', 'abcabcabc', 'passwordpassword', '--------', '01011990', '1990-12-31'],
  ['sunshine', 'princess1', 'football', 'michael1', 'superman', 'dragon12', 'correct horse', 'charlie1', 'summer2024'],
].flat()
const uncommon = [
  'correct horse battery stapler',
  'quiet-harbour-lamp',
  'tr7!mvo2Kd',
  'x9f2-kq81',
  'die Katze schläft gern',
  'ключ от квартиры',
  'mypasswordisverylong',
  '31415926',
  'zebra crossing',
]

it.each(common)('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

it.each(uncommon)('%s is not', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})

it('takes no long time over a long one', () => {
  for (const text of ['a'.repeat(256), 'ab1!'.repeat(64), '1q2w3e4r'.repeat(32), '-'.repeat(255)])
    isCommonPassword(text)
})
