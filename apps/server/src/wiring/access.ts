import type { AccessLimits } from '../access-limits.ts'
import { mountAccounts } from '../domains/accounts/index.ts'
import { addDefaultRule } from '../domains/alerts/index.ts'
import { createPasswords, type LoginLimits, mailNewLogin, mountAuth, relyingPartyOf } from '../domains/auth/index.ts'
import { clearAssignee, findProjectTraffic } from '../domains/issues/index.ts'
import { acceptInvitation, getOpenInvitation, mountOrganizations } from '../domains/organizations/index.ts'
import {
  deleteProjectsOf,
  getProjectName,
  mountProjects,
  notifyAllChanged,
  ofBucketsWith,
} from '../domains/projects/index.ts'
import { mountSingleSignOn } from '../domains/single-sign-on/index.ts'
import type { App } from '../http/index.ts'
import { providerOf } from './from-config.ts'
import type { Wiring } from './wiring.ts'

/** Mounts accounts, logins, organizations and projects. */
export function mountAccess(app: App, { config, limits: changed, db, failures, idle, sealer, now }: Wiring): void {
  const access = { ...config.limits, ...changed }
  mountAccounts(app, { db, billing: config.BILLING, now })
  const provider = providerOf(config)
  const login = {
    passwords: createPasswords({
      refuseCommon: config.BUGLE_REFUSE_COMMON_PASSWORDS,
      perMinute: access.passwordsAddress,
      waitMs: access.passwordWaitMs,
    }),
    limits: loginLimitsOf(access),
    sealer,
    totpFailures: access.totpFailures,
    hasSso: provider !== undefined,
    relyingParty: relyingPartyOf(config.url),
    sessionsPerKind: config.BUGLE_SESSIONS_PER_KIND,
    mailNewLogin,
    now,
  }
  mountAuth(app, {
    db,
    ...login,
    idle,
    ssoName: provider && config.BUGLE_OIDC_NAME,
    registration: config.BUGLE_REGISTRATION,
    confirmsEmail: config.BUGLE_SMTP_URL !== undefined,
    mailLimits: { email: access.mailsEmail, address: access.mailsAddress },
    deleteProjects: deleteProjectsOf,
    invitations: {
      get: getOpenInvitation,
      accept: (tx, user, token, origin) =>
        acceptInvitation(tx, user, token, origin, { isOn: login.hasSso, isUsed: false }),
    },
  })
  mountSingleSignOn(app, {
    db,
    ...login,
    provider,
    url: config.url,
    name: config.BUGLE_OIDC_NAME,
    rules: { organizationId: config.BUGLE_OIDC_ORGANIZATION, adminGroup: config.BUGLE_OIDC_ADMIN_GROUP },
    allowedDomains: config.BUGLE_OIDC_ALLOWED_DOMAINS,
    trustsFactor: config.BUGLE_OIDC_TRUST_MFA,
    onRefused: failures.reporter('a login by the identity provider was refused'),
  })
  mountOrganizations(app, {
    db,
    url: config.url,
    mayRegister: config.BUGLE_REGISTRATION !== 'closed',
    hasSso: provider !== undefined,
    notifyIngest: notifyAllChanged,
    deleteProjects: deleteProjectsOf,
    clearAssignee,
    projectName: (projectId) => getProjectName(db, projectId),
    now,
  })
  mountProjects(app, {
    db,
    url: config.url,
    projectActivity: async (projectIds) => {
      const parts = await ofBucketsWith(db, projectIds, (own) => findProjectTraffic(db, own))
      return new Map(parts.flatMap((part) => [...part]))
    },
    onCreated: addDefaultRule,
    now,
  })
}

function loginLimitsOf(access: AccessLimits): LoginLimits {
  return {
    failures: access.loginFailures,
    failuresAddress: access.loginFailuresAddress,
    failuresEmail: access.loginFailuresEmail,
    registrationsAddress: access.registrationsAddress,
  }
}
