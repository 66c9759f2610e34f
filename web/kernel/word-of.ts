import i18next from 'i18next'

/** A word of a dictionary whose name and key are data (an event's type); undefined when it has none. */
export const wordOf = (dictionary: string, key: string): string | undefined =>
  i18next.exists(`${dictionary}:${key}`) ? String(i18next.t(`${dictionary}:${key}` as never)) : undefined
