import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import type { Permission } from '#web/kernel/data/ability.ts'
import { paths } from '#web/screens.ts'
import { useSession } from '#web/kernel/data/session.tsx'

/** A screen for users with its permission; for others, a page that is not found. */
export function Permitted({
  permission,
  children,
}: {
  permission: Permission | undefined
  children: ReactNode
}) {
  const { can } = useSession()
  return can(permission) ? children : <Navigate to={paths.error.to()} replace />
}
