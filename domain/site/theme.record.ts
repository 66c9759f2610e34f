import { boolean, choice, longText, text } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import { slug } from './address-fields.ts'
import { LANGUAGES } from '../kernel/languages.values.ts'
import { ARTICLE_LENGTHS, ARTICLE_STYLES } from './article.values.ts'

/** Subjects of the blog, as its readers choose them. */
export const Theme = defineRecord('theme', {
  context: 'site',
  permission: 'blogs',
  scope: 'shared',
  fields: {
    name: text({ required: true, max: 100 }),
    slug: slug(),
    description: longText({ max: 500 }),
    language: choice(LANGUAGES, { empty: 'fr' }),
    length: choice(ARTICLE_LENGTHS, { empty: 'medium' }),
    style: choice(ARTICLE_STYLES, { empty: 'practical' }),
    /** Whether a program proposed it. */
    isGenerated: boolean(),
  },
  named: ['name'],
  listed: ['name', 'description', 'language', 'length', 'style'],
  searched: ['name', 'description'],
  addressed: { at: 'slug', of: 'name' },
})
