import { expectTypeOf, it } from 'vitest'
import type { Schemas } from './index.ts'
import type { DocumentedUrl, RequestBodyOf, ResponseBodyOf } from './url.ts'

// Types are compared by `npm run check`.

declare function send<const Method extends string, const Url extends string>(
  method: Method,
  url: DocumentedUrl<Method, Url>,
  body?: RequestBodyOf<Method, Url>,
): ResponseBodyOf<Method, Url>

const id = 'iss_1' as string

it('a URL has the types of its documented path, whatever its parameters and query are', () => {
  expectTypeOf<ResponseBodyOf<'GET', '/api/issues/iss_1?include=tags'>>().toEqualTypeOf<Schemas['IssueResponse']>()
  expectTypeOf<ResponseBodyOf<'GET', `/api/issues/${string}/events`>>().toEqualTypeOf<Schemas['EventPage']>()
  expectTypeOf<ResponseBodyOf<'GET', '/api/issues' | `/api/projects/${string}/issues`>>().toEqualTypeOf<
    Schemas['IssuePage']
  >()
  expectTypeOf<ResponseBodyOf<'DELETE', '/api/me'>>().toEqualTypeOf<undefined>()
})

it('a path, method or body that the document does not have does not compile', () => {
  const requests = () => {
    send('PATCH', `/api/issues/${id}`, { status: 'resolved' })
    // @ts-expect-error no such path
    send('GET', '/api/isues')
    // @ts-expect-error no such method
    send('PUT', `/api/issues/${id}`)
    // @ts-expect-error no path at all
    send('GET', id)
    // @ts-expect-error no such status
    send('PATCH', `/api/issues/${id}`, { status: 'gone' })
  }
  expectTypeOf(requests).toBeFunction()
})
