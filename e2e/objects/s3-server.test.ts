import { expect, test } from 'vitest'
import { missing, S3Server } from './s3-server.ts'

test.skipIf(missing !== undefined)('starts beside another one', async () => {
  const servers = await Promise.all([S3Server.start(), S3Server.start()])
  await Promise.all(servers.map((server) => server.stop()))
  expect(new Set(servers.map((server) => server.port)).size).toBe(2)
})
