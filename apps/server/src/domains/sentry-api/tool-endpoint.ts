import Type from 'typebox'

/** Every response of these routes has the form that the tools read; they are no part of our own API. */
export const toolEndpoint = {
  tag: 'Projects',
  access: 'caller',
  scope: 'artifact:write',
  response: Type.Unknown(),
  isHidden: true,
  bodyLimit: 4 * 1024 * 1024,
} as const

/** Header `link` of a list that has one page. */
export const noFurtherPage = '<>; rel="next"; results="false"; cursor="0:100:0"'

export function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {}
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, 20) : []
}
