import { wordsIn } from '#commands/gateways/log-entries/log-entries.ts'
import type { LogCleaner } from '#commands/operations/clean-log.ts'
import { logRoutes } from '#contract/operations/operations.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import {
  type LogBook,
  type LogDetails,
  type LogEntry,
  type LogFilter,
  logMessages,
} from '#domain/operations/log-book.ts'
import { LOG_DETAILS, type LogLevel, type LogSource } from '#domain/operations/log-entry.values.ts'
import type { Api } from '../kernel/api.ts'
import type { Language } from '../kernel/languages.ts'
import { message } from '../kernel/messages.ts'
import { logHistogram } from './log-histogram.ts'

const CURSOR = /^\d{1,16}(?:\.[0-9A-Z]{26})?$/

type Asked = {
  readonly level: readonly LogLevel[]
  readonly source: readonly LogSource[]
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly q?: string | undefined
}

/** A message is found by its sentence in the reader's language, independent of the writer's. */
const filterOf = ({ level, source, from, to, q = '' }: Asked, language: Language): LogFilter => ({
  levels: level,
  sources: source,
  from,
  to,
  words: wordsIn(q).map((text) => ({
    text,
    messages: logMessages().filter((code) =>
      wordsIn(message(language, code)).some((word) => word.startsWith(text)),
    ),
  })),
})

/** Lines of an older version may hold details without a word in this one. */
const knownOf = ({ details }: LogEntry): LogDetails =>
  Object.fromEntries(
    LOG_DETAILS.flatMap((name) => (details[name] === undefined ? [] : [[name, details[name]]])),
  )

/** A line's sentence, with the sentence of its reason. */
const sentenceOf = ({ message: code, details }: LogEntry, language: Language): string =>
  message(language, code, {
    ...details,
    ...(typeof details['code'] === 'string' && { code: message(language, details['code']) }),
  })

/** A line as its reader is told it. */
export const toldEntry = (entry: LogEntry, language: Language) => ({
  ...entry,
  details: knownOf(entry),
  message: sentenceOf(entry, language),
})

/** The technical log, for administrators. */
export function logsApi(
  api: Api,
  { book, cleaner }: { readonly book: LogBook; readonly cleaner: LogCleaner },
): void {
  api.serve(logRoutes.list, {}, async ({ query, language, reply }) => {
    const { limit, cursor } = query
    if (cursor !== undefined && !CURSOR.test(cursor))
      throw refusal('REQUEST_INVALID', {}, [{ path: 'cursor', code: 'FIELD_INVALID' }])
    const { items, next } = await book.find(filterOf(query, language), { limit, cursor })
    if (next !== null) reply.header('x-next-cursor', next)
    return items.map((entry) => toldEntry(entry, language))
  })
  api.serve(logRoutes.counts, {}, async ({ query, language }) => {
    const { levels, atLeast } = await book.count(filterOf(query, language))
    return { levels, atLeast: [...atLeast] }
  })
  api.serve(logRoutes.histogram, {}, async ({ query, language, now }) =>
    logHistogram(book, filterOf(query, language), now),
  )
  api.serve(logRoutes.clean, {}, async ({ body: { dryRun }, meta }) => ({
    dryRun,
    ...(dryRun ? await cleaner.preview() : await cleaner.clean(meta())),
  }))
}
