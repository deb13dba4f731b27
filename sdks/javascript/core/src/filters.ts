import { matches } from './match.ts'
import { numberOr } from './plain.ts'
import type { Integration } from './runtime.ts'

/** Drops errors by the options `ignoreErrors` and `sampleRate`, and groups them by `fingerprint`. */
export function filters(): Integration {
  return {
    name: 'filters',
    setup(runtime, { fingerprint, ignoreErrors, sampleRate }) {
      runtime.builders!.push((event) => {
        if (event.fingerprint) return undefined
        const chosen = typeof fingerprint === 'function' ? fingerprint(event) : fingerprint
        if (Array.isArray(chosen)) event.fingerprint = chosen
        // A promise is too late.
        return chosen
      })
      runtime.sifters!.push(({ exception_type, message }, guard) => {
        const title = `${exception_type}: ${message}`
        return guard(() => matches(ignoreErrors, title))
          ? 'ignored'
          : Math.random() >= numberOr(sampleRate, 1)
            ? 'sampled'
            : undefined
      })
    },
  }
}
