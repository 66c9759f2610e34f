import { Check, Download, ExternalLink, Paperclip, RotateCw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { mailRoutes, type Mail } from '#contract/mail/mail.contract.ts'
import { download } from '#web/kernel/data/files.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Note } from '#web/kernel/ui/page.tsx'
import { Panel } from '#web/kernel/ui/panel.tsx'
import { RichText } from '#web/kernel/ui/rich-text.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import { Instant } from '#web/kernel/ui/values.tsx'
import { bytesText, listText } from '#web/kernel/words/formats.ts'
import { paths } from '#web/screens.ts'
import { mailtoOf } from './mailto.ts'
import { MAILED } from './mail.queries.ts'
import { MailStatus } from './mail-words.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const MarkSentDialog = late(async () => (await import('./mark-sent-dialog.tsx')).MarkSentDialog)

/** A mail as it was written: its state, its text, its files. */
export function MailPanel({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const { t } = useTranslation(['mail', 'kernel'])
  const { language } = usePreferences()
  const retry = useWrite(mailRoutes.retry, { invalidates: MAILED, done: t('retried') })
  const unmark = useWrite(mailRoutes.unmarkSent, { invalidates: MAILED, done: t('mark.undone') })
  const [marking, setMarking] = useState(false)
  const params = { id: mail.id }
  const save = () =>
    void download(mailRoutes.message, { params }, { as: 'save' }).catch(notifyFailure)
  const saveFile = (index: number) =>
    void download(mailRoutes.attachment, { params: { ...params, index } }, { as: 'save' }).catch(
      notifyFailure,
    )
  return (
    <Panel
      title={mail.subject}
      onClose={onClose}
      foot={
        <div className="flex grow flex-wrap gap-2">
          {mail.outbox && (
            <a className="btn btn-primary" href={mailtoOf(mail)}>
              <ExternalLink size={16} />
              {t('act.mailto')}
            </a>
          )}
          <Button icon={Download} onClick={save}>
            {t('act.save')}
          </Button>
          {mail.outbox && (
            <Button icon={Check} onClick={() => setMarking(true)}>
              {t('act.markSent')}
            </Button>
          )}
          {mail.byHand && (
            <Button
              variant="quiet"
              icon={Undo2}
              pending={unmark.isPending}
              onClick={() => unmark.mutate({ params })}
            >
              {t('act.unmarkSent')}
            </Button>
          )}
          {mail.status === 'failed' && (
            <Button
              variant="primary"
              icon={RotateCw}
              pending={retry.isPending}
              onClick={() => retry.mutate({ params, body: {} })}
            >
              {t('kernel:action.retry')}
            </Button>
          )}
        </div>
      }
    >
      <p>
        <MailStatus mail={mail} as="tag" />
      </p>
      {mail.error !== '' && (
        <div className="mt-3">
          <Note tone={mail.status === 'failed' ? 'negative' : 'warm'}>
            {mail.error}
            {mail.refused.length > 0 && (
              <>
                {' '}
                <bdi>{listText(language, mail.refused)}</bdi>
              </>
            )}
          </Note>
        </div>
      )}
      {(mail.outbox || mail.byHand) && (
        <p className="mt-3 text-sm text-ink-muted">
          {t(mail.outbox ? 'outbox.how' : 'panel.byHand')}
        </p>
      )}
      <div className="mt-4">
        <Leader label={t('form.recipients')}>
          <bdi>{listText(language, mail.recipients)}</bdi>
        </Leader>
        {mail.cc.length > 0 && (
          <Leader label={t('form.cc')}>
            <bdi>{listText(language, mail.cc)}</bdi>
          </Leader>
        )}
        <Leader label={t('panel.requested')}>
          <Instant at={mail.requestedAt} style="long" />
        </Leader>
        {mail.sentAt > 0 && (
          <Leader label={t(mail.outbox ? 'panel.kept' : 'panel.sent')}>
            <Instant at={mail.sentAt} style="long" />
          </Leader>
        )}
        {mail.tries > 1 && <Leader label={t('panel.tries')}>{mail.tries}</Leader>}
        {mail.billId !== '' && (
          <Leader label={t('panel.bill')}>
            <Link className="link" to={paths.bill.to({ id: mail.billId })}>
              {t('panel.openBill')}
            </Link>
          </Leader>
        )}
      </div>
      <section className="mail-text mt-5 border-t border-line pt-4" aria-label={t('form.body')}>
        <RichText html={mail.body} />
      </section>
      {mail.attachments.length > 0 && (
        <ul className="mt-5 grid gap-1 border-t border-line pt-4" aria-label={t('form.carried')}>
          {mail.attachments.map((file, index) => (
            // Attachments of a mail keep their order for good.
            <li key={`${index} ${file.name}`} className="flex items-center gap-2 text-sm">
              <Paperclip size={15} className="text-ink-subtle" />
              <button type="button" className="link" onClick={() => saveFile(index)}>
                <bdi>{file.name}</bdi>
              </button>
              <span className="num text-ink-subtle">{bytesText(language, file.bytes)}</span>
            </li>
          ))}
        </ul>
      )}
      {marking && <MarkSentDialog mail={mail} onClose={() => setMarking(false)} />}
    </Panel>
  )
}
