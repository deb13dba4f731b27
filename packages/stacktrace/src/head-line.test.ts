import { expect, it } from 'vitest'
import { headOf } from './head-line.ts'
import { splitLine, withoutWords } from './head-words.ts'
import { preambleOf } from './log-preamble.ts'

it.each([
  ['2024-05-06 10:11:12,123 ERROR [main] shop.Desk - ', 'no cart'],
  ['2024-05-06T10:11:12.123Z  WARN 1 --- [nio-8080-exec-1] o.s.w.Desk   : ', 'no cart'],
  ['May  6 10:11:12 desk shop[4711]: ', 'no cart'],
  ['[Mon May 06 10:11:12.123456 2024] [php:error] [pid 4711] ', 'no cart'],
  ['E0506 10:11:12.123456       1 main.go:12] ', 'no cart'],
  ['05-06 10:11:12.123  4711  4790 E ReactNativeJS: ', 'no cart'],
  ['E/AndroidRuntime( 4711): ', 'no cart'],
  ['2024-05-06T10:11:12.123Z pid=1 tid=abc class=PayJob WARN: ', 'no cart'],
  ['ERROR:shop.desk: ', 'no cart'],
  ['[2024-05-06 10:11:12] production.ERROR: ', 'no cart'],
  ['127.0.0.1 - - [06/May/2024 10:11:12] ', '"GET /pay HTTP/1.1" 500 -'],
  ['web-1  | ', 'no cart'],
])('what a log prints ends before the message: %s', (before, message) => {
  expect(preambleOf(before + message)?.end).toBe(before.length)
})

it.each([
  'no cart',
  'Cannot read properties of undefined',
  '404 Not Found',
  '[object Object] is no cart',
  'FATAL error in shop',
  'x=1 is wrong',
  'server: gone',
])('a message is no part of a log: %s', (message) => {
  expect(preambleOf(message)).toBeUndefined()
})

it.each([
  [
    'the last record that names a type',
    '10:11:12.1 ERROR a.b - Error: old\n10:11:13.2 ERROR a.b - TypeError: x',
    'TypeError: x',
  ],
  ['its own lines', '10:11:12.1 ERROR it failed\njava.io.IOException: x\nmore', 'java.io.IOException: x\nmore'],
  ['the last record, if none names one', '10:11:12.1 INFO a\n10:11:13.2 ERROR no cart', 'no cart'],
  [
    'a type with a message before one alone',
    'Shop.TestsThatThrowAnError\nSystem.X.NoException : x',
    'System.X.NoException : x',
  ],
  ['a type behind other words', 'could not load: shop.NoCartError: x', 'shop.NoCartError: x'],
  ['no decoration', '##### CRASH #####\nno cart', 'no cart'],
])('the head is %s', (_why, text, head) => {
  expect(headOf(text)).toBe(head)
})

it.each([
  ['NoCartError: x', 'NoCartError', ' x'],
  ['NoCartError (x):', 'NoCartError', 'x'],
  ['NoCartException[x]', 'NoCartException', 'x'],
  ['NoCartError - x:', 'NoCartError', 'x'],
  ['NoCartException  x', 'NoCartException', 'x'],
  ['NoCartException : x', 'NoCartException', 'x'],
  ['NoCartException(x)', 'NoCartException', 'x'],
  ['Error [ERR_X]: x', 'Error', ' x'],
])('type and message are told apart: %s', (line, type, message) => {
  expect(splitLine(line)).toEqual({ type, message })
})

it.each([
  ['Uncaught (in promise) TypeError: x', 'TypeError: x'],
  ['Unhandled exception in thread main: x', 'x'],
  ['UnhandledPromiseRejectionWarning: Error: x', 'Error: x'],
  ['Exception: ValueError: x', 'ValueError: x'],
  ['Unhandled case: 3', 'Unhandled case: 3'],
  ['Unhandled threads are left', 'Unhandled threads are left'],
])('words of the program that announce an error are no part of it: %s', (line, bare) => {
  expect(withoutWords(line)).toBe(bare)
})
