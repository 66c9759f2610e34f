import i18next from 'i18next'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { lengthFault } from '#contract/kernel/length-fault.ts'
import { findKey } from '#web/kernel/words/translate-key.ts'

type Issue = z.core.$ZodIssue
type Details = Readonly<Record<string, unknown>>

/**
 * The sentence of a domain rule (`kernel:error.<CODE>`), the same as the server's; undefined for
 * another context's code.
 */
function ruleText(code: string, details: Details): string | undefined {
  const t = i18next.getFixedT(null, 'kernel')
  const fault = lengthFault(code, details)
  const distance = fault && t(`distance.${fault.key}`, { count: fault.count })
  return findKey(
    'kernel',
    `error.${code}`,
    distance === undefined ? details : { ...details, distance },
  )
}

/** A rule across fields is asked too where a field is wrong: all faults are told at once. */
export const ALSO_BESIDE_FAULTS = { when: () => true } as const

/**
 * A day is a number on the wire, so it is recognised by its field's name. Hours per day are none,
 * and a study's `from` is a year.
 */
const isDay = (path: readonly PropertyKey[]): boolean =>
  /(?:[dD]ate|From|(?<!Per)[dD]ay)$/.test(String(path.at(-1)))

/** A day with its time, known by its field's name too. */
const isInstant = (path: readonly PropertyKey[]): boolean =>
  /^(?:at|start|end)$/.test(String(path.at(-1)))

/** The sentence for a text that is too short, and a figure or day below its least. */
function smallText(issue: Issue & { code: 'too_small' }, value: unknown): string {
  const t = i18next.getFixedT(null, 'kernel')
  const least = Number(issue.minimum)
  const absent = value === undefined || value === null || value === ''
  if (issue.origin === 'string')
    return absent || least <= 1
      ? t('error.FIELD_REQUIRED')
      : t('form.error.tooShort', { count: least })
  if (issue.origin === 'array' && least <= 1) return t('error.FIELD_REQUIRED')
  return isDay(issue.path) && value !== 0
    ? t('form.error.earliest')
    : t('form.error.min', { min: least })
}

/**
 * The sentence for a schema's issue: the fault and the remedy. Codes of the domain's own rules are
 * `kernel:error.<CODE>`.
 */
function issueText(issue: Issue, value: unknown): string {
  const { path } = issue
  const t = i18next.getFixedT(null, 'kernel')
  const absent = value === undefined || value === null || value === ''
  if (issue.code === 'custom') {
    // `text` is a screen's own sentence, already translated.
    const { code, text, ...details } = (issue.params ?? {}) as { code?: string; text?: string }
    if (text !== undefined) return text
    return (code && ruleText(code, details)) || t('form.error.invalid')
  }
  if (issue.code === 'invalid_type')
    return absent
      ? t('error.FIELD_REQUIRED')
      : issue.expected === 'number' || issue.expected === 'int'
        ? t(`form.error.${isInstant(path) ? 'instant' : isDay(path) ? 'date' : 'number'}`)
        : t('form.error.invalid')
  if (issue.code === 'too_small') return smallText(issue, value)
  if (issue.code === 'too_big')
    return issue.origin === 'string'
      ? t('form.error.tooLong', { count: Number(issue.maximum) })
      : t('form.error.max', { max: Number(issue.maximum) })
  if (issue.code === 'invalid_value') return t(absent ? 'form.error.choose' : 'form.error.invalid')
  if (issue.code === 'invalid_format')
    return absent
      ? t('error.FIELD_REQUIRED')
      : t(
          issue.format === 'email'
            ? 'error.EMAIL_INVALID'
            : issue.format === 'url'
              ? 'error.URL_INVALID'
              : 'form.error.invalid',
        )
  return t('form.error.invalid')
}

const valueAt = (values: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key],
    values,
  )

/** Validates by a contract's schema. Each field shows the sentence of its first issue. */
export const schemaResolver =
  <I extends FieldValues, O>(schema: z.ZodType<O, I>): Resolver<I, unknown, O> =>
  async (values) => {
    const result = await schema.safeParseAsync(values)
    if (result.success) return { values: result.data, errors: {} }
    const errors: Record<string, unknown> = {}
    for (const issue of result.error.issues) {
      // An issue of the whole form has no field.
      const path = issue.path.length > 0 ? issue.path : ['root']
      let at = errors
      for (const key of path.slice(0, -1)) at = (at[String(key)] ??= {}) as Record<string, unknown>
      at[String(path.at(-1))] ??= {
        type: issue.code,
        message: issueText(issue, valueAt(values, issue.path)),
      }
    }
    return { values: {}, errors: errors as FieldErrors<I> }
  }

/**
 * Validates by a schema that is loaded with the first check. Without a network the refusals of the
 * server stand in its place.
 */
export const lateResolver =
  <I extends FieldValues, O>(load: () => Promise<z.ZodType<O, I>>): Resolver<I, unknown, O> =>
  async (values, context, options) => {
    const schema = await load().catch(() => null)
    return schema === null
      ? { values: values as unknown as O, errors: {} } // the server parses it
      : schemaResolver(schema)(values, context, options)
  }

/** The refused fields that exist in the form, by their paths. */
export const fieldRefusals = (
  error: unknown,
  isShown: (path: string) => boolean,
): ApiProblem['fields'] =>
  error instanceof ApiProblem ? error.fields.filter((field) => isShown(field.path)) : []

type Fault = { readonly path: string; readonly message: string }

/** All errors of a form, each by the path of its field. A list of entries has one by itself. */
export function faultsOf(errors: unknown, at = ''): readonly Fault[] {
  if (typeof errors !== 'object' || errors === null) return []
  if ('message' in errors && typeof errors.message === 'string')
    return [{ path: at, message: errors.message }]
  return Object.entries(errors).flatMap(([key, error]) =>
    key === 'ref' ? [] : faultsOf(error, at === '' ? key : `${at}.${key}`),
  )
}
