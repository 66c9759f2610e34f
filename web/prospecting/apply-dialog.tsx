import { useQuery } from '@tanstack/react-query'
import { Copy, ExternalLink } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { cvRoutes } from '#contract/cv/cv.contract.ts'
import { MAIN_CV } from '#contract/cv/cv.values.ts'
import type { Cv } from '#contract/cv/cv.schemas.ts'
import type { ApplicationsAt } from '#contract/prospecting/prospecting.schemas.ts'
import { cvsQuery } from '#web/cv/cv.queries.ts'
import { copyText } from '#web/kernel/data/copy-text.ts'
import { download } from '#web/kernel/data/files.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import { FormSegments } from '#web/kernel/ui/segments.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import { dayText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { isLanguage, languageName, LANGUAGES } from '#web/kernel/words/languages.ts'
import { paths } from '#web/screens.ts'
import { MailDialog } from '#web/mail/mail-form.tsx'
import { MailFrom, useSendingWords } from '#web/mail/mail-words.tsx'
import { APPLICATION_ROUTES, applicationsQuery } from './applications.queries.ts'
import { type MessageAbout, messageQuery } from './messages.queries.ts'

type Way = 'byemail' | 'externalSite'
type ChosenCv = { readonly id: string; readonly language: Cv['language'] }

type ApplyProps = {
  readonly about: MessageAbout
  readonly id: string
  readonly title: string
  readonly onClose: () => void
  /** Told once the application is recorded. */
  readonly onApplied?: () => void
  /** Notes a job as applied for without a letter or a CV. */
  readonly onNote?: () => void
}

/** Applies for a job or an offer: by mail with a CV, or on the site of the company. */
export function ApplyDialog(props: ApplyProps) {
  const { about, id, title, onClose } = props
  // All words at once: what follows in the same dialog needs no second skeleton.
  const { t } = useTranslation(['prospecting', 'mail', 'fields', 'kernel'])
  const { can } = useSession()
  const at = useQuery(applicationsQuery(about, id))
  const message = useQuery(messageQuery(about, id))
  const cvs = useQuery({ ...cvsQuery(), enabled: can('perm_cv_print') })
  const failed = at.error ?? message.error ?? cvs.error
  if (
    at.data !== undefined &&
    message.data !== undefined &&
    (cvs.data !== undefined || !can('perm_cv_print'))
  )
    return (
      <Opened {...props} at={at.data} text={message.data.draft?.text ?? ''} cvs={cvs.data ?? []} />
    )
  return (
    <Dialog open wide onClose={onClose} title={t('apply.title', { title })}>
      {failed ? (
        <ErrorState
          error={failed}
          onRetry={() => Promise.all([at.refetch(), message.refetch(), cvs.refetch()])}
        />
      ) : (
        <Skeleton lines={8} label={t('apply.title', { title })} />
      )}
    </Dialog>
  )
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/**
 * A drafted text as a letter. Paragraphs are sent without margins, so an empty line stands between
 * them.
 */
const letterOf = (text: string): string =>
  text === ''
    ? ''
    : text
        .replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
        .split('\n\n')
        .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
        .join('<p></p>')

function Opened({
  about,
  id,
  title,
  at,
  text,
  cvs,
  onClose,
  onApplied,
  onNote,
}: ApplyProps & { at: ApplicationsAt; text: string; cvs: readonly Cv[] }) {
  const { t } = useTranslation(['prospecting', 'mail', 'fields', 'kernel'])
  const { language } = usePreferences()
  const sending = useSendingWords()
  const [way, setWay] = useState<Way>(
    at.to.length === 0 && at.url !== '' ? 'externalSite' : 'byemail',
  )
  const [follow, setFollow] = useState(true)
  const [cv, setCv] = useState<ChosenCv | null>(() => {
    const filled = cvs.find(({ id: cvId }) => !at.emptyCvs.includes(cvId))
    return filled ? { id: filled.id, language: filled.language } : null
  })
  const make = useWrite(APPLICATION_ROUTES[about].make, {
    invalidates: ['prospecting', 'mail', 'cv', 'history'],
    done: way === 'byemail' ? (by) => sending.done(t('mail:sent'), [], by.id) : t('apply.noted'),
    onDone: () => {
      onApplied?.()
      onClose()
    },
  })
  const start = useMemo(
    () => ({
      recipients: at.to.slice(0, 1),
      subject: t('apply.subject', { title }),
      body: letterOf(text),
    }),
    [at.to, text, t, title],
  )
  const chosen = { ...(cv && { cv }), follow }
  const head = (
    <div className="mt-3 grid justify-items-start gap-3">
      <FormSegments
        label={t('apply.way')}
        options={[
          { value: 'byemail', label: t('apply.byemail') },
          { value: 'externalSite', label: t('apply.externalSite') },
        ]}
        value={way}
        onChange={setWay}
      />
      <CvChoice cvs={cvs} empty={at.emptyCvs} chosen={cv} onChoose={setCv} />
      {about === 'job' && (
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={follow}
            onChange={(event) => setFollow(event.target.checked)}
          />
          {t('apply.follow')}
        </label>
      )}
      {at.followUpDate > 0 && (about === 'offer' || follow) && (
        <p className="text-sm text-ink-muted">
          {t('apply.followUpOn', { day: dayText(language, at.followUpDate, 'long') })}
        </p>
      )}
    </div>
  )
  if (way === 'byemail')
    return (
      <MailDialog
        title={t('apply.title', { title })}
        start={start}
        from={<MailFrom {...at.sender} />}
        carried={[]}
        people={at.to.map((address) => ({ name: '', address }))}
        head={head}
        verb={sending.verb(t('apply.send'))}
        onSend={({ documents, body, ...mail }) =>
          make.mutateAsync({
            params: { id },
            body: {
              mail: {
                ...mail,
                attachments: documents.map((one) => ({ kind: 'document' as const, id: one })),
              },
              letter: body,
              ...chosen,
            },
          })
        }
        onClose={onClose}
      />
    )
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('apply.title', { title })}
      foot={
        <>
          {onNote && (
            <Button variant="quiet" onClick={onNote}>
              {t('apply.note')}
            </Button>
          )}
          <Button onClick={onClose}>{t('kernel:action.cancel')}</Button>
          <Button
            variant="primary"
            {...(at.url !== '' && { icon: ExternalLink })}
            pending={make.isPending}
            onClick={() => {
              // The tab is opened by the click itself: a browser blocks one that is opened later.
              if (at.url !== '') window.open(at.url, '_blank', 'noopener,noreferrer')
              make.mutate({ params: { id }, body: { letter: letterOf(text), ...chosen } })
            }}
          >
            {t(at.url === '' ? 'apply.record' : 'apply.open')}
          </Button>
        </>
      }
    >
      {head}
      <p className="mt-4 text-ink-muted">{t('apply.outside')}</p>
      {at.url !== '' && (
        <p className="mt-1 text-sm wrap-anywhere text-ink-subtle">
          <bdi>{at.url}</bdi>
        </p>
      )}
      {text !== '' && (
        <section className="mt-4" aria-label={t('apply.letter')}>
          <p className="flex items-center justify-between gap-2">
            <span className="label">{t('apply.letter')}</span>
            <Button
              size="sm"
              icon={Copy}
              onClick={() => void copyText(text, t('kernel:toast.copied'))}
            >
              {t('kernel:action.copy')}
            </Button>
          </p>
          <div className="draft mt-2 wrap-anywhere whitespace-pre-line" dir="auto">
            {text}
          </div>
        </section>
      )}
    </Dialog>
  )
}

