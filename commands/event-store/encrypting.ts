import type { DecidedEvent, EventStore } from '#domain/kernel/ports/event-store.ts'
import type { EncryptedParts, NewEvent, RecordedEvent } from '#domain/kernel/event.ts'
import { type Marking, STREAM, userKeyId } from '#domain/kernel/personal.ts'
import { decryptJson, encryptJson } from '../kernel/envelope.ts'
import type { HeldKey, HeldKeys } from '../kernel/key-cache.ts'
import type { Keyring } from '../kernel/keyring.ts'

/** Personal fields of events, by event type. */
export type PersonalData = ReadonlyMap<string, Marking>

type Place = { readonly id: string; readonly stream: string; readonly type: string }

/** A value can be decrypted only for its own event and paths. */
const placeOf = ({ id, stream, type }: Place, at: readonly string[]): string =>
  JSON.stringify([id, stream, type, ...at])
/**
 * An actor keeps a name for a long time. It is encrypted alike in every event, so that it is
 * decrypted once.
 */
const NAME_PLACE = 'actor name'
/** Cached names per key: a user rarely has more than a few. */
const NAMES = 100

/** Few paths exist, and every event needs them. */
const split = new Map<string, readonly string[]>()
function stepsOf(path: string): readonly string[] {
  let steps = split.get(path)
  if (steps === undefined) split.set(path, (steps = path.split('.')))
  return steps
}

type Plain = Readonly<Record<string, unknown>>

function valueAt(data: unknown, path: string): unknown {
  let value = data
  for (const step of stepsOf(path)) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Plain)[step]
  }
  return value
}

/** Paths as a tree; at the end of each stands its number in the list. */
type Branches = ReadonlyMap<string, Branches | number>
type Growing = Map<string, Growing | number>

/** The lists of paths are those of the markings: some hundred. */
const trees = new Map<string, Branches>()
function branchesOf(paths: readonly string[]): Branches {
  const name = paths.join()
  const cachedTree = trees.get(name)
  if (cachedTree !== undefined) return cachedTree
  const tree: Growing = new Map()
  paths.forEach((path, i) => {
    let at = tree
    for (const step of stepsOf(path).slice(0, -1)) {
      let below = at.get(step)
      if (below === undefined) at.set(step, (below = new Map()))
      if (typeof below === 'number') throw new Error(`${path} lies within another personal path`)
      at = below
    }
    const last = stepsOf(path).at(-1) ?? ''
    if (at.has(last)) throw new Error(`${path} is personal twice, or holds another personal path`)
    at.set(last, i)
  })
  trees.set(name, tree)
  return tree
}

/**
 * A copy with other values at existing paths, of which none lies within another; the rest is
 * shared.
 */
function withValues(data: unknown, branches: Branches, valueOf: (i: number) => unknown): unknown {
  const copy: Record<string, unknown> = { ...(data as Plain) } // the paths lead through plain objects
  for (const [step, below] of branches)
    copy[step] = typeof below === 'number' ? valueOf(below) : withValues(copy[step], below, valueOf)
  return copy
}

/** The paths of an event's type that exist in this event. */
function pathsIn(marking: Pick<Marking, 'fields' | 'when'>, data: unknown): readonly string[] {
  if (marking.when !== undefined && !marking.when(data)) return NONE
  return Object.keys(marking.fields).filter((path) => (valueAt(data, path) ?? null) !== null)
}

const NONE: readonly string[] = []

/** Paths of one person in an event, and the key that they are encrypted with. */
type Part = {
  readonly name: 'data' | 'aside'
  readonly at: readonly string[]
  readonly keyId: string
}

/**
 * A store that keeps personal data encrypted in the log and gives it to readers in plain. Events
 * are first encrypted by `personal.encrypted`, then hashed and appended unchanged. Older events
 * without encryption are read as they are.
 *
 * A value whose key was destroyed reads as the marking says. An actor whose key was destroyed has
 * no name.
 */
