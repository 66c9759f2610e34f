import { boolean, choice, longText, reference, text } from '#domain/kernel/fields.ts'
import { defineRecord } from '#domain/kernel/record.ts'
import { slug } from './address-fields.ts'
import { ARTICLE_LENGTHS, ARTICLE_STYLES, SITE_LANGUAGES } from './article.values.ts'

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
    language: choice(SITE_LANGUAGES, { empty: 'fr' }),
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
