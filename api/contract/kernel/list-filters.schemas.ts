import { z } from 'zod'
import { DayTime, Money } from '#domain/kernel/records/fields.ts'
import {
  type Conditions,
  type FilterField,
  type FilterFields,
  OPERATORS_OF,
} from './list-filters.ts'
import { Id } from '#contract/kernel/inputs.schemas.ts'

/** The most values of `in`. */
const MOST_VALUES = 50
/**
 * Longest JSON of a query's filters. An address with them, ids and a token fits in the 16 KiB of a
 * request's head.
 */
const LONGEST = 4_000

function valueOf(field: FilterField): z.ZodType<string | number | boolean> {
  switch (field.kind) {
    case 'choice':
      return field.list === undefined ? z.enum([...field.options]) : z.string().min(1).max(60)
    case 'code':
      return z.string().regex(/^[A-Z]{2,3}$/)
    case 'reference':
      return z.union([Id, z.literal(0)])
    case 'flag':
      return z.boolean()
    case 'money':
      return Money
    case 'number':
      return z.number().min(-1e9).max(1e9)
    case 'day':
      return DayTime.min(1)
    case 'text':
      return z.string().trim().min(1).max(200)
  }
}

function condition(field: FilterField) {
  const value = valueOf(field)
  const operators = OPERATORS_OF[field.kind]
  const single = operators.filter((operator) => operator !== 'in' && operator !== 'between')
  return z
    .discriminatedUnion('operator', [
      z.strictObject({ operator: z.enum(single), value }),
      ...(operators.includes('in')
        ? [
            z.strictObject({
              operator: z.literal('in'),
              value: z.array(value).min(1).max(MOST_VALUES),
            }),
          ]
        : []),
      ...(operators.includes('between')
        ? [z.strictObject({ operator: z.literal('between'), value: z.tuple([value, value]) })]
        : []),
    ])
    .optional()
}

/**
 * Conditions by what they take. Lists have a thousand fields of some sixty sorts. Schemas of each
 * field were half of all schemas.
 */
const conditions = new Map<string, ReturnType<typeof condition>>()

/** The condition of one field, which may be absent. */
function conditionOf(field: FilterField): ReturnType<typeof condition> {
  const { kind } = field
  const sort =
    kind === 'choice' ? JSON.stringify(field.list === undefined ? field.options : '') : kind
  let schema = conditions.get(sort)
  if (schema === undefined) conditions.set(sort, (schema = condition(field)))
  return schema
}

/**
 * One condition a field, all of them together. Other input is refused, so no unknown operator
 * reaches the store.
 */
export const conditionsOf = (fields: FilterFields) =>
  z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, conditionOf(field)])),
  )

/**
 * `?filters=`: the JSON of the conditions, the same as lists take in a body. A refusal names the
 * field: `filters.dueDate.value`.
 */
export const filtersInQuery = (
  fields: FilterFields,
): z.ZodOptional<z.ZodType<Conditions, string>> => {
  const taken: z.ZodType<Conditions> = conditionsOf(fields) as z.ZodType<Conditions> // undefined is never present
  return z
    .string()
    .max(LONGEST)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'invalid_format', format: 'json_string', input: text })
        return z.NEVER
      }
    })
    .pipe(taken)
    .optional()
    .describe(
      `JSON: one condition a field, as {"${Object.keys(fields)[0] ?? 'name'}":{"operator":"eq","value":…}}. ` +
        Object.entries(fields)
          .map(([name, { kind }]) => `${name}: ${OPERATORS_OF[kind].join(', ')}`)
          .join('; '),
    )
}
