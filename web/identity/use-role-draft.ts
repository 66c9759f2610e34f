import { useState } from 'react'
import { roleRoutes } from '#contract/identity/identity.contract.ts'
import type { Role } from '#contract/identity/identity.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useUnsavedGuard } from '#web/kernel/form/guard.tsx'
import { namedRecord } from '#web/kernel/words/record-words.ts'
import {
  type Action,
  changesOf,
  type PermissionChange,
  rebased,
  toggled,
  type TreeRow,
  type TreeSection,
  undone,
} from './permission-tree.ts'

/** The permissions of a role as the user ticks them, until they are saved or abandoned. */
export function useRoleDraft(role: Role, tree: readonly TreeSection[]) {
  const before: ReadonlySet<string> = new Set(role.permissions)
  const [granted, setGranted] = useState(before)
  const isAdmin = before.has('perm_admin')
  const changes = isAdmin ? [] : changesOf(tree, before, granted)

  // A change that others saved is taken over; the user's own changes stay on top.
  const [seen, setSeen] = useState(role)
  if (seen.version !== role.version) {
    setSeen(role)
    setGranted(rebased(new Set(seen.permissions), before, granted))
  }

  const change = useWrite(roleRoutes.change, {
    invalidates: ['identity', 'history'],
    done: { kind: 'changed', name: namedRecord('role', role.name) },
  })
  const save = async () => {
    await change.mutateAsync({
      body: { id: role.id, permissions: [...granted], version: role.version },
    })
    return true
  }
  return {
    before,
    granted,
    changes,
    /** Whether the role has all permissions, which are not ticked one by one. */
    isAdmin,
    isSaving: change.isPending,
    save: () => void save().catch(() => undefined),
    undo: (one: PermissionChange) => setGranted(undone(granted, one)),
    abandon: () => setGranted(before),
    toggle: (row: TreeRow, action: Action) => setGranted(toggled(granted, row, action)),
    guard: useUnsavedGuard({ dirty: changes.length > 0, save, param: 'role' }),
  }
}
