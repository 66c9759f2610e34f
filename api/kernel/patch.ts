import { dayOrNone, type DayOrNone } from '#domain/kernel/time.ts'

/** The keys that a body had: a change touches only what was sent. */
export const patch = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  } // the undefined ones are gone

/** @param epochMs 0 for none; undefined when it was not sent */
export const dayPatch = (epochMs: number | undefined): DayOrNone | undefined =>
  epochMs === undefined ? undefined : dayOrNone(epochMs)
