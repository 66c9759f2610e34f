import { Pencil } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { type Role, type User, RoleIds } from '#contract/identity/identity.schemas.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { SwitchField } from '#web/kernel/form/switch-field.tsx'
import { Form, FormProblem, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { namedRecord, useLabels } from '#web/kernel/words/record-words.ts'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Note } from '#web/kernel/ui/page.tsx'
import { Panel } from '#web/kernel/ui/panel.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { RemoveButton } from '#web/kernel/ui/removal.tsx'
import { nameOf, useSession } from '#web/kernel/data/session.tsx'
import { Code, DayText, Instant } from '#web/kernel/ui/values.tsx'
import { DAY_MS } from '#contract/kernel/time.values.ts'
import { FreeSuggestions } from './free-suggestions.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { dayText, localDay } from '#web/kernel/words/formats.ts'
import { FreeText } from './free-text.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const HistoryPanel = late(
  async () => (await import('#web/kernel/history/history-panel.tsx')).HistoryPanel,
)

const UserForm = late(async () => (await import('./user-form.tsx')).UserForm)

const AccessForm = z.object({
  roleIds: RoleIds,
  isFree: z.boolean(),
  /** The day of its end; 0 without one. */
  until: z.int().min(0),
})
type Access = z.infer<typeof AccessForm>

/** The day on which free access ends; 0 without an end. */
const endOf = ({ freeUntil }: User): number => (freeUntil > 0 ? localDay(freeUntil) : 0)
/**
 * Days of free access from the registration to a day; 0 without an end. An unchanged day keeps its
 * period.
 */
const periodTo = (user: User, until: number): number =>
  until === endOf(user)
    ? user.freePeriod
    : until === 0
      ? 0
      : Math.max(1, Math.ceil((until - user.creationDate) / DAY_MS))

/** One user beside the list: roles, free access, and whether they may sign in. */
export function UserPanel({
  user,
  isMe,
  roles,
  onClose,
}: {
  user: User | null
  isMe: boolean
  roles: readonly Role[]
  onClose: () => void
}) {
  const { t } = useTranslation(['identity', 'kernel'])
  if (!user)
    return (
      <Panel title={t('user.title')} onClose={onClose}>
        <p className="text-ink-muted">{t('users.missing')}</p>
      </Panel>
    )
  return <KnownUser user={user} isMe={isMe} roles={roles} onClose={onClose} />
}

