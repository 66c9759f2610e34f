import { choice, longText, rows, text } from '#domain/kernel/records/fields.ts'
import { CV_LANGUAGES } from './cv-languages.values.ts'

/**
 * The texts of an item in other languages than the CV's own: one row for each field and language.
 */
export const translations = () =>
  rows(
    {
      language: choice(CV_LANGUAGES, { required: true, empty: 'en' }),
      field: text({ required: true, max: 40 }),
      text: longText(),
    },
    { max: 60 },
  )
