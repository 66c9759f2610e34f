import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { Permission } from '#web/kernel/data/ability.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { paths } from '#web/screens.ts'
import { MissingScreen } from './missing-screen.tsx'

/**
 * A screen for users with its permission; for others, a page that is not found, in the same frame.
 * A user whose role loses it meanwhile, or who comes to the usual first screen, is led on.
 */
export function Permitted({
  permission,
  children,
}: {
  permission: Permission | undefined
  children: ReactNode
}) {
  const { can } = useSession()
  const { pathname } = useLocation()
  const isPermitted = can(permission)
  const [wasPermitted] = useState(isPermitted)
  if (isPermitted) return children
  return wasPermitted || pathname === paths.dashboard.to() ? (
    <Navigate to={paths.admin.to()} replace />
  ) : (
    <MissingScreen />
  )
}
