import { expect, it } from 'vitest'
import { withoutSecrets } from './git.ts'

it('keeps addresses without secrets as they are', () => {
  expect(withoutSecrets('git@git.example:shop.git')).toBe('git@git.example:shop.git')
})
