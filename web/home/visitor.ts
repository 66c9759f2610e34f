import { userRoutes } from '#contract/identity/identity.contract.ts'
import { accessToken, call } from '#web/kernel/data/client.ts'
import { initialsOf } from '#web/kernel/ui/initials.ts'

/** Elements of the header that hold the signed-in user's picture and name. */
export const AVATAR = 'visitor-avatar'
export const NAME = 'visitor-name'

type Visitor = { readonly name: string; readonly picture: string | null }

/** The signed-in user of a public page; null for a visitor. */
async function visit(): Promise<Visitor | null> {
  if (!(await accessToken())) return null
  const me = await call(userRoutes.me)
  const picture = me.pictureName ? await call(userRoutes.picture).catch(() => null) : null
  return {
    name: [me.firstName, me.lastName].filter(Boolean).join(' ') || me.userName,
    picture: picture?.pictureContent || null,
  }
}

function fill({ name, picture }: Visitor): void {
  const place = document.getElementById(NAME)
  if (place) place.textContent = name
  const avatar = document.querySelector<HTMLElement>(`#${AVATAR} .avatar`)
  if (!avatar) return
  if (picture) {
    const image = new Image()
    image.alt = ''
    image.src = picture
    delete avatar.dataset['initials']
    avatar.replaceChildren(image)
  } else avatar.dataset['initials'] = initialsOf(name)
}

/**
 * Shows the signed-in user in the header, or the links of a visitor. Until one is known the header
 * shows neither, so that nothing flickers. Without a server the page is a visitor's.
 */
export async function showVisitor(): Promise<void> {
  const visitor = await visit().catch(() => null)
  if (visitor) fill(visitor)
  document.documentElement.dataset['visitor'] = visitor ? 'user' : 'none'
}
