import { isAtLeast, type Role, roles } from '@bugle/protocol/vocabulary'
import { t } from './i18n.ts'

export function roleLabel(role: Role): string {
  return { owner: t('Owner'), admin: t('Admin'), member: t('Member'), viewer: t('Viewer') }[role]
}

export function roleHint(role: Role): string {
  return {
    owner: t('May do everything, including settings, single sign-on and the end of the organization.'),
    admin: t('Manages projects, members, teams and tokens.'),
    member: t('Works on issues and uploads source maps.'),
    viewer: t('Sees everything and changes nothing.'),
  }[role]
}

/** Returns the roles that somebody with a role may give and take: an owner all, an admin those below. */
export function grantable(own: Role): Role[] {
  return roles.filter((role) => own === 'owner' || (role !== own && isAtLeast(own, role)))
}
