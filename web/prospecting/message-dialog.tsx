import { useQuery } from '@tanstack/react-query'
import { CircleHelp, Copy, FileText, PenLine, RefreshCw } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { MessageAt, MessageDraft } from '#contract/prospecting/prospecting.schemas.ts'
import { copyText } from '#web/kernel/data/copy-text.ts'
import { Form, FormProblem, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextArea } from '#web/kernel/form/text-field.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog, LeaveButton } from '#web/kernel/ui/dialog.tsx'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import { ErrorState, PageSkeleton } from '#web/kernel/ui/states.tsx'
import { isLanguage, languageName, LANGUAGES } from '#web/kernel/words/languages.ts'
import { paths } from '#web/screens.ts'
import { piecesOf, withoutSentence } from './marked-text.ts'
import { MESSAGE_ROUTES, type MessageAbout, messageQuery, useDraft } from './messages.queries.ts'

const TONES = ['formal', 'friendly', 'short'] as const
type Tone = (typeof TONES)[number]

type MessageProps = { readonly about: MessageAbout; readonly id: string }

/**
 * The message that answers a job or an offer: drafted, changed, copied. Nothing is sent from here.
 */
export function MessageDialog({
  about,
  id,
  title,
  onClose,
}: MessageProps & { title: string; onClose: () => void }) {
  const { t } = useTranslation('prospecting')
  const { data, error, refetch } = useQuery(messageQuery(about, id))
  return (
    <Dialog open onClose={onClose} title={t('draft.title')} wide>
      <p className="mt-1 text-ink-muted">
        <bdi>{title}</bdi>
      </p>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <PageSkeleton label={t('draft.title')} />
      ) : (
        <Message about={about} id={id} message={data} />
      )}
    </Dialog>
  )
}

function Message({ about, id, message }: MessageProps & { message: MessageAt }) {
  const { t } = useTranslation(['prospecting', 'kernel'])
  const { draft } = message
  const [isEditing, setEditing] = useState(false)
  const stop = () => setEditing(false)
  const revise = useWrite(MESSAGE_ROUTES[about].revise, { invalidates: ['message'] })
  const drafting = useDraft(about, id, stop)
  return (
    <>
      {!isEditing && <Order message={message} drafting={drafting} />}
      {drafting.by !== null && (
        <section className="mt-5" aria-label={t('draft.title')} aria-busy="true">
          <div className="draft whitespace-pre-line break-words" dir="auto">
            {drafting.text}
          </div>
          <Button className="mt-4" onClick={drafting.stop}>
            {t('kernel:action.cancel')}
          </Button>
        </section>
      )}
      {draft && drafting.by === null && (
        <section className="mt-5" aria-label={t('draft.title')}>
          <p className="mb-2 flex flex-wrap items-center justify-between gap-2 text-sm text-ink-muted">
            <strong className="inline-flex items-center gap-1.5 rounded border border-line px-2 py-0.5 font-medium">
              <PenLine size={14} />
              {draft.model === ''
                ? t('draft.byTemplate')
                : t('draft.byModel', { model: draft.model })}
            </strong>
            {t('draft.never')}
          </p>
          {isEditing ? (
            <Editor about={about} id={id} draft={draft} onClose={stop} />
          ) : (
            <>
              <Marked draft={draft} />
              <Unsupported
                draft={draft}
                pending={revise.isPending}
                onDecide={({ text, kept }) =>
                  revise.mutate({
                    params: { id },
                    body: { text, kept: [...kept], version: draft.version },
                  })
                }
              />
            </>
          )}
          {draft.removed > 0 && (
            <p className="mt-3 text-sm text-warm">{t('draft.removed', { count: draft.removed })}</p>
          )}
          {!isEditing && (
            <>
              <div className="mt-4 flex flex-wrap gap-2">
                <Button
                  variant="primary"
                  icon={Copy}
                  onClick={() => void copyText(draft.text, t('kernel:toast.copied'))}
                >
                  {t('kernel:action.copy')}
                </Button>
                <Button icon={PenLine} onClick={() => setEditing(true)}>
                  {t('kernel:action.edit')}
                </Button>
              </div>
              <Sources draft={draft} />
            </>
          )}
        </section>
      )}
    </>
  )
}

const Text = z.object({ text: z.string().trim().max(5000) })

/** The message's text, as the person changes it. */
function Editor({
  about,
  id,
  draft: { text, kept, version },
  onClose,
}: MessageProps & { draft: MessageDraft; onClose: () => void }) {
  const { t } = useTranslation(['prospecting', 'kernel'])
  const revise = useWrite(MESSAGE_ROUTES[about].revise, {
    invalidates: ['message'],
    onDone: onClose,
  })
  const form = useCarnetForm({
    schema: Text,
    values: useMemo(() => ({ text }), [text]),
    save: (typed) =>
      revise.mutateAsync({ params: { id }, body: { ...typed, kept: [...kept], version } }),
  })
  return (
    <Form form={form} className="grid gap-4">
      <FormProblem form={form} />
      <TextArea name="text" label={t('draft.title')} rows={14} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton form={form} />
        <LeaveButton onClick={onClose}>{t('kernel:action.cancel')}</LeaveButton>
      </div>
    </Form>
  )
}

