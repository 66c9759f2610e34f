import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { SHIPPED_OPTIONS, Words } from '#contract/settings/settings.records.ts'
import type { OptionList } from '#contract/settings/settings.values.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { ColourField } from '#web/kernel/form/colour-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { NumberField } from '#web/kernel/form/number-field.tsx'
import { SwitchField } from '#web/kernel/form/switch-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { WordsField } from '#web/kernel/form/words-field.tsx'
import { typeNamed } from '#web/kernel/data/type-named.ts'
import { RemoveButton } from '#web/kernel/ui/removal.tsx'
import type { OptionRow } from '#web/kernel/data/read-option-sets.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { fieldLabel, namedRecord } from '#web/kernel/words/record-words.ts'

const EMPTY: Words = { fr: '', en: '', ar: '', es: '', de: '', it: '' }
const OptionForm = z.object({
  value: z.string().trim().min(1).max(60),
  display: Words,
  order: z.int().min(0).max(10_000),
  color: z.int(),
  retired: z.boolean(),
})

type Opened = { readonly value: string; readonly word: string; readonly row: OptionRow | null }

/** Adds a value to a list, or changes one: its words, and whether it is offered. */
export function OptionDialog({
  list,
  option,
  onClose,
}: {
  readonly list: OptionList
  readonly option: Opened | null
  readonly onClose: () => void
}) {
  const { t } = useTranslation(['settings', 'kernel'])
  const { can } = useSession()
  const routes = recordEndpoints(typeNamed('settings'))
  const row = option?.row ?? null
  const isShipped = option !== null && SHIPPED_OPTIONS[list].includes(option.value)
  const effects = {
    invalidates: ['settings', 'history'],
    onDone: onClose,
  } as const
  const named = (value: string) => namedRecord('settings', value)
  const add = useWrite(routes.add, {
    ...effects,
    done: (_, { body }) => ({
      kind: option === null ? 'added' : 'changed',
      name: named(plainText(body?.['value'])),
    }),
  })
  const change = useWrite(routes.change, {
    ...effects,
    done: { kind: 'changed', name: named(option?.value ?? '') },
  })
  const mayWrite = can(row === null ? 'perm_option_set_add' : 'perm_option_set_update')
  const values = useMemo(
    () => ({
      value: option?.value ?? '',
      display: row?.display ?? EMPTY,
      order: row?.order ?? 0,
      color: row?.color ?? 0,
      retired: row?.retired ?? false,
    }),
    [option, row],
  )
  const form = useCarnetForm({
    schema: OptionForm,
    values,
    save: async (body) => {
      const [component, lookup] = list.split('.')
      await (row === null
        ? add.mutateAsync({ body: { ...body, component, lookup } })
        : change.mutateAsync({ body: { ...body, id: row.id, version: row.version } }))
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      wide
      title={option === null ? t('settings.new') : option.word}
      body={t(isShipped ? 'dialog.shipped' : 'dialog.own')}
      verb={t(option === null ? 'kernel:action.add' : 'kernel:action.save')}
      disabledReason={mayWrite ? undefined : t('dialog.readOnly')}
    >
      <TextField
        name="value"
        label={fieldLabel('settings', 'value')}
        hint={t('dialog.value')}
        required
        readOnly={option !== null}
        autoFocus={option === null}
        ltr
      />
      <WordsField name="display" label={fieldLabel('settings', 'display')} readOnly={!mayWrite} />
      <NumberField
        name="order"
        label={fieldLabel('settings', 'order')}
        hint={t('dialog.order')}
        digits={0}
        zeroIsEmpty
        readOnly={!mayWrite}
      />
      <ColourField name="color" label={fieldLabel('settings', 'color')} readOnly={!mayWrite} />
      <SwitchField name="retired" label={fieldLabel('settings', 'retired')} readOnly={!mayWrite} />
      {row !== null && can('perm_option_set_delete') && (
        <RemoveButton
          className="justify-self-start"
          route={routes.remove}
          input={{ params: { id: row.id } }}
          invalidates={['settings', 'history']}
          label={t(isShipped ? 'dialog.restore' : 'kernel:action.delete')}
          name={named(row.value)}
          consequence={t(isShipped ? 'dialog.restores' : 'dialog.removes')}
          onRemoved={onClose}
        />
      )}
    </FormDialog>
  )
}
