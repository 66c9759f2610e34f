import { type Filter, MongoServerError } from 'mongodb'
import { newUlid } from '#commands/kernel/ids.ts'
import {
  COUNTED,
  COUNTED_BY_WORDS,
  type LogEntry,
  type LogFilter,
} from '#domain/operations/log-book.ts'
import { LOG_LEVELS } from '#domain/operations/log-entry.values.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { countsOf, type LogEntries, searchedText, wordsIn } from './log-entries.ts'
import { connectMongo, type MongoOptions } from '../engines/mongodb.ts'

type Stored = Omit<LogEntry, 'id' | 'at'> & {
  readonly _id: string
  /** A date: MongoDB's TTL index requires one. */
  readonly at: Date
  readonly words: readonly string[]
}

/** Beside the read models, whose names begin with a letter. */
const COLLECTION = '_log_entries'
/**
 * The cleaning counts and reports what it removes. The TTL index removes the rest, this many days
 * later.
 */
const MARGIN_DAYS = 3
const RETENTION = 'retention'
/** @source MongoDB's error_codes.yml: NamespaceNotFound, IndexNotFound */
const NO_COLLECTION = 26
const NO_INDEX = 27

const unlessSaying =
  <T>(code: number, instead: T) =>
  (error: unknown): T => {
    if (error instanceof MongoServerError && error.code === code) return instead
    throw error
  }

function entryOf(stored: Stored): LogEntry {
  const { _id, at, words: _, ...entry } = stored
  return { ...entry, id: _id, at: at.getTime() }
}
const cursorOf = ({ _id, at }: Stored): string => `${at.getTime()}.${_id}`

/** Filter for MongoDB. */
function wantedBy(
  { levels, sources, words, from, to }: LogFilter,
  cursor?: string,
): Filter<Stored> {
  const each: Filter<Stored>[] = words.flatMap(({ text, messages }) => {
    const parts = wordsIn(text).map((word): Filter<Stored> => ({ words: { $regex: `^${word}` } }))
    const either = messages.length === 0 ? parts : [...parts, { message: { $in: [...messages] } }]
    return either.length === 0
      ? []
      : [either.length === 1 && either[0] ? either[0] : { $or: either }]
  })
  if (cursor !== undefined) {
    const [time = '', id = ''] = cursor.split('.')
    const at = new Date(Number(time))
    each.push({ $or: [{ at: { $lt: at } }, { at, _id: { $lt: id } }] })
  }
  const period = {
    ...(from !== undefined && { $gte: new Date(from) }),
    ...(to !== undefined && { $lte: new Date(to) }),
  }
  return {
    ...(levels.length > 0 && { level: { $in: [...levels] } }),
    ...(sources.length > 0 && { source: { $in: [...sources] } }),
    ...(Object.keys(period).length > 0 && { at: period }),
    ...(each.length > 0 && { $and: each }),
  }
}

/** The technical log where several processes share a MongoDB. */
export async function openMongoLogEntries(
  url: string,
  { retentionDays, ...options }: MongoOptions & { readonly retentionDays: number },
): Promise<LogEntries> {
  const { database, reaching, ping, close } = connectMongo(url, 'carnet-log', options)
  const entries = database.collection<Stored>(COLLECTION)
  const expireAfterSeconds = ((retentionDays + MARGIN_DAYS) * DAY_MS) / 1_000

  /** A TTL index removes old entries. It is built again when the retention has changed. */
  async function expire(): Promise<void> {
    const indexes = await entries.indexes().catch(unlessSaying(NO_COLLECTION, []))
    const before = indexes.find(({ name }) => name === RETENTION)
    if (before?.expireAfterSeconds === expireAfterSeconds) return
    if (before) await entries.dropIndex(RETENTION).catch(unlessSaying(NO_INDEX, {}))
    await entries.createIndex({ at: 1 }, { expireAfterSeconds, name: RETENTION })
  }
  try {
    await reaching(() => expire())
    await reaching(() =>
      Promise.all([
        entries.createIndex({ at: -1, _id: -1 }),
        entries.createIndex({ level: 1, at: -1, _id: -1 }),
        entries.createIndex({ source: 1, level: 1, at: -1, _id: -1 }),
        entries.createIndex({ words: 1, at: -1 }),
      ]),
    )
  } catch (error) {
    await close()
    throw error
  }

  return {
    async add(added) {
      const stored = added.map(
        (entry): Stored => ({
          ...entry,
          _id: newUlid(),
          at: new Date(entry.at),
          words: [...new Set(wordsIn(searchedText(entry)))],
        }),
      )
      if (stored.length > 0) await reaching(() => entries.insertMany(stored, { ordered: false }))
      return stored.map(({ _id }) => _id)
    },
    async repeat(changes) {
      if (changes.length === 0) return
      await reaching(() =>
        entries.bulkWrite(
          changes.map(({ id, ...set }) => ({
            updateOne: { filter: { _id: id }, update: { $set: set } },
          })),
          { ordered: false },
        ),
      )
    },
    async find(filter, { limit, cursor }) {
      const found = await reaching(() =>
        entries
          .find(wantedBy(filter, cursor))
          .sort({ at: -1, _id: -1 })
          .limit(limit + 1)
          .toArray(),
      )
      const page = found.slice(0, limit)
      const last = page.at(-1)
      return {
        items: page.map(entryOf),
        next: found.length > limit && last ? cursorOf(last) : null,
      }
    },
    async count(filter) {
      if (filter.words.length > 0) {
        const newest = entries
          .find(wantedBy({ ...filter, levels: [] }), { projection: { level: 1 } })
          .sort({ at: -1, _id: -1 })
          .limit(COUNTED_BY_WORDS)
        const found = await reaching(() => newest.toArray())
        const byLevel = Map.groupBy(found, ({ level }) => level)
        return countsOf(
          [...byLevel].map(([level, rows]) => [level, rows.length]),
          () => found.length === COUNTED_BY_WORDS,
        )
      }
      const counted = await Promise.all(
        LOG_LEVELS.map(async (level) => {
          const wanted = wantedBy({ ...filter, levels: [level] })
          return [
            level,
            await reaching(() => entries.countDocuments(wanted, { limit: COUNTED })),
          ] as const
        }),
      )
      return countsOf(counted, (count) => count === COUNTED)
    },
    async older(before) {
      const [older, all] = await reaching(() =>
        Promise.all([
          entries.countDocuments({ at: { $lt: new Date(before) } }),
          entries.countDocuments({}),
        ]),
      )
      return { older, kept: all - older }
    },
    clean: async (before) =>
      (await reaching(() => entries.deleteMany({ at: { $lt: new Date(before) } }))).deletedCount,
    ping,
    close,
  }
}
