import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { DocumentDamaged, type Documents } from '#commands/gateways/documents/documents.ts'
import { replaceFile } from '#commands/kernel/durable.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import { type Position, START } from '#domain/kernel/event.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { namedDocuments } from './documents-in.ts'

/** In the data directory of the process that looks: where it stands, and what it found. */
const FILE = 'documents-checked.json'
/** Bounds of one run; a round takes as many runs as it needs. */
const RUN = { bytes: 512 * 1_048_576, documents: 5_000 }
const PAGE = 500
/** Names that a message holds. */
const SHOWN = 10

const Found = z.object({
  /** When its round began. @unit epoch milliseconds */
  at: z.number(),
  checked: z.number(),
  damaged: z.array(z.string()),
  missing: z.array(z.string()),
})
const Standing = z.object({
  /** The round under way, and the last document that it has read. */
  round: Found.extend({ after: z.string() }).nullable(),
  /** The last round that ended. */
  last: Found.nullable(),
})
type Standing = z.output<typeof Standing>
type Found = z.output<typeof Found>

/** Documents that were found damaged or missing, of the round under way and of the last one. */
export type DocumentsFound = {
  readonly damaged: number
  readonly missing: number
  /** When the last whole round began; null before the first one ended. @unit epoch milliseconds */
  readonly checkedAt: number | null
}

const fileIn = (dataDir: string): string => path.join(dataDir, FILE)

/** A file that cannot be read is as good as none: a round begins. */
async function standingIn(dataDir: string): Promise<Standing> {
  try {
    return Standing.parse(JSON.parse(await readFile(fileIn(dataDir), 'utf8')))
  } catch {
    return { round: null, last: null }
  }
}

export async function documentsFound(dataDir: string): Promise<DocumentsFound> {
  const { round, last } = await standingIn(dataDir)
  const numberOf = (kind: 'damaged' | 'missing') =>
    new Set([...(last?.[kind] ?? []), ...(round?.[kind] ?? [])]).size
  return {
    damaged: numberOf('damaged'),
    missing: numberOf('missing'),
    checkedAt: last?.at ?? null,
  }
}

/** The next run begins a round, also within a day of the last one. */
export const checkAnew = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true })

/** Documents that the log names and the store lacks. */
async function missingIn(
  store: Pick<EventStore, 'readAll'>,
  documents: Pick<Documents, 'names'>,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const named = namedDocuments()
  let after: Position = START
  async function readOn(): Promise<void> {
    for (let atHead = false; !atHead; ) {
      signal?.throwIfAborted()
      const slice = await store.readAll(after, { limit: PAGE })
      for (const event of slice.events) named.see(event)
      after = slice.next
      atHead = slice.atHead
    }
  }
  await readOn()
  const there = await documents.names()
  // Documents that were removed or added meanwhile are not missing.
  await readOn()
  const missing = named.missingAmong(there)
  if (missing.length === 0) return missing
  const now = new Set(await documents.names())
  return missing.filter((name) => !now.has(name))
}

/**
 * Reads all documents over time, to find damage before a user does. A run is bounded, and goes on
 * where the last one stopped, also after a restart. A round begins once a day.
 */
export function documentScrub({
  store,
  documents,
  dataDir,
  clock,
  log,
  run = RUN,
}: {
  readonly store: Pick<EventStore, 'readAll'>
  readonly documents: Pick<Documents, 'names' | 'read'>
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
  readonly run?: typeof RUN
}): (signal?: AbortSignal) => Promise<'done' | 'more'> {
  const keep = (standing: Standing) => replaceFile(fileIn(dataDir), `${JSON.stringify(standing)}\n`)

  function tell({ checked, damaged, missing }: Found): void {
    if (damaged.length + missing.length === 0) return
    log.error(
      {
        checked,
        damaged: damaged.length,
        missing: missing.length,
        names: [...damaged, ...missing].slice(0, SHOWN),
      },
      'Documents are damaged or missing. Restore them from a backup',
    )
  }

  return async (signal) => {
    const { round: underWay, last } = await standingIn(dataDir)
    // A round of the future was before the clock was set back.
    if (underWay === null && last !== null && Math.abs(clock.now() - last.at) < DAY_MS)
      return 'done'
    const round = underWay ?? {
      at: clock.now(),
      checked: 0,
      damaged: [],
      missing: [...(await missingIn(store, documents, signal))],
      after: '',
    }
    const names = [...(await documents.names())].sort().filter((name) => name > round.after)
    let bytes = 0
    let looked = 0
    for (const name of names) {
      if (looked === run.documents || bytes >= run.bytes || signal?.aborted) {
        await keep({ round, last })
        return 'more'
      }
      try {
        bytes += (await documents.read(name))?.bytes.length ?? 0
      } catch (error) {
        if (!(error instanceof DocumentDamaged)) throw error
        round.damaged.push(name)
      }
      looked++
      round.checked++
      round.after = name
    }
    const { after: _, ...found } = round
    tell(found)
    await keep({ round: null, last: found })
    return 'done'
  }
}
