import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { prospectingRoutes } from '#contract/prospecting/prospecting.contract.ts'
import type { CriteriaReading } from '#contract/prospecting/prospecting.schemas.ts'
import { SearchCriteria } from '#contract/kernel/records.ts'
import { chatQuery } from '#web/kernel/assistant/assistant.queries.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { FieldShell } from '#web/kernel/form/field.tsx'
import { useUnsavedGuard } from '#web/kernel/form/guard.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { fieldLabel, optionLabel } from '#web/kernel/words/record-words.ts'

/** As the contract takes it. */
const MOST_LETTERS = 8_000
const CHOSEN = new Set(['workModes', 'contractTypes', 'sectors', 'experience', 'radius', 'jobAge'])

type Field = CriteriaReading['fields'][number]
type Typed = Readonly<Record<string, unknown>>

/** A list is added to, what is one value is replaced. */
const withRead = (present: unknown, { value }: Field): unknown =>
  Array.isArray(value)
    ? [...new Set([...(Array.isArray(present) ? present : []), ...value])]
    : value

const wordsOf = ({ name, value }: Field): string =>
  [value]
    .flat()
    .map((one) => (CHOSEN.has(name) ? optionLabel(SearchCriteria, name, String(one)) : String(one)))
    .join(', ')

/**
 * Fills the criteria of the form out of a text, by the language model or by rules. Nothing is saved
 * until the form is.
 */
export function CriteriaFromText() {
  const { t } = useTranslation(['prospecting', 'kernel'])
  const id = useId()
  const { getValues, setValue } = useFormContext<Record<string, unknown>>()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [read, setRead] = useState<{
    readonly fields: readonly Field[]
    readonly before: Typed
  } | null>(null)
  const state = useQuery({ ...chatQuery(), enabled: isOpen, meta: { refusal: 'silent' as const } })
  const fill = (values: Typed) => {
    for (const [name, value] of Object.entries(values))
      setValue(name, value, { shouldDirty: true, shouldValidate: true })
  }
  const reading = useWrite(prospectingRoutes.readCriteria, {
    invalidates: ['chat'],
    onDone({ fields }) {
      const present = getValues()
      const next = Object.fromEntries(
        fields.map((field) => [field.name, withRead(present[field.name], field)]),
      )
      setUnread(false)
      setRead({
        fields,
        before: Object.fromEntries(fields.map(({ name }) => [name, present[name]])),
      })
      fill(next)
    },
  })
  const [unread, setUnread] = useState(false)
  // The form has what was read of the text, and asks itself before it goes.
  const guard = useUnsavedGuard({
    dirty: unread && text.trim() !== '',
    save: () => reading.mutateAsync({ body: { text } }).then(() => false),
    param: 'open',
    verb: t('criteria.read.submit'),
  })
  if (!isOpen)
    return (
      <>
        {guard}
        <Button size="sm" icon={Sparkles} className="mb-3" onClick={() => setOpen(true)}>
          {t('criteria.read.open')}
        </Button>
      </>
    )
  const model = state.data?.model
  return (
    <section aria-label={t('criteria.read.open')} className="mb-3 border-y border-line py-3">
      {guard}
      <FieldShell
        id={id}
        label={t('criteria.read.label')}
        hint={
          model === undefined
            ? undefined
            : model === ''
              ? t('criteria.read.stays')
              : t('criteria.read.sends', { model })
        }
      >
        <textarea
          id={id}
          className="input min-h-[96px]"
          maxLength={MOST_LETTERS}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setUnread(true)
          }}
        />
      </FieldShell>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          pending={reading.isPending}
          disabledReason={text.trim() === '' ? t('criteria.read.empty') : undefined}
          onClick={() => reading.mutate({ body: { text } })}
        >
          {t('criteria.read.submit')}
        </Button>
        <Button size="sm" onClick={() => setOpen(false)}>
          {t('kernel:action.close')}
        </Button>
      </div>
      {read && (
        <div aria-live="polite" className="mt-3 text-sm">
          {read.fields.length === 0 ? (
            <p className="text-ink-muted">{t('criteria.read.none')}</p>
          ) : (
            <>
              <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-ink-muted">
                {t('criteria.read.filled')}
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    fill(read.before)
                    setRead(null)
                  }}
                >
                  {t('kernel:action.undo')}
                </button>
              </p>
              <dl className="mt-1">
                {read.fields.map((field) => (
                  <div key={field.name} className="border-b border-line py-1.5 last:border-0">
                    <dt className="font-medium">
                      {fieldLabel(SearchCriteria, field.name)}{' '}
                      <bdi className="ms-2 font-normal">{wordsOf(field)}</bdi>
                    </dt>
                    <dd className="text-ink-muted" dir="auto">
                      <q>{field.evidence}</q>
                    </dd>
                  </div>
                ))}
              </dl>
            </>
          )}
        </div>
      )}
    </section>
  )
}