/** CV of the application, and its language. */
function CvChoice({
  cvs,
  empty,
  chosen,
  onChoose,
}: {
  cvs: readonly Cv[]
  /** CVs that show nothing yet: they are not offered. */
  empty: readonly string[]
  chosen: ChosenCv | null
  onChoose: (cv: ChosenCv | null) => void
}) {
  const { t } = useTranslation('prospecting')
  const id = useId()
  const filled = cvs.filter((cv) => !empty.includes(cv.id))
  if (cvs.length === 0) return null
  if (filled.length === 0)
    return (
      <p className="text-sm text-ink-muted">
        {t('apply.emptyCv')}{' '}
        <Link className="link" to={paths.cv.to()}>
          {t('apply.fillCv')}
        </Link>
      </p>
    )
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <label htmlFor={id}>{t('apply.cv')}</label>
      <NativeSelect
        id={id}
        value={chosen?.id ?? ''}
        onChange={({ target }) => {
          const cv = cvs.find((one) => one.id === target.value)
          onChoose(cv ? { id: cv.id, language: chosen?.language ?? cv.language } : null)
        }}
      >
        {filled.map((cv) => (
          <option key={cv.id} value={cv.id}>
            {cv.id === MAIN_CV ? t('apply.mainCv') : cv.name || t('apply.variant')}
          </option>
        ))}
        <option value="">{t('apply.noCv')}</option>
      </NativeSelect>
      {chosen && (
        <>
          <NativeSelect
            aria-label={t('draft.language')}
            value={chosen.language}
            onChange={({ target }) => {
              if (isLanguage(target.value)) onChoose({ ...chosen, language: target.value })
            }}
          >
            {LANGUAGES.map((language) => (
              <option key={language} value={language}>
                {languageName(language)}
              </option>
            ))}
          </NativeSelect>
          <Button
            size="sm"
            variant="quiet"
            onClick={() =>
              void download(
                cvRoutes.pdf,
                { query: { cv: chosen.id, language: chosen.language } },
                { as: 'open' },
              ).catch(notifyFailure)
            }
          >
            {t('apply.preview')}
          </Button>
        </>
      )}
    </p>
  )
}
