import { choice, longText, rows } from '#domain/kernel/fields.ts'
import { CV_LANGUAGES } from './cv.values.ts'

type Names = readonly [string, ...string[]]

/** The texts of an item in other languages than the CV's own: one row for each field and language. */
export const translations = <const F extends Names>(fields: F) =>
  rows(
    {
      language: choice(CV_LANGUAGES, { required: true, empty: 'en' }),
      field: choice(fields, { required: true, empty: fields[0] }),
      text: longText(),
    },
    { max: 60 },
  )
