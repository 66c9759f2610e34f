/** @unit epoch milliseconds */
export type Clock = { readonly now: () => number }

/**
 * True while `until` is in the future, but never longer than `forMs`: that guards against a clock
 * that was set back.
 */
export const stillLasts = (until: number, forMs: number, now: number): boolean =>
  until > now && until - now <= forMs
