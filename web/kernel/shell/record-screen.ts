import type { LucideIcon } from 'lucide-react'
import { permissionFor, type PermissionGroup } from '#contract/kernel/permissions.ts'
import { type MenuGroupName, openRow, type ScreenSpec } from './screens.ts'

/**
 * The default screen of a plain record: list, form, history. It needs no file; its words are those
 * of the contract.
 * @param spec.permission the record's permission group; a test compares both
 */
export const recordScreen = <const P extends string>(
  record: string,
  spec: {
    readonly path: P
    readonly group: MenuGroupName
    readonly icon: LucideIcon
    readonly permission: PermissionGroup
  },
): ScreenSpec<P> => ({
  ...spec,
  permission: permissionFor(spec.permission, 'menu'),
  of: record,
  record,
  shows: openRow,
  begin: { permission: permissionFor(spec.permission, 'add'), query: { open: 'new' } },
  load: () => import('#web/kernel/records/plain-record-screen.tsx'),
})
