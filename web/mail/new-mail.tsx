import { useTranslation } from 'react-i18next'
import { mailRoutes } from '#contract/mail/mail.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { MAILED } from './mail.queries.ts'
import { MailDialog } from './mail-form.tsx'
import { attachmentsOf } from './mail-papers.tsx'
import { MailFrom, useSendingWords } from './mail-words.tsx'

const NONE_AT_HAND = [] as const
const EMPTY = { recipients: [], subject: '', body: '' }

/** A mail of the user's own, about no bill. */
export function NewMail({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['mail', 'kernel'])
  const sending = useSendingWords()
  const { me, profileId } = useSession()
  const send = useWrite(mailRoutes.send, {
    invalidates: MAILED,
    done: ({ id }, { body }) => sending.done(t('sent'), body?.recipients, id),
    onDone: onClose,
  })
  return (
    <MailDialog
      title={t('act.new')}
      start={EMPTY}
      from={
        <MailFrom
          name={[me.firstName, me.lastName].filter(Boolean).join(' ') || me.userName}
          address={me.mail}
        />
      }
      carried={[]}
      papersOf={{ profileId, offers: NONE_AT_HAND }}
      verb={sending.verb(t('act.send'))}
      onSend={({ documents, ...mail }, papers) =>
        send.mutateAsync({ body: { ...mail, attachments: attachmentsOf(papers, documents) } })
      }
      onClose={onClose}
    />
  )
}
