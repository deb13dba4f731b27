import { ApiError } from '@bugle/api-client'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Loaded } from './loaded.tsx'

const away = new ApiError({ status: 0, code: 'no_response', message: '', errors: {} })
function show(data: string | undefined, error: unknown): string {
  const query = { data, error, isError: error !== null, refetch: () => {} }
  const props = { query, name: 'the sessions', children: (text: string) => text }
  return renderToStaticMarkup(createElement(Loaded<string>, props))
}

it('shows a placeholder while loading, and a retry after a failure', () => {
  expect(show(undefined, null)).toContain('Loading the sessions')
  expect(show(undefined, away)).toMatch(/Could not load the sessions\. The server did not respond\..*Try again/)
})

it('keeps the content if a refetch fails', () => {
  expect(show('Chrome on Linux', null)).toBe('Chrome on Linux')
  expect(show('Chrome on Linux', away)).toBe('Chrome on Linux')
})
