import type { EffectReason } from '#domain/operations/effect.ts'

/** A gateway does not do this effect, and will not later: a dead letter at once. */
export class EffectRefused extends Error {
  override readonly name = 'EffectRefused'
  readonly reason: EffectReason
  constructor(code: string, detail = '', options?: ErrorOptions) {
    super(`${code} ${detail}`, options)
    this.reason = { code, detail }
  }
}

/** A gateway is away, slow or busy; it has not done the effect. */
export class EffectUnavailable extends Error {
  override readonly name = 'EffectUnavailable'
  readonly reason: EffectReason
  constructor(code: string, detail = '', options?: ErrorOptions) {
    super(`${code} ${detail}`, options)
    this.reason = { code, detail }
  }
}

/** The gateway was given what cannot be taken back, and did not say what it did with it. */
export class EffectOutcomeUnknown extends Error {
  override readonly name = 'EffectOutcomeUnknown'
}
