import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { roleRoutes } from '#contract/identity/identity.contract.ts'
import { type Role, Name } from '#contract/identity/identity.schemas.ts'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { namedRecord } from '#web/kernel/words/record-words.ts'
import { useWrite } from '#web/kernel/data/queries.ts'

const RoleName = z.object({ name: Name })

const TITLES = { new: 'role.new', copy: 'roles.copyTitle', rename: 'roles.rename' } as const

/**
 * Names a new role, or renames one. A new role starts without permissions or with those of its
 * copied role. `onClose` gets a new role's id.
 */
export function RoleNameDialog({
  role,
  as,
  onClose,
}: {
  role: Role
  as: keyof typeof TITLES
  onClose: (id?: string) => void
}) {
  const { t } = useTranslation(['identity', 'kernel'])
  const add = useWrite(roleRoutes.add, {
    invalidates: ['identity'],
    done: (_, { body }) => ({ kind: 'added', name: namedRecord('role', body.name) }),
    onDone: ({ id }) => onClose(id),
  })
  const change = useWrite(roleRoutes.change, {
    invalidates: ['identity', 'history'],
    done: (_, { body }) => ({ kind: 'changed', name: namedRecord('role', body.name ?? '') }),
    onDone: () => onClose(),
  })
  const form = useCarnetForm({
    schema: RoleName,
    values: {
      name:
        as === 'rename' ? role.name : as === 'copy' ? t('roles.copyName', { name: role.name }) : '',
    },
    save: ({ name }) =>
      as === 'rename'
        ? change.mutateAsync({ body: { id: role.id, name, version: role.version } })
        : add.mutateAsync({ body: { name, permissions: as === 'copy' ? role.permissions : [] } }),
  })
  return (
    <FormDialog
      form={form}
      onClose={() => onClose()}
      title={t(TITLES[as])}
      verb={t(as === 'rename' ? 'kernel:action.save' : 'kernel:action.add')}
    >
      <TextField name="name" label={t('roles.name')} required autoFocus />
    </FormDialog>
  )
}
