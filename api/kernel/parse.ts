import { z } from 'zod'
import { refusal, type FieldRefusal } from '#domain/kernel/errors.ts'
import { kindsOfSchemas } from '#domain/kernel/records/field.ts'
import { withDaysIn } from '#domain/kernel/records/fields.ts'
import { FRENCH_ZONE } from '#domain/kernel/time.ts'
import type { Language } from './languages.ts'
import { message } from './messages.ts'
import { word } from './words.ts'

type Issue = z.core.$ZodRawIssue

/** A day or an instant is a number on the wire, so its schema's kind tells it. */
function isTime({ inst }: Issue): boolean {
  const kind = inst instanceof z.ZodType ? kindsOfSchemas.get(inst)?.kind : undefined
  return kind === 'day' || kind === 'instant'
}

type Unit = 'letters' | 'entries' | 'amount'
const WORDS_OF_LEAST = { letters: 'tooShort', entries: 'tooFew', amount: 'min' } as const
const WORDS_OF_MOST = { letters: 'tooLong', entries: 'tooMany', amount: 'max' } as const
const unitOf = (origin: string): Unit =>
  origin === 'string' ? 'letters' : origin === 'array' || origin === 'set' ? 'entries' : 'amount'
const limits = (limit: number | bigint) => {
  const value = Number(limit)
  return { count: value, min: value, max: value }
}

/** The sentence of a shape's fault: the one that the screens show beside the field. */
function sentenceOf(issue: Issue, language: Language): string {
  const form = (key: string, details = {}) => word(language, 'kernel', `form.error.${key}`, details)
  const absent = issue.input === undefined || issue.input === null || issue.input === ''
  if (absent && issue.code !== 'custom') return message(language, 'FIELD_REQUIRED')
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int'
        ? form(isTime(issue) ? 'date' : 'number')
        : form('invalid')
    case 'too_small':
      return form(WORDS_OF_LEAST[unitOf(issue.origin)], limits(issue.minimum))
    case 'too_big':
      return form(WORDS_OF_MOST[unitOf(issue.origin)], limits(issue.maximum))
    case 'invalid_value':
      return form('oneOf', {
        // The empty one stands for none.
        values: issue.values
          .filter((one) => one !== '')
          .slice(0, SHOWN_VALUES)
          .map(String)
          .join(', '),
      })
    case 'invalid_format':
      return issue.format === 'email'
        ? message(language, 'EMAIL_INVALID')
        : issue.format === 'url'
          ? message(language, 'URL_INVALID')
          : form('invalid')
    case 'unrecognized_keys':
      return form('unknown')
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return form('invalid')
    default:
      return form('invalid')
  }
}
/** Values of a choice that a sentence names. */
const SHOWN_VALUES = 12

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
    schema.safeParse(value, {
      error: (issue) => sentenceOf(issue, language),
      reportInput: false,
    }),
  )
  if (result.success) return result.data
  const { issues } = result.error
  const found = issues.map((issue): FieldRefusal => {
    const path =
      issue.path.map(String).join('.') ||
      (issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, 5).join(', ').slice(0, 200)
        : 'body')
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
