import {
  boolean,
  choice,
  image,
  instant,
  longText,
  reference,
  richText,
  text,
} from '#domain/kernel/records/fields.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import { defineRecord, type Stored } from '#domain/kernel/records/record.ts'
import { slug } from './address-fields.ts'
import { LANGUAGES } from '../kernel/languages.values.ts'
import { ARTICLE_LENGTHS, ARTICLE_STYLES } from './article.values.ts'

export const articleRefusal = catalogue({ ARTICLE_INCOMPLETE: 'invalid' })

const textless = (publishDate: unknown, body: unknown) =>
  typeof publishDate === 'number' && publishDate > 0 && body === ''
    ? { code: 'ARTICLE_INCOMPLETE' }
    : null
const publishDate: ReturnType<typeof instant> = {
  ...instant(),
  wrong: (value, { body: text }) => textless(value, text),
}
const body: ReturnType<typeof richText> = {
  ...richText({ max: 100_000 }),
  wrong: (value, values) => textless(values['publishDate'], value),
}

/**
 * An article of the blog. Without a date it is a draft; with a later one it is scheduled. Readers
 * see it from its date on, which is compared when they read: no timer publishes it.
 */
export const Blog = defineRecord('blog', {
  context: 'site',
  permission: 'blogs',
  scope: 'shared',
  fields: {
    title: text({ required: true, max: 150 }),
    slug: slug(),
    /** Text for lists, search engines and social networks. */
    summary: longText({ max: 500 }),
    body,
    image: image(),
    language: choice(LANGUAGES, { empty: 'fr' }),
    themeId: reference('theme', { onRemove: 'refuse' }),
    topicId: reference('topic', { onRemove: 'refuse' }),
    author: text({ max: 100 }),
    length: choice(ARTICLE_LENGTHS, { empty: 'medium' }),
    style: choice(ARTICLE_STYLES, { empty: 'practical' }),
    publishDate,
    /** Whether a program wrote its first text; readers are told. */
    isGenerated: boolean(),
  },
  named: ['title'],
  folded: ['slug', 'topicId', 'author', 'length', 'style'],
  listed: ['title', 'themeId', 'language', 'publishDate'],
  searched: ['title', 'summary', 'body'],
  addressed: { at: 'slug', of: 'title' },
})

/** Fields that an article needs before it is published. */
export const lackingInArticle = ({
  summary,
  body,
}: Stored<typeof Blog>): readonly ('summary' | 'body')[] => [
  ...(summary === '' ? (['summary'] as const) : []),
  ...(body === '' ? (['body'] as const) : []),
]
