import type { KeptAccount } from '#commands/gateways/accounts/accounts-kept.ts'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import { asStored } from '#commands/event-store/upcast.ts'
import { type Damage, type LastSeal, entriesOf, verifyLog } from '#commands/kernel/verify.ts'
import { encryptJson } from '#commands/kernel/envelope.ts'
import type { Keyring } from '#commands/kernel/keyring.ts'
import { documentDecider, type DocumentEvent } from '#domain/documents/document.ts'
import { FORGETTING } from '#domain/identity/forgetting.ts'
import { type EventStore, writtenIn } from '#domain/kernel/ports/event-store.ts'
import { categoryOf, type Position, type RecordedEvent } from '#domain/kernel/event.ts'
import { userKeyId } from '#domain/kernel/personal.ts'
import { SEALS } from '#domain/operations/seal.ts'
import { type ArchivedAccount, FORMAT, accountPlace, archivedEvent, lineOf } from './archive.ts'
import { writeArchive } from './archive-file.ts'
import { documentsIn } from './documents-in.ts'
import { countUpTo, lastSeal } from './seal.ts'

/** The log is damaged: a copy would hide that. */
export class LogDamaged extends Error {
  override readonly name = 'LogDamaged'
  readonly damages: readonly Damage[]
  constructor(damages: readonly Damage[]) {
    super('The log is damaged, and nothing was copied. `npm run verify` tells where.')
    this.damages = damages
  }
}

export type ExportOptions = {
  readonly store: Pick<EventStore, 'readAll' | 'readStream' | 'head' | 'personal'>
  /** The keys of personal data; absent without encryption. */
  readonly keyring?: Keyring | undefined
  /** `none` leaves the keys out: personal data in the file can then never be read. */
  readonly keys?: 'wrapped' | 'none'
  /** Name of the source engine, for the readers of the archive. */
  readonly from: string
  readonly documents: Pick<Documents, 'names' | 'read'>
  readonly accounts: readonly KeptAccount[]
  readonly file: string
  /** @unit epoch milliseconds */
  readonly now: number
  readonly onProgress?: (done: number, of: number) => void
  readonly signal?: AbortSignal
}

export type Exported = {
  readonly keys: number
  readonly accounts: number
  readonly documents: number
  readonly events: number
  readonly root: string
  readonly sealed: LastSeal | null
  /** Documents that events name and that are missing from the store. */
  readonly missing: readonly string[]
}

/**
 * Writes the whole Carnet at this moment into one file, and verifies it on the way. Events written
 * meanwhile are left out.
 *
 * @throws LogDamaged · DocumentDamaged · the signal's reason · errors of the store and the file
 * system; no file is left behind then
 */
export async function exportArchive({
  store: log,
  keyring,
  keys: keyMode = 'wrapped',
  from,
  documents,
  accounts,
  file,
  now,
  onProgress,
  signal,
}: ExportOptions): Promise<Exported> {
  const store = writtenIn(log)
  const upTo = await store.head()
  const [events, sealed] = [await countUpTo(store, upTo), await lastSeal(store, upTo)]
  // A document is kept before the first event that names it. All documents of the events up to here
  // exist.
  const names = (await documents.names()).toSorted()
  const archived = (
    await Promise.all(accounts.map((account) => archivedAccount(account, keyring)))
  ).flat()
  // Read after the end was fixed, so that they include every key of the events and accounts.
  const keys =
    keyMode === 'wrapped'
      ? ((await keyring?.kept()) ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      : []
  const counts = { keys: keys.length, accounts: archived.length, documents: names.length, events }
  const archive = writeArchive(file)
  try {
    await archive.write(
      lineOf('carnet', {
        format: FORMAT,
        exportedAt: new Date(now).toISOString(),
        from,
        ...counts,
        sealed,
      }),
    )
    for (const key of keys) await archive.write(lineOf('key', key))
    for (const account of archived) await archive.write(lineOf('account', account))
    for (const sha256 of names) {
      signal?.throwIfAborted()
      const bytes = await documents.read(sha256)
      if (!bytes) throw new Error(`The document ${sha256} went away while it was exported.`)
      await archive.write(
        lineOf('document', {
          sha256,
          mediaType: bytes.mediaType,
          bytes: Buffer.from(bytes.bytes).toString('base64'),
        }),
      )
    }
    const named = new Set<string>()
    const forgotten = new Set<string>()
    const released = releasedDocuments()
    let done = 0
    const { damages, root } = await verifyLog(store, {
      upTo,
      entries: tapped(entriesOf(store), upTo, async (event) => {
        signal?.throwIfAborted()
        const [readable = event] = (await log.personal?.readable([event])) ?? [event]
        released.see(readable)
        const among = categoryOf(event.stream) === FORGETTING ? forgotten : named
        if (event.stream !== SEALS)
          for (const sha256 of documentsIn(readable.data)) among.add(sha256)
        await archive.write(lineOf('event', archivedEvent(asStored(event))))
        done++
        onProgress?.(done, events)
      }),
    })
    if (damages.length > 0) throw new LogDamaged(damages)
    if (done !== events)
      throw new Error(`The log holds ${done} events where ${events} were counted.`)
    await archive.write(lineOf('end', { ...counts, root, sha256: archive.digest() }))
    await archive.finish()
    const accounted = new Set([...names, ...forgotten, ...released.names()])
    return {
      ...counts,
      root,
      sealed,
      missing: [...named].filter((sha256) => !accounted.has(sha256)).sort(),
    }
  } catch (error) {
    await archive.discard()
    throw error
  }
}

/**
 * Encrypted with its user's key, as the user's events are. The account of a forgotten user is left
 * out.
 */
async function archivedAccount(
  account: KeptAccount,
  keyring?: Keyring,
): Promise<readonly ArchivedAccount[]> {
  if (!keyring) return [account]
  const { id } = account
  const key = (await keyring.made([userKeyId(id)])).get(userKeyId(id)) ?? null
  return key === null ? [] : [{ id, encrypted: encryptJson(key, accountPlace(id), account) }]
}

/** Collects the names of uploaded files whose bytes were released: they are not missing. */
function releasedDocuments() {
  const uploads = new Map<string, readonly string[]>()
  const released = new Set<string>()
  return {
    see({ stream, type, data }: RecordedEvent): void {
      if (categoryOf(stream) !== documentDecider.category) return
      const facts = { type, data } as DocumentEvent // events of the decider's own stream
      if (facts.type === 'DocumentUploaded') uploads.set(stream, [...documentsIn(facts.data)])
      if (facts.type === 'DocumentReleased')
        for (const sha256 of uploads.get(stream) ?? []) released.add(sha256)
    },
    names: (): ReadonlySet<string> => released,
  }
}

/** Events up to a position; each is yielded once it was written. */
async function* tapped(
  entries: AsyncIterable<{ readonly event: RecordedEvent }>,
  upTo: Position,
  write: (event: RecordedEvent) => Promise<void>,
) {
  for await (const entry of entries) {
    if (entry.event.position > upTo) return
    await write(entry.event)
    yield entry
  }
}
