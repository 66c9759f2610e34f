import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLogBook } from '#commands/gateways/log-entries/log-book.ts'
import type { LogEntries } from '#commands/gateways/log-entries/log-entries.ts'
import type { LogBook, LogFilter, LogLine } from '#domain/operations/log-book.ts'
import { memoryLog } from '#tests/doubles/log.ts'

/** An empty store; `reopen` leaves what is kept. */
export type LogEntriesUnderTest = {
  readonly entries: LogEntries
  reopen(): Promise<LogEntries>
  dispose(): Promise<void>
}

const NOON = Date.UTC(2026, 10, 20, 12)
const DAY = 86_400_000
const all: LogFilter = { levels: [], sources: [], words: [] }
const line = (message: string, more: Partial<LogLine> = {}): LogLine => ({
  level: 'Info',
  source: 'Insee',
  message,
  ...more,
})
const word = (text: string, ...messages: readonly string[]) => ({ text, messages })

/** Contract of every store of the technical log, behind the log book that writes to it. */
export function logBookSuite(name: string, make: () => Promise<LogEntriesUnderTest>): void {
  describe(`${name}, as a technical log`, () => {
    let given: LogEntriesUnderTest
    let book: LogBook
    let now: number
    const opened = (entries: LogEntries) =>
      openLogBook({ entries, clock: { now: () => now }, log: memoryLog() })
    const found = async (filter: Partial<LogFilter> = {}) =>
      (await book.find({ ...all, ...filter }, { limit: 100 })).items.map(({ message }) => message)

    beforeEach(async () => {
      now = NOON
      given = await make()
      book = opened(given.entries)
    })
    afterEach(async () => {
      await book.close()
      await given.dispose()
    })

    test('keeps a line with all that it says', async () => {
      const details = { reason: 'status 500', attempt: 3 }
      book.write({
        level: 'Error',
        source: 'Gmail',
        message: 'MAIL_TRIED',
        details,
        correlationId: '01JD0000000000000000000000',
        durationMs: 412,
      })
      book.write(line('BARE'))
      const { items, next } = await book.find(all, { limit: 10 })
      expect(next).toBeNull()
      expect(items).toMatchObject([
        {
          at: NOON,
          level: 'Info',
          message: 'BARE',
          correlationId: '',
          durationMs: null,
          repeated: 1,
          details: {},
        },
        {
          at: NOON,
          lastAt: NOON,
          level: 'Error',
          source: 'Gmail',
          message: 'MAIL_TRIED',
          correlationId: '01JD0000000000000000000000',
          durationMs: 412,
          repeated: 1,
          details,
        },
      ])
    })

    test('is read newest first, page by page, also where many lines are of one moment', async () => {
      for (let i = 0; i < 25; i++) {
        if (i % 10 === 0) now += 1_000
        book.write(line(`LINE_${i}`))
      }
      const read: string[] = []
      let pages = 0
      for (let cursor: string | null | undefined; cursor !== null; pages++) {
        const page = await book.find(all, { limit: 10, ...(cursor && { cursor }) })
        read.push(...page.items.map(({ message }) => message))
        cursor = page.next
      }
      expect(read).toEqual(Array.from({ length: 25 }, (_, i) => `LINE_${24 - i}`))
      expect(pages).toBe(3)
    })

    test('a line that is written while pages are read moves none of them', async () => {
      for (let i = 0; i < 4; i++) book.write(line(`LINE_${i}`))
      const first = await book.find(all, { limit: 2 })
      now += 1
      book.write(line('NEW'))
      const second = await book.find(all, { limit: 2, cursor: first.next ?? '' })
      expect(second.items.map(({ message }) => message)).toEqual(['LINE_1', 'LINE_0'])
    })

    test('is found by level, source, period and words, and by all of them together', async () => {
      book.write(line('OLD', { level: 'Error', details: { by: 'siren' } }))
      now += DAY
      book.write(
        line('ANSWERED', { details: { by: 'siren', found: 12 }, correlationId: 'c0ffee-12' }),
      )
      book.write(
        line('FAILED', { level: 'Warning', source: 'Gmail', details: { reason: 'Délai dépassé' } }),
      )
      book.write(line('FAILED_TOO', { level: 'Error', source: 'Gmail' }))
      expect(await found({ levels: ['Warning', 'Error'] })).toEqual(['FAILED_TOO', 'FAILED', 'OLD'])
      expect(await found({ sources: ['Gmail'] })).toEqual(['FAILED_TOO', 'FAILED'])
      expect(await found({ sources: ['Gmail'], levels: ['Error'] })).toEqual(['FAILED_TOO'])
      expect(await found({ from: NOON + DAY })).toEqual(['FAILED_TOO', 'FAILED', 'ANSWERED'])
      expect(await found({ to: NOON + DAY - 1 })).toEqual(['OLD'])
      expect(await found({ from: NOON, to: NOON, levels: ['Error'] })).toEqual(['OLD'])
      expect(await found({ words: [word('sire')] })).toEqual(['ANSWERED', 'OLD'])
      expect(await found({ words: [word('DELAI'), word('depasse')] })).toEqual(['FAILED'])
      expect(await found({ words: [word('siren'), word('12')] })).toEqual(['ANSWERED'])
      expect(await found({ words: [word('c0ffee')] })).toEqual(['ANSWERED'])
      expect(await found({ words: [word('siren')], from: NOON + 1 })).toEqual(['ANSWERED'])
      expect(await found({ words: [word('siren')], levels: ['Error'] })).toEqual(['OLD'])
      expect(await found({ words: [word('siren')], sources: ['Gmail'] })).toEqual([])
      expect(await found({ words: [word('nothing')] })).toEqual([])
    })

    test('is found by a rare word far back, and by one that every line has', async () => {
      book.write(line('RARE', { details: { reason: 'needle', by: 'hay' } }))
      for (let i = 0; i < 10_200; i++) {
        if (i % 1_000 === 0) {
          now += 1
          await book.flush()
        }
        book.write(line(`LINE_${i}`, { details: { by: 'hay' } }))
      }
      expect(await found({ words: [word('needle')] })).toEqual(['RARE'])
      expect(await found({ words: [word('need'), word('hay')], levels: ['Info'] })).toEqual([
        'RARE',
      ])
      expect(await found({ words: [word('hay')] })).toHaveLength(100)
      expect((await book.count({ ...all, words: [word('needle')] })).levels.Info).toBe(1)
      // Not counted to the end: there may be more of any level.
      expect(await book.count({ ...all, words: [word('hay')] })).toEqual({
        levels: { Error: 0, Warning: 0, Info: 2_000, Debug: 0 },
        atLeast: ['Error', 'Warning', 'Info', 'Debug'],
      })
      expect(await book.count(all)).toEqual({
        levels: { Error: 0, Warning: 0, Info: 10_000, Debug: 0 },
        atLeast: ['Info'],
      })
    }, 60_000) // a write of ten thousand lines, on a machine that others use too

    test('is found by a word of the sentence that a message is told with', async () => {
      book.write(line('ANSWERED'))
      book.write(line('FAILED', { details: { reason: 'registre' } }))
      expect(await found({ words: [word('registre', 'ANSWERED')] })).toEqual(['FAILED', 'ANSWERED'])
      expect(await found({ words: [word('répondu', 'ANSWERED')] })).toEqual(['ANSWERED'])
    })

    test.each([
      '"',
      "'",
      '*',
      '-x',
      'NEAR(',
      'a OR b',
      '{text}: x',
      '%',
      '$where',
      '\u0000',
      '^',
      '()',
    ])('takes a search for %j as words', async (text) => {
      book.write(line('BARE'))
      expect(Array.isArray(await found({ words: [word(text)] }))).toBe(true)
      expect(await book.count({ ...all, words: [word(text)] })).toHaveProperty('levels')
    })

    test('counts the lines of each level that a filter finds, whatever level is looked at', async () => {
      for (const level of ['Info', 'Info', 'Warning', 'Error'] as const) {
        book.write(line(`A_${level}`, { level }))
        now += 60_000
      }
      book.write(line('B', { source: 'Gmail', level: 'Debug' }))
      const counts = { Info: 2, Warning: 1, Error: 1, Debug: 1 }
      const count = async (more: Partial<LogFilter> = {}) =>
        (await book.count({ ...all, ...more })).levels
      expect(await count()).toEqual(counts)
      expect(await count({ levels: ['Error'] })).toEqual(counts)
      expect(await count({ sources: ['Insee'] })).toEqual({ ...counts, Debug: 0 })
      expect(await count({ words: [word('a')], from: NOON + 1 })).toEqual({
        ...counts,
        Info: 1,
        Debug: 0,
      })
      expect((await book.count(all)).atLeast).toEqual([])
    })

    test('folds what is written again within a minute, before and after it was kept', async () => {
      const again = (durationMs: number, correlationId: string) =>
        book.write(
          line('FAILED', {
            level: 'Error',
            details: { reason: 'slow' },
            durationMs,
            correlationId,
          }),
        )
      again(10, 'first')
      again(30, 'second')
      await book.flush()
      now += 30_000
      again(20, 'third')
      book.write(line('FAILED', { level: 'Error', details: { reason: 'busy' } }))
      book.write(line('FAILED', { level: 'Warning', details: { reason: 'slow' } }))
      expect((await book.find(all, { limit: 10 })).items).toMatchObject([
        { repeated: 1, level: 'Warning' },
        { repeated: 1, details: { reason: 'busy' } },
        { repeated: 3, durationMs: 30, correlationId: 'first', at: NOON, lastAt: NOON + 30_000 },
      ])
      now += 30_000
      again(5, 'fourth')
      expect((await book.find(all, { limit: 10 })).items[0]).toMatchObject({
        repeated: 1,
        correlationId: 'fourth',
      })
    })

    test('forgets what is older than it is told to keep, and says how much', async () => {
      for (let i = 0; i < 2_500; i++) {
        if (i === 2_300) now += DAY
        book.write(line(`LINE_${i}`))
      }
      await book.flush()
      expect(await book.older(NOON + DAY)).toEqual({ older: 2_300, kept: 200 })
      expect(await book.clean(NOON + DAY)).toBe(2_300)
      expect(await book.older(NOON + DAY)).toEqual({ older: 0, kept: 200 })
      expect(await found({ words: [word('LINE', 'LINE_2299')] })).not.toContain('LINE_2299')
      expect(await book.clean(NOON + DAY)).toBe(0)
      expect((await book.count(all)).levels.Info).toBe(200)
    })

    test('keeps lines for the next start', async () => {
      book.write(line('KEPT'))
      await book.close()
      book = opened(await given.reopen())
      expect(await found()).toEqual(['KEPT'])
      now += 1
      book.write(line('AFTER'))
      expect(await found()).toEqual(['AFTER', 'KEPT'])
    })

    test('takes lines in the order of their time when the clock was set back', async () => {
      book.write(line('NOON'))
      now = NOON - DAY
      book.write(line('DAY_BEFORE'))
      now = NOON
      book.write(line('NOON_AGAIN'))
      expect(await found()).toEqual(['NOON_AGAIN', 'NOON', 'DAY_BEFORE'])
    })

    test('says nothing that is secret or names a person', async () => {
      book.write(
        line('FAILED', {
          details: {
            reason: 'no answer to anna@exemple.fr, IBAN FR7630006000011234567890189',
            attempt: 2,
          },
        }),
      )
      const [entry] = (await book.find(all, { limit: 1 })).items
      expect(entry?.details).toEqual({ reason: 'no answer to [hidden], IBAN [hidden]', attempt: 2 })
    })
  })
}
