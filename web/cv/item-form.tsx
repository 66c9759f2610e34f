import { Trash2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CvItem, type CvLanguage, TRANSLATED } from '#contract/cv/cv.values.ts'
import { formSchema, type RecordRow, type RecordType } from '#contract/kernel/records.ts'
import { afterRest } from '#web/kernel/data/rest.ts'
import {
  FieldGrid,
  Form,
  FormGuard,
  FormProblem,
  SubmitButton,
  useCarnetForm,
} from '#web/kernel/form/form.tsx'
import { RecordField } from '#web/kernel/records/record-fields.tsx'
import { ownFields } from '#web/kernel/records/record-type.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { LeaveButton } from '#web/kernel/ui/dialog.tsx'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import type { CvDraft } from './cv.queries.ts'
import { Translations } from './translations.tsx'

type Values = Record<string, unknown>

/** Id of an item that is not saved yet, for the preview. */
export const NEW_ITEM = '00000000000000000000000000'
/** After the last key the paper follows. @unit milliseconds */
export const REST_MS = 80

/**
 * Fields without a meaning while a box is ticked: a present mission has no end, and some
 * certificates never expire.
 */
const POINTLESS: Readonly<Record<string, readonly string[]>> = {
  isPresentMission: ['endYear', 'endMonth'],
  noExpiry: ['expiration'],
}
const pointlessIn = (values: Values): ReadonlySet<string> =>
  new Set(
    Object.entries(POINTLESS).flatMap(([box, fields]) => (values[box] === true ? fields : [])),
  )

/** An item edited in place. The paper shows it as it is typed. */
export function ItemForm({
  type,
  item,
  language,
  isWording,
  autoFocus = true,
  verb,
  onDraft,
  onClose,
  onRemove,
  save,
}: {
  type: RecordType
  /** The item as it is shown; without id for a new one. */
  item: CvItem
  /** The language in which items are written. */
  language: CvLanguage
  /** The words are kept for the variant alone. */
  isWording: boolean
  autoFocus?: boolean
  /** On the button that takes the values; adding or saving by default. */
  verb?: string
  onDraft: (draft: CvDraft) => void
  onClose: () => void
  onRemove?: (() => void) | undefined
  save: (values: Values) => Promise<unknown>
}) {
  const { t } = useTranslation(['cv', 'kernel'])
  const { section, id } = item
  const isNew = id === NEW_ITEM
  const start = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(type.fields).map(([key, field]) => [key, item.values[key] ?? field.empty]),
      ),
    [type, item.values],
  )
  // a row of its list
  const [schema] = useState(() => formSchema(type, isNew ? null : (item.values as RecordRow)))
  const form = useCarnetForm<Values, Values>({
    schema,
    values: start,
    save: async (values) => {
      const emptied = [...pointlessIn(values)].map((key) => [key, type.fields[key]?.empty])
      await save({ ...values, ...Object.fromEntries(emptied) })
      onDraft({})
      onClose()
    },
  })
  const { methods } = form
  useEffect(() => {
    let stop = () => {}
    const watching = methods.watch(() => {
      stop()
      stop = afterRest(REST_MS, () =>
        onDraft({ item: { section, id, values: methods.getValues() } }),
      )
    })
    return () => {
      stop()
      watching.unsubscribe()
    }
  }, [methods, section, id, onDraft])
  const [isPresentMission, noExpiry] = methods.watch(['isPresentMission', 'noExpiry'])
  const pointless = pointlessIn({ isPresentMission, noExpiry })
  const fields = ownFields(type, Object.keys(type.fields)).filter(
    (key) => key !== 'translations' && !pointless.has(key),
  )
  const cancel = () => {
    onDraft({})
    onClose()
  }
  return (
    <div className="editing-row mb-1 p-4">
      <Form form={form} guard={false} className="grid gap-4">
        <FormProblem form={form} />
        {isWording && <p className="text-sm text-ink-muted">{t('item.wording')}</p>}
        <FieldGrid>
          {fields.map((key, index) => {
            const field = type.fields[key]
            return (
              field && (
                <RecordField
                  key={key}
                  type={type}
                  name={key}
                  field={field}
                  autoFocus={autoFocus && index === 0}
                  names={item.values[key.replace(/Id$/, '')]}
                />
              )
            )
          })}
        </FieldGrid>
        <Translations
          own={language}
          fields={TRANSLATED[section].map((name) => ({
            name,
            label: fieldLabel(type, name),
            rows: type.fields[name]?.kind === 'markdown' ? 5 : 1,
          }))}
        />
        <div className="flex flex-wrap justify-end gap-2">
          {onRemove && (
            <Button variant="danger" size="sm" icon={Trash2} className="me-auto" onClick={onRemove}>
              {t('kernel:action.delete')}
            </Button>
          )}
          <LeaveButton size="sm" onClick={cancel}>
            {t('kernel:action.cancel')}
          </LeaveButton>
          <SubmitButton form={form} size="sm">
            {verb ?? t(isNew ? 'kernel:action.add' : 'kernel:action.save')}
          </SubmitButton>
        </div>
      </Form>
      <FormGuard form={form} page="variant" />
    </div>
  )
}