/** Way of the message's draft, and the data that leaves the product for it. */
function Order({
  message,
  drafting,
}: {
  message: MessageAt
  drafting: ReturnType<typeof useDraft>
}) {
  const { t, i18n } = useTranslation('prospecting')
  const { model, draft } = message
  const ids = useId()
  const [language, setLanguage] = useState<MessageDraft['language']>(
    draft?.language ?? (isLanguage(i18n.language) ? i18n.language : 'fr'),
  )
  const [tone, setTone] = useState<Tone>(draft?.tone ?? 'formal')
  return (
    <>
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <label className="text-sm" htmlFor={`${ids}-language`}>
          {t('draft.language')}
          <NativeSelect
            id={`${ids}-language`}
            value={language}
            onChange={({ target }) => isLanguage(target.value) && setLanguage(target.value)}
          >
            {LANGUAGES.map((code) => (
              <option key={code} value={code}>
                {languageName(code)}
              </option>
            ))}
          </NativeSelect>
        </label>
        <label className="text-sm" htmlFor={`${ids}-tone`}>
          {t('draft.tone')}
          <NativeSelect
            id={`${ids}-tone`}
            value={tone}
            onChange={({ target }) => setTone(TONES.find((one) => one === target.value) ?? tone)}
          >
            {TONES.map((one) => (
              <option key={one} value={one}>
                {t(`draft.tones.${one}`)}
              </option>
            ))}
          </NativeSelect>
        </label>
        {model !== '' && (
          <Button
            variant={draft ? 'plain' : 'primary'}
            icon={draft ? RefreshCw : PenLine}
            pending={drafting.by === 'assistant'}
            onClick={() => drafting.order({ language, tone, by: 'assistant' })}
          >
            {draft ? t('draft.again') : t('draft.write')}
          </Button>
        )}
        <Button
          variant={model === '' && !draft ? 'primary' : 'plain'}
          icon={FileText}
          pending={drafting.by === 'template'}
          onClick={() => drafting.order({ language, tone, by: 'template' })}
        >
          {t('draft.template')}
        </Button>
      </div>
      <p className="mt-3 text-sm text-ink-muted">
        {model === '' ? t('draft.absent') : t('draft.leaves', { model })}
      </p>
    </>
  )
}

/** The message with a number under each sentence that rests on something. */
function Marked({ draft }: { draft: MessageDraft }) {
  return (
    <div className="draft whitespace-pre-line break-words" dir="auto">
      {piecesOf(draft.text, draft.sentences).map(({ text, sentence, at }) => {
        const { state, sources = [] } = draft.sentences[sentence] ?? {}
        if (state === 'supported')
          return (
            <span key={at} className="src">
              {text}
              <sup>{sources.join(' ')}</sup>
            </span>
          )
        const isUnsure = state === 'unsupported' && !draft.kept.includes(sentence)
        return isUnsure ? (
          <mark key={at} className="unsure">
            {text}
          </mark>
        ) : (
          <span key={at}>{text}</span>
        )
      })}
    </div>
  )
}

/** Each sentence that rests on nothing is taken out, or kept by the person. */
function Unsupported({
  draft,
  pending,
  onDecide,
}: {
  draft: MessageDraft
  pending: boolean
  onDecide: (decided: { text: string; kept: readonly number[] }) => void
}) {
  const { t } = useTranslation(['prospecting', 'kernel'])
  const open = piecesOf(draft.text, draft.sentences).filter(
    ({ sentence }) =>
      draft.sentences[sentence]?.state === 'unsupported' && !draft.kept.includes(sentence),
  )
  if (open.length === 0) return null
  return (
    <ul className="mt-3 grid gap-2">
      {open.map(({ text, sentence }) => (
        <li
          key={sentence}
          className="flex flex-wrap items-center gap-2 rounded bg-warm-soft px-4 py-3 text-sm"
        >
          <CircleHelp size={16} className="shrink-0 text-warm" />
          <span className="min-w-0 grow basis-60">
            {t('draft.unsupported')}
            <strong className="block font-medium" dir="auto">
              {text}
            </strong>
          </span>
          <Button
            size="sm"
            pending={pending}
            onClick={() => onDecide({ text: withoutSentence(draft.text, text), kept: draft.kept })}
          >
            {t('kernel:action.remove')}
          </Button>
          <Button
            size="sm"
            variant="quiet"
            pending={pending}
            onClick={() => onDecide({ text: draft.text, kept: [...draft.kept, sentence] })}
          >
            {t('draft.keep')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The screen that shows an item of the CV. */
const PLACES = {
  mission: paths.missions,
  skill: paths.skills,
  language: paths.languages,
  study: paths.studies,
  certification: paths.certifications,
  training: paths.trainings,
  interest: paths.interests,
} as const

function Sources({ draft }: { draft: MessageDraft }) {
  const { t } = useTranslation('prospecting')
  if (draft.sources.length === 0) return null
  return (
    <section className="mt-5" aria-label={t('draft.sources')}>
      <h3 className="font-semibold">{t('draft.sources')}</h3>
      <ol className="mt-1.5 grid gap-1 text-sm">
        {draft.sources.map(({ number, of, section, id, text }) => (
          <li key={number} className="flex gap-3">
            <span className="num w-5 shrink-0 text-end font-semibold text-accent">{number}</span>
            <span className="min-w-0">
              {of === 'job' || section === '' ? (
                <span className="text-ink-subtle">{t('draft.ofJob')}</span>
              ) : (
                <Link
                  className="link"
                  to={section === 'head' ? paths.cv.to() : PLACES[section].to({}, { open: id })}
                >
                  {t('draft.ofCv')}
                </Link>
              )}{' '}
              <bdi className="text-ink-muted">{text}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
