import type { Me } from '#contract/identity.ts'
import { accessToken, call, type Endpoint } from '#web/kernel/data/client.ts'

export type Visitor = { readonly name: string; readonly picture: string | null }

const ME = { method: 'GET', path: '/users/:userId/me', access: 'signed-in' } satisfies Endpoint
const PICTURE = { method: 'GET', path: '/users/:userId/profilePicture', access: 'signed-in' } satisfies Endpoint
// The contract's routes bring zod, which the landing page does without; their types cost nothing.
const ask = <T>(route: Endpoint) => call(route as Parameters<typeof call>[0], {} as never) as Promise<T>

/** Who visits a public page: null for a visitor. */
export async function visit(): Promise<Visitor | null> {
  if (!(await accessToken())) return null
  const me = await ask<Me>(ME)
  const picture = me.pictureName ? await ask<{ pictureContent: string }>(PICTURE).catch(() => null) : null
  return {
    name: [me.firstName, me.lastName].filter(Boolean).join(' ') || me.userName,
    picture: picture?.pictureContent || null,
  }
}
