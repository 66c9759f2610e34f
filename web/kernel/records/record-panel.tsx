import { History as HistoryIcon, Pencil, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type RecordRow, referenceName } from '#contract/kernel/records.ts'
import { permissionTo } from '#web/kernel/data/ability.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { FieldGrid, Form, FormGuard, FormProblem, SubmitButton } from '#web/kernel/form/form.tsx'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { RequiredMark } from '#web/kernel/ui/page.tsx'
import { Panel } from '#web/kernel/ui/panel.tsx'
import { MoreFields } from './more-fields.tsx'
import { RecordField } from './record-fields.tsx'
import { AuditLine, RecordHistory } from './record-history.tsx'
import type { RecordScreenProps } from './record-props.ts'
import { useRecordRemoval } from './record-removal.tsx'
import { useRecordForm } from './use-record-form.ts'

/** A record as it is read, in its form, or through its history. */
export type RecordView = 'read' | 'form' | 'history'

type RecordPanelProps = RecordScreenProps & {
  row: RecordRow | null
  missing: boolean
  title: string
  view: RecordView
  onView: (to: RecordView) => void
  onClose: () => void
}

/** One record beside its list: its form, its history, its deletion. `row` is null for a new one. */
export function RecordPanel(props: RecordPanelProps) {
  const { type, row, missing, title, view, onView, onClose, acts, extra, read } = props
  const { t } = useTranslation('kernel')
  const { can } = useSession()
  const formId = useId()
  const removal = useRecordRemoval(props)
  const editing = useRecordForm(props)
  const { form } = editing
  const may = can(permissionTo(type, row ? 'update' : 'add'))

  if (missing)
    return (
      <Panel title={title} onClose={onClose}>
        <p className="text-ink-muted">{t('record.missing')}</p>
      </Panel>
    )
  const readFoot = (
    <>
      {may && (
        <Button icon={Pencil} className="me-auto" onClick={() => onView('form')}>
          {t('action.edit')}
        </Button>
      )}
      {row && read?.acts(row)}
    </>
  )
  const formFoot = (
    <>
      {row && can(permissionTo(type, 'delete')) && (
        <Button variant="danger" icon={Trash2} className="me-auto" onClick={removal.ask}>
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
      foot={view === 'read' && row ? readFoot : view === 'form' && formFoot}
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
          {row && acts && <div className="mb-4 flex flex-wrap gap-2">{acts(row)}</div>}
          <RecordForm {...props} {...editing} id={formId} disabled={!may} />
          {row && extra?.(row)}
          {row && <AuditLine row={row} />}
        </>
      )}
      {/* The history may replace the form on screen: the form's changes are still guarded. */}
      {!removal.isPending && <FormGuard form={form} page="open" />}
      {removal.dialog}
    </Panel>
  )
}

/** The fields that a record's form asks for; those that few users need are folded. */
function RecordForm({
  type,
  row,
  formHead,
  form,
  fields,
  isFilled,
  id,
  disabled,
}: RecordPanelProps & ReturnType<typeof useRecordForm> & { id: string; disabled: boolean }) {
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
  const folded = fields.filter((key) => type.folded.includes(key))
  return (
    <Form form={form} id={id} guard={false} className="grid gap-4">
      <FormProblem form={form} />
      <RequiredMark />
      {formHead?.((values) => {
        for (const [key, value] of Object.entries(values))
          form.methods.setValue(key, value, { shouldDirty: true, shouldValidate: true })
      })}
      <fieldset disabled={disabled} className="contents">
        <FieldGrid>
          {fields
            .filter((key) => !folded.includes(key))
            .map((key, index) => fieldOf(key, !row && !formHead && index === 0))}
        </FieldGrid>
        {folded.length > 0 && (
          <MoreFields names={folded} open={folded.some(isFilled)}>
            <FieldGrid>{folded.map((key) => fieldOf(key))}</FieldGrid>
          </MoreFields>
        )}
      </fieldset>
    </Form>
  )
}
