import i18next from 'i18next'

/** A word of a dictionary whose name and key are data (an event's type), with what stands in it; undefined when it has none. */
export function translateKey(
  dictionary: string,
  key: string,
  details: Readonly<Record<string, unknown>> = {},
): string | undefined {
  const name = `${dictionary}:${key}`
  const t = i18next.t as (name: string, details: Readonly<Record<string, unknown>>) => string // typed for names that are written out
  return i18next.exists(name, details) ? t(name, details) : undefined
}
