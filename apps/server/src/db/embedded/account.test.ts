import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAccounts, serverAccount } from './account.ts'
import { isRoot, scratchFolder } from './testing/scratch.ts'

const passwd = `root:x:0:0:root:/root:/bin/bash
# a comment
toor:x:0:0::/root:/bin/sh
broken line
odd:x:-2:-2::/:/bin/false
nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin
postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash
`

describe('parseAccounts', () => {
  it('finds every account but root, whatever the name of root', () => {
    expect(parseAccounts(passwd).map(({ name, uid, gid }) => [name, uid, gid])).toEqual([
      ['nobody', 65534, 65533],
      ['postgres', 101, 104],
    ])
  })
})

describe.runIf(isRoot)('serverAccount under root', () => {
  const accountFrom = async (text: string, owner?: number) => {
    const folder = await scratchFolder()
    await writeFile(join(folder, 'passwd'), text)
    const cluster = join(folder, 'cluster')
    if (owner !== undefined) {
      await mkdir(cluster)
      await chown(cluster, owner, owner)
    }
    return serverAccount(cluster, join(folder, 'passwd'))
  }

  it('prefers postgres to nobody', async () => {
    expect(await accountFrom(passwd)).toMatchObject({ name: 'postgres', spawn: { uid: 101, gid: 104 } })
    expect(await accountFrom(passwd.replace(/^postgres.*\n/m, ''))).toMatchObject({ name: 'nobody' })
  })

  it('keeps the account that owns the cluster', async () => {
    expect(await accountFrom(passwd, 65534)).toMatchObject({ name: 'nobody' })
  })

  it('replaces root, and accounts that no longer exist, as owner of a cluster', async () => {
    expect(await accountFrom(passwd, 0)).toMatchObject({ name: 'postgres' })
    expect(await accountFrom(passwd, 4711)).toMatchObject({ name: 'postgres' })
  })

  it('explains what to do if no account can run the server', async () => {
    await expect(accountFrom('root:x:0:0::/:/bin/sh\n')).rejects.toThrow(/DATABASE_URL/)
  })
})
