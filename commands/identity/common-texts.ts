import { entriesOf } from '#commands/kernel/verify.ts'
import { type EventStore, writtenIn } from '#domain/kernel/ports/event-store.ts'
import { isNaming, type Person, streamOf } from './person-survey.ts'

/** Names of fields, and values in plain with the field that they stand in. */
function* partsOf(value: unknown, key = ''): Generator<{ key: string; text: string }> {
  if (typeof value === 'string') yield { key, text: value }
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      yield { key: '', text: name }
      yield* partsOf(inner, name)
    }
}

/**
 * Texts of a forgotten person that are common words. Kinds of facts, names of fields, or data of
 * other users hold them too. A text that the person's own events still hold, as a name or in a
 * sentence, is no common word.
 */
export async function commonTexts(
  store: EventStore,
  person: Person,
  texts: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if (texts.size === 0) return texts
  const written = writtenIn(store)
  const [first] = (await written.readStream(streamOf(person), { limit: 1 })).events
  const owner = first?.meta.owner
  const common = new Set<string>()
  const remains = new Set<string>()
  for await (const { event } of entriesOf(written)) {
    const { stream, type, data, meta } = event
    for (const { key, text } of partsOf({ stream, type, data, meta }))
      for (const one of texts) {
        if (!text.includes(one)) continue
        const isRemain = meta.owner === owner && (isNaming(key) || /\s/.test(text))
        ;(isRemain ? remains : common).add(one)
      }
  }
  return common.difference(remains)
}
