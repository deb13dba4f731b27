import type { ClientKind } from '@bugle/protocol'
import type { LoginSecrets } from '../../ports/identity-provider.ts'
import { CannotOpen, type Sealer } from '../../ports/sealer.ts'

/** A login on its way to the provider and back, in a sealed cookie of the browser. */
export interface PendingLogin extends LoginSecrets {
  step: 'provider'
  kind: ClientKind
  /** Path of the dashboard to open afterwards. */
  next: string
  /** Where a program waits for the code, and the sha256 of its verifier. */
  program: { redirect: string; challenge: string } | undefined
  /** The account to link to, which proved itself before. */
  linkTo: string | undefined
}

/** An identity that is proven, for an account that is not yet. */
export interface PendingLink {
  step: 'account'
  kind: ClientKind
  next: string
  program: PendingLogin['program']
  issuer: string
  subject: string
  email: string
  groups: string[] | undefined
  hasSecondFactor: boolean
}

type Pending = PendingLogin | PendingLink

const minutes = 10
const purpose = 'sso'

/** The cookie, whose content nobody can read or make, and which is good for ten minutes. */
export class PendingCookie {
  readonly #sealer: Sealer
  readonly #name: string
  readonly #attributes: string
  readonly #now: () => Date

  constructor(sealer: Sealer, { url, now }: { url: string; now: () => Date }) {
    const isSecure = url.startsWith('https:')
    this.#sealer = sealer
    this.#now = now
    this.#name = isSecure ? '__Host-bugle_sso' : 'bugle_sso'
    // Lax: the browser returns from the provider by a link, and the cookie must come along.
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  }

  write(pending: Pending): string {
    const until = this.#now().getTime() + minutes * 60_000
    const sealed = this.#sealer.seal(JSON.stringify({ ...pending, until }), purpose)
    return `${this.#name}=${sealed}; Max-Age=${minutes * 60}; ${this.#attributes}`
  }

  clear(): string {
    return `${this.#name}=; Max-Age=0; ${this.#attributes}`
  }

  read<Step extends Pending['step']>(
    header: string | undefined,
    step: Step,
  ): Extract<Pending, { step: Step }> | undefined {
    const pairs = (header ?? '').split(';').map((pair) => pair.trim())
    const sealed = pairs.find((pair) => pair.startsWith(`${this.#name}=`))?.slice(this.#name.length + 1)
    if (sealed === undefined) return undefined
    const pending = this.#open(sealed)
    if (pending === undefined || pending.until < this.#now().getTime() || pending.step !== step) return undefined
    return pending as unknown as Extract<Pending, { step: Step }>
  }

  #open(sealed: string): (Pending & { until: number }) | undefined {
    try {
      return JSON.parse(this.#sealer.open(sealed, purpose))
    } catch (error) {
      if (error instanceof CannotOpen || error instanceof SyntaxError) return undefined
      throw error
    }
  }
}

/** Whether a path belongs to the dashboard: `//elsewhere` and `/\elsewhere` would be another site. */
export function isInternalPath(path: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(path)
}

/** Whether a program may be sent the code there: on this machine, or by the link of the app. */
export function isProgramAddress(address: string): boolean {
  return /^http:\/\/(127\.0\.0\.1|\[::1\]):\d{1,5}(\/[\w/-]*)?$/.test(address) || /^bugle:\/\/[\w/-]*$/.test(address)
}
