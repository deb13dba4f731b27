import { Me } from '@bugle/protocol'
import type { Database } from '../../db/database.ts'
import { type App, endpoint } from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { subscriptionAt, toUser } from './user.ts'
import { findUser } from './user-store.ts'

export interface AccountDeps {
  database: Database
  billing: 'off' | 'on'
  now: () => Date
}

export function mountAccountRoutes(app: App, { database, billing, now }: AccountDeps): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/auth/me',
    summary: 'Who is calling',
    tag: 'Accounts',
    access: 'caller',
    answer: Me,
    handler: async ({ caller }) => {
      const user = await findUser(database.kysely, caller.userId)
      if (user === undefined) throw new Refusal('unauthenticated')
      return { ...toUser(user), subscription: subscriptionAt(user, now(), billing) }
    },
  })
}
