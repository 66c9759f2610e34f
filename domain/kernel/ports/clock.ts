/** @unit epoch milliseconds */
export type Clock = { readonly now: () => number }

/**
 * True while `until` is in the future, for `forMs` at most: that guards against a clock set back.
 */
export const stillLasts = (until: number, forMs: number, now: number): boolean =>
  until > now && until - now <= forMs
