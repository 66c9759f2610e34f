import i18next from 'i18next'
import { missing } from './missing.ts'

type Details = Readonly<Record<string, unknown>>

/**
 * A word whose dictionary and key are data; undefined when there is none. For optional words: a
 * hint, a variant.
 */
export function findKey(
  dictionary: string,
  key: string,
  details: Details = {},
): string | undefined {
  const name = `${dictionary}:${key}`
  const t = i18next.t as (name: string, details: Details) => string // `t` is typed for literal names
  return i18next.exists(name, details) ? t(name, details) : undefined
}

/**
 * A word whose dictionary and key are data (an event's type), with details filled in. @throws in
 * tests when it is missing; the product logs it and shows a humanised key
 */
export const translateKey = (dictionary: string, key: string, details: Details = {}): string =>
  findKey(dictionary, key, details) ?? missing(`${dictionary}:${key}`)
