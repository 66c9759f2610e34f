import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Blog, Topic } from '#contract/site/site.records.ts'
import { siteRoutes } from '#contract/site/site.contract.ts'
import { chatQuery } from '#web/kernel/assistant/assistant.queries.ts'
import type { CallInput } from '#web/kernel/data/client.ts'
import { useUnsavedGuard } from '#web/kernel/form/guard.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { recordQuery } from '#web/kernel/records/records.queries.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import { Skeleton } from '#web/kernel/ui/states.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { useProblemText } from '#web/kernel/data/problem-text.ts'
import { fieldLabel, optionLabel } from '#web/kernel/words/record-words.ts'

type Wanted = Exclude<CallInput<typeof siteRoutes.generate>['body'], undefined>
/** Headings are lines of one text. */
type Outline = { readonly title: string; readonly headings: string }
const CHOSEN = ['length', 'style', 'language'] as const

/** Sources are texts with an empty line between them. */
const sourcesIn = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean)
const linesIn = (text: string) =>
  text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)

/**
 * Drafts an article with the model: its topic, an outline to agree, then the draft, which a person
 * publishes.
 */
export function GeneratorDialog({
  onClose,
  onDraft,
  onWrite,
}: {
  onClose: () => void
  onDraft: (id: string) => void
  /** Opens the empty editor. */
  onWrite: () => void
}) {
  const { t } = useTranslation(['site', 'kernel'])
  const state = useQuery(chatQuery())
  const model = state.data?.model
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('generator.title')}
      foot={
        model === '' && (
          <>
            <Button onClick={onClose}>{t('kernel:action.close')}</Button>
            <Button variant="primary" onClick={onWrite}>
              {t('generator.write')}
            </Button>
          </>
        )
      }
    >
      {model === undefined && <Skeleton lines={4} />}
      {model === '' && <p className="mt-3 text-ink-muted">{t('generator.absent')}</p>}
      {model && <Steps model={model} onDraft={onDraft} />}
    </Dialog>
  )
}

function Steps({ model, onDraft }: { model: string; onDraft: (id: string) => void }) {
  const { t } = useTranslation('site')
  const problemText = useProblemText()
  const topics = useQuery(recordQuery(Topic)).data
  const [topicId, setTopicId] = useState('')
  const [wanted, setWanted] = useState<Wanted>({})
  const [sources, setSources] = useState('')
  const [outline, setOutline] = useState<Outline | null>(null)
  const ask = useWrite(siteRoutes.outline, {
    invalidates: [],
    onDone: ({ title, headings }) => setOutline({ title, headings: headings.join('\n') }),
  })
  const draft = useWrite(siteRoutes.generate, {
    invalidates: ['site'],
    done: ({ unsourced }) => t('generator.done', { count: unsourced.length }),
    onDone: ({ id }) => onDraft(id),
  })
  const { length, style, language } = wanted
  const propose = () =>
    ask.mutate({
      params: { topicId },
      body: { ...(length && { length }), ...(style && { style }), ...(language && { language }) },
    })
  const order = outline && {
    params: { topicId },
    body: {
      ...wanted,
      title: outline.title.trim(),
      headings: linesIn(outline.headings),
      sources: sourcesIn(sources),
    },
  }
  const guard = useUnsavedGuard({
    dirty: outline !== null || sources !== '',
    isSaving: () => draft.isPending || draft.isSuccess,
    async save() {
      if (order) await draft.mutateAsync(order)
      return order !== null
    },
    ...(order && { verb: t('generator.draft') }),
  })
  const problem = draft.error ?? ask.error
  if (!topics) return <Skeleton lines={4} />
  return (
    <div className="mt-4 grid gap-4">
      {guard}
      <Labelled
        label={t('generator.topic')}
        hint={topics.length === 0 ? t('generator.noTopic') : undefined}
      >
        {(id) => (
          <NativeSelect
            id={id}
            value={topicId}
            onChange={(event) => {
              setTopicId(event.target.value)
              setOutline(null)
            }}
          >
            <option value="">{t('generator.choose')}</option>
            {topics.map((topic) => (
              <option key={topic.id} value={topic.id}>
                {plainText(topic['name'])}
              </option>
            ))}
          </NativeSelect>
        )}
      </Labelled>
      <div className="grid gap-4 sm:grid-cols-3">
        {CHOSEN.map((name) => (
          <Labelled key={name} label={fieldLabel(Blog, name)}>
            {(id) => (
              <NativeSelect
                id={id}
                value={wanted[name] ?? ''}
                onChange={({ target }) =>
                  setWanted({ ...wanted, [name]: target.value || undefined })
                }
              >
                <option value="">{t('generator.asTopic')}</option>
                {Blog.fields[name].options?.map((value) => (
                  <option key={value} value={value}>
                    {optionLabel(Blog, name, value)}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Labelled>
        ))}
      </div>
      <Labelled label={t('generator.sources')} hint={t('generator.sourcesHint')}>
        {(id) => (
          <textarea
            id={id}
            className="input w-full"
            rows={4}
            dir="auto"
            value={sources}
            onChange={(event) => setSources(event.target.value)}
          />
        )}
      </Labelled>
      {outline && <OutlineFields outline={outline} onChange={setOutline} />}
      {problem && (
        <p role="alert" className="font-medium text-negative">
          {problemText(problem)}
        </p>
      )}
      <p className="text-sm text-ink-muted">{t('generator.leaves', { model })}</p>
      <div className="flex flex-wrap gap-2">
        {order && (
          <Button variant="primary" pending={draft.isPending} onClick={() => draft.mutate(order)}>
            {t('generator.draft')}
          </Button>
        )}
        <Button
          variant={outline ? 'plain' : 'primary'}
          pending={ask.isPending}
          disabledReason={topicId === '' ? t('generator.choose') : undefined}
          onClick={propose}
        >
          {t(outline ? 'generator.again' : 'generator.propose')}
        </Button>
      </div>
    </div>
  )
}

/** The title and the headings that the user agrees to. */
function OutlineFields({
  outline,
  onChange,
}: {
  outline: Outline
  onChange: (outline: Outline) => void
}) {
  const { t } = useTranslation('site')
  return (
    <>
      <Labelled label={t('generator.articleTitle')}>
        {(id) => (
          <input
            id={id}
            className="input w-full"
            dir="auto"
            maxLength={150}
            value={outline.title}
            onChange={(event) => onChange({ ...outline, title: event.target.value })}
          />
        )}
      </Labelled>
      <Labelled label={t('generator.outline')} hint={t('generator.outlineHint')}>
        {(id) => (
          <textarea
            id={id}
            className="input w-full"
            rows={6}
            dir="auto"
            value={outline.headings}
            onChange={(event) => onChange({ ...outline, headings: event.target.value })}
          />
        )}
      </Labelled>
    </>
  )
}

function Labelled({
  label,
  hint,
  children,
}: {
  label: string
  hint?: string | undefined
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label className="label mb-1.5 block" htmlFor={id}>
        {label}
      </label>
      {children(id)}
      {hint && <p className="mt-1 text-xs text-ink-subtle">{hint}</p>}
    </div>
  )
}
