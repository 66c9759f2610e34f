import { addDays } from '#domain/kernel/time.ts'
import type { Chapter } from './tale.ts'

/** A question that waits for its answer. */
export const supportChapter: Chapter = ({ commands, id, meta, today }) => {
  const day = addDays(today, -2)
  const question = {
    subject: 'Importer un relevé bancaire',
    message: 'Bonjour, dans quel format puis-je déposer le relevé de ma banque ? Merci.',
  }
  return [
    {
      day,
      tell: () => commands.support.ask(id('support import'), question, meta('support import', day)),
    },
  ]
}
