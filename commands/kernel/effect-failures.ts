import type { EffectReason } from '#domain/operations/effect.ts'

/** The gateway refuses this effect for good: it is a dead letter at once. */
export class EffectRefused extends Error {
  override readonly name = 'EffectRefused'
  readonly reason: EffectReason
  constructor(code: string, detail = '', options?: ErrorOptions) {
    super(`${code} ${detail}`, options)
    this.reason = { code, detail }
  }
}

/** The gateway is away, slow or busy, and has not performed the effect. */
export class EffectUnavailable extends Error {
  override readonly name = 'EffectUnavailable'
  readonly reason: EffectReason
  constructor(code: string, detail = '', options?: ErrorOptions) {
    super(`${code} ${detail}`, options)
    this.reason = { code, detail }
  }
}

/** The gateway was given what cannot be taken back, and its answer is missing. */
export class EffectOutcomeUnknown extends Error {
  override readonly name = 'EffectOutcomeUnknown'
}
