import type { z } from 'zod'
import * as locales from 'zod/locales'
import { refusal, type FieldRefusal } from '#domain/kernel/errors.ts'
import { withDaysIn } from '#domain/kernel/records/fields.ts'
import { FRENCH_ZONE } from '#domain/kernel/time.ts'
import type { Language } from './languages.ts'

const localeError = {
  fr: locales.fr,
  en: locales.en,
  ar: locales.ar,
  es: locales.es,
  de: locales.de,
  it: locales.it,
}
const messages = Object.fromEntries(
  Object.entries(localeError).map(([language, make]) => [language, make().localeError]),
) as Record<Language, z.core.$ZodErrorMap>

const MAX_FIELDS = 20

/**
 * Validates one part of a request. A wrong shape is malformed (400). A right shape that breaks a
 * field's own rule is invalid (422). An example is an IBAN with a wrong key, a `custom` issue.
 *
 * @param timeZone of the user, whose days instants name
 * @throws REQUEST_INVALID · RULE_BROKEN, naming the fields
 */
export function parse<T extends z.ZodType>(
  schema: T,
  value: unknown,
  language: Language,
  timeZone = FRENCH_ZONE,
): z.output<T> {
  const result = withDaysIn(timeZone, () =>
    schema.safeParse(value, { error: messages[language], reportInput: false }),
  )
  if (result.success) return result.data
  const { issues } = result.error
  const found = issues.map((issue): FieldRefusal => {
    const path =
      issue.path.map(String).join('.') ||
      (issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, 5).join(', ').slice(0, 200)
        : 'body')
    // A regular expression is no sentence for users.
    if (issue.code === 'invalid_format' && issue.format === 'regex')
      return { path, code: 'FIELD_INVALID' }
    if (issue.code !== 'custom')
      return { path, code: 'FIELD_INVALID', details: { message: issue.message } }
    const { code = 'FIELD_INVALID', ...details } = (issue.params ?? {}) as { code?: string }
    return { path, code, details }
  })
  // Several faults of a field are told once, by the first.
  const fields = found
    .filter(({ path }, i) => found.findIndex((other) => other.path === path) === i)
    .slice(0, MAX_FIELDS)
  throw issues.every((issue) => issue.code === 'custom')
    ? refusal('RULE_BROKEN', {}, fields)
    : refusal('REQUEST_INVALID', {}, fields)
}
