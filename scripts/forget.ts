import { Refusal } from '../domain/kernel/errors.ts'
import { PERSON_KINDS } from '../commands/identity/person-survey.ts'
import { forgetConfigured } from '../workers/operations/forget.ts'
import { Unusable, tool } from './tool.ts'

/**
 * `npm run forget -- <user|contact|client|applicant> <id>`: destroys the keys of a person's data,
 * with their account, documents and read models. It can't be undone. Exits 1 when the log does not
 * verify or data of the person is left.
 */
await tool(async ({ configuration, args, ending }) => {
  const [kind, id, ...others] = args
  const known = PERSON_KINDS.find((one) => one === kind)
  if (known === undefined || id === undefined || others.length > 0)
    throw new Unusable(
      `Usage: npm run forget -- <kind> <id>. The kind is ${PERSON_KINDS.join(', ')}.`,
    )
  const person = { kind: known, id }
  try {
    const { plan, kept, verified, left, common } = await forgetConfigured(
      configuration,
      person,
      ending,
      {
        clock: { now: Date.now },
      },
    )
    console.log(
      `${kind} ${id} is forgotten: ${plan.keys.length} keys destroyed, ${plan.documents.length} documents removed.`,
    )
    if (plan.keptUntil !== '')
      console.log(
        `${plan.papers.length} papers of issued bills and accepted quotes, and the books, are kept until ` +
          `${plan.keptUntil}, as the law wants; then they go by themselves.`,
      )
    if (kept.until !== '')
      console.log(
        `${kept.bills} issued bills and ${kept.quotes} accepted quotes name the client. They and the books are kept ` +
          `until ${kept.until} (Commercial code, article L123-22), and go with the account of their user.`,
      )
    if (known !== 'user') {
      console.log(
        'Mails that were sent, events, tasks, contracts and notes are the words of the user. They may name the person, ' +
          'and are forgotten with the user.',
      )
      if (configuration.MONGODB_URL)
        console.log('Lists in MongoDB may name the person until npm run projections rebuilds them.')
    }
    console.log(
      verified.damages.length === 0
        ? `Every hash chain verifies: ${verified.events} events.`
        : `The log is damaged: run npm run verify.`,
    )
    for (const { file, texts } of left)
      console.error(
        `${file} still holds ${texts} texts that name the person: written before personal data was encrypted, or ` +
          'part of other data.',
      )
    if (common > 0)
      console.log(
        `${common} names of the person are common words, which other data holds too: files were not searched for them.`,
      )
    if (left.length === 0)
      console.log('No file of the data directory holds a text that names the person.')
    return verified.damages.length > 0 || left.length > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const reasons: Readonly<Record<string, string>> = {
      NOT_FOUND: `There is no ${kind} ${id} in the log.`,
      LAST_ADMIN: 'Nobody else administers. Make another user an administrator first.',
    }
    throw new Unusable(reasons[error.code] ?? error.message)
  }
})
