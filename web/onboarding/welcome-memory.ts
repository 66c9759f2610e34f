/** Put off by this user, in this browser: the wizard is not offered again by itself. */
const SKIPPED = 'carnet.welcome.skipped'
/** What was typed and not yet sent; it lives as long as the tab, since an IBAN is nobody else's business. */
const TYPED = 'carnet.welcome.typed'

const read = (storage: () => Storage, key: string): Record<string, unknown> => {
  try {
    const kept: unknown = JSON.parse(storage().getItem(key) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {} // an object, checked
  } catch {
    return {} // Storage may be closed or hold something else.
  }
}
const write = (storage: () => Storage, key: string, value: Record<string, unknown>) => {
  try {
    storage().setItem(key, JSON.stringify(value))
  } catch {
    // Kept for this visit only.
  }
}
const local = () => localStorage
const session = () => sessionStorage

export const welcomeSkipped = (userId: string): boolean => read(local, SKIPPED)[userId] === true
export const skipWelcome = (userId: string) => write(local, SKIPPED, { ...read(local, SKIPPED), [userId]: true })

/** What this user typed at a step of the wizard; undefined when nothing waits. */
export const typedAt = (userId: string, step: string): Record<string, unknown> | undefined =>
  read(session, TYPED)[`${userId} ${step}`] as Record<string, unknown> | undefined // written by `keepTyped` alone; the form's schema checks it again
export const keepTyped = (userId: string, step: string, values: Record<string, unknown>) =>
  write(session, TYPED, { ...read(session, TYPED), [`${userId} ${step}`]: values })
export function forgetTyped(userId: string, step: string) {
  const { [`${userId} ${step}`]: _gone, ...rest } = read(session, TYPED)
  write(session, TYPED, rest)
}
