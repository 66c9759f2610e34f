import { choice, instant, longText, richText, text } from '#domain/kernel/records/fields.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import { defineRecord, type Stored } from '#domain/kernel/records/record.ts'
import { pageAddress } from './address-fields.ts'
import { LANGUAGES } from '../kernel/languages.values.ts'

export const pageRefusal = catalogue({
  PAGE_INCOMPLETE: 'invalid',
  PAGE_ADDRESS_INVALID: 'invalid',
})

/**
 * A page of the site in one language. Its draft is written beside what readers see, and takes its
 * place when the page is published. Earlier versions are in its history.
 */
export const Content = defineRecord('content', {
  context: 'site',
  permission: 'blogs',
  scope: 'shared',
  fields: {
    title: text({ required: true, max: 150 }),
    url: pageAddress(),
    language: choice(LANGUAGES, { empty: 'fr' }),
    description: longText({ max: 500 }),
    keywords: text({ max: 300 }),
    ogTitle: text({ max: 150 }),
    ogDescription: longText({ max: 500 }),
    draft: richText({ max: 100_000 }),
    /** Published content. */
    content: richText({ max: 100_000 }),
    publishDate: instant(),
  },
  named: ['title'],
  folded: ['keywords', 'ogTitle', 'ogDescription'],
  listed: ['title', 'url', 'language', 'publishDate'],
  searched: ['title', 'url', 'description'],
  unique: ['url', 'language'],
})

type ContentValues = Stored<typeof Content>

/** Changes of publishing; null when the page has no text. @param now epoch milliseconds */
export const publishing = (
  { draft, content }: ContentValues,
  now: number,
): Pick<ContentValues, 'content' | 'publishDate'> | null =>
  draft === '' && content === ''
    ? null
    : { content: draft === '' ? content : draft, publishDate: now }
