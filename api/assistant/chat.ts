import { findingsOf, type Findings } from '#commands/assistant/findings.ts'
import type { ChatCommands, ChatPart } from '#commands/assistant/chats.ts'
import { chatRoutes as routes } from '#contract/assistant/assistant.contract.ts'
import { professionalInfoRoutes } from '#contract/profile/profile.contract.ts'
import { searchRoutes } from '#contract/kernel/search.contract.ts'
import { dayIn } from '#domain/kernel/time.ts'
import type { Api } from '#api/kernel/api.ts'
import { written } from '#api/kernel/audit-fields.ts'
import { eventStream } from '#api/kernel/event-stream.ts'
import type { Language } from '#api/kernel/languages.ts'
import { word } from '#api/kernel/words.ts'
import type { Desk } from './chat-tool.ts'
import { helpPagesAbout } from './help-pages.ts'
import { type OwnReads, ownReads, ReadRefused } from './own-reads.ts'
import { proposingTools } from './proposing-tools.ts'
import { readingTools } from './reading-tools.ts'

const TOOLS = [...readingTools, ...proposingTools]

/** Words of a question that a search looks for: acronyms, then the longest. */
const SEARCHED = 5
/** Shorter ones are found everywhere, but for acronyms. @unit characters */
const TELLING = 4
/** Longer ones are no words, and no search takes them. @unit characters */
const LONGEST = 60
const isAcronym = (word: string): boolean => /^\p{Lu}{2,}$/u.test(word)
const FOUND = 8

const tellingWords = (question: string): readonly string[] =>
  [...new Set(question.match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? [])]
    .filter((one) => (one.length >= TELLING || isAcronym(one)) && one.length <= LONGEST)
    .toSorted((a, b) => Number(isAcronym(b)) - Number(isAcronym(a)) || b.length - a.length)
    .slice(0, SEARCHED)

/** Answers by a search over help and records, where no model is configured. */
async function searched(
  question: string,
  reads: OwnReads,
  findings: Findings,
  language: Language,
): Promise<string> {
  const words = tellingWords(question)
  const lists = await Promise.all(words.map((q) => reads.get(searchRoutes.find, { query: { q } })))
  // Finds of several words come first.
  const records = [...Map.groupBy(lists.flat(), ({ entity, id }) => `${entity} ${id}`).values()]
    .toSorted((one, other) => other.length - one.length)
    .flatMap(([one]) => one ?? [])
  const lines = [
    ...records.slice(0, FOUND).map(({ entity, id, title, detail }) => {
      const mark = findings.refer(entity, id, title)
      return [title, detail].filter(Boolean).join(', ') + ` [${mark}]`
    }),
    ...helpPagesAbout(language, words)
      .slice(0, 2)
      .map(({ name, title }) => `${title} [${findings.refer('help', name, title)}]`),
  ]
  const sentence = word(
    language,
    'assistant',
    lines.length === 0 ? 'answer.nothingFound' : 'answer.found',
  )
  return [sentence, ...lines].join('\n')
}

/**
 * The profile that is asked about: the one that is named, else the first; empty for a user without
 * any.
 */
async function profileOf(reads: OwnReads, profileId: string | undefined): Promise<string> {
  if (profileId !== undefined) return profileId
  try {
    return (await reads.get(professionalInfoRoutes.list))[0]?.id ?? ''
  } catch (error) {
    if (error instanceof ReadRefused) return ''
    throw error
  }
}

/**
 * Questions about one's own data. Answers are read by the product's own routes, and change nothing.
 */
export function chatApi(api: Api, chats: ChatCommands): void {
  api.serve(routes.state, {}, async ({ owner }) => ({
    model: chats.model,
    left: await chats.left(owner),
  }))

  api.serve(routes.ask, {}, async (call) => {
    const { body, caller, can, language, meta, now, owner, request } = call
    const findings = findingsOf()
    const reads = ownReads(request, owner)
    const desk: Desk = {
      reads,
      findings,
      profileId: await profileOf(reads, body.profileId),
      language,
      timeZone: caller.timeZone,
      today: dayIn(now, caller.timeZone),
    }
    const order = {
      question: body.message,
      language,
      today: desk.today,
      now,
      findings,
      tools: TOOLS.filter(({ permission }) => permission === null || can(permission)).map(
        ({ bind }) => bind(desk),
      ),
      search: () => searched(body.message, reads, findings, language),
    }
    return eventStream<ChatPart>(
      (tell, signal) => chats.answer(order, meta(), { tell, signal }),
      call,
    )
  })

  api.serve(routes.history, {}, async ({ owner }) =>
    (await chats.history(owner)).map(({ tools, cites, cards, unsupported, ...turn }) => ({
      ...turn,
      tools: [...tools],
      cites: [...cites],
      cards: cards.map((card) => ({ ...card, fields: { ...card.fields } })),
      unsupported: [...unsupported],
    })),
  )

  api.serve(routes.confirm, {}, async ({ params: { turnId, index }, body: { id }, meta }) =>
    written(await chats.confirm(turnId, index, id, meta())),
  )
  api.serve(routes.forget, {}, async ({ meta }) => written(await chats.forget(meta())))
}
