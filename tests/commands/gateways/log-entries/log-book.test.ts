import { describe, expect, test } from 'vitest'
import { openLogBook } from '#commands/gateways/log-entries/log-book.ts'
import type { LogEntries, NewLogEntry } from '#commands/gateways/log-entries/log-entries.ts'
import type { LogLine } from '#domain/operations/log-book.ts'
import { memoryLog } from '#tests/doubles/log.ts'

const line = (n: number): LogLine => ({ level: 'Info', source: 'Insee', message: `LINE_${n}` })
const nothing = async () => {}

/** A store that is away while it is told to be. */
function store() {
  const kept: NewLogEntry[] = []
  const state = { away: false, slow: nothing }
  const entries: LogEntries = {
    async add(added) {
      await state.slow()
      if (state.away) throw new Error('away')
      kept.push(...added)
      return added.map((_, i) => String(kept.length - added.length + i))
    },
    async repeat(changes) {
      // one that was added
      for (const { id, ...change } of changes)
        kept[Number(id)] = { ...(kept[Number(id)] as NewLogEntry), ...change }
    },
    find: async () => ({ items: [], next: null }),
    count: async () => ({ levels: { Error: 0, Warning: 0, Info: 0, Debug: 0 }, atLeast: [] }),
    older: async () => ({ older: 0, kept: 0 }),
    clean: async () => 0,
    ping: nothing,
    close: nothing,
  }
  const log = memoryLog()
  const book = openLogBook({ entries, clock: { now: () => 1_000 }, log, flushMs: 5 })
  return { kept, state, book, log, messages: () => kept.map(({ message }) => message) }
}

describe('the technical log', () => {
  test('is written by itself, a moment later', async () => {
    const { book, kept } = store()
    book.write(line(1))
    expect(kept).toEqual([])
    await expect.poll(() => kept.length).toBe(1)
  })

  test('neither delays nor fails a caller while its store is away, and is whole when the store is back', async () => {
    const { book, state, messages, log } = store()
    state.away = true
    for (let n = 0; n < 3; n++) {
      expect(() => book.write(line(n))).not.toThrow()
      await book.flush()
    }
    expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(1)
    state.away = false
    book.write(line(3))
    await book.flush()
    expect(messages()).toEqual(['LINE_0', 'LINE_1', 'LINE_2', 'LINE_3'])
  })

  test('forgets what does not fit while its store is away, and says how much', async () => {
    const { book, state, kept, log } = store()
    state.away = true
    for (let n = 0; n < 10_050; n++) book.write(line(n))
    state.away = false
    await book.flush()
    expect(kept).toHaveLength(10_000)
    expect(log.lines).toMatchObject([{ level: 'warn', details: { lines: 50 } }])
  })

  test('counts what is repeated while it is being written', async () => {
    const { book, state, kept } = store()
    const held = Promise.withResolvers<void>()
    state.slow = () => held.promise
    book.write(line(1))
    const flushing = book.flush()
    await Promise.resolve()
    book.write(line(1))
    held.resolve()
    await flushing
    await book.flush()
    expect(kept).toMatchObject([{ message: 'LINE_1', repeated: 2 }])
  })

  test('is whole once it is closed', async () => {
    const { book, messages } = store()
    book.write(line(1))
    await book.close()
    expect(messages()).toEqual(['LINE_1'])
  })
})
