import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { roleRoutes } from '#contract/identity.routes.ts'
import { type Role, roleSchemas } from '#contract/identity.schemas.ts'
import { abilityOf, may } from '#web/kernel/data/ability.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { permittedMenu } from '#web/kernel/shell/menu.ts'
import { namedRecord } from '#web/kernel/words/record-words.ts'
import { screenTitle } from '#web/kernel/shell/screen-words.ts'
import { useWrite } from '#web/kernel/data/queries.ts'

const RoleName = z.object({ name: roleSchemas.add.body.shape.name })

/** Names a new role, which starts without permissions, or renames one. `onClose` gets a new role's id. */
export function RoleNameDialog({ role, onClose }: { role: Role | null; onClose: (id?: string) => void }) {
  const { t } = useTranslation(['identity', 'kernel'])
  const add = useWrite(roleRoutes.add, {
    invalidates: ['identity'],
    done: (_, { body }) => ({ kind: 'added', name: namedRecord('role', body.name) }),
    onDone: ({ id }) => onClose(id),
    failure: 'shown-by-caller',
  })
  const change = useWrite(roleRoutes.change, {
    invalidates: ['identity', 'history'],
    done: (_, { body }) => ({ kind: 'changed', name: namedRecord('role', body.name ?? '') }),
    onDone: () => onClose(),
    failure: 'shown-by-caller',
  })
  const form = useCarnetForm({
    schema: RoleName,
    values: { name: role?.name ?? '' },
    save: ({ name }) =>
      role
        ? change.mutateAsync({ body: { id: role.id, name, version: role.version } })
        : add.mutateAsync({ body: { name, permissions: [] } }),
  })
  return (
    <FormDialog
      form={form}
      onClose={() => onClose()}
      title={t(role ? 'roles.rename' : 'role.new')}
      verb={t(role ? 'kernel:action.save' : 'kernel:action.add')}
    >
      <TextField name="name" label={t('roles.name')} required autoFocus />
    </FormDialog>
  )
}

/** AD1: the menu of a user with this role only, unsaved changes included. */
export function MenuPreview({ permissions, onClose }: { permissions: ReadonlySet<string>; onClose: () => void }) {
  const { t } = useTranslation(['identity', 'kernel'])
  const ability = abilityOf([...permissions])
  const groups = permittedMenu((permission) => may(ability, permission))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('roles.view')}
      foot={<Button onClick={onClose}>{t('kernel:action.close')}</Button>}
    >
      <p className="mt-2 text-ink-muted">{t(groups.length === 0 ? 'roles.viewNone' : 'roles.viewBody')}</p>
      <div className="mt-3 max-h-[50vh] overflow-y-auto">
        {groups.map((group) => (
          <section key={group.name} aria-label={t(`kernel:group.${group.name}`)}>
            <h3 className="menu-head !px-0">{t(`kernel:group.${group.name}`)}</h3>
            <ul>
              {group.items.map((item) => (
                <li key={item.name} className="flex items-center gap-2.5 py-1">
                  <item.icon size={16} strokeWidth={1.7} aria-hidden="true" className="text-ink-subtle" />
                  {screenTitle(item)}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
