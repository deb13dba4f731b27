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
  /** Left out for what nobody asked for by HTTP, such as an operator's command. */
  origin?: AuditOrigin
  /** A few plain values for people: no secrets, nothing that is told elsewhere. */
  details?: AuditEntry['details']
}

/** How long entries are kept. */
export const auditDays = 90
