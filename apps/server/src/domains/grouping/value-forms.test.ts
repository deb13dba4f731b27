import { expect, it } from 'vitest'
import { messageTemplate } from './message-template.ts'
import { idForms, numberForms } from './value-forms.ts'

it.each([...numberForms, ...idForms])('$example becomes $kind, by its own form', (form) => {
  const { example, kind } = form
  const forms = numberForms.includes(form) ? numberForms : idForms
  expect(forms.find(({ pattern }) => pattern.test(example))).toBe(form)
  expect(messageTemplate(`order ${example} failed`)).toBe(`order ${example.replace(form.pattern, kind)} failed`)
})

it.each(['status 404', 'exit code 1', 'React error #31', 'error 0x80070005'])(
  '%s stays: the number identifies the error',
  (text) => {
    expect(messageTemplate(`failed with ${text}`)).toBe(`failed with ${text}`)
  },
)
