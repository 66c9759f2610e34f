import i18next from 'i18next'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { translateKey } from '#web/kernel/words/translate-key.ts'

type Issue = z.core.$ZodIssue
type Details = Readonly<Record<string, unknown>>

/** Length of the numbers whose refusal does not bring it. */
const DIGITS: Readonly<Record<string, number>> = { SIREN_LENGTH: 9, SIRET_LENGTH: 14 }

/** "Il manque 2 chiffres.": how far a number is from its length; '' for another rule. */
function distance(code: string, details: Details): string {
  const t = i18next.getFixedT(null, 'kernel')
  const short = Number(details['expected'] ?? DIGITS[code]) - Number(details['digits'] ?? details['characters'])
  if (!short) return '' // not a number for other rules, and no distance is no fault
  const count = Math.abs(short)
  const text =
    'digits' in details
      ? t(short > 0 ? 'rule.missingDigits' : 'rule.extraDigits', { count })
      : t(short > 0 ? 'rule.missingCharacters' : 'rule.extraCharacters', { count })
  return `${text} `
}

/** The sentence for what a schema refused: what is wrong and what to do. Codes of the domain's own rules are `kernel:rule.<CODE>`. */
function issueText(issue: Issue, value: unknown): string {
  const t = i18next.getFixedT(null, 'kernel')
  const absent = value === undefined || value === null || value === ''
  if (issue.code === 'custom') {
    // `text` is a screen's own sentence, already in the user's language.
    const { code, text, ...details } = (issue.params ?? {}) as { code?: string; text?: string }
    if (text !== undefined) return text
    const rule = code && translateKey('kernel', `rule.${code}`, details)
    return rule ? distance(code, details) + rule : t('form.error.invalid')
  }
  if (issue.code === 'invalid_type')
    return absent
      ? t('form.error.required')
      : issue.expected === 'number' || issue.expected === 'int'
        ? t('form.error.number')
        : t('form.error.invalid')
  if (issue.code === 'too_small')
    return issue.origin === 'string'
      ? absent || Number(issue.minimum) <= 1
        ? t('form.error.required')
        : t('form.error.tooShort', { count: Number(issue.minimum) })
      : t('form.error.min', { min: Number(issue.minimum) })
  if (issue.code === 'too_big')
    return issue.origin === 'string'
      ? t('form.error.tooLong', { count: Number(issue.maximum) })
      : t('form.error.max', { max: Number(issue.maximum) })
  if (issue.code === 'invalid_value') return t(absent ? 'form.error.choose' : 'form.error.invalid')
  if (issue.code === 'invalid_format')
    return absent
      ? t('form.error.required')
      : t(
          issue.format === 'email'
            ? 'form.error.email'
            : issue.format === 'url'
              ? 'form.error.url'
              : 'form.error.invalid',
        )
  return t('form.error.invalid')
}

const valueAt = (values: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], values)

/** Validates by a contract's schema and tells each field its sentence; the first issue of a field is the one told. */
export const schemaResolver =
  <I extends FieldValues, O>(schema: z.ZodType<O, I>): Resolver<I, unknown, O> =>
  async (values) => {
    const result = await schema.safeParseAsync(values)
    if (result.success) return { values: result.data, errors: {} }
    const errors: Record<string, unknown> = {}
    for (const issue of result.error.issues) {
      // An issue about the whole has no field to stand at.
      const path = issue.path.length > 0 ? issue.path : ['root']
      let at = errors
      for (const key of path.slice(0, -1)) at = (at[String(key)] ??= {}) as Record<string, unknown>
      at[String(path.at(-1))] ??= { type: issue.code, message: issueText(issue, valueAt(values, issue.path)) }
    }
    return { values: {}, errors: errors as FieldErrors<I> }
  }

/** The fields a refused write names that the form has, by their paths. */
export const fieldRefusals = (error: unknown, known: (path: string) => boolean): ApiProblem['fields'] =>
  error instanceof ApiProblem ? error.fields.filter((field) => known(field.path)) : []
