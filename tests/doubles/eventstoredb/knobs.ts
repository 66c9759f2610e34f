import type { Metadata } from '@grpc/grpc-js'

/** Faults of the next calls. Everything is off until a test turns it on. */
export type Knobs = {
  /** Appends that are committed and whose reply is lost. Counts down. */
  losingReplies: number
  /** Appends that are committed and never answered. Counts down. */
  swallowing: number
  /** Appends that are refused before anything is written. Counts down. */
  refusing: number
  /** Chance that an append's reply is lost, and that it is refused: 0 to 1, by `random`. */
  chaos: { readonly loses: number; readonly refuses: number; random(): number } | null
  /** Before every answer. @unit ms */
  delay: number
  /** Takes every request, and the append with it, and never answers. */
  silent: boolean
  /** Subscriptions stay open and bring nothing. */
  muted: boolean
  /** Not a word to a reader after so many events. */
  silentAfter: number | null
  /** Reads that end with an error after this many events. Counts down. */
  breakingReads: { times: number; after: number } | null
  /** Names no member of the cluster to whom asks. */
  noGossip: boolean
  /** Where the leader is, when it is not here. */
  leader: { readonly host: string; readonly port: number } | null
}

export const noFaults = (): Knobs => ({
  losingReplies: 0,
  swallowing: 0,
  refusing: 0,
  chaos: null,
  delay: 0,
  silent: false,
  muted: false,
  silentAfter: null,
  breakingReads: null,
  noGossip: false,
  leader: null,
})

/** Calls seen so far. */
export type Calls = { append: number; batchAppend: number; read: number; subscribe: number }

/**
 * An error the way a server sends it: a status, and in its trailers what the client knows it by.
 */
export const failure = (code: number, details: string, metadata?: Metadata) =>
  Object.assign(new Error(details), { code, details, ...(metadata && { metadata }) })
