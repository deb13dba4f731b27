import { describe, expect, it } from 'vitest'
import { canonicalQuery, encodeKeyPart, signS3 } from './sign-s3.ts'

// The examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
const credentials = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const now = new Date('2013-05-24T00:00:00Z')
const origin = 'https://examplebucket.s3.amazonaws.com'

describe('signing', () => {
  it.each([
    ['GET', '/test.txt', { range: 'bytes=0-9' }, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
    ['GET', '/?lifecycle=', {}, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    ['GET', '/?prefix=J&max-keys=2', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ])('agrees with the published signature of %s %s', (method, path, headers, signature) => {
    const url = new URL(path, origin)
    expect(signS3({ method, url, headers }, credentials, now).authorization).toContain(`Signature=${signature}`)
  })

  it('encodes all but unreserved characters, and sorts a query by its encoded names', () => {
    expect(encodeKeyPart("a b/+'(ä)*!~-_.")).toBe('a%20b%2F%2B%27%28%C3%A4%29%2A%21~-_.')
    expect(canonicalQuery(new URLSearchParams({ prefix: 'a b', 'max-keys': '0' }))).toBe('max-keys=0&prefix=a%20b')
  })
})
