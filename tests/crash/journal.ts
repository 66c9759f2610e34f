import type { Decider } from '#domain/kernel/decider.ts'

export type Entry = { type: 'EntryWritten'; data: { number: number } }

/** Writes as many numbered entries as asked for; a number twice or left out is a broken log. */
export const journal: Decider<{ entries: number }, Entry, number> = {
  category: 'journal',
  initial: 0,
  decide: ({ entries }, written) =>
    Array.from({ length: entries }, (_, i) => ({
      type: 'EntryWritten',
      data: { number: written + i + 1 },
    })),
  evolve: (written, { data }) => {
    if (data.number !== written + 1) throw new Error(`Entry ${data.number} after ${written}`)
    return data.number
  },
}
