import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import type { Option } from '#web/kernel/form/select-field.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { namedRecord } from '#web/kernel/words/record-words.ts'
import { permissionTo } from '#web/kernel/data/ability.ts'
import { typeNamed } from '../data/type-named.ts'

/** Makes a record that is a name, and a picture at most, from the field that refers to it. */
export function useMadeHere(references: string, field: string) {
  const { t } = useTranslation('kernel')
  const { can } = useSession()
  const { setValue } = useFormContext()
  const [made, setMade] = useState<readonly Option[]>([])
  const type = typeNamed(references)
  const [name = ''] = type.named
  const add = useWrite(recordEndpoints(type).add, {
    invalidates: [type.context, 'history'],
    done: (_, { body }) => ({
      kind: 'added',
      name: namedRecord(references, plainText(body?.[name] ?? '')),
    }),
  })
  const isName = Object.entries(type.fields).every(
    ([key, { kind }]) => key === name || kind === 'image',
  )
  const run = (typed: string) =>
    add.mutate(
      { body: { [name]: typed } },
      {
        onSuccess: ({ id }) => {
          setMade((before) => [...before, { value: id, label: typed }])
          setValue(field, id, { shouldDirty: true, shouldValidate: true, shouldTouch: true })
        },
      },
    )
  return {
    made,
    create:
      isName && can(permissionTo(type, 'add'))
        ? {
            label: (typed: string) =>
              typed === '' ? '' : t('form.create', { name: `\u2068${typed}\u2069` }),
            run,
          }
        : undefined,
  }
}
