import { dayOrNone, type DayOrNone } from '#domain/kernel/time.ts'

/** The defined keys of a body: a change touches only fields that were sent. */
export const patch = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  } // undefined values are removed

/** @param epochMs 0 for none; undefined when it was not sent */
export const dayPatch = (epochMs: number | undefined): DayOrNone | undefined =>
  epochMs === undefined ? undefined : dayOrNone(epochMs)
