import { hash } from 'node:crypto'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import type { KeptKey } from '#commands/gateways/keys/keys.ts'
import { asStored } from '#commands/event-store/upcast.ts'
import { NO_ROOT, rootAfter } from '#commands/kernel/hash-chain.ts'
import {
  type Damage,
  chainCheck,
  entriesOf,
  sealedBy,
  verifyEntries,
  verifyLog,
} from '#commands/kernel/verify.ts'
import { type EventStore, writtenIn } from '#domain/kernel/ports/event-store.ts'
import { type RecordedEvent, positionOf } from '#domain/kernel/event.ts'
import { Seal, SEALS } from '#domain/operations/seal.ts'
import {
  type ArchivedAccount,
  FORMAT,
  FORMATS,
  type Header,
  KINDS,
  type Line,
  eventOf,
  parseLine,
} from './archive.ts'
import { ArchiveCut, readLines } from './archive-file.ts'

/** The file differs from what was exported. Nothing was imported. */
export class ArchiveDamaged extends Error {
  override readonly name = 'ArchiveDamaged'
  readonly line: number | null
  constructor(file: string, line: number | null, detail: string) {
    super(`${file}${line === null ? '' : `, line ${line}`}: ${detail}. Nothing was imported.`)
    this.line = line
  }
}

/** The target holds other data. Nothing was imported. */
export class TargetTaken extends Error {
  override readonly name = 'TargetTaken'
}

export type Archive = {
  readonly header: Header
  readonly keys: readonly KeptKey[]
  readonly accounts: readonly ArchivedAccount[]
  readonly root: string
  /** The newest seal among its events. */
  readonly seal: Seal | null
  /** Number of the archive's events in the target. The target holds no others. */
  readonly there: number
}

type Target = Pick<EventStore, 'readAll' | 'readStream' | 'append' | 'personal'>

/**
 * Reads an archive whole, twice, and changes nothing. It checks every line, every document's hash,
 * every chain and every seal. The target must be empty or hold the first events of this very log.
 *
 * @throws ArchiveDamaged · TargetTaken
 */
export async function checkArchive(
  file: string,
  target: Pick<Target, 'readAll' | 'personal'>,
): Promise<Archive> {
  const { header, keys, accounts, root, sealed, seal } = await checkLines(file)
  const present = entriesOf(writtenIn(target))
  let there = 0
  let ended = false
  async function* compared() {
    for await (const event of eventsIn(file)) {
      const next = ended ? null : await present.next()
      if (next?.done) ended = true
      else if (next) {
        const other = asStored(next.value.event)
        if (
          other.id !== event.id ||
          other.stream !== event.stream ||
          other.revision !== event.revision ||
          other.meta.hash !== event.meta.hash
        )
          throw new TargetTaken(
            `The target holds another log: its event ${there + 1} is revision ${other.revision} of ${other.stream}. Import into an empty one. Nothing was imported.`,
          )
        there++
      }
      yield { event }
    }
  }
  const { damages } = await verifyEntries(compared(), { gapless: false, sealed })
  const [damage] = damages
  if (damage)
    throw new ArchiveDamaged(
      file,
      damage.position === undefined ? null : Number(damage.position),
      damageText(damage),
    )
  if (!ended && !(await present.next()).done)
    throw new TargetTaken(
      `The target holds more than this archive: it has been written to since. Nothing was imported.`,
    )
  return { header, keys, accounts, root, seal, there }
}

const damageText = ({ stream, revision, detail }: Damage): string =>
  [stream, revision !== undefined && `revision ${revision}`]
    .filter(Boolean)
    .join(', ')
    .concat(': ', detail)

