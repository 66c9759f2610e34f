import { History as HistoryIcon, Pencil, Trash2 } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  formSchema,
  type RecordRow,
  type RecordType,
  referenceName,
  titleOf,
} from '#contract/kernel/records.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { ConfirmRemoval } from '#web/kernel/ui/removal.tsx'
import { namedRecord } from '#web/kernel/words/record-words.ts'
import {
  FieldGrid,
  Form,
  FormGuard,
  FormProblem,
  SubmitButton,
  useCarnetForm,
} from '#web/kernel/form/form.tsx'
import { RequiredMark } from '#web/kernel/ui/page.tsx'
import { Panel } from '#web/kernel/ui/panel.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { MoreFields } from './more-fields.tsx'
import { RecordField } from './record-fields.tsx'
import { permissionTo } from '#web/kernel/data/ability.ts'
import type { RecordScreenProps } from './record-props.ts'
import { AuditLine, RecordHistory } from './record-history.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { ownFields } from './record-type.ts'
import { notifyFailure, notifySuccess } from '#web/kernel/data/toasts.ts'

type Values = Record<string, unknown>

const NOTHING: Values = {}

/**
 * The body of a PUT. An unchanged picture is left out; all other fields are sent, so that amounts
 * have their currency.
 */
const changeOf = (type: RecordType, values: Values, start: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => type.fields[key]?.kind !== 'image' || value !== start[key],
    ),
  )

/** A record as it is read, in its form, or through its history. */
export type RecordView = 'read' | 'form' | 'history'

