import { onSignedOut } from './client.ts'
import { withoutSensitive } from './sensitive.ts'

/**
 * Unsaved input at the end of the session. The tab keeps it until the user is signed in again,
 * never longer.
 */
const KEY = 'carnet.unsaved'

type Kept = { readonly user: string; readonly values: Readonly<Record<string, unknown>> }

/** True once the session has ended: the page is being left, and what was typed is kept. */
let ended = false
export const isSessionOver = () => ended

const readAll = (): Record<string, Kept> => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, Kept> // written below alone
  } catch {
    return {}
  }
}

/** A form by its page and the names of its fields. */
const nameOf = (values: object) =>
  `${window.location.pathname}${window.location.search} ${Object.keys(values).sort().join(',')}`

/**
 * Keeps a form's values when the session ends.
 * @param form.changed null when nothing is unsaved
 * @returns ends the watch
 */
export function keepUnsaved(form: {
  readonly user: string
  readonly values: () => object
  readonly changed: () => Readonly<Record<string, unknown>> | null
}) {
  return onSignedOut(() => {
    ended = true
    const changed = form.changed()
    if (changed === null) return
    const values = withoutSensitive(changed)
    sessionStorage.setItem(
      KEY,
      JSON.stringify({
        ...readAll(),
        [nameOf(form.values())]: { user: form.user, values } satisfies Kept,
      }),
    )
  })
}

/** Unsaved input of this user in this form; it is given once. */
export function takeUnsaved(user: string, values: object): Readonly<Record<string, unknown>> {
  const { [nameOf(values)]: taken, ...others } = readAll()
  if (taken === undefined) return {}
  sessionStorage.setItem(KEY, JSON.stringify(others))
  return taken.user === user ? taken.values : {}
}
