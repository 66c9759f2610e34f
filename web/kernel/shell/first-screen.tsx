import { Navigate } from 'react-router-dom'
import { type Session, useSession } from '#web/kernel/data/session.tsx'
import { paths, screens } from '#web/screens.ts'
import { permittedMenu } from './menu.ts'

/**
 * Target of `/admin` and the logo: the dashboard, else the first permitted entry of the menu. An
 * administrator without a business gets the installation's own dashboard.
 */
export function firstScreenOf({
  can,
  isAdministrator,
  profileId,
}: Pick<Session, 'can' | 'isAdministrator' | 'profileId'>): string {
  if (isAdministrator && profileId === '') return paths.installation.to()
  if (can(screens.dashboard.permission)) return paths.dashboard.to()
  const items = permittedMenu(can)
    .filter(({ name }) => name !== 'navigation')
    .flatMap((group) => group.items)
  // Everybody has the entries without a permission: they come last.
  const first = items.find(({ permission }) => permission !== undefined) ?? items[0]
  return first?.path ?? paths.help.to()
}

/** The index of `/admin`. */
export const FirstScreen = () => <Navigate to={firstScreenOf(useSession())} replace />
