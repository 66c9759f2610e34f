/** @unit epoch milliseconds */
export type Clock = { readonly now: () => number }

/** Whether what was to last until then, and for so long at most, still does: what would last longer was kept before the clock went back. */
export const stillLasts = (until: number, forMs: number, now: number): boolean => until > now && until - now <= forMs
