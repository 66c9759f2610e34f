/**
 * Result of a check of the whole log: its facts and chains, and the hash over all of them.
 * `damaged` counts the damages, of which the first ones are named.
 *
 * @unit durationMs: milliseconds
 */
export type IntegrityReport = {
  readonly events: number
  readonly streams: number
  /** Position of the last fact. */
  readonly upTo: string
  readonly root: string
  readonly sealed: { readonly events: number; readonly root: string; readonly at: number } | null
  readonly durationMs: number
  readonly damaged: number
  readonly damages: readonly {
    readonly what:
      | 'hash'
      | 'chain'
      | 'revision'
      | 'position'
      | 'stream'
      | 'seal'
      | 'end'
      | 'unreadable'
      | 'file'
    readonly detail: string
    readonly stream: string
    readonly revision: number
    readonly position: string
  }[]
}
