import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { SelectField } from '#web/kernel/form/select-field.tsx'

type FilterState = Readonly<Record<'q' | 'role' | 'state', string>>

/** By name, state and role; the choices are in the address. */
export function UserFilters({
  q,
  role,
  state,
  roles,
  set,
}: FilterState & {
  roles: readonly { id: string; name: string }[]
  set: (change: Partial<FilterState>, step?: 'narrow') => void
}) {
  const { t } = useTranslation(['identity', 'kernel'])
  const methods = useForm({ values: { role } })
  const choices = ['', 'active', 'disabled', 'free', 'leaving'] as const
  const word = {
    '': t('users.filter.all'),
    active: t('users.active'),
    disabled: t('users.disabled'),
    free: t('users.free'),
    leaving: t('users.leaving'),
  }
  useEffect(() => {
    const watching = methods.watch(
      ({ role: chosen }, { type }) => type === 'change' && set({ role: chosen ?? '' }),
    )
    return () => watching.unsubscribe()
  }, [methods, set])
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <SearchBox
        value={q}
        onChange={(to) => set({ q: to }, 'narrow')}
        label={t('kernel:table.search')}
      />
      {/* Five choices are wider than a phone: they scroll. */}
      <div className="relative max-w-full overflow-x-auto py-[5px] [scrollbar-width:none]">
        <Segments
          label={t('users.filter.state')}
          options={choices.map((choice) => ({ value: choice, label: word[choice] }))}
          value={state}
          onChange={(to) => set({ state: to })}
        />
      </div>
      {roles.length > 0 && (
        <FormProvider {...methods}>
          <SelectField
            name="role"
            label={t('users.filter.role')}
            className="w-[190px] [&>.input]:!h-[30px] [&>.label]:sr-only"
            none={t('users.filter.allRoles')}
            options={roles.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </FormProvider>
      )}
    </div>
  )
}
