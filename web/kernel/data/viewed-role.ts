/** The role that an administrator looks at Carnet with, in this tab alone. */
export type ViewedRole = { readonly id: string; readonly name: string }

const KEY = 'carnet.viewed-role'

function storedRole(): ViewedRole | null {
  try {
    const { id, name } = Object(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')) as Record<
      string,
      unknown
    >
    return typeof id === 'string' && typeof name === 'string' ? { id, name } : null
  } catch {
    return null
  }
}

/** Read once a page load. A view begins and ends with a load, so that no cache mixes roles. */
let viewed = storedRole()

export const viewedRole = (): ViewedRole | null => viewed

/** @param role null ends the view @param go shows the page that the view begins or ends with */
export function viewAs(role: ViewedRole | null, go: () => void): void {
  if (role === null) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, JSON.stringify(role))
  viewed = role
  go()
}
