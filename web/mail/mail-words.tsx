import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Mail } from '#contract/mail/mail.contract.ts'
import { Status, type StatusKind } from '#web/kernel/ui/status.tsx'
import { listText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { paths } from '#web/screens.ts'
import { mailWayQuery } from './mail.queries.ts'

type MailState = 'queued' | 'again' | 'outbox' | 'sent' | 'failed'

/** A mail that failed once and is tried again says so. */
const stateOf = ({
  status,
  outbox,
  tries,
}: Pick<Mail, 'status' | 'outbox' | 'tries'>): MailState =>
  status === 'failed'
    ? 'failed'
    : status === 'queued'
      ? tries > 0
        ? 'again'
        : 'queued'
      : outbox
        ? 'outbox'
        : 'sent'

const KINDS: Readonly<Record<MailState, StatusKind>> = {
  queued: 'wait',
  again: 'wait',
  outbox: 'draft',
  sent: 'paid',
  failed: 'stop',
}

export function MailStatus({ mail, as = 'text' }: { mail: Mail; as?: 'text' | 'tag' }) {
  const { t } = useTranslation('mail')
  const state = stateOf(mail)
  return (
    <Status kind={KINDS[state]} as={as}>
      {t(`status.${state}`)}
    </Status>
  )
}

/**
 * Sender of a mail: mails leave from the installation's address, and answers come to the user's
 * own.
 */
export function MailFrom({ name, address }: { name: string; address: string }) {
  const { t } = useTranslation('mail')
  const way = useQuery(mailWayQuery()).data
  return (
    <>
      {t('form.from')} <bdi>{name}</bdi>
      {way && !way.outbox && (
        <>
          {' '}
          <bdi dir="ltr">{way.from}</bdi>
        </>
      )}
      . {t('form.answers')} <bdi dir="ltr">{address}</bdi>.{way?.outbox && <> {t('form.outbox')}</>}
    </>
  )
}

/**
 * Words of a mail's act and of its end. Without a mail server it is made ready for the user's own
 * program, and is not sent yet. Its notice leads to it.
 */
export function useSendingWords() {
  const { t } = useTranslation('mail')
  const { language } = usePreferences()
  const navigate = useNavigate()
  const isOutbox = useQuery(mailWayQuery()).data?.outbox === true
  return {
    isOutbox,
    /** @param verb where a server sends it */
    verb: (verb: string) => (isOutbox ? t('act.prepare') : verb),
    /** @param text where a server sends it @param open id of the mail, where it is known */
    done: (text: string, recipients: readonly string[] = [], open = '') => ({
      text: isOutbox ? t('ready') : text,
      name: listText(language, recipients),
      ...(isOutbox && {
        action: {
          label: t('act.see'),
          run: () => void navigate(paths.mails.to({}, { ...(open && { open }) })),
        },
      }),
    }),
  }
}
