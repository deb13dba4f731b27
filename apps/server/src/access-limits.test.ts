import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type AccessLimits, accessLimits } from './access-limits.ts'

const page = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8')

it('has the limits that docs/security.md lists, and no other', () => {
  const listed: Record<string, keyof AccessLimits> = {
    'failed logins with one email from one address': 'loginFailures',
    'failed logins from one address': 'loginFailuresAddress',
    'failed logins with one email from all addresses': 'loginFailuresEmail',
    'passwords checked or set from one address, correct ones included': 'passwordsAddress',
    'wrong codes of a second factor for one account': 'totpFailures',
    'registrations from one address': 'registrationsAddress',
    'requested mails to one email': 'mailsEmail',
    'requested mails from one address': 'mailsAddress',
  }
  const [, table] = /\| attempts \| at most \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(page)!
  const rows = table!
    .trim()
    .split('\n')
    .map((row) => /^\| (.+) \| (\d+) in (?:a|two|an) (?:minutes?|hour) \|$/.exec(row)!.slice(1))
  expect(rows).toEqual(Object.entries(listed).map(([text, name]) => [text, String(accessLimits[name])]))
  // How long a password waits for its turn is no number of attempts.
  const { passwordWaitMs: _, ...counted } = accessLimits
  expect(Object.values(listed).sort()).toEqual(Object.keys(counted).sort())
})
