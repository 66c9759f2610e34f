/** @unit epoch milliseconds */
export type Clock = { readonly now: () => number }
