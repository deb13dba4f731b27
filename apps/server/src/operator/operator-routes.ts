import { OperatorOrganizationPage, OperatorOverview, OperatorUserPage, toPlainId } from '@bugle/protocol'
import Type from 'typebox'
import type { Check } from '../admin/doctor/check.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { type App, type Caller, endpoint, listEndpoint, positionUuid } from '../http/index.ts'
import { dayMs } from '../lib/time.ts'
import { Refusal } from '../refusal.ts'
import type { InstallationState } from './installation-state.ts'
import { countInstallation, findOrganizations, findUsers, isOperator } from './operator-store.ts'

const byUuid = Type.Object({ id: positionUuid })

export interface OperatorDeps {
  db: Database
  config: Config
  version: string
  readInstallationState: () => Promise<InstallationState>
  /** Runs the checks of the doctor. */
  runChecks: () => Promise<Check[]>
}

/** Mounts what operators see of the installation. To everybody else these routes do not exist. */
export function mountOperatorRoutes(app: App, deps: OperatorDeps): void {
  const { db, config, version, readInstallationState, runChecks } = deps
  const check = async ({ userId }: Caller) => {
    if (!(await isOperator(db, userId))) throw new Refusal('not_found')
  }

  endpoint(app, {
    method: 'GET',
    url: '/api/operator',
    summary: 'Get the state of the installation',
    description: 'Operators alone: the operator’s command `user operator EMAIL` makes one.',
    tag: 'Service',
    access: 'caller',
    scope: 'own_account',
    response: OperatorOverview,
    refusals: ['not_found'],
    handler: async ({ caller }) => {
      await check(caller)
      const [state, counts, checks] = await Promise.all([readInstallationState(), countInstallation(db), runChecks()])
      const { disk, artifacts, queue, jobs } = state
      return {
        version,
        retention_days: config.BUGLE_RETENTION / dayMs,
        disk: {
          used_bytes: disk.usedBytes ?? null,
          budget_bytes: disk.budgetBytes,
          free_bytes: disk.freeBytes ?? null,
          has_room: disk.hasRoom,
        },
        artifacts: { used_bytes: artifacts.usedBytes, budget_bytes: artifacts.budgetBytes },
        queue: { segments: queue.segments, oldest_seconds: queue.oldestSeconds, jobs: jobs.jobs },
        counts,
        checks: checks.map((one) => ({ ...one, advice: one.advice ?? null })),
      }
    },
  })

  listEndpoint(app, {
    url: '/api/operator/users',
    summary: 'List all accounts, oldest first',
    tag: 'Service',
    scope: 'own_account',
    response: OperatorUserPage,
    refusals: ['not_found'],
    position: byUuid,
    find: async ({ caller }, { after, limit }) => {
      await check(caller)
      return findUsers(db, { after: after?.id, limit })
    },
    positionOf: ({ id }) => ({ id }),
    show: (users) => ({
      users: users.map((row) => ({
        id: toPlainId('usr', row.id),
        email: row.email,
        name: row.name,
        created_at: row.createdAt.toISOString(),
        last_used_at: row.lastUsedAt?.toISOString() ?? null,
        organizations: row.organizations,
        projects: row.projects,
        has_totp: row.hasTotp,
        is_confirmed: row.isConfirmed,
        is_disabled: row.isDisabled,
        is_operator: row.isOperator,
      })),
    }),
  })

  listEndpoint(app, {
    url: '/api/operator/organizations',
    summary: 'List all organizations, oldest first',
    tag: 'Service',
    scope: 'own_account',
    response: OperatorOrganizationPage,
    refusals: ['not_found'],
    position: byUuid,
    find: async ({ caller }, { after, limit }) => {
      await check(caller)
      return findOrganizations(db, { after: after?.id, limit })
    },
    positionOf: ({ id }) => ({ id }),
    show: (organizations) => ({
      organizations: organizations.map(({ id, createdAt, ...row }) => ({
        id: toPlainId('org', id),
        created_at: createdAt.toISOString(),
        ...row,
      })),
    }),
  })
}