/** One record beside its list: its form, its history, its deletion. `row` is null for a new one. */
export function RecordPanel({
  type,
  fixed = {},
  begun = NOTHING,
  hidden = [],
  row,
  missing,
  title,
  view,
  onView,
  onClose,
  extra,
  read,
  formHead,
  omits,
  deleteConsequence,
  refused,
}: RecordScreenProps & {
  row: RecordRow | null
  missing: boolean
  title: string
  view: RecordView
  onView: (to: RecordView) => void
  onClose: () => void
}) {
  const { t } = useTranslation('kernel')
  const { can } = useSession()
  const formId = useId()
  const [asking, setAsking] = useState(false)
  const routes = recordEndpoints(type)
  const restore = useWrite(routes.restore, {
    invalidates: [type.context, 'history'],
    done: { text: t('toast.restored'), name: namedRecord(type.name, title) },
  })
  const remove = useWrite(routes.remove, {
    invalidates: [type.context, 'history'],
    onDone: (_, { params }) => {
      onClose()
      notifySuccess(t('toast.deleted'), {
        detail: namedRecord(type.name, title),
        action: {
          label: t('action.undo'),
          run: () => restore.mutate({ params: { id: params.id } }),
        },
      })
    },
    ...(refused && { failure: 'shown-by-caller' as const }),
  })
  const refusal = refused && remove.error instanceof ApiProblem ? refused(remove.error) : undefined
  const may = can(permissionTo(type, row ? 'update' : 'add'))
  const fields = ownFields(type, Object.keys(type.fields)).filter(
    (key) => !(key in fixed) && !hidden.includes(key),
  )
  const start = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(type.fields).map(([key, field]) => [
          key,
          row?.[key] ?? fixed[key] ?? begun[key] ?? field.empty,
        ]),
      ),
    [type, row, fixed, begun],
  )

  // Closes before the list is read again, so that the user can continue meanwhile.
  const write = useWrite(row ? routes.change : routes.add, {
    invalidates: [type.context, 'history'],
    done: (_, input) => ({
      kind: row ? 'changed' : 'added',
      name: namedRecord(type.name, titleOf(type, { ...row, ...input.body })),
    }),
    onDone: onClose,
    failure: 'shown-by-caller',
  })
  const form = useCarnetForm<Values, Values>({
    schema: useMemo(() => formSchema(type, row), [type, row]),
    values: start,
    save: async (typed) => {
      const emptied = (omits?.(typed) ?? []).map((key) => [key, type.fields[key]?.empty])
      const values: Values = { ...typed, ...Object.fromEntries(emptied) }
      await write.mutateAsync(
        row
          ? { body: { ...changeOf(type, values, start), id: row.id, version: row.version } }
          : { body: { ...values, ...fixed } },
      )
    },
  })

  const omitted = omits?.(form.methods.watch()) ?? []
  const asked = fields.filter((key) => !omitted.includes(key))
  const isFolded = (key: string) => type.folded.includes(key)
  const isFilled = (key: string) =>
    start[key] !== '' && JSON.stringify(start[key]) !== JSON.stringify(type.fields[key]?.empty)
  const fieldOf = (key: string, autoFocus = false) => {
    const field = type.fields[key]
    return (
      field && (
        <RecordField
          key={key}
          type={type}
          name={key}
          field={field}
          autoFocus={autoFocus}
          names={row?.[referenceName(key)]}
        />
      )
    )
  }

  if (missing)
    return (
      <Panel title={title} onClose={onClose}>
        <p className="text-ink-muted">{t('record.missing')}</p>
      </Panel>
    )
  return (
    <Panel
      title={title}
      onClose={onClose}
      head={
        row && (
          <IconButton
            icon={HistoryIcon}
            label={t('action.history')}
            aria-pressed={view === 'history'}
            onClick={() => onView(view === 'history' ? (read ? 'read' : 'form') : 'history')}
          />
        )
      }
      foot={
        view === 'read' && row ? (
          <>
            {may && (
              <Button icon={Pencil} className="me-auto" onClick={() => onView('form')}>
                {t('action.edit')}
              </Button>
            )}
            {read?.acts(row)}
          </>
        ) : (
          view === 'form' && (
            <>
              {row && can(permissionTo(type, 'delete')) && (
                <Button
                  variant="danger"
                  icon={Trash2}
                  className="me-auto"
                  onClick={() => setAsking(true)}
                >
                  {t('action.delete')}
                </Button>
              )}
              <Button onClick={onClose}>{t('action.cancel')}</Button>
              {may && (
                <SubmitButton form={form} outside={formId}>
                  {t(row ? 'action.save' : 'action.add')}
                </SubmitButton>
              )}
            </>
          )
        )
      }
    >
      {view === 'history' && row ? (
        <RecordHistory type={type} id={row.id} acts={(then) => read?.past?.(row, then)} />
      ) : view === 'read' && row ? (
        <>
          {read?.body(row)}
          <AuditLine row={row} />
        </>
      ) : (
        <>
          <Form form={form} id={formId} guard={false} className="grid gap-4">
            <FormProblem form={form} />
            <RequiredMark />
            {formHead?.((values) => {
              for (const [key, value] of Object.entries(values))
                form.methods.setValue(key, value, { shouldDirty: true, shouldValidate: true })
            })}
            <fieldset disabled={!may} className="contents">
              <FieldGrid>
                {asked
                  .filter((key) => !isFolded(key))
                  .map((key, index) => fieldOf(key, !row && !formHead && index === 0))}
              </FieldGrid>
              {asked.some(isFolded) && (
                <MoreFields
                  names={asked.filter(isFolded)}
                  open={asked.some((key) => isFolded(key) && isFilled(key))}
                >
                  <FieldGrid>{asked.filter(isFolded).map((key) => fieldOf(key))}</FieldGrid>
                </MoreFields>
              )}
            </fieldset>
          </Form>
          {row && extra?.(row)}
          {row && <AuditLine row={row} />}
        </>
      )}
      {/* The history may replace the form on screen: the form's changes are still guarded. */}
      {!remove.isPending && <FormGuard form={form} page="open" />}
      {row && (
        <ConfirmRemoval
          open={asking}
          onClose={() => {
            setAsking(false)
            remove.reset()
          }}
          name={namedRecord(type.name, title)}
          consequence={refusal ?? deleteConsequence?.(row) ?? t('record.deleteBody')}
          {...(refusal !== undefined && { disabledReason: t('record.standing') })}
          pending={remove.isPending}
          onConfirm={() =>
            remove.mutate(
              { params: { id: row.id } },
              {
                onSuccess: () => setAsking(false),
                onError: (error) => {
                  if (refused && error instanceof ApiProblem && refused(error) !== undefined) return
                  // A refusal without a sentence of this screen is shown as a toast.
                  if (refused) notifyFailure(error)
                  setAsking(false)
                },
              },
            )
          }
        />
      )}
    </Panel>
  )
}
