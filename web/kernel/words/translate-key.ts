import i18next from 'i18next'
import { missing } from './missing.ts'

type Details = Readonly<Record<string, unknown>>

/** A word whose dictionary and key are data; undefined when there is none. For what may have no word: a hint, a variant. */
export function findKey(dictionary: string, key: string, details: Details = {}): string | undefined {
  const name = `${dictionary}:${key}`
  const t = i18next.t as (name: string, details: Details) => string // typed for names that are written out
  return i18next.exists(name, details) ? t(name, details) : undefined
}

/**
 * A word of a dictionary whose name and key are data (an event's type), with what stands in it.
 * @throws in tests when it is missing; the product logs it and shows the key humanised
 */
export const translateKey = (dictionary: string, key: string, details: Details = {}): string =>
  findKey(dictionary, key, details) ?? missing(`${dictionary}:${key}`)