export function encrypting(
  store: EventStore,
  { keyring, personalData }: { readonly keyring: Keyring; readonly personalData: PersonalData },
): EventStore {
  /**
   * Data that `encrypted` has gone through; it need not be looked through again when it is
   * appended.
   */
  const withoutPlain = new WeakSet<object>()
  function forgottenAt(type: string, path: string): unknown {
    const marking = personalData.get(type)
    return marking?.fields[path] ?? marking?.aside?.fields[path] ?? null
  }

  function readableEvent(
    event: RecordedEvent,
    parts: EncryptedParts,
    keys: HeldKeys,
  ): RecordedEvent {
    const { data: own, aside, actorName } = parts
    let { data } = event
    for (const values of [own, aside]) {
      if (!values) continue
      const key = keys.get(values.key) ?? null
      // encrypted as JSON below
      const plain =
        key && (decryptJson(key, placeOf(event, values.at), values.value) as readonly unknown[])
      data = withValues(data, branchesOf(values.at), (i) =>
        plain ? plain[i] : forgottenAt(event.type, values.at[i] ?? ''),
      )
    }
    if (actorName === undefined) return { ...event, data }
    const { kind, id } = event.meta.actor
    const name = nameIn(keys.get(userKeyId(id)) ?? null, actorName)
    return { ...event, data, meta: { ...event.meta, actor: { kind, id, name } } }
  }

  async function readable(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
    const ids = new Set<string>()
    for (const { meta } of events) {
      if (meta.personal === undefined) continue
      if (meta.personal.data) ids.add(meta.personal.data.key)
      if (meta.personal.aside) ids.add(meta.personal.aside.key)
      if (meta.personal.actorName !== undefined) ids.add(userKeyId(meta.actor.id))
    }
    if (ids.size === 0) return events
    const answer = keyring.held([...ids])
    const keys = answer instanceof Promise ? await answer : answer
    return events.map((event) => {
      const { personal } = event.meta
      return personal === undefined ? event : readableEvent(event, personal, keys)
    })
  }

  /** The key that the stream's first event was encrypted with. */
  const keyOfStream = (
    stream: string,
    before: readonly RecordedEvent[],
  ): string | Promise<string> =>
    before.findLast(({ meta }) => meta.personal?.data)?.meta.personal?.data?.key ??
    keyring.newFor(stream)

  async function encrypted(
    stream: string,
    events: readonly DecidedEvent[],
    before: readonly RecordedEvent[],
  ): Promise<readonly DecidedEvent[]> {
    const ids = new Set<string>()
    const plans: { event: DecidedEvent; parts: readonly Part[]; named: string | null }[] = []
    for (const event of events) {
      const { type, data, meta } = event
      const { owner, actor } = meta
      const marking = personalData.get(type)
      const parts: Part[] = []
      for (const [name, part] of [
        ['data', marking],
        ['aside', marking?.aside],
      ] as const) {
        const at = part === undefined ? NONE : pathsIn(part, data)
        if (part === undefined || at.length === 0) continue
        const whose = part.whose === STREAM ? STREAM : part.whose({ owner, actor, data })
        const keyId = whose === STREAM ? await keyOfStream(stream, before) : whose
        parts.push({ name, at, keyId })
        ids.add(keyId)
      }
      const named = actor.kind === 'user' && actor.name !== undefined ? userKeyId(actor.id) : null
      if (named !== null) ids.add(named)
      plans.push({ event, parts, named })
    }
    if (ids.size === 0) return events
    const answer = keyring.made([...ids])
    const keys = answer instanceof Promise ? await answer : answer

    return plans.map(({ event, parts, named }) => {
      if (parts.length === 0 && named === null) return event
      const { type, meta } = event
      let { data } = event
      let written: EncryptedParts = {}
      for (const { name, at, keyId } of parts) {
        const key = keys.get(keyId) ?? null
        // New data of a forgotten person is not kept either.
        if (key) {
          const values = at.map((path) => valueAt(data, path))
          const place = placeOf({ id: event.id, stream, type }, at)
          written = {
            ...written,
            [name]: { key: keyId, at, value: encryptJson(key, place, values) },
          }
        }
        data = withValues(data, branchesOf(at), (i) =>
          key ? null : forgottenAt(type, at[i] ?? ''),
        )
      }
      withoutPlain.add(data as object) // of an event
      const { kind, id, name } = meta.actor
      const key = named === null ? null : (keys.get(named) ?? null)
      if (key && name !== undefined) written = { ...written, actorName: encryptedName(key, name) }
      const actor = named === null ? meta.actor : { kind, id }
      const isPlain = Object.keys(written).length === 0
      return { ...event, data, meta: { ...meta, actor, ...(isPlain ? {} : { personal: written }) } }
    })
  }

  /**
   * Refuses an append that did not go through `encrypted`: it would keep personal data in plain,
   * for good.
   */
  function assertEncrypted({ type, data, meta }: NewEvent): void {
    // of an event
    const marking = withoutPlain.has(data as object) ? undefined : personalData.get(type)
    const plain =
      marking === undefined
        ? NONE
        : [marking, ...(marking.aside ? [marking.aside] : [])]
            .flatMap((part) => pathsIn(part, data))
            .filter((path) => !isForgotten(type, path, data))
    if (plain.length > 0 || (meta.actor.kind === 'user' && meta.actor.name !== undefined))
      throw new Error(`${type} was to be appended with personal data in plain`)
  }
  const isForgotten = (type: string, path: string, data: unknown): boolean =>
    JSON.stringify(valueAt(data, path)) === JSON.stringify(forgottenAt(type, path))

  return {
    async append(stream, expected, events) {
      for (const event of events) assertEncrypted(event)
      return store.append(stream, expected, events)
    },
    async appendAll(appends) {
      for (const { events } of appends) events.forEach(assertEncrypted)
      return store.appendAll(appends)
    },
    async readStream(stream, options) {
      const slice = await store.readStream(stream, options)
      return { ...slice, events: await readable(slice.events) }
    },
    async readAll(after, options) {
      const slice = await store.readAll(after, options)
      return { ...slice, events: await readable(slice.events) }
    },
    async readAllBackwards(before, options) {
      const slice = await store.readAllBackwards(before, options)
      return { ...slice, events: await readable(slice.events) }
    },
    watch: (onGrown) => store.watch(onGrown),
    head: () => store.head(),
    personal: { encrypted, readable, destructions: keyring.destructions, written: store },
    close: () => store.close(),
  }
}

type Key = NonNullable<HeldKey>

function nameIn(key: HeldKey, value: string): string {
  return key === null
    ? ''
    : cached((key.names ??= new Map()), value, () => String(decryptJson(key, NAME_PLACE, value)))
}

const encryptedName = (key: Key, name: string): string =>
  cached((key.encryptedNames ??= new Map()), name, () => encryptJson(key, NAME_PLACE, name))

function cached(names: Map<string, string>, from: string, make: () => string): string {
  let to = names.get(from)
  if (to === undefined) {
    to = make()
    if (names.size >= NAMES) names.clear()
    names.set(from, to)
  }
  return to
}
