import { withoutSensitive } from '#web/kernel/data/sensitive.ts'

/** The user has put the wizard off in this browser: it is not offered again automatically. */
const SKIPPED = 'carnet.welcome.skipped'
/**
 * Typed values that are not sent yet, without bank details and birth dates. They live as long as
 * the tab.
 */
const TYPED = 'carnet.welcome.typed'

const read = (storage: () => Storage, key: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(storage().getItem(key) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // checked to be an object
  } catch {
    return {} // Storage may be blocked or hold other data.
  }
}
const write = (storage: () => Storage, key: string, value: Record<string, unknown>) => {
  try {
    storage().setItem(key, JSON.stringify(value))
  } catch {
    // Not stored: it lasts until the page is closed.
  }
}
const local = () => localStorage
const session = () => sessionStorage

export const welcomeSkipped = (userId: string): boolean => read(local, SKIPPED)[userId] === true
export const skipWelcome = (userId: string) =>
  write(local, SKIPPED, { ...read(local, SKIPPED), [userId]: true })

/** Values that this user typed in a step of the wizard; undefined when there are none. */
export const typedAt = (userId: string, step: string): Record<string, unknown> | undefined =>
  // only `storeTyped` writes it, and the form's schema validates it again
  read(session, TYPED)[`${userId} ${step}`] as Record<string, unknown> | undefined
export const storeTyped = (userId: string, step: string, values: Record<string, unknown>) =>
  write(session, TYPED, {
    ...read(session, TYPED),
    [`${userId} ${step}`]: withoutSensitive(values),
  })
export function forgetTyped(userId: string, step: string) {
  const { [`${userId} ${step}`]: _gone, ...rest } = read(session, TYPED)
  write(session, TYPED, rest)
}
