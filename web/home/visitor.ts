import { accessToken, call } from '#web/kernel/data/client.ts'

export type Visitor = { readonly name: string; readonly picture: string | null }

/** The signed-in user of a public page; null for a visitor. */
export async function visit(): Promise<Visitor | null> {
  if (!(await accessToken())) return null
  // A visitor's page does without it.
  const { userRoutes } = await import('#contract/identity.routes.ts')
  const me = await call(userRoutes.me)
  const picture = me.pictureName ? await call(userRoutes.picture).catch(() => null) : null
  return {
    name: [me.firstName, me.lastName].filter(Boolean).join(' ') || me.userName,
    picture: picture?.pictureContent || null,
  }
}
