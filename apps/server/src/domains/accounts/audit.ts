import type { AuditAction, AuditEntry } from '@bugle/protocol'

/** Where a request came from and by which session; `http/originOf` reads it. */
export interface AuditOrigin {
  address: string | null
  device: string | null
  tokenId: number | null
}

export interface AuditRecord {
  userId: string
  action: AuditAction
  /** Missing for actions without an HTTP request, such as operator commands. */
  origin?: AuditOrigin
  /** A few plain values for people: no secrets, nothing recorded elsewhere. */
  details?: AuditEntry['details']
}

/** How long entries are kept. */
export const auditDays = 90
