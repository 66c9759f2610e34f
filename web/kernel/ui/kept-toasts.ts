import { ApiProblem } from '#web/kernel/data/client.ts'
import { takeBack, type Toast } from '../data/toasts.ts'

const KEY = 'carnet.toasts'

/**
 * A toast as this tab keeps it. A failed call is kept as its problem, and told in the language of
 * the day.
 */
type KeptToast = Pick<Toast, 'id' | 'tone' | 'at'> & {
  readonly text?: string
  readonly detail?: string
  readonly problem?: Pick<ApiProblem, 'status' | 'code' | 'message' | 'fields' | 'requestId'>
}

/** Null for a toast that is more than text: it lasts until the page is left. */
function storable({ id, tone, at, what, detail }: Toast): KeptToast | null {
  const more = typeof detail === 'string' ? { detail } : {}
  if (what instanceof ApiProblem) {
    const { status, code, message, fields, requestId } = what
    return { id, tone, at, ...more, problem: { status, code, message, fields, requestId } }
  }
  return typeof what === 'string' ? { id, tone, at, ...more, text: what } : null
}

const restored = ({ id, tone, at, text = '', detail, problem }: KeptToast): Toast => ({
  id,
  tone,
  at,
  what: problem
    ? new ApiProblem(
        problem.status,
        problem.code,
        problem.message,
        problem.fields,
        problem.requestId,
      )
    : text,
  ...(detail !== undefined && { detail }),
})

/** Keeps toasts until the tab is closed, for the user who saw them. */
export function keepToasts(user: string, toasts: readonly Toast[]): void {
  try {
    sessionStorage.setItem(
      KEY,
      JSON.stringify({ user, toasts: toasts.map(storable).filter((toast) => toast !== null) }),
    )
  } catch {
    // Where storage is blocked, they last until the page is left.
  }
}

/** The toasts that this tab keeps; none of another user. */
export function keptToasts(user: string): readonly Toast[] {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as {
      user: string
      toasts: KeptToast[]
    } | null
    return found?.user === user ? found.toasts.map(restored) : []
  } catch {
    return []
  }
}

/** Empty until the user is known; another user comes with another page. */
let user = ''

/** Brings back what this tab told the user before the page was loaded again. */
export function restoreToasts(userId: string): void {
  if (user !== '') return
  user = userId
  takeBack(keptToasts(userId), (past) => keepToasts(userId, past))
}
