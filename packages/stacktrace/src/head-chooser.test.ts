import { describe, expect, it } from 'vitest'
import { chooseHead } from './head-chooser.ts'
import { parseStack } from './index.ts'

const calls = '\n    at pay (/srv/shop/pay.js:3:7)'

/** Heads of no form that the rules know. */
describe('the head that the rules are not sure of', () => {
  it.each([
    [
      'a type in the middle of a line of a log',
      'Desk|12|could not load|Shop.Net.HttpRequestException: No such host (shop.test:443)',
      { exception_type: 'Shop.Net.HttpRequestException', message: 'No such host (shop.test:443)' },
    ],
    [
      'fields of a page above the calls',
      'File: https://shop.test/main.js - Line 1 - Msg: ERROR TypeError: undefined is not a function',
      { exception_type: 'TypeError', message: 'undefined is not a function' },
    ],
    [
      'a message of several lines',
      "Error: Cannot find module './basket'\nRequire stack:\n- /srv/shop/server.js",
      { exception_type: 'Error', message: "Cannot find module './basket'\nRequire stack:\n- /srv/shop/server.js" },
    ],
  ])('%s', (_, head, expected) => expect(parseStack(head + calls)).toMatchObject(expected))
})

it('leaves a sure reading alone', () => {
  const sure = { exception_type: 'TypeError', message: 'x is null' }
  expect(chooseHead('[web] TypeError: x is null', 'v8', sure)).toBe(sure)
})

it('leaves the fields of crash reports alone', () => {
  const signal = { message: 'signal 11 (SIGSEGV)' }
  expect(chooseHead('signal 11 (SIGSEGV)\nError: x', 'native', signal)).toBe(signal)
})

it('invents nothing: type and message are parts of the text', () => {
  const pieces = [
    'Error',
    ': ',
    'shop.Desk',
    '\n',
    'no cart',
    '(',
    ')',
    ' - ',
    "'",
    '[',
    ']',
    '** ',
    'failed',
    ' ',
    '|',
    '{"a": 1}',
  ]
  let seed = 7
  const next = () => (seed = (seed * 48271) % 2147483647)
  for (let turn = 0; turn < 2000; turn++) {
    const head = Array.from({ length: 1 + (next() % 14) }, () => pieces[next() % pieces.length]).join('')
    const { exception_type = '', message = '' } = chooseHead(head, 'unknown', {})
    expect(head).toContain(exception_type)
    expect(head).toContain(message)
  }
})
