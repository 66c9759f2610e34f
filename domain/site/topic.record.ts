import { boolean, choice, longText, reference, text } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import { slug } from './address-fields.ts'
import { LANGUAGES } from '../kernel/languages.values.ts'
import { ARTICLE_LENGTHS, ARTICLE_STYLES } from './article.values.ts'

/** A question within a theme that articles answer. */
export const Topic = defineRecord('topic', {
  context: 'site',
  permission: 'blogs',
  scope: 'shared',
  fields: {
    name: text({ required: true, max: 150 }),
    slug: slug(),
    themeId: reference('theme', { onRemove: 'refuse' }),
    description: longText({ max: 1000 }),
    language: choice(LANGUAGES, { empty: 'fr' }),
    length: choice(ARTICLE_LENGTHS, { empty: 'medium' }),
    style: choice(ARTICLE_STYLES, { empty: 'practical' }),
    /** Whether a program proposed it. */
    isGenerated: boolean(),
  },
  named: ['name'],
  listed: ['name', 'themeId', 'language', 'length', 'style'],
  searched: ['name', 'description'],
  addressed: { at: 'slug', of: 'name' },
})
