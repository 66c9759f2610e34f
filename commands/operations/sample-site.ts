import { readFile } from 'node:fs/promises'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { ulidFrom } from '#commands/kernel/ids.ts'
import type { RecordCommands } from '#commands/records.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import type { RecordType, Wire } from '#domain/kernel/records/record.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { Blog } from '#domain/site/blog.record.ts'
import { Theme } from '#domain/site/theme.record.ts'
import { Topic } from '#domain/site/topic.record.ts'
import { SAMPLE_ARTICLES, SAMPLE_THEMES, SAMPLE_TOPICS } from './sample-site-texts.ts'

const paragraph = (text: string): string =>
  text.startsWith('## ') ? `<h2>${text.slice(3)}</h2>` : `<p>${text.replaceAll('&', '&amp;')}</p>`

type SampleSite = {
  readonly handler: CommandHandler
  readonly records: Pick<RecordCommands, 'add'>
  readonly documents: Pick<Documents, 'keep'>
  /** Brings the read models to the end of the log: before the start nothing else does. */
  readonly known: () => Promise<void>
}

/**
 * Themes, topics and articles for a first look at the blog. Existing ones are left as they are, and
 * removed ones are not made again.
 *
 * @param now epoch milliseconds
 */
export async function tellSampleSite(
  { handler, records, documents, known }: SampleSite,
  now: number,
): Promise<void> {
  const idOf = (key: string): string => ulidFrom(`sample site ${key}`)
  async function add<T extends RecordType>(
    type: T,
    key: string,
    values: Partial<Wire<T>>,
  ): Promise<void> {
    const id = idOf(key)
    if ((await handler.load(recordDecider(type), id, SHARED)) !== null) return
    // An address is compared with those of the records before it.
    await known()
    const meta: CommandMeta = {
      commandId: ulidFrom(`sample site command ${key}`),
      owner: SHARED,
      actor: { kind: 'system', id: 'sample', name: 'Carnet' },
      cause: 'demo',
      occurredAt: now,
    }
    await records.add(type, id, values, meta)
  }
  for (const { key, name, language } of SAMPLE_THEMES) await add(Theme, key, { name, language })
  for (const { key, theme, name, language } of SAMPLE_TOPICS)
    await add(Topic, key, { name, language, themeId: idOf(theme) })
  /** The product's own screens, taken by `npm run pictures`. */
  const coverOf = async (name: string): Promise<string> =>
    documents.keep(
      await readFile(new URL(`./sample-covers/${name}.webp`, import.meta.url)),
      'image/webp',
    )
  for (const {
    key,
    theme,
    topic,
    title,
    summary,
    text,
    language,
    day,
    cover,
    isGenerated = false,
  } of SAMPLE_ARTICLES)
    await add(Blog, `article ${key}`, {
      title,
      summary,
      language,
      body: text.map(paragraph).join(''),
      themeId: idOf(theme),
      topicId: topic === null ? 0 : idOf(topic),
      author: 'Carnet',
      isGenerated,
      ...(cover && { image: await coverOf(cover) }),
      publishDate: day === null ? 0 : now + day * DAY_MS,
    })
}
