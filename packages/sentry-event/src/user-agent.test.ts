import { expect, it } from 'vitest'
import { withAgent } from './user-agent.ts'

const mozilla = (rest: string) => `Mozilla/5.0 (${rest}`
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0'

it.each([
  [mozilla(`X11; Linux x86_64) ${chrome} Safari/537.36`), 'Chrome 156.0.0.0', 'Linux'],
  [
    mozilla(`X11; Linux x86_64) ${chrome.replace('Chrome', 'HeadlessChrome')} Safari/537.36`),
    'Chrome 156.0.0.0',
    'Linux',
  ],
  [
    mozilla(`Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/156.0.1.2`),
    'Microsoft Edge 156.0.1.2',
    'Windows',
  ],
  [
    mozilla('Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.1 Safari/605.1.15'),
    'Safari 19.1',
    'macOS',
  ],
  [
    mozilla('iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605 CriOS/156.0 Safari/604'),
    'Chrome 156.0',
    'iOS 18.2',
  ],
  [mozilla(`Linux; Android 15; Pixel 9) ${chrome} Mobile Safari/537.36`), 'Chrome 156.0.0.0', 'Android 15'],
  [mozilla('X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'), 'Firefox 140.0', 'Linux'],
  ['', 'other', 'other'],
])('reads browser and system of %s', (user_agent, browser, os) => {
  const contexts = withAgent({ browser: { user_agent }, page: { url: '/' } })
  const textOf = (value: unknown) =>
    Object.values(value as object)
      .filter(Boolean)
      .join(' ')
  expect({ ...contexts, browser: textOf(contexts.browser), os: textOf(contexts.os) }).toEqual({
    browser,
    os,
    page: { url: '/' },
  })
})

it('keeps what the program itself says, and contexts of any shape', () => {
  expect(withAgent({ browser: { user_agent: 'x', name: 'Kiosk' }, os: { name: 'Own' } })).toEqual({
    browser: { name: 'Kiosk' },
    os: { name: 'Own' },
  })
  for (const browser of [null, undefined, 'text', 7, [], { user_agent: 7 }])
    expect(withAgent({ browser })).toEqual({ browser })
})
