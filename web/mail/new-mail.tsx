import { useTranslation } from 'react-i18next'
import { mailRoutes } from '#contract/mail/mail.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { listText } from '#web/kernel/words/formats.ts'
import { MAILED } from './mail.queries.ts'
import { MailDialog } from './mail-form.tsx'
import { attachmentsOf } from './mail-papers.tsx'
import { MailFrom } from './mail-words.tsx'

const NONE_AT_HAND = [] as const
const EMPTY = { recipients: [], subject: '', body: '' }

/** A mail of the user's own, about no bill. */
export function NewMail({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['mail', 'kernel'])
  const { language } = usePreferences()
  const { me, profileId } = useSession()
  const send = useWrite(mailRoutes.send, {
    invalidates: MAILED,
    done: (_, { body }) => ({ text: t('sent'), name: listText(language, body?.recipients ?? []) }),
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
      verb={t('act.send')}
      onSend={({ documents, ...mail }, papers) =>
        send.mutateAsync({ body: { ...mail, attachments: attachmentsOf(papers, documents) } })
      }
      onClose={onClose}
    />
  )
}