function KnownUser({
  user,
  isMe,
  roles,
  onClose,
}: {
  user: User
  isMe: boolean
  roles: readonly Role[]
  onClose: () => void
}) {
  const { t } = useTranslation(['identity', 'kernel'])
  const label = useLabels('user')
  const { can } = useSession()
  const { language } = usePreferences()
  const formId = useId()
  const [editing, setEditing] = useState(false)
  const mayManage = can('perm_access_users_manage')
  const name = nameOf(user)
  const quiet = { invalidates: ['identity', 'history'] } as const
  const assign = useWrite(userRoutes.assignRole, quiet)
  const free = useWrite(userRoutes.freeAccess, {
    ...quiet,
    done: { kind: 'changed', name: namedRecord('user', name) },
  })
  const activate = useWrite(userRoutes.activate, {
    invalidates: ['identity', 'history'],
    done: t(user.active ? 'users.disabledDone' : 'users.enabled', { name: `\u2068${name}\u2069` }),
  })

  const signOut = useWrite(userRoutes.signOut, {
    invalidates: ['history'],
    done: t('users.signedOut', { name: `\u2068${name}\u2069` }),
  })

  const values = useMemo(
    (): Access => ({ roleIds: user.roleIds, isFree: user.isFree, until: endOf(user) }),
    [user],
  )
  const form = useCarnetForm<Access, Access>({
    schema: AccessForm,
    values,
    save: async ({ roleIds, isFree, until }) => {
      // Each is a command of its own: the second has the version that the first one made.
      let { version } = user
      if (roleIds.toSorted().join() !== user.roleIds.toSorted().join())
        version = (await assign.mutateAsync({ body: { id: user.id, roleIds, version } })).version
      await free.mutateAsync({
        body: { id: user.id, isFree, freePeriod: periodTo(user, until), version },
      })
    },
  })

  return (
    <Panel
      title={name}
      onClose={onClose}
      foot={
        mayManage && (
          <>
            {!isMe && (
              <RemoveButton
                className="me-auto"
                route={userRoutes.remove}
                input={{ params: { id: user.id } }}
                invalidates={['identity']}
                label={t('kernel:action.delete')}
                name={namedRecord('user', name)}
                consequence={t('users.deleteBody')}
                onRemoved={onClose}
              />
            )}
            {!isMe && (
              <Button
                pending={signOut.isPending}
                onClick={() => signOut.mutate({ body: { id: user.id } })}
              >
                {t('users.signOut')}
              </Button>
            )}
            {!isMe && (
              <Button
                pending={activate.isPending}
                onClick={() =>
                  activate.mutate({
                    params: { id: user.id, active: user.active ? 'false' : 'true' },
                  })
                }
              >
                {t(user.active ? 'users.disable' : 'users.enable')}
              </Button>
            )}
            <SubmitButton form={form} outside={formId} />
          </>
        )
      }
    >
      {user.deletionDate > 0 && (
        <Note tone="warning">
          {t('users.leavingOn', { date: dayText(language, localDay(user.deletionDate), 'long') })}
        </Note>
      )}
      <Leader label={label('userName')}>
        <Code value={user.userName} />
      </Leader>
      <Leader label={label('mail')}>
        <Code value={user.mail} />
      </Leader>
      <Leader label={label('startDate')}>
        <DayText at={user.startDate} style="long" />
      </Leader>
      <Leader label={label('lastConnectionDate')}>
        {user.lastConnectionDate ? (
          <Instant at={user.lastConnectionDate} style="long" />
        ) : (
          t('seen.never')
        )}
      </Leader>
      <Leader label={t('users.free')}>
        <FreeText user={user} />
      </Leader>
      {mayManage && (
        <Button className="mt-3" icon={Pencil} onClick={() => setEditing(true)}>
          {t('users.edit')}
        </Button>
      )}
      {editing && <UserForm user={user} onClose={() => setEditing(false)} />}
      <Form form={form} id={formId} page="open" className="mt-5 grid gap-5">
        <FormProblem form={form} />
        <fieldset disabled={!mayManage} className="contents">
          <RoleChecks roles={roles} label={label('roleIds')} />
          <SwitchField name="isFree" label={label('isFree')} readOnly={!mayManage} />
          <Period readOnly={!mayManage} />
        </fieldset>
      </Form>
      {mayManage && <FreeSuggestions id={user.id} />}
      {can('perm_personal_info_menu') && (
        <div className="mt-6">
          <HistoryPanel entity="user" id={user.id} />
        </div>
      )}
    </Panel>
  )
}

function RoleChecks({ roles, label }: { roles: readonly Role[]; label: string }) {
  const { setValue, formState } = useFormContext<Access>()
  const roleIds = useWatch<Access, 'roleIds'>({ name: 'roleIds' })
  const error = formState.errors.roleIds?.message
  return (
    <fieldset className="border-0 p-0">
      <legend className="label">{label}</legend>
      <div className="grid gap-2">
        {roles.map((role) => (
          <label key={role.id} className="flex items-center gap-2.5">
            <input
              type="checkbox"
              className="check"
              checked={roleIds.includes(role.id)}
              onChange={(event) =>
                setValue(
                  'roleIds',
                  event.target.checked
                    ? [...roleIds, role.id]
                    : roleIds.filter((id) => id !== role.id),
                  {
                    shouldDirty: true,
                  },
                )
              }
            />
            <bdi>{role.name}</bdi>
          </label>
        ))}
      </div>
      {error && (
        <p className="err" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Period({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('identity')
  const isFree = useWatch<Access, 'isFree'>({ name: 'isFree' })
  return isFree ? (
    <DayField
      name="until"
      label={t('users.until')}
      hint={t('users.untilHint')}
      readOnly={readOnly}
    />
  ) : null
}
