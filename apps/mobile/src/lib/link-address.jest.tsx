import { expect, it } from '@jest/globals'
import { parseInvitation, parseLink } from './link-address'

const code = 'a-code_of-more-than-20-letters'
const server = 'https://bugle.example.com'

it('reads the link of a code, as the app and as the page of a server have it', () => {
  const links = [
    `bugle://link?s=${encodeURIComponent(server)}&c=${code}`,
    `${server}/m/link#c=${code}`,
    ` ${server}/m/link/#c=${code}\n`,
  ]
  expect(links.map(parseLink)).toEqual(links.map(() => ({ server, code })))
  expect(parseInvitation(`${server}/invitation#token=${code}`)).toEqual({ server, code })
  expect(parseInvitation(`bugle://invitation?s=${encodeURIComponent(server)}&token=${code}`)).toEqual({ server, code })
})

it.each([
  ['another app', `other://link?s=${encodeURIComponent(server)}&c=${code}`],
  ['another place of the app', `bugle://account?s=${encodeURIComponent(server)}&c=${code}`],
  ['another page', `${server}/m/issues#c=${code}`],
  ['a secret where servers and proxies write it down', `${server}/m/link?c=${code}`],
  ['a server that is a script', `bugle://link?s=${encodeURIComponent('javascript:alert(1)')}&c=${code}`],
  ['a server that is a file', `bugle://link?s=${encodeURIComponent('file:///etc/passwd')}&c=${code}`],
  ['no server', `bugle://link?c=${code}`],
  ['no code', `bugle://link?s=${encodeURIComponent(server)}`],
  ['a code that is too short', `${server}/m/link#c=short`],
  ['a code that is none', `${server}/m/link#c=${encodeURIComponent(`<script>${code}`)}`],
  ['no address', 'bugle'],
])('opens nothing by a link of %s', (_, link) => {
  expect(parseLink(link)).toBeUndefined()
  expect(parseInvitation(link.replace('/m/link', '/invitation').replace('//link', '//invitation'))).toBeUndefined()
})