/** Checks each line: its form, its place among the others, the hash of its content. */
async function checkLines(file: string) {
  const sealed = sealedBy()
  const check = chainCheck()
  const keys: KeptKey[] = []
  const accounts: ArchivedAccount[] = []
  const counts = { keys: 0, accounts: 0, documents: 0, events: 0 }
  let header: Header | null = null
  let seal: Seal | null = null
  let root = NO_ROOT
  let end: { readonly root: string } | null = null
  let number = 0
  for await (const { line, at, digestBefore } of parsed(file)) {
    number = at
    const damaged = (detail: string) => new ArchiveDamaged(file, at, detail)
    if (end) throw damaged('it stands behind the last line')
    if (line.kind === 'carnet') {
      if (header) throw damaged('a second header')
      if (!FORMATS.includes(line.value.format))
        throw damaged(
          `it is of format ${line.value.format}, and this Carnet reads format ${FORMAT}. Import it with the version that wrote it`,
        )
      header = line.value
      continue
    }
    if (!header) throw damaged('the header is missing')
    if (line.kind === 'key') {
      counts.keys++
      keys.push(line.value)
    } else if (line.kind === 'account') {
      counts.accounts++
      accounts.push(line.value)
    } else if (line.kind === 'document') {
      counts.documents++
      if (hash('sha256', Buffer.from(line.value.bytes, 'base64'), 'hex') !== line.value.sha256)
        throw damaged('the document is not the one it is named after')
    } else if (line.kind === 'event') {
      counts.events++
      const event = eventOf(line.value, positionOf(at))
      const [damage] = check(event)
      if (damage) throw damaged(damageText(damage))
      root = rootAfter(root, event.meta.hash)
      if (event.stream === SEALS) {
        sealed.add(event)
        seal = Seal.safeParse(line.value.data).data ?? seal
      }
    } else {
      for (const noun of ['keys', 'accounts', 'documents', 'events'] as const)
        if (line.value[noun] !== counts[noun] || header[noun] !== counts[noun])
          throw damaged(`${counts[noun]} ${noun} stand before it, where there were ${header[noun]}`)
      if (line.value.root !== root)
        throw damaged('the events before it are not those that were exported, or not in that order')
      if (line.value.sha256 !== digestBefore())
        throw damaged('what stands before it is not what was exported')
      end = line.value
    }
  }
  if (!header) throw new ArchiveDamaged(file, null, 'it is empty')
  if (!end) throw new ArchiveDamaged(file, number, 'the file ends here, before its last line')
  return { header, keys, accounts, root, sealed, seal }
}

async function* parsed(file: string): AsyncGenerator<{
  readonly line: Line
  readonly at: number
  readonly digestBefore: () => string
}> {
  let reached = 0
  try {
    for await (const { number, text, digestBefore } of readLines(file)) {
      const line = parseLine(text)
      if (typeof line === 'string') throw new ArchiveDamaged(file, number, line)
      const place = KINDS.indexOf(line.kind)
      if (place < reached)
        throw new ArchiveDamaged(file, number, `${line.kind} stands behind ${KINDS[reached]}`)
      reached = place
      yield { line, at: number, digestBefore }
    }
  } catch (error) {
    throw error instanceof ArchiveCut ? new ArchiveDamaged(file, error.line, error.message) : error
  }
}

/** Events of the archive, each at the position of its line. */
async function* eventsIn(file: string): AsyncGenerator<RecordedEvent> {
  for await (const { line, at } of parsed(file))
    if (line.kind === 'event') yield eventOf(line.value, positionOf(at))
}

export type ImportOptions = {
  readonly file: string
  /** The result of `checkArchive`; the target must not have changed since. */
  readonly archive: Archive
  readonly store: Target
  readonly documents: Pick<Documents, 'keep'>
  /**
   * The most appends in progress at once. More than one needs a store that commits in the order of
   * the calls.
   */
  readonly atOnce?: number
  readonly onProgress?: (done: number, of: number) => void
  readonly signal?: AbortSignal
}

/** The most consecutive events of one stream in one append. */
const TOGETHER = 100

/**
 * Writes documents, then events in the order of the log, and reads them all back. After an
 * interruption the target holds the first events of this log: check and import again to continue.
 *
 * @throws the signal's reason · errors of the stores · Error when an event read back differs from
 * the one written
 */
export async function importArchive({
  file,
  archive,
  store: target,
  documents,
  atOnce = 1,
  onProgress,
  signal,
}: ImportOptions): Promise<void> {
  const { header, there, root } = archive
  // Encrypted values are copied without decrypting them.
  const store = writtenIn(target)
  let done = there
  let batch: RecordedEvent[] = []
  let sent: Promise<unknown>[] = []
  const settle = async () => {
    await Promise.all(sent)
    sent = []
    onProgress?.(done, header.events)
  }
  const append = async () => {
    const [first] = batch
    if (!first) return
    const events = batch.map(({ id, type, data, meta }) => ({ id, type, data, meta }))
    batch = []
    done += events.length
    const appended = store.append(first.stream, first.revision - 1, events)
    appended.catch(() => {}) // `settle` reports the error
    sent.push(appended)
    if (sent.length >= atOnce) await settle()
  }
  let seen = 0
  for await (const { line, at } of parsed(file)) {
    signal?.throwIfAborted()
    if (line.kind === 'document')
      await documents.keep(Buffer.from(line.value.bytes, 'base64'), line.value.mediaType)
    if (line.kind !== 'event' || ++seen <= there) continue
    const event = eventOf(line.value, positionOf(at))
    if (batch.length === TOGETHER || (batch[0] && batch[0].stream !== event.stream)) await append()
    batch.push(event)
  }
  await append()
  await settle()
  const report = await verifyLog(store)
  if (report.root !== root || report.damages.length > 0)
    throw new Error(
      'What was imported reads back as something else. Run `npm run verify`, and import into another target.',
    )
}
